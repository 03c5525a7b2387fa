// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The whole agent but for TLS: real log, real guards, real commands, and a center in the same process.
#include "agent/session/agent_session.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/runner/process_launcher.h"
#include "agent/session/process_output.h"
#include "agent/shim/attempt_files.h"
#include "tests/unit/agent_session/fake_center.h"

namespace apollo::agent {
namespace {

bool wait_until(const std::function<bool()>& condition) {
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
        m_launcher = std::make_unique<ProcessLauncher>(SHIM_PATH);
        SessionSettings settings;
        settings.node = NodeId("n1");
        settings.labels = {{"zone", "a"}};
        settings.capacity = 4;
        settings.spool.data_folder = folder();
        settings.spool.wal_folder = folder() + "/wal";
        settings.intents.data_folder = folder();
        settings.intents.agent_program = AGENT_PATH;
        settings.intents.grace_ms = 300;
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
    void run_shell(const std::string& step, const std::string& script, std::uint32_t attempt = 1, std::int64_t timeout_ms = 0) {
        const nlohmann::json params = {{"argv", {"/bin/sh", "-c", script}}};
        m_center.dispatch(step, "run_command", params.dump(), attempt, timeout_ms);
    }
    ::testing::AssertionResult story_is(const std::string& step, const std::string& wanted, std::uint32_t attempt = 1) {
        if (wait_until([&] { return m_center.story(step, attempt) == wanted; })) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << "it is '" << m_center.story(step, attempt) << "'\n" << m_log;
    }
    std::string read(const std::string& path) const {
        std::ifstream file(path);
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

TEST_F(SessionTest, AStepIsRunAndItsResultReported) {
    run_shell("a", "echo hello; echo '{\"n\": 5}' > \"$APOLLO_OUTPUT\"");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(m_center.end_of("a").output_text, "hello\n");
    EXPECT_EQ(m_center.end_of("a").output_json, "{\"n\":5}");
    ASSERT_FALSE(m_center.answers.empty());
    EXPECT_EQ(m_center.answers[0].kind(), wire::DispatchAnswer::ACCEPTED);
    EXPECT_EQ(m_center.hellos[0].labels().at("zone"), "a");
}

TEST_F(SessionTest, ABuiltInIntentRunsAsAProcess) {
    m_center.dispatch("m", "collect_metrics", "{}");
    ASSERT_TRUE(story_is("m", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_NE(m_center.end_of("m").output_json.find("\"cpu_percent\""), std::string::npos);
}

TEST_F(SessionTest, SeveralOrdersInOneMessageAreAllCarriedOut) {
    wire::Envelope envelope;
    for (const char* step : {"a", "b", "c"}) {
        wire::Dispatch& dispatch = *envelope.mutable_dispatch_batch()->add_dispatches();
        FakeCenter::fill_key(*dispatch.mutable_key(), step, 1);
        dispatch.set_epoch(1);
        dispatch.set_intent("run_command");
        dispatch.set_params_json(R"({"argv":["true"]})");
        dispatch.set_input_json("{}");
    }
    m_center.send(envelope);
    for (const char* step : {"a", "b", "c"}) EXPECT_TRUE(story_is(step, "ACCEPTED STARTED SUCCEEDED")) << step;
    const auto& features = m_center.hellos[0].features();
    EXPECT_NE(std::find(features.begin(), features.end(), "dispatch_batch"), features.end());
}

TEST_F(SessionTest, WhatCannotBeRunFailsForGood) {
    m_center.dispatch("a", "make_tea", "{}");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").failure_class, domain::FailureClass::Permanent);
    EXPECT_NE(m_center.end_of("a").message.find("run_command"), std::string::npos);
    m_center.dispatch("b", "run_command", R"({"argv":["/no/such/program"]})");
    ASSERT_TRUE(story_is("b", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("b").exit_code, 127);
}

TEST_F(SessionTest, LongOutputIsStoredBeforeItsEventArrives) {
    run_shell("a", "head -c 3000000 /dev/zero | tr '\\0' x");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    ASSERT_TRUE(m_center.end_of("a").artifact);
    EXPECT_EQ(m_center.artifacts[m_center.end_of("a").artifact->id.text], std::string(3000000, 'x'));
}

TEST_F(SessionTest, OutputThatIsGoneDoesNotHoldUpTheEvents) {
    m_center.reachable = false;
    run_shell("a", "head -c 3000 /dev/zero; while [ ! -e go ]; do sleep 0.02; done");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_center.cut();
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(wait_until([&] { return m_session->running() == 0; }));
    std::filesystem::remove(folder() + "/runs/task/a/1/output");
    m_center.reachable = true;
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_NE(m_center.end_of("a").message.find("could not be stored"), std::string::npos);
}

TEST_F(SessionTest, ADuplicateDispatchRunsNothing) {
    run_shell("a", "echo once >> " + folder() + "/effects; sleep 0.2");
    run_shell("a", "echo once >> " + folder() + "/effects; sleep 0.2");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    run_shell("a", "echo once >> " + folder() + "/effects");
    ASSERT_TRUE(wait_until([&] { return m_center.answers.size() == 3; }));
    EXPECT_EQ(m_center.answers[1].kind(), wire::DispatchAnswer::ALREADY_RUNNING);
    EXPECT_EQ(m_center.answers[2].kind(), wire::DispatchAnswer::ALREADY_DONE);
    EXPECT_EQ(read(folder() + "/effects"), "once\n");
}

TEST_F(SessionTest, ATimeoutAndACancelEndTheProcess) {
    run_shell("slow", "sleep 1000", 1, 200);
    run_shell("asked", "sleep 1000");
    ASSERT_TRUE(story_is("slow", "ACCEPTED STARTED TIMED_OUT"));
    ASSERT_TRUE(story_is("asked", "ACCEPTED STARTED"));
    m_center.cancel("asked");
    ASSERT_TRUE(story_is("asked", "ACCEPTED STARTED CANCELLED"));
}

TEST_F(SessionTest, ARestartedAgentAdoptsRunningStepsAndTheEffectHappensOnce) {
    run_shell("a", "echo once >> " + folder() + "/effects; while [ ! -e go ]; do sleep 0.02; done; exit 3");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    restart_agent();
    EXPECT_EQ(m_session->running(), 1u);
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").exit_code, 3);
    EXPECT_EQ(read(folder() + "/effects"), "once\n");
    EXPECT_EQ(m_center.hellos.front().incarnation(), m_center.hellos.back().incarnation());
}

TEST_F(SessionTest, WhatEndedWhileTheAgentWasAwayIsReportedByTheNext) {
    run_shell("a", "while [ ! -e go ]; do sleep 0.02; done; exit 4");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_session.reset();
    m_launcher.reset();
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(folder() + "/runs/task/a/1/exit"); }));
    ASSERT_TRUE(wait_until([&] { return !shim::is_locked(folder() + "/runs/task/a/1"); }));
    start_agent();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").exit_code, 4);
}

TEST_F(SessionTest, AGuardThatWasKilledIsReportedAsLost) {
    run_shell("a", "sleep 1000");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    const auto start = shim::decode_start(shim::read_small_file(folder() + "/runs/task/a/1/started"));
    ASSERT_TRUE(start);
    ::kill(static_cast<pid_t>(start->pid), SIGKILL);
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").failure_class, domain::FailureClass::Lost);
}

TEST_F(SessionTest, EventsOfATimeWithoutConnectionArriveLaterOnceAndInOrder) {
    run_shell("a", "while [ ! -e go ]; do sleep 0.02; done");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_center.reachable = false;
    m_center.cut();
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(wait_until([&] { return m_session->running() == 0; }));
    EXPECT_EQ(m_center.story("a"), "ACCEPTED STARTED");
    m_center.reachable = true;
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
}

TEST_F(SessionTest, LostAcksOnlyCauseSendingAgain) {
    m_center.acknowledges = false;
    for (int i = 0; i < 3; ++i) run_shell("s" + std::to_string(i), "true");
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(story_is("s" + std::to_string(i), "ACCEPTED STARTED SUCCEEDED"));
    m_center.acknowledges = true;
    restart_agent();
    run_shell("last", "true");
    ASSERT_TRUE(story_is("last", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(m_center.events.size(), 12u);
}

TEST_F(SessionTest, B038ASilentCenterIsNoticedByHeartbeats) {
    ASSERT_TRUE(wait_until([&] { return m_center.heartbeats > 0; }));
    m_center.answers_heartbeats = false;
    const std::size_t before = m_center.hellos.size();
    ASSERT_TRUE(wait_until([&] { return m_center.hellos.size() > before; }));
    EXPECT_NE(m_log.find("three heartbeats"), std::string::npos);
}

TEST_F(SessionTest, ARefusedAgentSaysWhyAndTriesAgain) {
    m_center.refusal = "node n1 is revoked";
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_log.find("node n1 is revoked") != std::string::npos; }));
    m_center.refusal.clear();
    EXPECT_TRUE(wait_until([&] { return m_session->is_connected(); }));
}

TEST_F(SessionTest, IfTheCenterKnowsMoreTheAgentComesBackAsANewIncarnation) {
    run_shell("a", "true");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    const std::uint32_t old = m_center.hellos.back().incarnation();
    m_center.forced_acked[old] = 1000;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_center.hellos.back().incarnation() != old && m_session->is_connected(); })) << m_log;
    run_shell("b", "true");
    ASSERT_TRUE(story_is("b", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(read(folder() + "/incarnation"), std::to_string(m_center.hellos.back().incarnation()) + "\n");
}

TEST_F(SessionTest, IfTheCenterHasLostAcknowledgedEventsTheyAreSentAgainFromTheLog) {
    run_shell("a", "true");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    m_center.forget_everything();
    m_center.cut();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_NE(m_log.find("the center has lost 3 events"), std::string::npos) << m_log;
    run_shell("b", "true");
    ASSERT_TRUE(story_is("b", "ACCEPTED STARTED SUCCEEDED"));
}

TEST_F(SessionTest, AnOrchestratorOlderThanOneItHasObeyedIsToldSoBeforeItDispatches) {
    m_center.epoch = 7;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_session->is_connected(); }));
    run_shell("a", "true");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(m_center.trouble, "");
    m_center.epoch = 3;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return !m_center.trouble.empty(); })) << m_log;
    EXPECT_NE(m_center.trouble.find("epoch 3 after 7"), std::string::npos) << m_center.trouble;
    m_center.epoch = 8;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_center.trouble.empty() && m_session->is_connected(); })) << m_center.trouble;
}

