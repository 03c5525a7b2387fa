// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/events_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/gui/state_delegate.h"
#include "app/gui/table_columns.h"

namespace apollo::gui {

using viewmodels::EventListModel;

namespace {

std::optional<domain::RunStatus> status_of(const QModelIndex& index) {
    const int status = index.data(EventListModel::StatusRole).toInt();
    return status < 0 ? std::nullopt : std::optional(static_cast<domain::RunStatus>(status));
}

void prepare_columns(QTableView* table) {
    new TableColumns(table, {EventListModel::Time, EventListModel::Type, EventListModel::Step, EventListModel::NodeColumn,
                             EventListModel::Detail, EventListModel::AttemptColumn}, TableColumns::Rest::ToLast, {EventListModel::Step});
    table->setItemDelegateForColumn(EventListModel::Type, new StateDelegate(status_of, table));
}

}  // namespace

EventsPage::EventsPage(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_model(navigator),
      m_kind(new QComboBox(this)),
      m_filter(new QLineEdit(this)),
      m_page(new TablePage(
          &m_model,
          [this] {
              if (m_navigator.live().is_loading()) return tr("The history is still being loaded.");
              return m_model.has_filter() ? tr("No event fits this filter.") : tr("Nothing has happened yet.");
          },
          {6, 13, 17, 11, 9, 6, 40}, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 6, 8, 6);
    row->addWidget(m_kind);
    row->addWidget(m_filter, 1);
    column->addLayout(row);
    column->addWidget(m_page, 1);
    prepare_columns(m_page->table());
    for (int kind = 0; kind < 4; ++kind) m_kind->addItem(QString());
    m_filter->setClearButtonEnabled(true);
    auto* later = new QTimer(this);
    later->setSingleShot(true);
    later->setInterval(150);
    connect(m_filter, &QLineEdit::textChanged, later, qOverload<>(&QTimer::start));
    connect(later, &QTimer::timeout, this, [this] { m_model.set_filter_text(m_filter->text()); });
    connect(m_kind, &QComboBox::currentIndexChanged, this,
            [this](int kind) { m_model.set_filter(static_cast<EventListModel::Filter>(kind)); });
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &EventsPage::refresh);
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &EventsPage::restart);
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, [this] {
        if (m_kind->currentIndex() == static_cast<int>(EventListModel::Filter::SelectedRun)) restart();
    });
    connect(m_page->table(), &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { m_navigator.seek_ordinal(m_model.ordinal_at(index.row())); });
    connect(m_page->table(), &QTableView::clicked, this, [this](const QModelIndex& index) {
        const auto& header = m_navigator.live().history().header(m_model.ordinal_at(index.row()));
        if (header.run != no_run && header.task == m_navigator.task_index()) m_navigator.select_run(header.run);
    });
    retranslate();
}

void EventsPage::focus_filter() {
    m_filter->setFocus();
    m_filter->selectAll();
}

void EventsPage::refresh() {
    m_stale = true;
    if (isVisible()) ensure_ready();
}

void EventsPage::restart() {
    m_restart = true;
    refresh();
}

void EventsPage::ensure_ready() {
    if (!m_stale) return;
    QScrollBar* bar = m_page->table()->verticalScrollBar();
    const bool at_end = bar->value() >= bar->maximum();
    if (m_restart)
        m_model.restart();
    else
        m_model.refresh();
    // Follows the newest event until the operator scrolls away from it.
    if (at_end || m_restart) m_page->table()->scrollToBottom();
    if (m_model.rowCount() == 0) m_page->refresh_empty();
    m_restart = false;
    m_stale = false;
}

void EventsPage::showEvent(QShowEvent*) {
    ensure_ready();
}

void EventsPage::retranslate() {
    m_kind->setItemText(0, tr("All events"));
    m_kind->setItemText(1, tr("Problems"));
    m_kind->setItemText(2, tr("Decisions of people"));
    m_kind->setItemText(3, tr("Selected run"));
    m_filter->setPlaceholderText(tr("Filter by step, node, event or text"));
    m_model.retranslate();
}

void EventsPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
