// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Enrols if needed, then keeps one session alive: when the log cannot be written, a new session is made after a pause and
// reads back what is durable.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>

#include "agent/main/settings.h"
#include "agent/main/upgrade_starter.h"
#include "agent/runner/process_launcher.h"
#include "agent/session/agent_session.h"
#include "agent/session/center_tls.h"
#include "common/base/clock.h"
#include "common/base/random.h"

namespace apollo::agent {

class AgentHost final : public QObject {
    Q_OBJECT
public:
    // Absolute paths. Of the last two either may be empty: then this agent cannot be upgraded from the center.
    struct Programs {
        std::string agent;
        std::string shim;
        std::string updater;
        std::string upgrade_package;  // where the settings name none
    };
    AgentHost(AgentSettings settings, transport::ServerAddress server, Programs programs);

    // on_finished follows when it cannot begin.
    void start();
    void stop();
    std::function<void(int exit_code)> on_finished;

private:
    void enrol();
    void begin_session();
    void begin_again_later();
    // For the updater, and for whoever looks after this machine.
    void write_health(bool is_connected);
    std::string pki_folder() const { return m_settings.data_folder + "/pki"; }

    const AgentSettings m_settings;
    const transport::ServerAddress m_server;
    const Programs m_programs;
    SystemDisk m_disk;
    SystemClock m_clock;
    SystemRandom m_random;
    std::unique_ptr<Enroller> m_enroller;
    std::unique_ptr<ProcessLauncher> m_launcher;
    std::unique_ptr<AgentSession> m_session;
    UpgradeStarter m_upgrades;
    QTimer m_begin_again;
    bool m_log_failed = false;
};

}  // namespace apollo::agent
