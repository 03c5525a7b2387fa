// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/line_label.h"

#include <QPainter>
#include <algorithm>

#include "app/gui/theme.h"

namespace apollo::gui {

LineLabel::LineLabel(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LineLabel::set_texts(const QStringList& texts) {
    if (m_texts == texts) return;
    m_texts = texts;
    setAccessibleName(text());
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
    const auto fits = [&](const QString& one) { return fontMetrics().horizontalAdvance(one) <= width(); };
    const auto first = std::find_if(m_texts.begin(), m_texts.end(), fits);
    const QString shown = first != m_texts.end() ? *first : fontMetrics().elidedText(m_texts.value(m_texts.size() - 1), Qt::ElideRight, width());
    const bool whole = shown == text();
    if (toolTip().isEmpty() != whole) setToolTip(whole ? QString() : plain_tooltip(text()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

}  // namespace apollo::gui
