// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/line_label.h"

#include <QPainter>

#include "app/gui/theme.h"

namespace apollo::gui {

LineLabel::LineLabel(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LineLabel::set_text(const QString& text) {
    if (m_text == text) return;
    m_text = text;
    setAccessibleName(text);
    update();
}

QSize LineLabel::sizeHint() const {
    return {120, fontMetrics().height() + 2};
}

QSize LineLabel::minimumSizeHint() const {
    return {40, fontMetrics().height() + 2};
}

void LineLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QString shown = fontMetrics().elidedText(m_text, Qt::ElideRight, width());
    if (toolTip().isEmpty() != (shown == m_text)) setToolTip(shown == m_text ? QString() : plain_tooltip(m_text));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

}  // namespace apollo::gui
