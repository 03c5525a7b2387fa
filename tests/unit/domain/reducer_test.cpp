// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/reducer.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::domain {
namespace {

using testing::EventScript;
using testing::step;
using testing::task;

EventScript two_nodes() {
    EventScript script;
    script.enrol("a").enrol("b").connect("a").connect("b");
    return script;
}

TEST(Transitions, EveryEdgeHasAReasonAndNoForbiddenOneIsInTheTable) {
    for (const Edge& edge : transition_table()) {
        EXPECT_GT(std::string(edge.reason).size(), 5u);
        const bool executes = edge.to == RunStatus::Running || edge.to == RunStatus::Dispatched;
        EXPECT_FALSE(edge.from == RunStatus::Succeeded && edge.to == RunStatus::Running);
        EXPECT_FALSE(edge.from == RunStatus::Failed && edge.to == RunStatus::Succeeded);
        EXPECT_FALSE(edge.from == RunStatus::Cancelled && executes);
        EXPECT_FALSE(edge.from == RunStatus::Compensated && edge.to == RunStatus::Succeeded) << "only through a new start";
    }
}

TEST(Transitions, OnlyAPersonMovesASettledRunBack) {
    for (RunStatus from : {RunStatus::Succeeded, RunStatus::Failed, RunStatus::Cancelled, RunStatus::Skipped, RunStatus::Timeout}) {
        EXPECT_EQ(transition(from, EventType::ManualOverride, RunStatus::Pending), RunStatus::Pending);
        EXPECT_FALSE(transition(from, EventType::Started));
        EXPECT_FALSE(transition(from, EventType::Dispatched));
    }
    EXPECT_FALSE(transition(RunStatus::Running, EventType::ManualOverride, RunStatus::Succeeded)) << "cancel it first";
    EXPECT_FALSE(transition(RunStatus::Failed, EventType::ManualOverride, RunStatus::Running));
}

TEST(Reducer, AStepWaitsForAllNodesOfItsUpstreamStep) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x"), step("y", {"x"})}, {"a", "b"}));
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "x", "a")));
    script.finish("t", "x", "a");
    EXPECT_FALSE(is_ready(script.state(), script.index_of("t", "y", "a"))) << "x still runs on b";
    script.finish("t", "x", "b");
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "y", "a")));
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "y", "b")));
}

TEST(Reducer, APerNodeStepWaitsForItsOwnNodeOnly) {
    EventScript script = two_nodes();
    auto y = step("y", {"x"});
    y.per_node = true;
    script.submit(task("t", {step("x"), y}, {"a", "b"})).finish("t", "x", "a");
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "y", "a")));
    EXPECT_FALSE(is_ready(script.state(), script.index_of("t", "y", "b")));
}

TEST(Reducer, AFailureBlocksWhatDependsOnItAllTheWayDownAndTheTaskFails) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    script.finish("t", "x", "a", EventType::Failed);
    EXPECT_TRUE(script.run_of("t", "y", "a").blocked);
    EXPECT_TRUE(script.run_of("t", "z", "a").blocked);
    EXPECT_EQ(script.status("t"), TaskStatus::Failed);
    EXPECT_TRUE(script.state().find_task(TaskId{"t"})->ended_at.known());
    script.run("t", "x", "a", EventType::ManualOverride, OperatorAction{"rerun", OperatorName{"o"}, {}, "again", RunStatus::Pending});
    EXPECT_FALSE(script.run_of("t", "z", "a").blocked) << "a rerun upstream gives them their chance back";
    EXPECT_FALSE(script.state().find_task(TaskId{"t"})->ended_at.known());
    script.finish("t", "x", "a").finish("t", "y", "a").finish("t", "z", "a");
    EXPECT_EQ(script.status("t"), TaskStatus::Succeeded);
}

TEST(Reducer, TriggersLookAtFinalStates) {
    EventScript script = two_nodes();
    auto cleanup = step("cleanup", {"y"}), alarm = step("alarm", {"x"});
    cleanup.trigger = Trigger::AllDone;
    alarm.trigger = Trigger::AnyFailed;
    script.submit(task("t", {step("x"), step("y", {"x"}), cleanup, alarm}, {"a"}));
    EXPECT_FALSE(is_ready(script.state(), script.index_of("t", "cleanup", "a")));
    script.finish("t", "x", "a", EventType::Failed);
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "alarm", "a")));
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "cleanup", "a"))) << "a blocked step will never do anything: it is done";
}

