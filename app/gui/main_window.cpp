// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMenuBar>
#include <QScrollArea>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/gui/cases_page.h"
#include "app/gui/compare_dialog.h"
#include "app/gui/context_menus.h"
#include "app/gui/drawings.h"
#include "app/gui/events_page.h"
#include "app/gui/file_actions.h"
#include "app/gui/finders.h"
#include "app/gui/graph_view.h"
#include "app/gui/help_dialog.h"
#include "app/gui/inspector_panel.h"
#include "app/gui/main_menu.h"
#include "app/gui/matrix_view.h"
#include "app/gui/nodes_page.h"
#include "app/gui/notice_bars.h"
#include "app/gui/order_actions.h"
#include "app/gui/replay_actions.h"
#include "app/gui/replay_bar.h"
#include "app/gui/replay_frame.h"
#include "app/gui/start_page.h"
#include "app/gui/steering.h"
#include "app/gui/task_panel.h"
#include "app/gui/theme.h"
#include "app/gui/timeline_plot.h"
#include "app/gui/two_truths_dialog.h"
#include "app/viewmodels/connection_text.h"
#include "app/viewmodels/shell_lines.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::CaseListModel;
using viewmodels::LiveModel;
using viewmodels::Navigator;

namespace {

constexpr int layout_version = 1;  // of the docks; grows when they change
constexpr std::array<const char*, 7> view_names{"dag",   "matrix", "timeline",    "events",
                                                "nodes", "alerts", "dead-letters"};

QString id(const char* text) {
    return QString::fromUtf8(text);
}

}  // namespace

