// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The menus of the right mouse button and the menu key: actions of the registry, each with the equal command line as its
// tooltip, and below them the same lines to copy.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "app/gui/shortcuts.h"

class QMenu;

namespace apollo::gui {

class ContextMenus : public QObject {
    Q_OBJECT
public:
    using ShellLine = std::function<QString(const QString& action_id)>;
    ContextMenus(const Shortcuts& shortcuts, ShellLine shell_line, QObject* parent)
        : QObject(parent), m_shortcuts(shortcuts), m_shell_line(std::move(shell_line)) {}

    // The widget has selected what the menu is about before it opens. "" is a line between groups.
    void offer(QWidget* widget, std::vector<const char*> ids);
    // Owned by the caller.
    QMenu* make(const std::vector<const char*>& ids, QWidget* parent) const;

private:
    const Shortcuts& m_shortcuts;
    ShellLine m_shell_line;
};

}  // namespace apollo::gui
