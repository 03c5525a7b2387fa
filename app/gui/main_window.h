// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The window: tasks on the left, views in the middle, the inspector on the right, the replay bar below. It forwards;
// what is shown is in the view models.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QTabWidget>
#include <memory>

#include "app/api/api.h"
#include "app/gui/doors.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/truth_marks.h"

class QSettings;

namespace apollo::gui {

class CasesPage;
class EventsPage;
class FileActions;
class GraphView;
class InspectorPanel;
class LineLabel;
class MainMenu;
class MatrixView;
class NodesPage;
class ReplayActions;
class ReplayBar;
class Steering;
class TaskPanel;
class TimelinePlot;
class TwoTruthsDialog;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(viewmodels::Navigator& navigator, const api::Session& session, Doors doors = {});
    ~MainWindow() override;

    // "dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"; false: no such view.
    bool show_view(const QString& name);
    static bool is_view(const QString& name);
    // Layout and data of the view that is shown are complete after this.
    void ensure_ready();
    // Where the docks are and which page is shown. Docks of another layout are ignored.
    struct Layout {
        QByteArray docks;
        QString page;
        void write(QSettings& settings) const;
        static Layout read(const QSettings& settings);
    };
    Layout layout() const;
    void take_layout(const Layout& layout);
    void focus_page() { m_tabs->currentWidget()->setFocus(); }
    const Shortcuts& shortcuts() const { return *m_shortcuts; }

Q_SIGNALS:
    void language_wanted(const QString& language);
    void theme_wanted(const QString& theme);
    void task_wanted(const QString& id);  // as soon as its events are here

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void add_view_actions();
    void add_detail_actions();
    void add_tab_actions();
    void make_centre();
    void make_docks();
    void make_status_bar();
    void make_context_menus();
    QString shell_line(const QString& action) const;
    void retranslate();
    void refresh_position();
    void refresh_connection();
    void refresh_notices();
    void divide_width();
    void fit_view();
    void show_node(NodeIndex node);
    void show_times(const QString& zone);
    void show_help();
    void show_compare();
    void show_two_truths();

    viewmodels::Navigator& m_navigator;
    api::Session m_session;
    Doors m_doors;
    Shortcuts* m_shortcuts;
    viewmodels::Bookmarks m_bookmarks;
    viewmodels::TruthMarks m_truths;
    FileActions* m_files = nullptr;
    ReplayActions* m_replay = nullptr;
    Steering* m_steering = nullptr;
    MainMenu* m_menu = nullptr;
    QTabWidget* m_tabs = nullptr;
    GraphView* m_graph = nullptr;
    MatrixView* m_matrix = nullptr;
    TimelinePlot* m_timeline = nullptr;
    EventsPage* m_events = nullptr;
    NodesPage* m_nodes = nullptr;
    CasesPage* m_alerts = nullptr;
    CasesPage* m_letters = nullptr;
    TaskPanel* m_tasks = nullptr;
    InspectorPanel* m_inspector = nullptr;
    ReplayBar* m_replay_bar = nullptr;
    QDockWidget* m_task_dock = nullptr;
    QDockWidget* m_inspector_dock = nullptr;
    TwoTruthsDialog* m_two_truths = nullptr;
    QLabel* m_title_label = nullptr;
    QLabel* m_connection_label = nullptr;
    LineLabel* m_position_label = nullptr;
    bool m_divided = false;  // the docks have their first widths
};

}  // namespace apollo::gui