// x, y after it; "alarm" if x fails, "tell" after the alarm, "again" if the alarm fails, "last" after all of them.
domain::TaskDefinition with_alarm() {
    auto alarm = step("alarm", {"x"}), again = step("again", {"alarm"}), last = step("last", {"tell", "again"});
    alarm.trigger = again.trigger = Trigger::AnyFailed;
    last.trigger = Trigger::AllDone;
    return task("t", {step("x"), step("y", {"x"}), alarm, step("tell", {"alarm"}), again, last}, {"a"});
}

TEST(Reducer, AnAlarmThatNobodyNeedsIsNoFailure) {
    EventScript script = two_nodes();
    script.submit(with_alarm()).finish("t", "x", "a");
    for (const char* name : {"alarm", "tell", "again"}) {
        EXPECT_TRUE(script.run_of("t", name, "a").unneeded) << name;
        EXPECT_FALSE(script.run_of("t", name, "a").blocked) << name;
        EXPECT_FALSE(is_ready(script.state(), script.index_of("t", name, "a"))) << name;
    }
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "last", "a"))) << "what will never do anything is done";
    script.finish("t", "y", "a").finish("t", "last", "a");
    EXPECT_EQ(script.status("t"), TaskStatus::Succeeded);
}

TEST(Reducer, AnAlarmThatIsNeededRunsAndTheTaskStillFails) {
    EventScript script = two_nodes();
    script.submit(with_alarm()).finish("t", "x", "a", EventType::Failed);
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "alarm", "a")));
    script.finish("t", "alarm", "a").finish("t", "tell", "a");
    EXPECT_TRUE(script.run_of("t", "again", "a").unneeded);
    script.finish("t", "last", "a");
    EXPECT_EQ(script.status("t"), TaskStatus::Failed);
    script.run("t", "x", "a", EventType::ManualOverride, OperatorAction{"rerun", OperatorName{"o"}, {}, "again", RunStatus::Pending});
    script.finish("t", "x", "a").finish("t", "y", "a");
    EXPECT_EQ(script.status("t"), TaskStatus::Succeeded);
}

TEST(Reducer, AStepThatIsUnneededOnSomeNodesOnlyLetsTheRestGoOn) {
    EventScript script = two_nodes();
    auto roll_back = step("roll_back", {"x"});
    roll_back.trigger = Trigger::AnyFailed;
    roll_back.per_node = true;
    script.submit(task("t", {step("x"), roll_back, step("tell", {"roll_back"})}, {"a", "b"}));
    script.finish("t", "x", "a").finish("t", "x", "b", EventType::Failed).finish("t", "roll_back", "b");
    EXPECT_TRUE(script.run_of("t", "roll_back", "a").unneeded);
    EXPECT_TRUE(is_ready(script.state(), script.index_of("t", "tell", "a"))) << "it was rolled back where that was needed";
}

TEST(Reducer, WhatWaitsToRunOnARevokedNodeIsBlockedUntilTheNodeIsEnrolledAgain) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x"), step("y", {"x"})}, {"a", "b"})).finish("t", "x", "a");
    script.revoke("b");
    EXPECT_TRUE(script.run_of("t", "x", "b").blocked);
    EXPECT_TRUE(script.run_of("t", "y", "a").blocked) << "it waits for x on both";
    EXPECT_EQ(script.status("t"), TaskStatus::Failed) << "nothing can go on by itself";
    script.enrol("b");
    EXPECT_FALSE(script.run_of("t", "x", "b").blocked);
    EXPECT_EQ(script.status("t"), TaskStatus::Running);
}

TEST(Reducer, APersonMayMoveARunWhoseRetryIsNotSent) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a", EventType::Failed);
    script.run("t", "x", "a", EventType::RetryScheduled, RetryScheduled{60000, 1});
    EventScript sent = script;
    const OperatorAction skip{"skip", OperatorName{"o"}, {}, "not today", RunStatus::Skipped};
    script.run("t", "x", "a", EventType::ManualOverride, skip);
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Skipped);
    EXPECT_EQ(script.state().waiting_retries, 0u);
    sent.run("t", "x", "a", EventType::Dispatched).run("t", "x", "a", EventType::ManualOverride, skip);
    EXPECT_EQ(sent.run_of("t", "x", "a").status, RunStatus::Retrying) << "it may run by now";
}

TEST(Reducer, FailedThenRetryingInOneBatchGoesOnAsTheNextAttempt) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a", EventType::Failed);
    script.run("t", "x", "a", EventType::RetryScheduled, RetryScheduled{1000, 1});
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Retrying);
    EXPECT_EQ(script.status("t"), TaskStatus::Running);
    script.run("t", "x", "a", EventType::Dispatched);
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Retrying) << "the state stays until it starts";
    EXPECT_EQ(script.run_of("t", "x", "a").attempt, Attempt{1});
    script.run("t", "x", "a", EventType::Started);
    EXPECT_EQ(script.run_of("t", "x", "a").attempt, Attempt{2});
    EXPECT_EQ(script.run_of("t", "x", "a").retries, 1u);
}

