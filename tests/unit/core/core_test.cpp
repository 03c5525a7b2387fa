// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/core/core_fixture.h"

#include "app/core/retry.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

TEST_F(CoreTest, AReadyRunIsSentAtOnceToEachOfItsNodes) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a", "b"}));
    EXPECT_EQ(count_effects<SendDispatch>(), 2u);
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    EXPECT_EQ(run("y", "a").status, RunStatus::Pending);
}

TEST_F(CoreTest, AnUnconfirmedDispatchIsSentAgainUnderTheSameAttemptAndThenGivenUp) {
    submit(task("t", {step("x")}, {"a"}));
    pass(10000);
    pass(10000);
    EXPECT_EQ(count_effects<SendDispatch>(), 3u);
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{1});
    pass(10000);
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying) << "TIMEOUT, and a try is left";
}

TEST_F(CoreTest, AConfirmedDispatchIsNotSentAgain) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Accepted);
    pass(60000);
    EXPECT_EQ(count_effects<SendDispatch>(), 1u);
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
}

TEST_F(CoreTest, NothingIsUsedUpWhileANodeIsAwayAndItsReturnSendsTheOrderAgain) {
    submit(task("t", {step("x")}, {"a"}));
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(100000);
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    EXPECT_EQ(core.state().nodes[0].status, domain::NodeStatus::Conservative);
    domain::NodeFacts facts = core.state().nodes[0].facts;
    const std::size_t before = count_effects<SendDispatch>();
    keep(core.node_connected(now(), facts, Incarnation{7}));
    EXPECT_EQ(count_effects<SendDispatch>(), before + 1);
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{1});
}

TEST_F(CoreTest, AFailureIsRetriedAfterItsDelayAndTheBudgetEnds) {
    submit(task("t", {step("x")}, {"a"}));
    for (std::uint32_t attempt = 1; attempt <= 4; ++attempt) {
        report("a", "x", EventType::Accepted, attempt);
        report("a", "x", EventType::Started, attempt);
        report("a", "x", EventType::Failed, attempt, exited(1));
        if (attempt == 4) break;
        EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
        pass(1000 * (1 << (attempt - 1)) - 1);
        EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{attempt}) << "not before its delay";
        pass(1);
        EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{attempt + 1});
    }
    EXPECT_EQ(run("x", "a").status, RunStatus::Failed);
    EXPECT_EQ(core.state().tasks[0].status, TaskStatus::Failed);
}

TEST_F(CoreTest, B020ClocksThatAreSetNeitherFireNorDelayAnything) {
    constexpr std::int64_t hour_ms = 3600 * 1000;
    submit(task("t", {step("x"), step("y")}, {"a"}));
    begin("a", "x");
    begin("a", "y");
    const std::uint64_t lost_before = count_events(EventType::NodeLost);
    wall_jump_ms = -hour_ms;
    pass(100);
    EXPECT_EQ(run("x", "a").status, RunStatus::Running);
    report("a", "x", EventType::Failed, 1, exited(1));
    wall_jump_ms = hour_ms;
    pass(999);
    EXPECT_FALSE(domain::is_live(run("x", "a"))) << "the retry waits a second of real time";
    pass(1);
    EXPECT_TRUE(domain::is_live(run("x", "a")));
    EXPECT_EQ(run("y", "a").status, RunStatus::Running);
    wall_jump_ms = -hour_ms;
    pass(60000 - 1200);
    EXPECT_EQ(run("y", "a").status, RunStatus::Running);
    pass(60000);
    EXPECT_EQ(count_effects<SendProgressQuery>() + count_events(EventType::TimedOut) > 0, true) << "the timeout comes after real time";
    EXPECT_EQ(count_events(EventType::NodeLost), lost_before);
}

TEST_F(CoreTest, APermanentFailureIsNotRetried) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Permanent;
    report("a", "x", EventType::Failed, 1, ended);
    EXPECT_EQ(run("x", "a").status, RunStatus::Failed);
}

