// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/why_list.h"

#include <algorithm>

#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr int most_rows = 4;

}  // namespace

WhyList::WhyList(viewmodels::Navigator& navigator, QWidget* parent) : QListWidget(parent), m_navigator(navigator) {
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUniformItemSizes(true);
    connect(this, &QListWidget::itemClicked, this, &WhyList::go_to);
    connect(this, &QListWidget::itemActivated, this, &WhyList::go_to);
}

void WhyList::refresh() {
    m_causes = viewmodels::explain(m_navigator);
    setAccessibleName(tr("Why"));
    while (count() > static_cast<int>(m_causes.size())) delete takeItem(count() - 1);
    for (int row = 0; row < static_cast<int>(m_causes.size()); ++row) {
        QString text = m_causes[static_cast<std::size_t>(row)].text;
        if (row > 0) text.prepend(QChar(0x2190) + QStringLiteral(" "));
        if (row >= count()) addItem(new QListWidgetItem);
        if (item(row)->text() == text) continue;
        item(row)->setText(text);
        item(row)->setToolTip(plain_tooltip(text));
    }
    const int row_px = std::max(fontMetrics().height() + 4, sizeHintForRow(0));
    setFixedHeight(std::clamp(count(), 1, most_rows) * row_px + 4);
}

void WhyList::go_to(const QListWidgetItem* item) {
    const int at = row(item);
    if (at < 0 || at >= static_cast<int>(m_causes.size())) return;
    const viewmodels::Cause cause = m_causes[static_cast<std::size_t>(at)];
    m_navigator.pause();
    m_navigator.seek_ordinal(cause.ordinal);
    if (cause.run != no_run) m_navigator.select_run(cause.run);
}

}  // namespace apollo::gui
