// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/explain_list.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr int most_rows_in_sight = 6;

}  // namespace

ExplainList::ExplainList(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_title(new QLabel(this)), m_list(new QListWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    column->addWidget(m_list);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, &ExplainList::clear_when_moved);
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &ExplainList::clear_when_moved);
    connect(&navigator, &viewmodels::Navigator::mode_changed, this, &ExplainList::hide);
    retranslate();
    hide();
}

void ExplainList::show_rows(const std::vector<domain::ResultRow>& answers) {
    // What has ended keeps nobody waiting: it comes last.
    std::vector<domain::ResultRow> rows = answers;
    std::stable_partition(rows.begin(), rows.end(), [](const domain::ResultRow& row) {
        const auto status = domain::run_status_from_text(row.what);
        return !status || !domain::is_settled(*status);
    });
    m_list->clear();
    m_task = m_navigator.task_index();
    m_run = m_navigator.selected_run();
    m_asked_at = m_navigator.shown_time();
    for (const domain::ResultRow& row : rows) {
        QString text = viewmodels::to_qstring(row.detail);
        if (!m_run) text = viewmodels::to_qstring(row.step + (row.node.empty() ? "" : " · " + row.node)) + QStringLiteral(": ") + text;
        auto* item = new QListWidgetItem(viewmodels::one_line(text, 400), m_list);
        item->setToolTip(plain_tooltip(text));
        if (const auto status = domain::run_status_from_text(row.what))
            item->setIcon(state_icon(*status, palette(), 14, devicePixelRatioF()));
    }
    if (rows.empty()) new QListWidgetItem(tr("Nothing keeps it."), m_list);
    retranslate();
    show();
    const int row_px = m_list->fontMetrics().height() * 2 + 8;
    m_list->setFixedHeight(row_px * std::clamp(m_list->count(), 1, most_rows_in_sight));
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

void ExplainList::clear_when_moved() {
    if (m_navigator.task_index() != m_task || m_navigator.selected_run() != m_run) hide();
}

void ExplainList::retranslate() {
    m_list->setAccessibleName(tr("Why it is not running"));
    m_title->setText(tr("Why it is not running, as of %1").arg(viewmodels::time_text(m_asked_at).section(QLatin1Char(' '), -1)));
}

void ExplainList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