TEST_F(CoreTest, ALostAttemptIsRepeatedOnlyIfTheStepSaysThatThisIsSafe) {
    auto unsafe = step("unsafe");
    unsafe.idempotency = domain::Idempotency::UniqueKey;
    submit(task("t", {step("safe"), unsafe}, {"a"}));
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Lost;
    for (const char* name : {"safe", "unsafe"}) {
        report("a", name, EventType::Started);
        report("a", name, EventType::Failed, 1, ended);
    }
    EXPECT_EQ(run("safe", "a").status, RunStatus::Retrying);
    EXPECT_EQ(run("unsafe", "a").status, RunStatus::Failed) << "a person decides";
}

TEST_F(CoreTest, AReportThatCameTwiceIsTakenOnce) {
    submit(task("t", {step("x")}, {"a"}));
    const std::size_t before = events.size();
    NodeReport one{Sequence{1}, EventType::Accepted, TaskId{"t"}, StepName{"x"}, Attempt{1}, now().wall, {}};
    keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, {one, one}));
    keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, {one}));
    EXPECT_EQ(events.size(), before + 1);
}

TEST_F(CoreTest, AGapInTheSequenceIsNotAcceptedAndTheAckSaysFromWhereToSendAgain) {
    submit(task("t", {step("x")}, {"a"}));
    NodeReport late{Sequence{2}, EventType::Started, TaskId{"t"}, StepName{"x"}, Attempt{1}, now().wall, {}};
    keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, {late}));
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    EXPECT_EQ(std::get<SendAck>(effects.back()).acked, Sequence{0});
}

TEST_F(CoreTest, ANodeSpeaksForItselfOnly) {
    submit(task("t", {step("x")}, {"a"}));
    report("b", "x", EventType::Started);
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    EXPECT_EQ(core.state().dead_letters.size(), 1u);
}

TEST_F(CoreTest, ASuccessThatComesAfterTheTimeoutButBeforeTheRetryWins) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    pass(60000 + 30000);
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(events.back().header.type, EventType::Reconciled);
}

TEST_F(CoreTest, AnEventOfAnOlderAttemptIsKeptAsAFactAndChangesNothing) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    report("a", "x", EventType::Failed, 1, exited(1));
    pass(1000);
    report("a", "x", EventType::Accepted, 2);
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    EXPECT_TRUE(events.back().header.fact_only);
    EXPECT_EQ(core.state().refused_changes, 0u);
}

TEST_F(CoreTest, CancelEndsWhatWaitsAtOnceAndWhatRunsWhenItsTreeIsDead) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "x", EventType::Started);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    EXPECT_EQ(run("y", "a").status, RunStatus::Cancelled);
    EXPECT_EQ(run("x", "a").status, RunStatus::Running);
    EXPECT_EQ(count_effects<SendCancel>(), 1u);
    EXPECT_EQ(core.state().nodes[0].live_runs, 1u) << "its place is taken until it is dead";
    report("a", "x", EventType::Cancelled);
    EXPECT_EQ(core.state().tasks[0].status, TaskStatus::Cancelled);
    EXPECT_EQ(core.state().nodes[0].live_runs, 0u);
}

TEST_F(CoreTest, ACancelKeepsWhatEndedTheAttemptThatWaitedForItsRetry) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "x", EventType::Started);
    domain::RunEnded failure = exited(3);
    failure.message = "exit code 3";
    failure.output_text = "no space left";
    report("a", "x", EventType::Failed, 1, failure);
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    ASSERT_EQ(run("x", "a").status, RunStatus::Cancelled);
    EXPECT_EQ(details("x", "a").exit_code, 3);
    EXPECT_EQ(details("x", "a").output_text, "no space left");
    EXPECT_EQ(details("x", "a").message, "cancelled by alice before it was tried again; it had failed: exit code 3");
    EXPECT_EQ(details("y", "a").message, "cancelled by alice; it had not started");
}

TEST_F(CoreTest, ACancelKeepsItAlsoWhenTheRetryWaitsOnItsNode) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    domain::RunEnded failure = exited(3);
    failure.output_text = "no space left";
    report("a", "x", EventType::Failed, 1, failure);
    pass(60000);
    ASSERT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    domain::RunEnded unbegun;
    unbegun.message = "cancelled before it was started";
    report("a", "x", EventType::Cancelled, 2, unbegun);
    ASSERT_EQ(run("x", "a").status, RunStatus::Cancelled);
    EXPECT_EQ(details("x", "a").exit_code, 3);
    EXPECT_EQ(details("x", "a").output_text, "no space left");
    EXPECT_EQ(details("x", "a").message, "cancelled before it was started");
}

