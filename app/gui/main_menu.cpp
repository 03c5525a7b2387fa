// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/main_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace apollo::gui {

MainMenu::MainMenu(QMenuBar* bar, Shortcuts& shortcuts, const std::vector<QAction*>& docks,
                   std::function<QString(const QString&)> shell_line)
    : QObject(bar), m_bar(bar), m_shortcuts(shortcuts), m_shell_line(std::move(shell_line)) {
    add_menu([] { return tr("&File"); }, {"file.open", "file.paste", "file.sample", "", "file.export_page",
                                          "file.export_task", "", "tab.open", "tab.next", "tab.previous", "tab.close", "", "window.quit"});
    QMenu* view = add_menu([] { return tr("&View"); },
                           {"view.dag", "view.matrix", "view.timeline", "view.events", "view.nodes", "view.alerts",
                            "view.dead-letters", "", "view.fit", "view.stack", "view.focus", "view.focus_more",
                            "view.critical", "view.compare", "view.two_truths", "view.truth_marks", "view.matrix_rows", "view.matrix_columns", "view.lanes", "view.idle", "view.measure", "view.filter", "view.why", "view.deselect",
                            "view.everything", ""});
    for (QAction* dock : docks) view->addAction(dock);
    view->addSeparator();
    add_choice(view, [] { return tr("T&heme"); },
               {{"light", [] { return tr("Light"); }}, {"dark", [] { return tr("Dark"); }}, {"contrast", [] { return tr("High contrast"); }}}, &MainMenu::theme_wanted);
    // A language is written in itself, so that who is lost in another finds it.
    add_choice(view, [] { return tr("&Language"); },
               {{"en", [] { return QStringLiteral("English"); }},
                {"zh_CN", [] { return QString::fromUtf8("简体中文"); }}},
               &MainMenu::language_wanted);
    add_choice(view, [] { return tr("Times &in"); },
               {{"local", [] { return tr("Local time"); }}, {"utc", [] { return tr("UTC"); }}}, &MainMenu::times_wanted);
    add_menu([] { return tr("&Go"); }, {"find.place", "", "replay.next_failure", "replay.previous_failure",
                                        "replay.next_retry", "replay.previous_retry", "replay.next_of_run",
                                        "replay.previous_of_run", "", "replay.bookmark", "replay.next_bookmark",
                                        "replay.previous_bookmark"});
    add_menu([] { return tr("&Replay"); },
             {"replay.play", "replay.play_back", "replay.previous", "replay.next", "", "replay.start",
              "replay.first_failure", "replay.end", "", "replay.live"});
    add_menu([] { return tr("&Task"); }, {"task.rerun", "task.rerun_from", "task.skip", "task.override", "",
                                          "task.rerun_failed", "task.pause", "task.resume", "task.cancel", "",
                                          "task.undo_step", "task.undo", "", "task.amend", "task.explain",
                                          "breaker.close_run", "", "dispatch.pause", "dispatch.resume"});
    add_menu([] { return tr("&Site"); },
             {"nodes.add", "node.drain", "node.undrain", "node.reconcile", "node.reconcile_all", "node.revoke",
              "breaker.close_node", "", "alert.acknowledge", "breaker.close_alert", "", "letter.show", "letter.requeue",
              "letter.drop"});
    QMenu* help = add_menu([] { return tr("&Help"); }, {"find.action", "view.help", ""});
    m_copies = help->addMenu(QString());
    m_menus.emplace_back(m_copies, [] { return tr("Copy command &line"); });
    connect(m_copies, &QMenu::aboutToShow, this, &MainMenu::fill_copies);
    retranslate();
}

QMenu* MainMenu::add_menu(Title title, std::initializer_list<const char*> ids) {
    QMenu* menu = m_bar->addMenu(QString());
    menu->setToolTipsVisible(true);
    for (const char* name : ids) {
        if (*name == '\0')
            menu->addSeparator();
        else if (QAction* action = m_shortcuts.find(QString::fromUtf8(name)))
            menu->addAction(action);
    }
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { refresh_tips(menu); });
    m_menus.emplace_back(menu, std::move(title));
    return menu;
}

void MainMenu::refresh_tips(const QMenu* menu) {
    for (QAction* action : menu->actions()) {
        const QString line = m_shell_line(action->objectName());
        if (action->isEnabled() && !line.isEmpty()) action->setStatusTip(line);
    }
}

void MainMenu::fill_copies() {
    m_copies->clear();
    for (const Shortcuts::Entry& entry : m_shortcuts.entries()) {
        const QString line = entry.action->isEnabled() ? m_shell_line(entry.id) : QString();
        if (line.isEmpty()) continue;
        QAction* copy = m_copies->addAction(without_mnemonic(entry.text()));
        copy->setStatusTip(line);
        connect(copy, &QAction::triggered, this, [line] { QApplication::clipboard()->setText(line); });
    }
}

void MainMenu::add_choice(QMenu* into, Title title, const std::vector<Choice>& choices,
                          void (MainMenu::*wanted)(const QString&)) {
    QMenu* menu = into->addMenu(QString());
    for (const Choice& choice : choices) {
        const QString value = QString::fromUtf8(choice.value);
        QAction* action = menu->addAction(QString());
        action->setData(value);
        connect(action, &QAction::triggered, this, [this, wanted, value] { Q_EMIT(this->*wanted)(value); });
        m_choices.emplace_back(action, choice.title);
    }
    m_menus.emplace_back(menu, std::move(title));
}

void MainMenu::retranslate() {
    for (const auto& [menu, title] : m_menus) menu->setTitle(title());
    for (const auto& [action, title] : m_choices) action->setText(title());
}

}  // namespace apollo::gui
