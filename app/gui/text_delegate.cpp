// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/text_delegate.h"

#include <QPainter>
#include <QPixmap>

namespace apollo::gui {

namespace {

constexpr int margin_px = 7;

QPalette::ColorGroup group_of(QStyle::State state) {
    if (!(state & QStyle::State_Enabled)) return QPalette::Disabled;
    return state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
}

// Names, which have no spaces, differ at their ends; sentences say what matters first.
Qt::TextElideMode elide_of(const QString& text, Qt::TextElideMode mode) { return text.contains(QLatin1Char(' ')) ? mode : Qt::ElideMiddle; }

// Measuring costs as much as painting; a text that is short by any measure is not measured. No letter is wider than high.
QString shown(const QString& text, const QFontMetrics& metrics, int room, Qt::TextElideMode mode) {
    if (text.size() * metrics.height() <= room) return text;
    return metrics.horizontalAdvance(text) <= room ? text : metrics.elidedText(text, elide_of(text, mode), room);
}

}  // namespace

QRect TextDelegate::room_beside(const QPixmap& mark, const QRect& cell) {
    const int taken = mark.isNull() ? 0 : static_cast<int>(mark.deviceIndependentSize().width()) + margin_px - 1;
    return cell.adjusted(margin_px + taken, 0, -margin_px, 0);
}

bool TextDelegate::is_cut(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int room = room_beside(mark_of(option, index), option.rect).width();
    return option.fontMetrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) > room;
}

void TextDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QPalette::ColorGroup group = group_of(option.state);
    const bool selected = option.state & QStyle::State_Selected;
    if (selected) painter->fillRect(option.rect, option.palette.brush(group, QPalette::Highlight));
    const QString text = index.data(Qt::DisplayRole).toString();
    if (!text.isEmpty()) {
        const QPixmap mark = mark_of(option, index);
        const QRect room = room_beside(mark, option.rect);
        if (!mark.isNull())
            painter->drawPixmap(QPointF(option.rect.left() + margin_px, room.center().y() - mark.deviceIndependentSize().height() / 2 + 1), mark);
        const QVariant alignment = index.data(Qt::TextAlignmentRole);
        const int align = alignment.isValid() ? alignment.toInt() : int(Qt::AlignLeft | Qt::AlignVCenter);
        painter->setFont(option.font);
        painter->setPen(option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(room, align | Qt::TextSingleLine, shown(text, option.fontMetrics, room.width(), option.textElideMode));
    }
    if (!(option.state & QStyle::State_HasFocus)) return;
    painter->setPen(QPen(option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text), 1, Qt::DotLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
}

}  // namespace apollo::gui
