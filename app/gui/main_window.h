// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The window: tasks on the left, views in the middle, the inspector on the right, the replay bar below. It forwards;
// what is shown is in the view models.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QTabWidget>
#include <QToolButton>
#include <memory>

#include "app/api/api.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/event_list_model.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/operator_actions.h"

namespace apollo::gui {

class EventsPage;
class GraphView;
class InspectorPanel;
class MatrixView;
class NodesPage;
class ReplayBar;
class TablePage;
class TaskPanel;
class TimelinePlot;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(viewmodels::Navigator& navigator, const api::Session& session);
    ~MainWindow() override;

    // "dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"; false: no such view.
    bool show_view(const QString& name);
    static bool is_view(const QString& name);
    // Layout and data of the view that is shown are complete after this.
    void ensure_ready();
    const Shortcuts& shortcuts() const { return *m_shortcuts; }

Q_SIGNALS:
    void language_wanted(const QString& language);
    void theme_wanted(const QString& theme);

protected:
    void changeEvent(QEvent* event) override;

private:
    void add_view_actions();
    void add_replay_actions();
    void add_task_actions();
    void make_menus();
    void make_centre();
    void make_docks();
    void make_status_bar();
    void retranslate();
    void refresh_mode();
    void refresh_actions();
    void refresh_connection();
    void refresh_notices();
    void fit_view();
    void jump_to_first_failure();
    void ask_and_send(viewmodels::Verb verb);
    void report(const Result<domain::CommandResult>& result, const QString& what);
    void show_help();

    viewmodels::Navigator& m_navigator;
    api::Session m_session;
    Shortcuts* m_shortcuts;
    std::vector<QMenu*> m_menus;
    QTabWidget* m_tabs = nullptr;
    GraphView* m_graph = nullptr;
    MatrixView* m_matrix = nullptr;
    TimelinePlot* m_timeline = nullptr;
    EventsPage* m_events = nullptr;
    NodesPage* m_nodes = nullptr;
    std::unique_ptr<viewmodels::EventListModel> m_alert_model;
    std::unique_ptr<viewmodels::EventListModel> m_letter_model;
    TablePage* m_alerts = nullptr;
    TablePage* m_letters = nullptr;
    TaskPanel* m_tasks = nullptr;
    InspectorPanel* m_inspector = nullptr;
    ReplayBar* m_replay_bar = nullptr;
    QDockWidget* m_task_dock = nullptr;
    QDockWidget* m_inspector_dock = nullptr;
    QWidget* m_banner = nullptr;
    QLabel* m_banner_text = nullptr;
    QToolButton* m_banner_button = nullptr;
    QLabel* m_title_label = nullptr;
    QLabel* m_connection_label = nullptr;
    QLabel* m_position_label = nullptr;
};

}  // namespace apollo::gui
