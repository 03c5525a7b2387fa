// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/agent_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QPointer>
#include <QVBoxLayout>

#include "app/gui/agent_reach.h"
#include "app/gui/desktop_look.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

QString agent_command(AgentSystem system, const QString& server, const QString& token) {
    if (system == AgentSystem::Windows) {
        return QStringLiteral("apollo-11-" APOLLO_VERSION "-windows-x86_64.exe /S /SERVER=%1 /TOKEN=%2 /LABELS=role=worker").arg(server, token);
    }
    return QStringLiteral("apollo-agent --data ~/.local/share/apollo-agent --server %1 --node-id $(hostname) --label role=worker --token %2")
        .arg(server, token);
}

AgentDialog::AgentDialog(const Doors& doors, const QString& server, api::CommandSink& commands, QWidget* parent)
    : QDialog(parent),
      m_doors(doors),
      m_server(server),
      m_words(new QLabel(tr("Asking for a token…"), this)),
      m_system(new QComboBox(this)),
      m_command(new QPlainTextEdit(this)) {
    setWindowTitle(tr("Add an agent"));
    resize(640, 300);
    auto* column = new QVBoxLayout(this);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    m_system->addItem(tr("On Linux, in a shell"), static_cast<int>(AgentSystem::Linux));
    m_system->addItem(tr("On Windows, by the installer, as an administrator"), static_cast<int>(AgentSystem::Windows));
    m_system->setAccessibleName(tr("System of that machine"));
    connect(m_system, &QComboBox::currentIndexChanged, this, &AgentDialog::show_command);
    column->addWidget(m_system);
    m_command->setReadOnly(true);
    m_command->setFont(fixed_font());
    m_command->setAccessibleName(tr("Command that starts the agent"));
    column->addWidget(m_command, 1);
    column->addWidget(make_warning());
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

QWidget* AgentDialog::make_warning() {
    const QString text = reach_warning(m_server);
    auto* warning = new QLabel(text, this);
    warning->setObjectName(QStringLiteral("reach-warning"));
    warning->setTextFormat(Qt::PlainText);
    warning->setWordWrap(true);
    warning->setMargin(8);
    warning->setAutoFillBackground(true);
    const QColor background = state_colour(domain::RunStatus::Retrying, palette());
    QPalette colours = warning->palette();
    colours.setColor(QPalette::Window, background);
    colours.setColor(QPalette::WindowText, readable_on(background));
    warning->setPalette(colours);
    warning->setHidden(text.isEmpty());
    return warning;
}

void AgentDialog::take(const Result<domain::CommandResult>& token) {
    if (!token) return m_words->setText(viewmodels::to_qstring(token.error().message));
    m_token = *token;
    show_command();
    m_copy->setEnabled(true);
    if (m_start) m_start->setEnabled(true);
}

void AgentDialog::show_command() {
    if (!m_token) return;
    const auto system = static_cast<AgentSystem>(m_system->currentData().toInt());
    const QString words = system == AgentSystem::Windows
                              ? tr("Run this on the machine that shall work. The token lets one node in, until %1; afterwards the agent is a service, "
                                   "which starts with the machine.")
                              : tr("Run this on the machine that shall work. The token lets one node in, until %1; afterwards the agent "
                                   "starts with --data alone.");
    m_words->setText(words.arg(viewmodels::time_text(m_token->expires_at)));
    m_command->setPlainText(agent_command(system, m_server, viewmodels::to_qstring(m_token->token)));
}

void AgentDialog::start_here() {
    if (!m_token) return;
    const Status started = m_doors.start_agent(*m_token);
    m_start->setEnabled(false);
    m_words->setText(started ? tr("An agent starts on this machine; it appears among the nodes when it has connected.")
                             : viewmodels::to_qstring(started.error().message));
}

}  // namespace apollo::gui
