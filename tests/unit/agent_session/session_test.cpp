// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_session/session_fixture.h"

namespace apollo::agent {
namespace {

TEST_F(SessionTest, AStepIsRunAndItsResultReported) {
    run("a", steps::say_and_sum_up("hello", "{\"n\": 5}"));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(m_center.end_of("a").output_text, "hello");
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
        dispatch.set_params_json(nlohmann::json{{"argv", steps::end_with(0)}}.dump());
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
    run("a", steps::say_x(3000000));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    ASSERT_TRUE(m_center.end_of("a").artifact);
    EXPECT_EQ(m_center.artifacts[m_center.end_of("a").artifact->id.text], std::string(3000000, 'x'));
}

TEST_F(SessionTest, ADuplicateDispatchRunsNothing) {
    const auto once = steps::mark_and_wait(folder() + "/effects", gate(), 0);
    run("a", once);
    run("a", once);
    ASSERT_TRUE(wait_until([&] { return m_center.answers.size() == 2; }));
    open_gate();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    run("a", once);
    ASSERT_TRUE(wait_until([&] { return m_center.answers.size() == 3; }));
    EXPECT_EQ(m_center.answers[1].kind(), wire::DispatchAnswer::ALREADY_RUNNING);
    EXPECT_EQ(m_center.answers[2].kind(), wire::DispatchAnswer::ALREADY_DONE);
    EXPECT_EQ(read(folder() + "/effects"), "1\n");
}

TEST_F(SessionTest, ATimeoutAndACancelEndTheProcess) {
    run("slow", steps::stay(), 1, 200);
    run("asked", steps::stay());
    ASSERT_TRUE(story_is("slow", "ACCEPTED STARTED TIMED_OUT"));
    ASSERT_TRUE(story_is("asked", "ACCEPTED STARTED"));
    m_center.cancel("asked");
    ASSERT_TRUE(story_is("asked", "ACCEPTED STARTED CANCELLED"));
}

TEST_F(SessionTest, ARestartedAgentAdoptsRunningStepsAndTheEffectHappensOnce) {
    run("a", steps::mark_and_wait(folder() + "/effects", gate(), 3));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    restart_agent();
    EXPECT_EQ(m_session->running(), 1u);
    open_gate();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").exit_code, 3);
    EXPECT_EQ(read(folder() + "/effects"), "1\n");
    EXPECT_EQ(m_center.hellos.front().incarnation(), m_center.hellos.back().incarnation());
}

TEST_F(SessionTest, WhatEndedWhileTheAgentWasAwayIsReportedByTheNext) {
    run("a", steps::mark_and_wait(folder() + "/effects", gate(), 4));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_session.reset();
    m_launcher.reset();
    open_gate();
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(folder() + "/runs/task/a/1/exit"); }));
    ASSERT_TRUE(wait_until([&] { return !shim::is_locked(folder() + "/runs/task/a/1"); }));
    start_agent();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").exit_code, 4);
}

TEST_F(SessionTest, AGuardThatWasKilledIsReportedAsLost) {
    run("a", steps::stay());
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    const auto start = shim::decode_start(shim::read_small_file(folder() + "/runs/task/a/1/started"));
    ASSERT_TRUE(start);
    steps::kill_process(start->pid);
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED FAILED"));
    EXPECT_EQ(m_center.end_of("a").failure_class, domain::FailureClass::Lost);
}

TEST_F(SessionTest, EventsOfATimeWithoutConnectionArriveLaterOnceAndInOrder) {
    run("a", steps::mark_and_wait(folder() + "/effects", gate(), 0));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_center.reachable = false;
    m_center.cut();
    open_gate();
    ASSERT_TRUE(wait_until([&] { return m_session->running() == 0; }));
    EXPECT_EQ(m_center.story("a"), "ACCEPTED STARTED");
    m_center.reachable = true;
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
}

TEST_F(SessionTest, LostAcksOnlyCauseSendingAgain) {
    m_center.acknowledges = false;
    for (int i = 0; i < 3; ++i) run("s" + std::to_string(i), steps::end_with(0));
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(story_is("s" + std::to_string(i), "ACCEPTED STARTED SUCCEEDED"));
    m_center.acknowledges = true;
    restart_agent();
    run("last", steps::end_with(0));
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
    run("a", steps::end_with(0));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    const std::uint32_t old = m_center.hellos.back().incarnation();
    m_center.forced_acked[old] = 1000;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_center.hellos.back().incarnation() != old && m_session->is_connected(); })) << m_log;
    run("b", steps::end_with(0));
    ASSERT_TRUE(story_is("b", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_EQ(read(folder() + "/incarnation"), std::to_string(m_center.hellos.back().incarnation()) + "\n");
}

TEST_F(SessionTest, IfTheCenterHasLostAcknowledgedEventsTheyAreSentAgainFromTheLog) {
    run("a", steps::end_with(0));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    m_center.forget_everything();
    m_center.cut();
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_NE(m_log.find("the center has lost 3 events"), std::string::npos) << m_log;
    run("b", steps::end_with(0));
    ASSERT_TRUE(story_is("b", "ACCEPTED STARTED SUCCEEDED"));
}

TEST_F(SessionTest, AnOrchestratorOlderThanOneItHasObeyedIsToldSoBeforeItDispatches) {
    m_center.epoch = 7;
    m_center.cut();
    ASSERT_TRUE(wait_until([&] { return m_session->is_connected(); }));
    run("a", steps::end_with(0));
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

TEST_F(SessionTest, WhatWasAcknowledgedCanBeReadBackForASnapshot) {
    run("a", steps::end_with(3));
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

}  // namespace
}  // namespace apollo::agent