TEST_F(SessionTest, ADispatchForAnotherNodeOrWithADangerousNameIsRefused) {
    wire::Envelope envelope;
    FakeCenter::fill_key(*envelope.mutable_dispatch()->mutable_key(), "../../etc", 1);
    m_center.send(envelope);
    FakeCenter::fill_key(*envelope.mutable_dispatch()->mutable_key(), "a", 1);
    envelope.mutable_dispatch()->mutable_key()->set_node("other");
    m_center.send(envelope);
    ASSERT_TRUE(wait_until([&] { return m_center.answers.size() == 2; }));
    for (const auto& answer : m_center.answers) EXPECT_EQ(answer.kind(), wire::DispatchAnswer::REFUSED);
    EXPECT_FALSE(std::filesystem::exists(folder() + "/runs"));
}

TEST_F(SessionTest, AnOlderAttemptThatALostLogForgotIsEndedBeforeTheNextStarts) {
    const std::string marks = folder() + "/marks";
    run_shell("a", "trap 'sleep 0.1; echo out >> " + marks + "; exit 1' TERM; echo in >> " + marks + "; while :; do sleep 0.02; done");
    ASSERT_TRUE(wait_until([&] { return read(marks) == "in\n"; }));
    m_session.reset();
    m_launcher.reset();
    std::filesystem::remove_all(folder() + "/wal");
    start_agent();
    run_shell("a", "echo next >> " + marks, 2);
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED", 2));
    EXPECT_EQ(read(marks), "in\nout\nnext\n");
}

