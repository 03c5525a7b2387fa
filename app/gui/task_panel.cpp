// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

#include "app/gui/flow_layout.h"
#include "app/gui/state_delegate.h"
#include "app/gui/table_columns.h"
#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::TaskListModel;

namespace {

// Most urgent first.
constexpr std::array<domain::TaskStatus, 7> chip_order{
    domain::TaskStatus::Failed,    domain::TaskStatus::Running,   domain::TaskStatus::Compensating,
    domain::TaskStatus::Pending,   domain::TaskStatus::Cancelled, domain::TaskStatus::Compensated,
    domain::TaskStatus::Succeeded,
};

void prepare_columns(QTableView* table) {
    table->setTextElideMode(Qt::ElideMiddle);  // generated ids differ at their ends
    const auto status = [](const QModelIndex& index) {
        return std::optional(viewmodels::run_status_like(static_cast<domain::TaskStatus>(index.data(TaskListModel::StatusRole).toInt())));
    };
    table->setItemDelegateForColumn(TaskListModel::State, new StateDelegate(status, table));
    new TableColumns(table, {TaskListModel::State, TaskListModel::Progress, TaskListModel::Duration}, TableColumns::Rest::ToFirst);
    table->setItemDelegateForColumn(TaskListModel::Progress, new ProgressDelegate(TaskListModel::ProgressRole, table));
}

const std::vector<int> column_widths{16, 14, 8, 11, 16, 9, 20};

}  // namespace

TaskPanel::TaskPanel(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history, QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_model(navigator),
      m_filter(new QLineEdit(this)),
      m_more(new QPushButton(this)),
      m_chip_row(new QWidget(this)),
      m_page(new TablePage(
          &m_model, [this] { return empty_text(); }, column_widths, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(6);
    m_filter->setClearButtonEnabled(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 6, 0);
    row->addWidget(m_filter, 1);
    row->addWidget(m_more);
    m_more->setMenu(new QMenu(m_more));
    column->addLayout(row);
    make_chips();
    column->addWidget(m_chip_row);
    column->addWidget(m_page, 1);
    QTableView* table = m_page->table();
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    prepare_columns(table);
    make_pages(std::move(history));
    connect(m_filter, &QLineEdit::textChanged, this, &TaskPanel::filter_by);
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TaskPanel::open_row);
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TaskPanel::mark_selected);
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &TaskPanel::refresh);
    connect(&navigator.live(), &viewmodels::LiveModel::connection_changed, m_page, &TablePage::refresh_empty);
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &TaskPanel::select_open_task);
    auto* tick = new QTimer(this);
    tick->setInterval(1000);
    connect(tick, &QTimer::timeout, this, [this] {
        if (isVisible() && !m_navigator.is_replay()) m_model.tick();
    });
    tick->start();
    retranslate();
}

void TaskPanel::filter_by(const QString& text) {
    m_model.set_filter_text(text);
    search_pages();
    say_fault();
    m_page->refresh_empty();
    select_open_task();
}

void TaskPanel::open_row(const QModelIndex& current) {
    if (m_selecting || !current.isValid()) return;
    m_navigator.open_task(m_model.task_at(current.row()));
    mark_selected();
}

// Events come from the first on, so the newest tasks come last; SQL has them at once. A short log needs no such help.
void TaskPanel::make_pages(std::shared_ptr<api::HistoryQuery> history) {
    constexpr int patience_ms = 400;
    if (!history) return;
    m_pages = new viewmodels::TaskPagesModel(std::move(history), this);
    m_pages_page = new TablePage(m_pages, [this] { return empty_text(); }, column_widths, this);
    m_pages_page->setObjectName(QStringLiteral("task-pages"));
    m_pages_page->hide();
    prepare_columns(m_pages_page->table());
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_pages_page, 1);
    const auto want = [this](const QModelIndex& index) { Q_EMIT task_wanted(viewmodels::to_qstring(m_pages->task_at(index.row()).text)); };
    connect(m_pages_page->table(), &QTableView::clicked, this, want);
    connect(m_pages_page->table(), &QTableView::activated, this, want);  // by key
    connect(m_pages, &QAbstractItemModel::rowsInserted, this, &TaskPanel::refresh_pages);
    connect(&m_navigator.live(), &viewmodels::LiveModel::reached_end, this, &TaskPanel::refresh_pages);
    connect(&m_navigator.live(), &viewmodels::LiveModel::loading_changed, this, &TaskPanel::refresh_pages);
    QTimer::singleShot(patience_ms, this, &TaskPanel::search_pages);
}

bool TaskPanel::knows_tasks() const {
    return m_navigator.live().caught_up() || m_navigator.live().is_loading();
}

void TaskPanel::search_pages() {
    if (!m_pages || knows_tasks()) return;
    m_pages->search(viewmodels::TaskFilter(m_filter->text(), m_navigator.shown_time()), m_model.status_filter());
}

void TaskPanel::refresh_pages() {
    const bool shown = m_pages && !knows_tasks() && !m_pages->has_failed() && (m_pages->rowCount() > 0 || m_model.has_filter());
    if (m_pages_page) m_pages_page->setVisible(shown);
    m_page->setVisible(!shown);
    refresh_chips();
    if (!m_pages || !knows_tasks()) return;
    m_pages_page->deleteLater();
    m_pages->deleteLater();
    m_pages = nullptr;
    m_pages_page = nullptr;
}