TEST(Reducer, AnOlderVersionNeverOverwritesANewerOne) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a");
    Event old = script.events().back();
    old.header.type = EventType::Failed;
    old.header.version = Version{2};
    script.raw(old);
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(script.state().refused_changes, 1u);
}

TEST(Reducer, AnIllegalChangeHasNoEffectAndIsCounted) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).run("t", "x", "a", EventType::Succeeded);
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Pending);
    EXPECT_EQ(script.run_of("t", "x", "a").version, Version{0});
    EXPECT_EQ(script.state().refused_changes, 1u);
}

TEST(Reducer, TheBeginningOfAnAttemptThatHasEndedIsOldNews) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a").run("t", "x", "a", EventType::CompensationStarted);
    ASSERT_EQ(script.run_of("t", "x", "a").status, RunStatus::Compensating);
    const RunIndex x = script.index_of("t", "x", "a");
    script.run("t", "x", "a", EventType::Accepted).run("t", "x", "a", EventType::Started).run("t", "x", "a", EventType::Compensated);
    State damaged;
    Event lost;
    for (const Event& event : script.events()) {
        const bool of_undoing = event.header.run == x && event.header.type == EventType::Started && event.header.attempt == Attempt{2};
        if (of_undoing) lost = event;
        else apply(damaged, event);
    }
    ASSERT_EQ(damaged.runs[x.value].status, RunStatus::Compensated);
    lost.header.position = damaged.position.next();
    lost.header.version = damaged.runs[x.value].version.next();
    EXPECT_FALSE(check_run_event(damaged, lost)) << "else it would be a new start, and hold a place for ever";
}

TEST(Reducer, AVersionGapQuarantinesTheRunAndOthersGoOn) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x"), step("y")}, {"a"})).finish("t", "x", "a").finish("t", "y", "a");
    State damaged;
    const RunIndex x = script.index_of("t", "x", "a");
    for (const Event& event : script.events()) {
        if (event.header.run == x && event.header.type == EventType::Started) continue;  // lost
        apply(damaged, event);
    }
    EXPECT_TRUE(damaged.runs[x.value].quarantined);
    EXPECT_EQ(damaged.runs[x.value].status, RunStatus::Succeeded) << "what a later event proves";
    EXPECT_FALSE(damaged.runs[x.value + 1].quarantined);
    EXPECT_EQ(damaged.tasks[0].status, TaskStatus::Failed) << "a person has to look at it";
}

TEST(Reducer, ARunThatLostItsDispatchKnowsItsAttemptFromWhatFollowed) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a");
    State damaged;
    const RunIndex x = script.index_of("t", "x", "a");
    for (const Event& event : script.events()) {
        if (event.header.run == x && event.header.type == EventType::Dispatched) continue;  // lost
        apply(damaged, event);
    }
    EXPECT_TRUE(damaged.runs[x.value].quarantined);
    EXPECT_EQ(damaged.runs[x.value].status, RunStatus::Succeeded);
    EXPECT_EQ(damaged.runs[x.value].attempt, script.run_of("t", "x", "a").attempt) << "or a rerun would be taken for the attempt that was";
    EXPECT_EQ(damaged.runs[x.value].version, script.run_of("t", "x", "a").version);
}

TEST(Reducer, AFactChangesNothing) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).finish("t", "x", "a");
    const std::string message = script.state().details[0].message;
    Event fact = script.events().back();
    fact.header.fact_only = true;
    fact.header.type = EventType::Failed;
    fact.payload = RunEnded{1, 0, FailureClass::Transient, "late", {}, {}, {}, {}};
    script.raw(fact);
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(script.state().details[0].message, message);
    EXPECT_EQ(script.state().refused_changes, 0u);
}

TEST(Reducer, DuplicatesAreKnownExactlyAlsoOutOfOrder) {
    EventScript script = two_nodes();
    Event event;
    event.header.type = EventType::DeadLettered;
    event.header.node = NodeIndex{0};
    event.header.incarnation = Incarnation{7};
    for (std::uint64_t sequence : {1, 2, 5, 4}) {
        event.header.sequence = Sequence{sequence};
        script.raw(event);
    }
    const Node& node = script.state().nodes[0];
    EXPECT_EQ(contiguous_sequence(node, Incarnation{7}), Sequence{2});
    EXPECT_TRUE(is_known_event(node, Incarnation{7}, Sequence{4}));
    EXPECT_FALSE(is_known_event(node, Incarnation{7}, Sequence{3}));
    EXPECT_FALSE(is_known_event(node, Incarnation{8}, Sequence{1})) << "another life of the agent's log";
    event.header.sequence = Sequence{3};
    script.raw(event);
    EXPECT_EQ(contiguous_sequence(script.state().nodes[0], Incarnation{7}), Sequence{5});
}

