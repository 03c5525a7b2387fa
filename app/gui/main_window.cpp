// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QStatusBar>
#include <QVBoxLayout>
#include <array>

#include "app/gui/command_dialog.h"
#include "app/gui/events_page.h"
#include "app/gui/graph_view.h"
#include "app/gui/help_dialog.h"
#include "app/gui/inspector_panel.h"
#include "app/gui/matrix_view.h"
#include "app/gui/nodes_page.h"
#include "app/gui/replay_bar.h"
#include "app/gui/table_page.h"
#include "app/gui/task_panel.h"
#include "app/gui/theme.h"
#include "app/gui/timeline_plot.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::EventListModel;
using viewmodels::LiveModel;
using viewmodels::Navigator;
using viewmodels::Verb;

namespace {

constexpr std::array<const char*, 7> view_names{"dag",   "matrix", "timeline",    "events",
                                                "nodes", "alerts", "dead-letters"};

constexpr std::pair<const char*, Verb> verb_actions[] = {
    {"task.rerun", Verb::Rerun}, {"task.rerun_from", Verb::RerunFrom}, {"task.rerun_failed", Verb::RerunFailed},
    {"task.skip", Verb::Skip},   {"task.override", Verb::Override},    {"task.cancel", Verb::Cancel},
};

QString id(const char* text) {
    return QString::fromUtf8(text);
}

}  // namespace