MainWindow::MainWindow(Navigator& navigator, const api::Session& session, Doors doors)
    : m_navigator(navigator),
      m_session(session),
      m_doors(std::move(doors)),
      m_shortcuts(new Shortcuts(this)),
      m_bookmarks(m_doors.notes_folder),
      m_truths(navigator) {
    setObjectName(QStringLiteral("control-center"));
    setWindowIcon(program_icon());
    add_view_actions();
    add_detail_actions();
    add_tab_actions();
    m_replay = new ReplayActions(navigator, m_bookmarks, *m_shortcuts, this);
    m_steering = new Steering(navigator, m_session.commands, m_doors.self, *m_shortcuts, this);
    const auto shell_line = [this](const QString& action) { return this->shell_line(action); };
    auto* finders = new Finders(navigator, m_bookmarks, *m_shortcuts, shell_line, this);
    connect(finders, &Finders::node_wanted, this, &MainWindow::show_node);
    m_files = new FileActions(navigator, m_bookmarks, m_session, m_doors, *m_shortcuts,
                              [this] { return m_tabs->currentWidget(); }, this);
    connect(m_files, &FileActions::said, statusBar(), &QStatusBar::showMessage);
    setAcceptDrops(true);
    make_centre();
    make_docks();
    make_status_bar();
    m_menu = new MainMenu(menuBar(), *m_shortcuts, {m_task_dock->toggleViewAction(), m_inspector_dock->toggleViewAction()},
                          shell_line);
    connect(m_menu, &MainMenu::language_wanted, this, &MainWindow::language_wanted);
    connect(m_menu, &MainMenu::theme_wanted, this, &MainWindow::theme_wanted);
    connect(m_menu, &MainMenu::times_wanted, this, &MainWindow::show_times);
    connect(m_steering, &Steering::said, statusBar(), &QStatusBar::showMessage);
    connect(m_steering, &Steering::amend_wanted, m_files, &FileActions::amend);
    connect(m_steering, &Steering::explained, this, [this](const std::vector<domain::ResultRow>& rows) {
        m_inspector_dock->show();
        m_inspector->show_explanation(rows);
    });
    make_context_menus();
    connect(m_replay, &ReplayActions::said, statusBar(), &QStatusBar::showMessage);
    for (const auto signal : {&Navigator::picture_changed, &Navigator::task_changed, &Navigator::mode_changed,
                              &Navigator::history_grew}) {
        connect(&navigator, signal, this, &MainWindow::refresh_position);
    }
    connect(&navigator, &Navigator::picture_changed, this, &MainWindow::refresh_notices);
    connect(&navigator.live(), &LiveModel::connection_changed, this, &MainWindow::refresh_connection);
    retranslate();
    m_graph->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::add_view_actions() {
    const auto views = [] { return tr("Views"); };
    const std::array<Shortcuts::Text, 7> names{[] { return tr("&Graph"); },       [] { return tr("&Matrix"); },
                                               [] { return tr("&Timeline"); },    [] { return tr("&Events"); },
                                               [] { return tr("&Nodes"); },       [] { return tr("&Alerts"); },
                                               [] { return tr("&Dead letters"); }};
    for (int k = 0; k < static_cast<int>(names.size()); ++k) {
        m_shortcuts->add(QStringLiteral("view.") + id(view_names[static_cast<std::size_t>(k)]), views,
                         names[static_cast<std::size_t>(k)],
                         QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + k)),
                         [this, k] { m_tabs->setCurrentIndex(k); });
    }
    m_shortcuts->add(
        id("view.fit"), views, [] { return tr("&Fit all into the window"); }, QKeySequence(Qt::Key_F),
        [this] { fit_view(); });
    QAction* stack =
        m_shortcuts->add(id("view.stack"), views, [] { return tr("&Stack equal steps"); }, QKeySequence(Qt::Key_S), {});
    stack->setCheckable(true);
    stack->setChecked(true);
    connect(stack, &QAction::toggled, this, [this](bool on) { m_graph->set_stacked(on); });
    QAction* focus = m_shortcuts->add(
        id("view.focus"), views, [] { return tr("Only what is &near the step"); }, QKeySequence(Qt::Key_G), {});
    focus->setCheckable(true);
    connect(focus, &QAction::toggled, this, [this](bool on) { m_graph->set_focused(on); });
    m_shortcuts->add(
        id("view.focus_more"), views, [] { return tr("One dependency &more"); }, QKeySequence(Qt::SHIFT | Qt::Key_G),
        [this] { m_graph->widen_focus(1); });
    QAction* critical = m_shortcuts->add(
        id("view.critical"), views, [] { return tr("&Critical path"); }, QKeySequence(Qt::Key_C), {});
    critical->setCheckable(true);
    connect(critical, &QAction::toggled, this, [this](bool on) { m_graph->set_critical(on); });
    m_shortcuts->add(
        id("view.compare"), views, [] { return tr("C&ompare…"); }, QKeySequence(Qt::Key_D), [this] { show_compare(); });
    m_shortcuts->add(
        id("view.filter"), views, [] { return tr("Fi&lter"); }, QKeySequence(Qt::CTRL | Qt::Key_F),
        [this] {
            if (m_tabs->currentWidget() == m_events)
                m_events->focus_filter();
            else
                m_tasks->focus_filter();
        });
    m_shortcuts->add(
        id("view.deselect"), views, [] { return tr("Select &no run"); }, QKeySequence(Qt::Key_Escape),
        [this] { m_navigator.select_run(std::nullopt); });
    m_shortcuts->add(
        id("view.everything"), views, [] { return tr("E&verything, not one task"); },
        QKeySequence(Qt::CTRL | Qt::Key_0), [this] { m_navigator.open_task(no_task); });
    m_shortcuts->add(
        id("view.help"), views, [] { return tr("&Keys"); }, QKeySequence(Qt::Key_Question), [this] { show_help(); });
    m_shortcuts->add(
        id("window.quit"), views, [] { return tr("&Quit"); }, QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { window()->close(); });
}

// Carried out by whoever shows several of these windows; a window alone has no other tabs.
void MainWindow::add_tab_actions() {
    const auto tabs = [] { return tr("Tabs"); };
    const auto add = [&](const char* name, Shortcuts::Text text, const QKeySequence& key) {
        m_shortcuts->add(id(name), tabs, std::move(text), key, {})->setEnabled(false);
    };
    add("tab.open", [] { return tr("Open a server in a new ta&b…"); }, QKeySequence(Qt::CTRL | Qt::Key_T));
    add("tab.next", [] { return tr("Ne&xt tab"); }, QKeySequence(Qt::CTRL | Qt::Key_Tab));
    add("tab.previous", [] { return tr("Pre&vious tab"); }, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab));
    add("tab.close", [] { return tr("&Close this tab"); }, QKeySequence(Qt::CTRL | Qt::Key_W));
}

