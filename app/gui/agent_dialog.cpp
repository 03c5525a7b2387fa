// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/agent_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QPointer>
#include <QVBoxLayout>

#include "app/gui/desktop_look.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

QString agent_command(const QString& server, const QString& token) {
    return QStringLiteral("apollo-agent --data ~/.local/share/apollo-agent --server %1 --node-id $(hostname) --label role=worker --token %2")
        .arg(server, token);
}

AgentDialog::AgentDialog(const Doors& doors, const QString& server, api::CommandSink& commands, QWidget* parent)
    : QDialog(parent),
      m_doors(doors),
      m_server(server),
      m_words(new QLabel(tr("Asking for a token…"), this)),
      m_command(new QPlainTextEdit(this)) {
    setWindowTitle(tr("Add an agent"));
    resize(640, 260);
    auto* column = new QVBoxLayout(this);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    m_command->setReadOnly(true);
    m_command->setFont(fixed_font());
    m_command->setAccessibleName(tr("Command that starts the agent"));
    column->addWidget(m_command, 1);
    auto* buttons = new QDialogButtonBox(this);
    m_copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    m_copy->setEnabled(false);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_command->toPlainText()); });
    if (m_doors.start_agent) {
        m_start = buttons->addButton(tr("Start one on this machine"), QDialogButtonBox::ActionRole);
        m_start->setEnabled(false);
        connect(m_start, &QPushButton::clicked, this, &AgentDialog::start_here);
    }
    connect(buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this, &QDialog::reject);
    column->addWidget(buttons);
    commands.send(domain::CreateNodeToken{}, [guard = QPointer<AgentDialog>(this)](Result<domain::CommandResult> token) {
        if (guard) guard->take(token);
    });
}

void AgentDialog::take(const Result<domain::CommandResult>& token) {
    if (!token) return m_words->setText(viewmodels::to_qstring(token.error().message));
    m_token = *token;
    m_words->setText(tr("Run this on the machine that shall work. The token lets one node in, until %1; afterwards the agent "
                        "starts with --data alone.")
                         .arg(viewmodels::time_text(token->expires_at)));
    m_command->setPlainText(agent_command(m_server, viewmodels::to_qstring(token->token)));
    m_copy->setEnabled(true);
    if (m_start) m_start->setEnabled(true);
}

void AgentDialog::start_here() {
    if (!m_token) return;
    const Status started = m_doors.start_agent(*m_token);
    m_start->setEnabled(false);
    m_words->setText(started ? tr("An agent starts on this machine; it appears among the nodes when it has connected.")
                             : viewmodels::to_qstring(started.error().message));
}

}  // namespace apollo::gui
