// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A new agent: asks for a token and shows the whole command that starts an agent with it, to copy; or starts one on this
// machine.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <memory>
#include <optional>

#include "app/api/api.h"
#include "app/gui/doors.h"

namespace apollo::gui {

// A line for a shell that starts an agent: every option that it needs, and nothing to fill in but the node's name.
QString agent_command(const QString& server, const QString& token);

class AgentDialog : public QDialog {
    Q_OBJECT
public:
    AgentDialog(const Doors& doors, const QString& server, api::CommandSink& commands, QWidget* parent);

private:
    void take(const Result<domain::CommandResult>& token);
    void start_here();

    Doors m_doors;
    QString m_server;
    QLabel* m_words;
    QPlainTextEdit* m_command;
    QPushButton* m_copy;
    QPushButton* m_start = nullptr;
    std::optional<domain::CommandResult> m_token;
};

}  // namespace apollo::gui