// What leads to more about the chosen thing.
void MainWindow::add_detail_actions() {
    const auto views = [] { return tr("Views"); };
    m_shortcuts->add(
        id("view.why"), views, [] { return tr("&Why is it so"); }, QKeySequence(Qt::Key_W), [this] {
            m_inspector_dock->show();
            m_inspector->focus_why();
        });
    m_shortcuts->add(
        id("view.two_truths"), views, [] { return tr("T&wo truths…"); }, QKeySequence(Qt::Key_T), [this] { show_two_truths(); });
    QAction* marks = m_shortcuts->add(
        id("view.truth_marks"), views, [] { return tr("Mar&k what was not yet known"); }, QKeySequence(Qt::SHIFT | Qt::Key_T), {});
    marks->setCheckable(true);
    connect(marks, &QAction::toggled, &m_truths, &viewmodels::TruthMarks::set_on);
    m_shortcuts->add(
        id("letter.show"), views, [] { return tr("S&how all of the dead letter"); }, {}, [this] {
            show_view(QStringLiteral("dead-letters"));
            m_letters->focus_details();
        });
}

// One is enough: it follows the window.
void MainWindow::show_two_truths() {
    if (!m_two_truths) m_two_truths = new TwoTruthsDialog(m_navigator, this);
    m_two_truths->show();
    m_two_truths->raise();
}

void MainWindow::make_centre() {
    auto* centre = new ReplayFrame(m_navigator, this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const NoticeBars::Actions actions{m_shortcuts->find(id("replay.live")), m_shortcuts->find(id("dispatch.resume")), m_shortcuts->find(id("view.alerts"))};
    column->addWidget(new NoticeBars(m_navigator, actions, centre));
    m_tabs = new QTabWidget(centre);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    m_graph = new GraphView(m_navigator);
    new StartPage(m_navigator, *m_shortcuts, m_graph);
    m_matrix = new MatrixView(m_navigator);
    m_graph->set_truth_marks(&m_truths);
    m_matrix->set_truth_marks(&m_truths);
    m_timeline = new TimelinePlot(m_navigator);
    m_events = new EventsPage(m_navigator);
    m_nodes = new NodesPage(m_navigator, m_session.history, *m_shortcuts);
    m_alerts = new CasesPage(m_navigator, CaseListModel::Subject::Alerts, *m_shortcuts);
    m_letters = new CasesPage(m_navigator, CaseListModel::Subject::DeadLetters, *m_shortcuts);
    for (QWidget* page :
         {static_cast<QWidget*>(m_graph), static_cast<QWidget*>(m_matrix), static_cast<QWidget*>(m_timeline),
          static_cast<QWidget*>(m_events), static_cast<QWidget*>(m_nodes), static_cast<QWidget*>(m_alerts),
          static_cast<QWidget*>(m_letters)}) {
        m_tabs->addTab(page, QString());
    }
    auto* orders = new OrderActions(*m_matrix, *m_timeline, *m_shortcuts, this);
    connect(orders, &OrderActions::said, statusBar(), &QStatusBar::showMessage);
    connect(m_graph, &GraphView::focused_changed, m_shortcuts->find(id("view.focus")), &QAction::setChecked);
    connect(m_graph, &GraphView::stacked_changed, m_shortcuts->find(id("view.stack")), &QAction::setChecked);
    column->addWidget(m_tabs, 1);
    m_replay_bar = new ReplayBar(m_navigator, m_bookmarks, *m_shortcuts, centre);
    column->addWidget(m_replay_bar);
    setCentralWidget(centre);
}

void MainWindow::make_docks() {
    m_tasks = new TaskPanel(m_navigator, m_session.history);
    connect(m_tasks, &TaskPanel::task_wanted, this, &MainWindow::task_wanted);
    m_inspector = new InspectorPanel(m_navigator, m_session.history, *m_shortcuts);
    const auto add = [this](QWidget* panel, const QString& name, Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(this);
        dock->setObjectName(name);
        dock->setWidget(panel);
        dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
        addDockWidget(area, dock);
        return dock;
    };
    m_task_dock = add(m_tasks, QStringLiteral("tasks"), Qt::LeftDockWidgetArea);
    // What it says changes its height; scrolling keeps that from laying out the whole window, and small screens whole.
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(240);
    scroll->setWidget(m_inspector);
    m_inspector_dock = add(scroll, QStringLiteral("inspector"), Qt::RightDockWidgetArea);
}

QString MainWindow::shell_line(const QString& action) const {
    const QString line = m_steering->command_line(action);
    return line.isEmpty() ? viewmodels::shell_line(action, m_navigator) : line;
}

void MainWindow::make_context_menus() {
    auto* menus = new ContextMenus(*m_shortcuts, [this](const QString& action) { return shell_line(action); }, this);
    const std::vector<const char*> of_run{"task.rerun", "task.rerun_from", "task.skip", "task.override", "task.undo_step", "",
                                          "task.explain", "view.why", "breaker.close_run", "",
                                          "replay.previous_of_run", "replay.next_of_run", "view.compare"};
    const std::vector<const char*> of_task{"task.rerun_failed", "task.pause", "task.resume", "task.amend", "task.cancel",
                                           "task.undo", "", "task.explain", "view.compare", "file.export_task"};
    for (QWidget* page : {static_cast<QWidget*>(m_graph), static_cast<QWidget*>(m_matrix), static_cast<QWidget*>(m_timeline),
                          static_cast<QWidget*>(m_events->table())}) {
        menus->offer(page, of_run);
    }
    menus->offer(m_tasks->table(), of_task);
    menus->offer(m_nodes->table(), {"node.drain", "node.undrain", "node.reconcile", "node.revoke", "breaker.close_node", "",
                                    "node.reconcile_all", "nodes.add"});
    menus->offer(m_alerts->table(), {"alert.acknowledge", "breaker.close_alert"});
    menus->offer(m_letters->table(), {"letter.show", "letter.requeue", "letter.drop"});
}

void MainWindow::make_status_bar() {
    m_title_label = new QLabel(this);
    m_connection_label = new QLabel(this);
    m_position_label = new LineLabel(this);
    for (QLabel* label : {m_title_label, m_connection_label}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(8, 0, 8, 0);
        statusBar()->addPermanentWidget(label);
    }
    m_position_label->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("Position 000,000,000")) + 16);
    statusBar()->addPermanentWidget(m_position_label);
    statusBar()->setSizeGripEnabled(false);
}

