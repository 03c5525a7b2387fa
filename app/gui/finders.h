// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The two finders of the window: go to anything, and the command palette made from the registry of actions.
#pragma once

#include <QObject>
#include <functional>

#include "app/gui/shortcuts.h"
#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class Finders : public QObject {
    Q_OBJECT
public:
    // `shell_line`: of an action's id.
    Finders(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
            std::function<QString(const QString&)> shell_line, QWidget* window);

Q_SIGNALS:
    void node_wanted(NodeIndex node);

private:
    void show_places();
    void show_actions();
    void go_to(int kind, std::uint64_t index);

    viewmodels::Navigator& m_navigator;
    viewmodels::Bookmarks& m_bookmarks;
    Shortcuts& m_shortcuts;
    std::function<QString(const QString&)> m_shell_line;
    QWidget* m_window;
};

}  // namespace apollo::gui