void TaskPanel::make_chips() {
    auto* flow = new FlowLayout(m_chip_row);
    flow->setContentsMargins(6, 0, 6, 0);
    flow->setSpacing(3);
    for (std::size_t k = 0; k < m_chips.size(); ++k) {
        auto* chip = m_chips[k] = new QToolButton(m_chip_row);
        chip->setCheckable(true);
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setIconSize(QSize(13, 13));
        connect(chip, &QToolButton::toggled, this, &TaskPanel::apply_chips);
        flow->addWidget(chip);
    }
}

void TaskPanel::apply_chips() {
    std::set<domain::TaskStatus> wanted;
    for (std::size_t k = 0; k < m_chips.size(); ++k) {
        if (m_chips[k]->isChecked()) wanted.insert(chip_order[k]);
    }
    m_model.set_status_filter(std::move(wanted));
    search_pages();
    select_open_task();
}

void TaskPanel::refresh_chips() {
    // Of pages nobody has counted the rest; each state can be asked for.
    const bool pages = m_pages_page && !m_pages_page->isHidden();
    const auto counts = m_model.counts();
    for (std::size_t k = 0; k < m_chips.size(); ++k) {
        const std::uint32_t count = counts[static_cast<std::size_t>(chip_order[k])];
        m_chips[k]->setText(pages ? QString() : QString::number(count));
        m_chips[k]->setToolButtonStyle(pages ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        m_chips[k]->setVisible(pages || count > 0 || m_chips[k]->isChecked());
    }
}

QString TaskPanel::empty_text() const {
    if (!m_model.filter_fault().isEmpty()) return m_model.filter_fault();
    if (m_model.has_filter()) return tr("No task fits the filter.");
    return m_navigator.live().caught_up() ? tr("No tasks yet. Submit one with\napollo-cli task submit --file FILE\nor drop a task file here.")
                                          : tr("Waiting for the first events…");
}

void TaskPanel::say_fault() {
    const QString& fault = m_model.filter_fault();
    m_filter->setToolTip(fault.isEmpty() ? plain_tooltip(tr("Words of the task's name or intent; by:NAME, label:TEXT, state:NAME, since:2h, until:2026-11-30"))
                                         : plain_tooltip(fault));
    m_filter->setAccessibleDescription(fault);
    QPalette colours = palette();
    if (!fault.isEmpty()) colours.setColor(QPalette::Text, state_colour(domain::RunStatus::Failed, palette()));
    m_filter->setPalette(fault.isEmpty() ? QPalette() : colours);
}

// Each entry writes its key behind what is there; the value is what the person types next.
void TaskPanel::fill_filter_menu() {
    QMenu* menu = m_more->menu();
    menu->clear();
    const std::array<std::pair<const char*, QString>, 5> entries{{{"since:24h", tr("Submitted in the last 24 hours")},
                                                                  {"since:", tr("Submitted since… (2h, 2026-11-30)")},
                                                                  {"until:", tr("Submitted until… (2h, 2026-11-30)")},
                                                                  {"by:", tr("Submitted by…")},
                                                                  {"label:", tr("Label or metadata… (KEY=VALUE)")}}};
    for (const auto& [words, text] : entries) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, added = QString::fromUtf8(words)] {
            const QString before = m_filter->text().trimmed();
            m_filter->setText(before.isEmpty() ? added : before + QLatin1Char(' ') + added);
            m_filter->setFocus();
        });
    }
}

void TaskPanel::focus_filter() {
    m_filter->setFocus();
    m_filter->selectAll();
}

void TaskPanel::refresh() {
    m_selecting = true;  // rows that come and go must not open another task
    m_model.refresh();
    m_selecting = false;
    refresh_chips();
    m_page->refresh_empty();
    select_open_task();
}

// Opening a task leaves only that one marked; what is selected in the list says which are.
void TaskPanel::mark_selected() {
    std::vector<TaskIndex> tasks;
    for (const QModelIndex& index : m_page->table()->selectionModel()->selectedRows()) tasks.push_back(m_model.task_at(index.row()));
    m_navigator.mark_tasks(std::move(tasks));
}

void TaskPanel::select_open_task() {
    const auto row = m_model.row_of(m_navigator.task_index());
    QTableView* table = m_page->table();
    if (row && table->currentIndex().row() == *row && table->selectionModel()->isRowSelected(*row)) return;
    m_selecting = true;
    if (row)
        table->selectRow(*row);
    else
        table->selectionModel()->clear();
    m_selecting = false;
}

void TaskPanel::retranslate() {
    m_filter->setPlaceholderText(tr("Filter tasks"));
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("Filter by time, label or person"));
    fill_filter_menu();
    for (std::size_t k = 0; k < m_chips.size(); ++k) {
        const domain::TaskStatus status = chip_order[k];
        m_chips[k]->setIcon(
            QIcon(state_pixmap(viewmodels::run_status_like(status), palette(), 13, devicePixelRatioF())));
        m_chips[k]->setToolTip(tr("Show only tasks in this state: %1").arg(viewmodels::status_name(status)));
        m_chips[k]->setAccessibleName(viewmodels::status_name(status));
    }
    m_model.retranslate();
    say_fault();
    refresh_chips();
    m_page->refresh_empty();
}

void TaskPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
