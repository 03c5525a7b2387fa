// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The whole agent but for TLS: real log, real guards, real commands, and a center in the same process.
#pragma once

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/runner/process_launcher.h"
#include "agent/session/agent_session.h"
#include "agent/session/process_output.h"
#include "agent/shim/attempt_files.h"
#include "tests/unit/agent_session/fake_center.h"
#include "tests/unit/agent_session/steps.h"

namespace apollo::agent {

inline bool wait_until(const std::function<bool()>& condition) {
    const QDeadlineTimer deadline(20000);
    while (!condition()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
    }
    return true;
}

class SessionTest : public ::testing::Test {
protected:
    void SetUp() override { start_agent(); }
    void TearDown() override {
        m_session.reset();
        EXPECT_EQ(m_center.faults, std::vector<std::string>{});
    }
    std::string folder() const { return m_root.path().toStdString(); }

    // As after kill -9: nothing is said to anybody, then a new agent on the same folder.
    void restart_agent() {
        m_session.reset();
        m_launcher.reset();
        start_agent();
    }
    void start_agent() {
        m_launcher = std::make_unique<ProcessLauncher>(steps::program("apollo-shim"));
        SessionSettings settings;
        settings.node = NodeId("n1");
        settings.labels = {{"zone", "a"}};
        settings.capacity = 4;
        settings.spool.data_folder = folder();
        settings.spool.wal_folder = folder() + "/wal";
        settings.intents.data_folder = folder();
        settings.intents.agent_program = steps::program("apollo-agent");
        settings.intents.grace_ms = 1000;  // a shell on a busy machine needs some of it
        settings.link.heartbeat_interval_ms = 200;
        settings.link.shortest_delay_ms = 10;
        settings.link.longest_delay_ms = 50;
        m_session = std::make_unique<AgentSession>(
            settings, SessionDoors{m_disk, m_clock, m_random, *m_launcher, m_center.connect_function()});
        m_session->on_log = [this](const std::string& line) { m_log += line + "\n"; };
        const Status started = m_session->start();
        ASSERT_TRUE(started.ok()) << started.error().message;
        if (!m_center.reachable) return;
        ASSERT_TRUE(wait_until([this] { return m_session->is_connected(); })) << m_log;
    }
    // What a step's command does: steps.h.
    void run(const std::string& step, const std::vector<std::string>& argv, std::uint32_t attempt = 1, std::int64_t timeout_ms = 0) {
        m_center.dispatch(step, "run_command", nlohmann::json{{"argv", argv}}.dump(), attempt, timeout_ms);
    }
    void open_gate() const { std::ofstream(gate()) << ""; }
    std::string gate() const { return folder() + "/go"; }
    ::testing::AssertionResult story_is(const std::string& step, const std::string& wanted, std::uint32_t attempt = 1) {
        if (wait_until([&] { return m_center.story(step, attempt) == wanted; })) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << "it is '" << m_center.story(step, attempt) << "'\n" << m_log;
    }
    std::string read(const std::string& path) const {
        std::ifstream file(path, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }

    QTemporaryDir m_root;
    SystemDisk m_disk;
    SystemClock m_clock;
    SeededRandom m_random{42};
    FakeCenter m_center;
    std::unique_ptr<ProcessLauncher> m_launcher;
    std::unique_ptr<AgentSession> m_session;
    std::string m_log;
};

}  // namespace apollo::agent
