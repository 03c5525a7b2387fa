// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/state_delegate.h"

#include <QPainter>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"

namespace apollo::gui {

QPixmap StateDelegate::mark_of(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    constexpr int size_px = 15;
    const auto status = m_status(index);
    if (!status) return {};
    if (m_palette != option.palette.cacheKey()) m_icons.clear();
    m_palette = option.palette.cacheKey();
    const double ratio = option.widget ? option.widget->devicePixelRatioF() : 1;
    QIcon& icon = m_icons[static_cast<int>(*status)];
    if (icon.isNull()) icon = state_icon(*status, option.palette, size_px, ratio);
    return icon.pixmap(QSize(size_px, size_px), ratio, option.state & QStyle::State_Selected ? QIcon::Selected : QIcon::Normal);
}

void ProgressDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    TextDelegate::paint(painter, option, index);
    const double share = index.data(m_role).toDouble();
    const QRectF rail(option.rect.left() + 4, option.rect.bottom() - 3, option.rect.width() - 8, 2);
    const bool selected = option.state & QStyle::State_Selected;
    painter->fillRect(rail, option.palette.color(QPalette::Mid));
    QRectF done = rail;
    done.setWidth(rail.width() * share);
    painter->fillRect(done, selected ? option.palette.color(QPalette::HighlightedText)
                                     : state_colour(domain::RunStatus::Succeeded, option.palette));
}

}  // namespace apollo::gui
