// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/agent_host.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>
#include <utility>

#include "agent/main/log_stream.h"
#include "agent/updater/machine_packages.h"
#include "common/base/bytes.h"

namespace apollo::agent {

namespace {

constexpr int enrol_again_ms = 2000;
// Time for somebody to make room on the disk; meanwhile dispatches are refused with the reason.
constexpr int begin_again_ms = 5000;

int exit_code_of(const Error& error) { return error.kind == ErrorKind::NotAllowed ? 4 : 1; }

}  // namespace

AgentHost::AgentHost(AgentSettings settings, transport::ServerAddress server, Programs programs)
    : m_settings(std::move(settings)), m_server(std::move(server)), m_programs(std::move(programs)), m_upgrades(m_settings.data_folder) {
    m_begin_again.setSingleShot(true);
    connect(&m_begin_again, &QTimer::timeout, this, [this] {
        // Until there is room the session stays as it is: connected, and saying what is wrong.
        if (m_session && m_log_failed && !m_session->try_disk()) return begin_again_later();
        m_log_failed = false;
        log_line("reading the agent's log back and going on");
        m_session.reset();
        m_launcher.reset();
        begin_session();
    });
}

void AgentHost::start() {
    // What stands there was said by the process before this one.
    write_health(false);
    m_upgrades.on_log = log_line;
    m_upgrades.start();
    if (is_enrolled(m_disk, pki_folder())) {
        begin_session();
    } else {
        enrol();
    }
}

void AgentHost::enrol() {
    const auto token = transport::token_from_text(m_settings.token);
    if (!token) {
        log_line(token.error().message);
        on_finished(2);
        return;
    }
    m_enroller = std::make_unique<Enroller>(m_disk, m_server, *token, NodeId(m_settings.node), pki_folder());
    m_enroller->on_done = [this](const Status& done) {
        m_enroller.release()->deleteLater();
        if (done) {
            log_line("enrolled as node " + m_settings.node);
            begin_session();
        } else if (done.error().kind == ErrorKind::Unreachable || done.error().kind == ErrorKind::Timeout) {
            log_line(done.error().message + "; trying again");
            QTimer::singleShot(enrol_again_ms, this, &AgentHost::enrol);
        } else {
            log_line(done.error().message);
            on_finished(exit_code_of(done.error()));
        }
    };
    m_enroller->start();
}

void AgentHost::begin_session() {
    m_launcher = std::make_unique<ProcessLauncher>(m_programs.shim);
    SessionSettings settings;
    settings.node = NodeId(m_settings.node);
    settings.labels = m_settings.labels;
    settings.groups = m_settings.groups;
    settings.capacity = m_settings.capacity;
    settings.autonomy_window_ms = m_settings.autonomy_window_ms;
    settings.retention_ms = m_settings.retention_ms;
    settings.log_retention_ms = m_settings.log_retention_ms;
    settings.spool.data_folder = m_settings.data_folder;
    settings.spool.wal_folder = m_settings.wal_folder;
    settings.intents.data_folder = m_settings.data_folder;
    settings.intents.agent_program = m_programs.agent;
    settings.intents.upgrade_program = m_settings.upgrade_program.empty() ? m_programs.upgrade_package : m_settings.upgrade_program;
    const bool knows_packages = !settings.intents.upgrade_program.empty() || updater::keeps_packages(m_disk, m_settings.data_folder);
    settings.intents.updater_program = knows_packages ? m_programs.updater : std::string();
    settings.intents.release_key = m_settings.release_key;
    settings.intents.control_group = m_settings.control_group;
    settings.link.heartbeat_interval_ms = m_settings.heartbeat_interval_ms;
    m_session = std::make_unique<AgentSession>(
        settings, SessionDoors{m_disk, m_clock, m_random, *m_launcher, make_tls_connect(m_disk, m_clock, m_server, pki_folder(), log_line)});
    m_session->on_log = log_line;
    m_session->on_link = [this](bool is_connected) { write_health(is_connected); };
    m_session->on_log_failed = [this](const std::string&) {
        m_log_failed = true;
        begin_again_later();
    };
    if (auto started = m_session->start(); !started) {
        log_line(started.error().message);
        begin_again_later();
    }
}

void AgentHost::write_health(bool is_connected) {
    const nlohmann::json health{{"process", QCoreApplication::applicationPid()}, {"version", APOLLO_VERSION}, {"node", m_settings.node}, {"connected", is_connected}};
    // On a full disk it stays what it was; the session says so itself.
    (void)m_disk.write_file_atomically(m_settings.data_folder + "/health.json", as_bytes(health.dump()));
}

void AgentHost::begin_again_later() { m_begin_again.start(begin_again_ms); }

void AgentHost::stop() {
    m_begin_again.stop();
    if (!m_session) return;
    if (auto stopped = m_session->stop(); !stopped) log_line(stopped.error().message);
}

}  // namespace apollo::agent
