// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The menu bar, made from the registry of actions. Every entry that has an equal in the shell says it when it is pointed
// at.
#pragma once

#include <QMenuBar>
#include <QObject>
#include <functional>
#include <vector>

#include "app/gui/shortcuts.h"

namespace apollo::gui {

class MainMenu : public QObject {
    Q_OBJECT
public:
    // `shell_line`: the equal line for apollo-cli of an action's id; empty: there is none.
    MainMenu(QMenuBar* bar, Shortcuts& shortcuts, const std::vector<QAction*>& docks,
             std::function<QString(const QString&)> shell_line);
    void retranslate();

Q_SIGNALS:
    void language_wanted(const QString& language);
    void theme_wanted(const QString& theme);
    void times_wanted(const QString& zone);

private:
    using Title = std::function<QString()>;
    QMenu* add_menu(Title title, std::initializer_list<const char*> ids);
    struct Choice {
        const char* value;
        Title title;
    };
    void add_choice(QMenu* into, Title title, const std::vector<Choice>& choices,
                    void (MainMenu::*wanted)(const QString&));

    void refresh_tips(const QMenu* menu);
    void fill_copies();

    QMenuBar* m_bar;
    Shortcuts& m_shortcuts;
    std::function<QString(const QString&)> m_shell_line;
    QMenu* m_copies = nullptr;  // "Copy command line": of each action that has one now
    std::vector<std::pair<QMenu*, Title>> m_menus;
    std::vector<std::pair<QAction*, Title>> m_choices;
};

}  // namespace apollo::gui