bool MainWindow::is_view(const QString& name) {
    return std::any_of(view_names.begin(), view_names.end(),
                       [&](const char* known) { return name == QLatin1String(known); });
}

bool MainWindow::show_view(const QString& name) {
    for (std::size_t k = 0; k < view_names.size(); ++k) {
        if (name != QLatin1String(view_names[k])) continue;
        m_tabs->setCurrentIndex(static_cast<int>(k));
        return true;
    }
    return false;
}

void MainWindow::ensure_ready() {
    refresh_notices();
    m_graph->ensure_layout();
    m_timeline->ensure_ready();
    m_events->ensure_ready();
    m_nodes->ensure_ready();
    m_inspector->refresh();
    m_replay_bar->ensure_ready();
}

void MainWindow::Layout::write(QSettings& settings) const {
    settings.setValue(QStringLiteral("docks"), docks);
    settings.setValue(QStringLiteral("page"), page);
}

MainWindow::Layout MainWindow::Layout::read(const QSettings& settings) {
    return {settings.value(QStringLiteral("docks")).toByteArray(), settings.value(QStringLiteral("page")).toString()};
}

MainWindow::Layout MainWindow::layout() const {
    return {saveState(layout_version), QString::fromUtf8(view_names[static_cast<std::size_t>(m_tabs->currentIndex())])};
}

void MainWindow::take_layout(const Layout& layout) {
    m_divided = restoreState(layout.docks, layout_version);
    show_view(layout.page);
}

void MainWindow::fit_view() {
    const QWidget* page = m_tabs->currentWidget();
    if (page == m_graph)
        m_graph->fit();
    else if (page == m_matrix)
        m_matrix->fit();
    else if (page == m_timeline)
        m_timeline->fit();
}

