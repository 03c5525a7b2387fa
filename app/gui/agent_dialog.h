// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A new agent: asks for a token and shows the whole command that starts an agent with it, on Linux or on Windows, to copy;
// or starts one on this machine. Warns where that command would lead nowhere.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <memory>
#include <optional>

#include "app/api/api.h"
#include "app/gui/doors.h"

namespace apollo::gui {

// A line for a shell of that machine which starts an agent: every option that it needs, and nothing to fill in.
enum class AgentSystem { Linux, Windows };
QString agent_command(AgentSystem system, const QString& server, const QString& token);

class AgentDialog : public QDialog {
    Q_OBJECT
public:
    AgentDialog(const Doors& doors, const QString& server, api::CommandSink& commands, QWidget* parent);

private:
    QWidget* make_warning();
    void take(const Result<domain::CommandResult>& token);
    void show_command();
    void start_here();

    Doors m_doors;
    QString m_server;
    QLabel* m_words;
    QComboBox* m_system;
    QPlainTextEdit* m_command;
    QPushButton* m_copy;
    QPushButton* m_start = nullptr;
    std::optional<domain::CommandResult> m_token;
};

}  // namespace apollo::gui