MainWindow::MainWindow(Navigator& navigator, const api::Session& session)
    : m_navigator(navigator), m_session(session), m_shortcuts(new Shortcuts(this)) {
    setObjectName(QStringLiteral("control-center"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/apollo.svg")));
    add_view_actions();
    add_replay_actions();
    add_task_actions();
    make_centre();
    make_docks();
    make_status_bar();
    make_menus();
    for (const auto signal : {&Navigator::picture_changed, &Navigator::selection_changed, &Navigator::task_changed,
                              &Navigator::mode_changed}) {
        connect(&navigator, signal, this, &MainWindow::refresh_actions);
        connect(&navigator, signal, this, &MainWindow::refresh_mode);
    }
    connect(&navigator, &Navigator::picture_changed, this, &MainWindow::refresh_notices);
    connect(&navigator.live(), &LiveModel::connection_changed, this, &MainWindow::refresh_connection);
    connect(&navigator.live(), &LiveModel::connection_changed, this, &MainWindow::refresh_actions);
    connect(&navigator, &Navigator::history_grew, this, &MainWindow::refresh_mode);
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
        id("window.quit"), views, [] { return tr("&Quit"); }, QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
}

void MainWindow::add_replay_actions() {
    const auto replay = [] { return tr("Replay"); };
    m_shortcuts->add(
        id("replay.play"), replay, [] { return tr("&Play or pause"); }, QKeySequence(Qt::Key_Space),
        [this] {
            if (m_navigator.is_playing())
                m_navigator.pause();
            else
                m_navigator.play();
        });
    m_shortcuts->add(
        id("replay.previous"), replay, [] { return tr("Pre&vious event"); }, QKeySequence(Qt::Key_Comma),
        [this] { m_navigator.step_events(-1); });
    m_shortcuts->add(
        id("replay.next"), replay, [] { return tr("&Next event"); }, QKeySequence(Qt::Key_Period),
        [this] { m_navigator.step_events(1); });
    m_shortcuts->add(
        id("replay.start"), replay, [] { return tr("&First event"); }, QKeySequence(Qt::Key_Home),
        [this] { m_navigator.seek(0); });
    m_shortcuts->add(
        id("replay.end"), replay, [] { return tr("&Last event"); }, QKeySequence(Qt::Key_End),
        [this] { m_navigator.seek(m_navigator.scope_size()); });
    m_shortcuts->add(
        id("replay.first_failure"), replay, [] { return tr("First f&ailure"); }, QKeySequence(Qt::Key_E),
        [this] { jump_to_first_failure(); });
    m_shortcuts->add(
        id("replay.live"), replay, [] { return tr("Back to &live"); }, QKeySequence(Qt::Key_L),
        [this] { m_navigator.go_live(); });
}

void MainWindow::add_task_actions() {
    const auto task = [] { return tr("Task"); };
    for (const auto& [name, verb] : verb_actions) {
        m_shortcuts->add(
            id(name), task, [verb = verb] { return viewmodels::verb_name(verb); }, QKeySequence(),
            [this, verb = verb] { ask_and_send(verb); });
    }
}

void MainWindow::make_menus() {
    const auto add_menu = [this](std::initializer_list<const char*> ids) {
        QMenu* menu = menuBar()->addMenu(QString());
        menu->setToolTipsVisible(true);
        for (const char* name : ids) {
            if (*name == '\0')
                menu->addSeparator();
            else
                menu->addAction(m_shortcuts->find(id(name)));
        }
        m_menus.push_back(menu);
        return menu;
    };
    add_menu({"window.quit"});
    QMenu* view = add_menu({"view.dag", "view.matrix", "view.timeline", "view.events", "view.nodes", "view.alerts",
                            "view.dead-letters", "", "view.fit", "view.stack", "view.filter", "view.deselect",
                            "view.everything", ""});
    view->addAction(m_task_dock->toggleViewAction());
    view->addAction(m_inspector_dock->toggleViewAction());
    view->addSeparator();
    const auto add_choice = [&](std::initializer_list<std::pair<const char*, QString>> choices,
                                void (MainWindow::*wanted)(const QString&)) {
        QMenu* menu = view->addMenu(QString());
        for (const auto& [value, text] : choices) {
            QAction* action = menu->addAction(text);
            action->setData(id(value));
            connect(action, &QAction::triggered, this, [this, wanted, name = id(value)] {
                Q_EMIT(this->*wanted)(name);
            });
        }
        m_menus.push_back(menu);
    };
    add_choice({{"light", {}}, {"dark", {}}}, &MainWindow::theme_wanted);
    // A language is written in itself, so that who is lost in another finds it.
    add_choice({{"en", QStringLiteral("English")}, {"zh_CN", QString::fromUtf8("简体中文")}},
               &MainWindow::language_wanted);
    add_menu({"replay.play", "replay.previous", "replay.next", "", "replay.start", "replay.first_failure", "replay.end",
              "", "replay.live"});
    add_menu({"task.rerun", "task.rerun_from", "task.skip", "task.override", "", "task.rerun_failed", "task.cancel"});
    add_menu({"view.help"});
}

void MainWindow::make_centre() {
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_banner = new QWidget(centre);
    m_banner->setAutoFillBackground(true);
    auto* banner = new QHBoxLayout(m_banner);
    banner->setContentsMargins(12, 4, 8, 4);
    m_banner_text = new QLabel(m_banner);
    m_banner_text->setTextFormat(Qt::PlainText);
    m_banner_button = new QToolButton(m_banner);
    m_banner_button->setDefaultAction(m_shortcuts->find(id("replay.live")));
    m_banner_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    banner->addWidget(m_banner_text, 1);
    banner->addWidget(m_banner_button);
    column->addWidget(m_banner);
    m_tabs = new QTabWidget(centre);
    m_tabs->setDocumentMode(true);
    m_graph = new GraphView(m_navigator);
    m_matrix = new MatrixView(m_navigator);
    m_timeline = new TimelinePlot(m_navigator);
    m_events = new EventsPage(m_navigator);
    m_nodes = new NodesPage(m_navigator, m_session.history);
    m_alert_model = std::make_unique<EventListModel>(m_navigator, EventListModel::Subject::Alerts);
    m_letter_model = std::make_unique<EventListModel>(m_navigator, EventListModel::Subject::DeadLetters);
    m_alerts = new TablePage(
        m_alert_model.get(), [] { return tr("No alert has been raised."); }, std::vector<int>{8, 16, 16, 0, 0, 0});
    m_letters = new TablePage(
        m_letter_model.get(), [] { return tr("No dead letters: every event could be applied."); },
        std::vector<int>{8, 16, 20, 12, 10, 0});
    for (QWidget* page :
         {static_cast<QWidget*>(m_graph), static_cast<QWidget*>(m_matrix), static_cast<QWidget*>(m_timeline),
          static_cast<QWidget*>(m_events), static_cast<QWidget*>(m_nodes), static_cast<QWidget*>(m_alerts),
          static_cast<QWidget*>(m_letters)}) {
        m_tabs->addTab(page, QString());
    }
    connect(m_graph, &GraphView::stacked_changed, m_shortcuts->find(id("view.stack")), &QAction::setChecked);
    column->addWidget(m_tabs, 1);
    m_replay_bar = new ReplayBar(m_navigator, *m_shortcuts, centre);
    column->addWidget(m_replay_bar);
    setCentralWidget(centre);
}

void MainWindow::make_docks() {
    m_tasks = new TaskPanel(m_navigator);
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
    m_inspector_dock = add(m_inspector, QStringLiteral("inspector"), Qt::RightDockWidgetArea);
    resizeDocks({m_task_dock, m_inspector_dock}, {450, 350}, Qt::Horizontal);
}

void MainWindow::make_status_bar() {
    m_title_label = new QLabel(this);
    m_connection_label = new QLabel(this);
    m_position_label = new QLabel(this);
    for (QLabel* label : {m_title_label, m_connection_label, m_position_label}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(8, 0, 8, 0);
        statusBar()->addPermanentWidget(label);
    }
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

void MainWindow::fit_view() {
    const QWidget* page = m_tabs->currentWidget();
    if (page == m_graph)
        m_graph->fit();
    else if (page == m_matrix)
        m_matrix->fit();
    else if (page == m_timeline)
        m_timeline->fit();
}

void MainWindow::jump_to_first_failure() {
    const auto index = m_navigator.first_failure();
    if (!index) return statusBar()->showMessage(tr("Nothing has failed here."), 6000);
    m_navigator.pause();
    m_navigator.seek(*index);
    const auto& header = m_navigator.live().history().header(m_navigator.scope_ordinal(*index - 1));
    if (header.task == m_navigator.task_index() && header.run != no_run) m_navigator.select_run(header.run);
}

void MainWindow::ask_and_send(Verb verb) {
    if (!viewmodels::offer(verb, m_navigator, m_session.commands != nullptr).enabled) return;
    CommandDialog dialog(verb, m_navigator, this);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString what = dialog.windowTitle();
    statusBar()->showMessage(tr("Asked: %1").arg(dialog.command_line()));
    m_session.commands->send(dialog.command(),
                             [guard = QPointer<MainWindow>(this), what](Result<domain::CommandResult> result) {
                                 if (guard) guard->report(result, what);
                             });
}

void MainWindow::report(const Result<domain::CommandResult>& result, const QString& what) {
    if (result) {
        statusBar()->showMessage(tr("Done: %1 (runs changed: %2)").arg(what, QString::number(result->affected)), 8000);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Warning, what, {}, QMessageBox::NoButton, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(viewmodels::to_qstring(result.error().message));
    box->addButton(tr("Close"), QMessageBox::AcceptRole);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::show_help() {
    auto* dialog = new HelpDialog(*m_shortcuts, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::refresh_mode() {
    const QString position = viewmodels::count_text(m_navigator.shown_position().value);
    m_position_label->setText(tr("Position %1").arg(position));
    m_banner->setVisible(m_navigator.is_replay());
    if (!m_navigator.is_replay()) return;
    m_banner_text->setText(tr("Replay at event %1 of %2 · position %3 · %4 · commands are off")
                               .arg(viewmodels::count_text(m_navigator.scope_index()),
                                    viewmodels::count_text(m_navigator.scope_size()), position,
                                    viewmodels::time_text(m_navigator.shown_time())));
    QPalette colours = palette();
    const QColor accent = replay_colour(palette());
    const QColor background = is_dark(palette()) ? accent : mixed(QColor(Qt::white), accent, 0.4);
    colours.setColor(QPalette::Window, background);
    colours.setColor(QPalette::WindowText, readable_on(background));
    m_banner->setPalette(colours);
}

void MainWindow::refresh_actions() {
    for (const auto& [name, verb] : verb_actions) {
        QAction* action = m_shortcuts->find(id(name));
        const viewmodels::Offer offer = viewmodels::offer(verb, m_navigator, m_session.commands != nullptr);
        action->setEnabled(offer.enabled);
        const QString line =
            m_navigator.task() ? viewmodels::command_line(verb, m_navigator, {}, std::nullopt) : QString();
        action->setToolTip(plain_tooltip(offer.enabled ? line : offer.why_not));
        action->setStatusTip(offer.enabled ? line : offer.why_not);
    }
}

void MainWindow::refresh_connection() {
    const LiveModel& live = m_navigator.live();
    QString text;
    switch (live.connection()) {
        case LiveModel::Connection::Connecting:
            text = tr("Connecting…");
            break;
        case LiveModel::Connection::CatchingUp:
            text = tr("Catching up…");
            break;
        case LiveModel::Connection::Live:
            text = m_session.commands ? tr("Connected") : tr("Read only");
            break;
        case LiveModel::Connection::Interrupted:
            text = tr("Interrupted: reconnecting…");
            break;
        case LiveModel::Connection::Gone:
            text = tr("Disconnected");
            break;
    }
    m_connection_label->setText(text);
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

void MainWindow::refresh_notices() {
    m_alert_model->refresh();
    m_letter_model->refresh();
    const auto label = [](const QString& name, int count) {
        return count == 0 ? name : name + QStringLiteral(" (%1)").arg(count);
    };
    m_tabs->setTabText(5, label(tr("Alerts"), m_alert_model->rowCount()));
    m_tabs->setTabText(6, label(tr("Dead letters"), m_letter_model->rowCount()));
}

void MainWindow::retranslate() {
    setWindowTitle(QStringLiteral("Apollo-11 — ") + viewmodels::to_qstring(m_session.title));
    m_shortcuts->retranslate();
    const QString menu_titles[] = {tr("&File"),   tr("&View"), tr("T&heme"), tr("&Language"),
                                   tr("&Replay"), tr("&Task"), tr("&Help")};
    for (std::size_t k = 0; k < m_menus.size(); ++k) m_menus[k]->setTitle(menu_titles[k]);
    m_menus[2]->actions().at(0)->setText(tr("Light"));
    m_menus[2]->actions().at(1)->setText(tr("Dark"));
    const QString tab_titles[] = {tr("Graph"), tr("Matrix"), tr("Timeline"), tr("Events"), tr("Nodes")};
    for (int k = 0; k < 5; ++k) m_tabs->setTabText(k, tab_titles[k]);
    m_graph->setAccessibleName(tr("Graph of the open task"));
    m_matrix->setAccessibleName(tr("Runs by step and node"));
    m_timeline->setAccessibleName(tr("Timeline of the open task"));
    m_task_dock->setWindowTitle(tr("Tasks"));
    m_inspector_dock->setWindowTitle(tr("Inspector"));
    m_title_label->setText(viewmodels::one_line(viewmodels::to_qstring(m_session.title), 60));
    m_alert_model->retranslate();
    m_letter_model->retranslate();
    refresh_notices();
    refresh_connection();
    refresh_actions();
    refresh_mode();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange) {
        refresh_connection();
        refresh_mode();
    }
    QMainWindow::changeEvent(event);
}

}  // namespace apollo::gui