void MainWindow::show_node(NodeIndex node) {
    show_view(QStringLiteral("nodes"));
    m_nodes->select(node);
}

void MainWindow::show_compare() {
    auto* dialog = new CompareDialog(m_navigator, m_bookmarks, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::show_help() {
    auto* dialog = new HelpDialog(*m_shortcuts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::refresh_connection() {
    const LiveModel& live = m_navigator.live();
    m_connection_label->setText(viewmodels::connection_text(live.connection(), m_session.commands != nullptr));
    const bool broken =
        live.connection() == LiveModel::Connection::Interrupted || live.connection() == LiveModel::Connection::Gone;
    m_connection_label->setToolTip(broken ? plain_tooltip(live.interruption()) : QString());
    QPalette colours = palette();
    if (broken) {
        const QColor background = state_colour(domain::RunStatus::Failed, palette());
        colours.setColor(QPalette::Window, background);
        colours.setColor(QPalette::WindowText, readable_on(background));
    }
    m_connection_label->setPalette(colours);
    m_connection_label->setAutoFillBackground(broken);
    if (broken)
        statusBar()->showMessage(viewmodels::one_line(live.interruption()));
    else if (live.connection() == LiveModel::Connection::Live)
        statusBar()->clearMessage();
}

void MainWindow::refresh_position() {
    m_position_label->set_text(tr("Position %1").arg(viewmodels::count_text(m_navigator.shown_position().value)));
}

// Naming a tab lays out all tabs anew, which is too much for each frame.
void MainWindow::refresh_notices() {
    m_alerts->refresh();
    m_letters->refresh();
    const auto name_tab = [this](int tab, const QString& name, int count) {
        const QString text = count == 0 ? name : name + QStringLiteral(" (%1)").arg(count);
        if (m_tabs->tabText(tab) != text) m_tabs->setTabText(tab, text);
    };
    name_tab(5, tr("Alerts"), m_alerts->waiting());
    name_tab(6, tr("Dead letters"), m_letters->waiting());
}

// The pages get most of a small window; on a large one the docks show all of their columns.
void MainWindow::divide_width() {
    const int tasks = std::clamp(width() * 29 / 100, 250, 450), inspector = std::clamp(width() * 24 / 100, 240, 350);
    resizeDocks({m_task_dock, m_inspector_dock}, {tasks, inspector}, Qt::Horizontal);
}

// Times stand in many places; each of them says its words again.
void MainWindow::show_times(const QString& zone) {
    viewmodels::show_times_in(zone == QLatin1String("utc") ? viewmodels::TimeZone::Utc : viewmodels::TimeZone::Local);
    QEvent change(QEvent::LanguageChange);
    for (QWidget* widget : window()->findChildren<QWidget*>()) QCoreApplication::sendEvent(widget, &change);
    QCoreApplication::sendEvent(window(), &change);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (FileActions::can_take(*event->mimeData())) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_files->take(*event->mimeData());
    event->acceptProposedAction();
}

void MainWindow::showEvent(QShowEvent* event) {
    if (!m_divided) divide_width();
    m_divided = true;
    QMainWindow::showEvent(event);
}

void MainWindow::retranslate() {
    setWindowTitle(QStringLiteral("Apollo-11 — ") + viewmodels::to_qstring(m_session.title));
    m_shortcuts->retranslate();
    m_menu->retranslate();
    const QString tab_titles[] = {tr("Graph"), tr("Matrix"), tr("Timeline"), tr("Events"), tr("Nodes")};
    for (int k = 0; k < 5; ++k) m_tabs->setTabText(k, tab_titles[k]);
    m_graph->setAccessibleName(tr("Graph of the open task"));
    m_matrix->setAccessibleName(tr("Runs by step and node"));
    m_timeline->setAccessibleName(tr("Timeline of the open task"));
    m_task_dock->setWindowTitle(tr("Tasks"));
    m_inspector_dock->setWindowTitle(tr("Inspector"));
    m_title_label->setText(viewmodels::one_line(viewmodels::to_qstring(m_session.title), 60));
    refresh_notices();
    refresh_connection();
    m_steering->refresh();
    refresh_position();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange) refresh_connection();
    QMainWindow::changeEvent(event);
}

}  // namespace apollo::gui
