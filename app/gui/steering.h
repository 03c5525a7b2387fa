// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The commands of people: one action per verb, each available exactly when it is legal, with the reason why not as its
// tooltip; asks for a reason, sends, and says what came of it.
#pragma once

#include <QObject>

#include "app/api/api.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/own_role.h"

namespace apollo::gui {

class Steering : public QObject {
    Q_OBJECT
public:
    Steering(viewmodels::Navigator& navigator, std::shared_ptr<api::CommandSink> commands, viewmodels::Self self,
             Shortcuts& shortcuts, QWidget* window);

    void refresh();
    // The line for the shell that does the same as the action; empty if it is none of ours or no task is open.
    QString command_line(const QString& action_id) const;

Q_SIGNALS:
    void said(const QString& text, int for_ms);  // 0: until something else is said
    void explained(const std::vector<apollo::domain::ResultRow>& rows);
    void amend_wanted();

private:
    struct Batch;  // commands that were asked for at once
    viewmodels::Offer offer_now(viewmodels::Verb verb) const;
    void ask_and_send(viewmodels::Verb verb);
    void send(viewmodels::Verb verb, std::vector<domain::Command> commands, const QString& what);
    void report(const Batch& batch);
    void complain(const QString& what, const QString& text);

    viewmodels::Navigator& m_navigator;
    std::shared_ptr<api::CommandSink> m_commands;
    viewmodels::Self m_self;
    Shortcuts& m_shortcuts;
    QWidget* m_window;
};

}  // namespace apollo::gui