TEST_F(SessionTest, ACancelReachesAnAttemptThatStillWaitsForAnOlderOne) {
    run_shell("a", "trap '' TERM; while :; do sleep 0.02; done");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_session.reset();
    m_launcher.reset();
    std::filesystem::remove_all(folder() + "/wal");
    start_agent();
    run_shell("a", "true", 2);
    ASSERT_TRUE(wait_until([&] { return m_log.find("still runs") != std::string::npos; }));
    m_center.cancel("a", 2);
    ASSERT_TRUE(wait_until([&] { return m_center.story("a", 2).find("CANCELLED") != std::string::npos; })) << m_center.story("a", 2);
}

TEST_F(SessionTest, WhatWasAcknowledgedCanBeReadBackForASnapshot) {
    run_shell("a", "exit 3");
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    ASSERT_TRUE(wait_until([&] {
        wire::Envelope envelope;
        envelope.mutable_snapshot_query()->set_id(7);
        FakeCenter::fill_key(*envelope.mutable_snapshot_query()->add_attempts(), "a", 1);
        FakeCenter::fill_key(*envelope.mutable_snapshot_query()->add_attempts(), "never", 1);
        m_center.send(envelope);
        return !m_center.snapshots.empty();
    }));
    const wire::AgentSnapshot& snapshot = m_center.snapshots.back();
    EXPECT_EQ(snapshot.id(), 7u);
    EXPECT_EQ(snapshot.last_sequence(), 3u);
    ASSERT_EQ(snapshot.attempts_size(), 1);
    EXPECT_EQ(snapshot.attempts(0).phase(), wire::AttemptReport::ENDED);
    EXPECT_EQ(snapshot.attempts(0).end().tail().run_ended().exit_code(), 3);
}

TEST_F(SessionTest, ProgressIsAnswered) {
    run_shell("a", "printf 12345; while [ ! -e go ]; do sleep 0.02; done");
    // The guard copies the output when it gets to it.
    ASSERT_TRUE(wait_until([&] { return output_size_bytes(folder() + "/runs/task/a/1") == 5; }));
    wire::Envelope envelope;
    FakeCenter::fill_key(*envelope.mutable_progress_query()->mutable_key(), "a", 1);
    m_center.send(envelope);
    ASSERT_TRUE(wait_until([&] { return !m_center.progress.empty(); }));
    EXPECT_EQ(m_center.progress.back().output_bytes(), 5u);
    EXPECT_TRUE(m_center.progress.back().running());
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
}

}  // namespace
}  // namespace apollo::agent