TEST_F(CoreTest, ACancelOfWhichOnlyAPartReachedTheDiskIsFinishedAtTheNextStart) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    const auto request = std::find_if(events.begin(), events.end(), [](const domain::Event& e) { return e.header.type == EventType::TaskCancelRequested; });
    auto state = std::make_shared<domain::State>();
    for (auto event = events.begin(); event != request + 1; ++event) domain::apply(*state, *event);
    OrchestratorCore next(settings(), state);
    next.start(now(), "next");
    for (const char* name : {"y", "z"}) {
        const RunIndex waiting = *next.state().find_run(TaskId{"t"}, StepName{name}, NodeId{"a"});
        EXPECT_EQ(next.state().runs[waiting.value].status, RunStatus::Cancelled) << name;
    }
}

TEST_F(CoreTest, WhatANewLifeOfAnAgentCostsIsWrittenBeforeTheNewLife) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    keep(core.node_disconnected(now(), NodeIndex{0}));
    domain::NodeFacts facts = core.state().nodes[0].facts;
    const Output output = core.node_connected(now(), facts, Incarnation{8});
    keep(output);
    ASSERT_GE(output.events.size(), 2u);
    EXPECT_EQ(output.events.front().header.type, EventType::Failed) << "cut behind it, the next connection brings the rest";
}

TEST_F(CoreTest, CancellingAnothersTaskNeedsAReason) {
    submit(task("t", {step("x")}, {"a"}));
    EXPECT_EQ(command(domain::CancelTask{TaskId{"t"}, {}}, "bob").error().kind, ErrorKind::BadInput);
    EXPECT_TRUE(command(domain::CancelTask{TaskId{"t"}, why}, "bob").ok());
}

TEST_F(CoreTest, ARerunRenewsTheBudgetAndGoesOnCountingAttempts) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Permanent;
    report("a", "x", EventType::Failed, 1, ended);
    EXPECT_EQ(command(domain::RerunTask{TaskId{"t"}, {}, false, true, {}}).error().kind, ErrorKind::BadInput) << "a reason is needed";
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {}, false, true, why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
    EXPECT_EQ(run("x", "a").retries, 0u);
}

TEST_F(CoreTest, ARunningStepCannotBeOverridden) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Started);
    const auto refused = command(domain::OverrideRuns{TaskId{"t"}, {StepName{"x"}, {}}, RunStatus::Succeeded, why});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Refused);
    EXPECT_NE(refused.error().message.find("RUNNING"), std::string::npos);
}

TEST_F(CoreTest, SkippingAWaitingStepLetsItsDependentsGo) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"y"}, {}}, why}).ok());
    report("a", "x", EventType::Started);
    report("a", "x", EventType::Succeeded);
    EXPECT_EQ(run("z", "a").status, RunStatus::Dispatched);
}

TEST_F(CoreTest, TheSameDefinitionAnswersWithThePresentStateAndAnotherIsRefused) {
    submit(task("t", {step("x")}, {"a"}));
    auto same = core.prepare_submission(task("t", {step("x")}, {"a"}), "sha");
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(same->known.has_value());
    EXPECT_EQ(core.prepare_submission(task("t", {step("z")}, {"a"}), "other").error().kind, ErrorKind::Refused);
}

TEST_F(CoreTest, SelectorsThatFindNobodyAreRefusedInPlainWords) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a"});
    definition.target_selector->kind = domain::Selector::Kind::Label;
    definition.target_selector->key = "role";
    definition.target_selector->value = "cook";
    const auto refused = core.prepare_submission(definition, "sha");
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("role=cook"), std::string::npos);
    definition.target_selector->value = "worker";
    EXPECT_EQ(core.prepare_submission(definition, "sha")->plan->nodes.size(), 2u);
}

TEST_F(CoreTest, ASecondAgentWithTheSameIdIsRefusedAndAlerted) {
    const domain::NodeFacts facts = core.state().nodes[0].facts;
    keep(core.node_connected(now(), facts, Incarnation{8}));
    EXPECT_EQ(events.back().header.type, EventType::AlertRaised);
    EXPECT_EQ(count_effects<RefuseNode>(), 1u);
    EXPECT_TRUE(core.is_attached(NodeIndex{0})) << "the first stays";
}