TEST(Reducer, ATaskThatDependsOnAnotherWaitsForItsSuccess) {
    EventScript script = two_nodes();
    auto second = task("second", {step("y")}, {"a"});
    second.depends_on = {TaskId{"first"}};
    script.submit(task("first", {step("x")}, {"a"})).submit(second);
    EXPECT_FALSE(is_ready(script.state(), script.index_of("second", "y", "a")));
    script.finish("first", "x", "a");
    EXPECT_TRUE(is_ready(script.state(), script.index_of("second", "y", "a")));
}

TEST(Reducer, ATaskWhoseUpstreamTaskFailedIsBlocked) {
    EventScript script = two_nodes();
    auto second = task("second", {step("y")}, {"a"});
    second.depends_on = {TaskId{"first"}};
    script.submit(task("first", {step("x")}, {"a"})).submit(second).finish("first", "x", "a", EventType::Failed);
    EXPECT_TRUE(script.run_of("second", "y", "a").blocked);
    EXPECT_EQ(script.status("second"), TaskStatus::Failed);
}

TEST(Reducer, UnreachableIsAFlagNotAState) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).run("t", "x", "a", EventType::Dispatched).run("t", "x", "a", EventType::Started).lose("a");
    EXPECT_EQ(script.run_of("t", "x", "a").status, RunStatus::Running);
    ASSERT_EQ(flags_of(script.state(), RunIndex{0}).size(), 1u);
    EXPECT_STREQ(flags_of(script.state(), RunIndex{0})[0], "unreachable");
}

TEST(Reducer, AChainOf20000StepsFailsAndRecoversWithoutRecursion) {
    std::vector<StepDefinition> steps{step("s0")};
    for (int k = 1; k < 20000; ++k) steps.push_back(step("s" + std::to_string(k), {"s" + std::to_string(k - 1)}));
    EventScript script = two_nodes();
    script.submit(task("t", std::move(steps), {"a"})).finish("t", "s0", "a", EventType::Failed);
    EXPECT_TRUE(script.run_of("t", "s19999", "a").blocked);
    EXPECT_EQ(script.state().find_task(TaskId{"t"})->blocked_count, 19999u);
}

TEST(Reducer, ALateEndOfAnOlderAttemptChangesNothing) {
    EventScript script = two_nodes();
    script.submit(task("t", {step("x")}, {"a"})).run("t", "x", "a", EventType::Dispatched).run("t", "x", "a", EventType::TimedOut);
    script.run("t", "x", "a", EventType::RetryScheduled).run("t", "x", "a", EventType::Dispatched);
    ASSERT_EQ(script.run_of("t", "x", "a").dispatched_attempt, Attempt{2});
    for (const EventType type : {EventType::Cancelled, EventType::Failed}) {
        Event late;
        late.header.type = type;
        late.header.run = script.index_of("t", "x", "a");
        late.header.attempt = Attempt{1};
        EXPECT_FALSE(check_run_event(script.state(), late)) << to_text(type) << " of attempt 1 while attempt 2 is on its way";
        late.header.attempt = Attempt{2};
        EXPECT_TRUE(check_run_event(script.state(), late)) << to_text(type);
    }
}

TEST(Reducer, RunsOfANodeWhoseEnrolmentWasLostAreItsOwnWhenTheLogNamesItAgain) {
    EventScript script;
    script.enrol("a").submit(task("t", {step("x")}, {"a", "b"}));
    ASSERT_EQ(script.run_of("t", "x", "b").node, no_node);
    Event connected;
    connected.header.type = EventType::NodeConnected;
    connected.header.node = NodeIndex{1};
    connected.header.incarnation = Incarnation{7};
    connected.payload = NodeFacts{NodeId{"b"}, {}, {}, {}, 2, {}, {}};
    script.raw(connected);
    EXPECT_EQ(script.run_of("t", "x", "b").node, NodeIndex{1});
    EXPECT_EQ(script.state().nodes[1].live_runs, 0u);
}

TEST(Reducer, TheSameLogGivesTheSameHash) {
    const auto build = [] {
        EventScript script = two_nodes();
        script.submit(testing::layered_task("t", 3, 3, {"a", "b"})).finish("t", "s0-0", "a").lose("b");
        return state_hash(script.state());
    };
    EXPECT_EQ(build(), build());
}

}  // namespace
}  // namespace apollo::domain