TEST_F(CoreTest, RunsOfARevokedNodeAreLost) {
    auto unsafe = step("x");
    unsafe.idempotency = domain::Idempotency::UniqueKey;
    submit(task("t", {unsafe}, {"a"}));
    report("a", "x", EventType::Started);
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Failed);
    EXPECT_EQ(core.state().nodes[0].status, domain::NodeStatus::Revoked);
}

TEST_F(CoreTest, NothingWaitsForARetryOnARevokedNode) {
    submit(task("t", {step("x"), step("y")}, {"a"}));
    finish("a", "x", false);
    begin("a", "y");
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, {"", "stolen"}}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Failed);
    EXPECT_EQ(run("y", "a").status, RunStatus::Failed) << "though it might be repeated: not there";
    EXPECT_EQ(status(), TaskStatus::Failed);
    pass(600000);
    EXPECT_EQ(status(), TaskStatus::Failed);
}

TEST_F(CoreTest, AQuarantinedRunIsLeftAloneUntilAPersonReleasesIt) {
    submit(task("t", {step("x"), step("y")}, {"a"}));
    keep(core.quarantine(now(), {*core.state().find_run(TaskId{"t"}, StepName{"x"}, NodeId{"a"})}, "damage"));
    EXPECT_TRUE(run("x", "a").quarantined);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"x"}, {}}, false, false, why}).ok());
    EXPECT_FALSE(run("x", "a").quarantined);
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
}

TEST_F(CoreTest, ANewCoreMadeFromTheLogGoesOnWhereTheOldOneWasKilled) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "x", EventType::Accepted);
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : events) domain::apply(*state, event);
    core = OrchestratorCore(settings(), state);
    keep(core.start(now(), "second"));
    EXPECT_EQ(core.state().epoch, Epoch{2});
    effects.clear();
    keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{7}));
    EXPECT_EQ(count_effects<SendDispatch>(), 0u) << "the agent has confirmed it; nothing is sent twice";
}

TEST_F(CoreTest, ARestoredLogBeginsAGenerationOfEpochsAboveAllThatTheLostOneCanHaveGivenOut) {
    const auto restart = [&](bool is_restored) {
        auto state = std::make_shared<domain::State>();
        for (const domain::Event& event : log) domain::apply(*state, event);
        core = OrchestratorCore(settings(), state);
        keep(core.start(now(), "again", is_restored));
        return core.state().epoch.value;
    };
    EXPECT_EQ(restart(false), 2u);
    wall_jump_ms = std::int64_t{1796000000000} - now().wall.ms;
    const std::uint32_t first = restart(true);
    EXPECT_GT(first, 1000000u);
    EXPECT_EQ(restart(false), first + 1);
    ms += 3600 * 1000;
    EXPECT_EQ(restart(true), first + 3600) << "also above what the restored one gave out";
}

TEST(Retry, TheDelayDoublesUpToItsMaximum) {
    const domain::RetryPolicy policy{10, 5000, 60000, domain::Backoff::Exponential};
    EXPECT_EQ(retry_delay_ms(policy, 1), 5000);
    EXPECT_EQ(retry_delay_ms(policy, 2), 10000);
    EXPECT_EQ(retry_delay_ms(policy, 4), 40000);
    EXPECT_EQ(retry_delay_ms(policy, 5), 60000);
    EXPECT_EQ(retry_delay_ms(policy, 1000), 60000);
    EXPECT_EQ(retry_delay_ms({10, 5000, 60000, domain::Backoff::Fixed}, 9), 5000);
}

TEST(ReadyQueue, HigherPrioritiesGoFirstAndLowerOnesDoNotStarve) {
    ReadyQueue queue;
    for (std::uint32_t k = 0; k < 100; ++k) queue.insert(NodeIndex{0}, RunIndex{k}, domain::Priority::High);
    queue.insert(NodeIndex{0}, RunIndex{200}, domain::Priority::Low);
    EXPECT_EQ(queue.take(NodeIndex{0}), RunIndex{0});
    bool low_seen = false;
    for (int k = 0; k < 40; ++k) low_seen = low_seen || queue.take(NodeIndex{0}) == RunIndex{200};
    EXPECT_TRUE(low_seen);
}

}  // namespace
}  // namespace apollo::core
