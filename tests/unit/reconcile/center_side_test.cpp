// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Each kind of difference as the center finds it in a snapshot, and its one repair.
#include "app/core/reconcile.h"

#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using testing::step;
using testing::task;

class CenterSide : public CoreTest {
protected:
    CenterSide() {
        const domain::NodeFacts facts = core.state().nodes[0].facts;
        keep(core.node_disconnected(now(), NodeIndex{0}));
        keep(core.node_connected(now(), facts, Incarnation{7}, {Sequence{0}, true}));
        answer({});
        submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    }
    const SendSnapshotQuery* newest_query() const {
        const SendSnapshotQuery* found = nullptr;
        for (const Effect& effect : effects) {
            if (const auto* query = std::get_if<SendSnapshotQuery>(&effect)) found = query;
        }
        return found;
    }
    Sequence seen() const { return domain::contiguous_sequence(core.state().nodes[0], Incarnation{7}); }
    void answer(std::vector<AttemptReport> attempts) {
        ASSERT_NE(newest_query(), nullptr);
        keep(core.node_snapshot(now(), NodeIndex{0}, {newest_query()->query, Incarnation{7}, seen(), std::move(attempts)}));
    }
    // Asks, is answered, and says what the center did: types of its events and effects.
    std::string compare_with(std::vector<AttemptReport> attempts) {
        keep(core.reconcile(now(), std::nullopt));
        events.clear();
        const std::size_t before = effects.size();
        answer(std::move(attempts));
        std::string text;
        for (const domain::Event& event : events) {
            text += (text.empty() ? "" : " ") + std::string(to_text(event.header.type)) + (event.header.fact_only ? "*" : "");
        }
        for (std::size_t k = before; k < effects.size(); ++k) {
            if (std::holds_alternative<SendCancel>(effects[k])) text += " >cancel";
            if (std::holds_alternative<SendDispatch>(effects[k])) text += " >dispatch";
            if (std::holds_alternative<SendStop>(effects[k])) text += " >stop";
        }
        EXPECT_EQ(core.state().refused_changes, 0u);
        return text;
    }
    AttemptReport says(const char* name, NodePhase phase, std::uint32_t attempt = 1) const {
        return {TaskId{"t"}, StepName{name}, Attempt{attempt}, phase, {}};
    }
    AttemptReport ended(const char* name, EventType type, int code) const {
        AttemptReport report = says(name, NodePhase::Ended);
        report.end = NodeReport{Sequence{1}, type, TaskId{"t"}, StepName{name}, Attempt{1}, now().wall, exited(code)};
        return report;
    }
};

TEST_F(CenterSide, AgreementChangesNothing) {
    report("a", "x", EventType::Accepted);
    EXPECT_EQ(compare_with({says("x", NodePhase::Queued)}), "");
    report("a", "x", EventType::Started);
    EXPECT_EQ(compare_with({says("x", NodePhase::Running)}), "");
}

TEST_F(CenterSide, ADispatchThatNeverArrivedIsSentAgain) {
    EXPECT_EQ(compare_with({}), "RECONCILED* >dispatch");
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{1});
}

TEST_F(CenterSide, AnAttemptTheNodeNoLongerKnowsIsLostAndItsIdempotencyDecides) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    EXPECT_EQ(compare_with({}), "RECONCILED* FAILED RETRY_SCHEDULED");
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
}

TEST_F(CenterSide, AQuarantinedRunThatTheNodeNoLongerHasGivesItsPlaceBackAndStaysForAPerson) {
    report("a", "x", EventType::Accepted);
    keep(core.quarantine(now(), {core.state().find_task(TaskId{"t"})->first_run}, "events were lost"));
    EXPECT_EQ(compare_with({says("x", NodePhase::Queued)}), "") << "what lives goes on";
    compare_with({});
    EXPECT_EQ(core.state().nodes[0].live_runs, 0u);
    EXPECT_TRUE(run("x", "a").quarantined);
    pass(60'000);
    EXPECT_EQ(count_effects<SendDispatch>(), 1u) << "and is not tried again by itself";
}

TEST_F(CenterSide, AnAttemptOfACancelledTaskThatTheNodeDoesNotKnowIsCancelled) {
    report("a", "x", EventType::Accepted);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {"", "because"}}).ok());
    EXPECT_EQ(compare_with({}), "RECONCILED* CANCELLED");
}

TEST_F(CenterSide, AnAttemptTheNodeMustNeverStartIsFailedAndTriedAgain) {
    EXPECT_EQ(compare_with({says("x", NodePhase::Forbidden)}), "RECONCILED* FAILED RETRY_SCHEDULED");
}

TEST_F(CenterSide, WhatTheNodeHasInItsQueueIsAccepted) {
    EXPECT_EQ(compare_with({says("x", NodePhase::Queued)}), "RECONCILED* ACCEPTED");
}

TEST_F(CenterSide, WhatTheNodeRunsIsRunning) {
    EXPECT_EQ(compare_with({says("x", NodePhase::Running)}), "RECONCILED* STARTED");
    EXPECT_EQ(run("x", "a").status, RunStatus::Running);
}

TEST_F(CenterSide, WhatHasEndedOnTheNodeIsEndedAsTheNodeTellsIt) {
    EXPECT_EQ(compare_with({ended("x", EventType::Succeeded, 0)}), "RECONCILED* STARTED SUCCEEDED DISPATCHED >dispatch");
    EXPECT_EQ(run("y", "a").status, RunStatus::Dispatched);
}

TEST_F(CenterSide, AFailureOnTheNodeIsFollowedAsAnyFailure) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    EXPECT_EQ(compare_with({ended("x", EventType::Failed, 1)}), "RECONCILED* FAILED RETRY_SCHEDULED");
}

TEST_F(CenterSide, AnEndThatTheNodeCannotReadBackIsAsGoodAsLost) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    EXPECT_EQ(compare_with({says("x", NodePhase::Ended)}), "RECONCILED* FAILED RETRY_SCHEDULED");
}

TEST_F(CenterSide, ASuccessBeforeTheTimeoutWasDecidedWinsWhileNoRetryIsClaimed) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    domain::RunEnded timeout;
    report("a", "x", EventType::TimedOut, 1, timeout);
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    EXPECT_EQ(compare_with({ended("x", EventType::Succeeded, 0)}), "RECONCILED* RECONCILED DISPATCHED >dispatch");
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
}

TEST_F(CenterSide, WhatTimedOutForGoodButStillRunsIsRunningAgain) {
    domain::TaskDefinition other = task("u", {step("z"), step("open")}, {"a"});
    other.retry_policy->max_retries = 0;
    submit(other);
    const auto tell = [&](EventType type) {
        NodeReport one{seen().next(), type, TaskId{"u"}, StepName{"z"}, Attempt{1}, now().wall, {}};
        if (type > EventType::Started) one.payload = domain::RunEnded{};
        keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, {one}));
    };
    for (EventType type : {EventType::Accepted, EventType::Started, EventType::TimedOut}) tell(type);
    const RunIndex z = *core.state().find_run(TaskId{"u"}, StepName{"z"}, NodeId{"a"});
    ASSERT_EQ(core.state().runs[z.value].status, RunStatus::Timeout);
    AttemptReport still{TaskId{"u"}, StepName{"z"}, Attempt{1}, NodePhase::Running, {}};
    keep(core.reconcile(now(), std::nullopt));
    answer({still, says("x", NodePhase::Queued), {TaskId{"u"}, StepName{"open"}, Attempt{1}, NodePhase::Queued, {}}});
    EXPECT_EQ(core.state().runs[z.value].status, RunStatus::Running);
    tell(EventType::Succeeded);
    EXPECT_EQ(core.state().runs[z.value].status, RunStatus::Succeeded);
}

TEST_F(CenterSide, ACancelThatTheNodeMissedIsToldAgain) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {"", "because"}}).ok());
    EXPECT_EQ(compare_with({says("x", NodePhase::Running)}), "RECONCILED* >cancel");
}

TEST_F(CenterSide, AnOlderAttemptThatStillLivesThereIsStopped) {
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    report("a", "x", EventType::Failed, 1, exited(1));
    pass(1000);
    ASSERT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
    EXPECT_EQ(compare_with({says("x", NodePhase::Running, 1), says("x", NodePhase::Queued, 2)}), "RECONCILED* ACCEPTED RECONCILED* >cancel")
        << "and the newer one is accepted";
}

TEST_F(CenterSide, AnAttemptThatWasNeverWantedIsStoppedAndItsNumberIsUsedUp) {
    EXPECT_EQ(compare_with({says("x", NodePhase::Queued), says("y", NodePhase::Running, 3)}), "RECONCILED* ACCEPTED RECONCILED* >cancel");
    EXPECT_EQ(run("y", "a").status, RunStatus::Pending);
    EXPECT_EQ(domain::next_attempt(run("y", "a")), Attempt{4});
}

TEST_F(CenterSide, ARunThatDoesNotExistHereIsStoppedAndBecomesADeadLetter) {
    AttemptReport stranger{TaskId{"gone"}, StepName{"s"}, Attempt{1}, NodePhase::Running, {}};
    EXPECT_EQ(compare_with({says("x", NodePhase::Queued), stranger}), "RECONCILED* ACCEPTED DEAD_LETTERED ALERT_RAISED >stop");
}

TEST_F(CenterSide, NothingIsComparedBeforeEveryEventThatTheNodeHadIsHere) {
    report("a", "x", EventType::Accepted);
    keep(core.reconcile(now(), std::nullopt));
    events.clear();
    const Sequence ahead{seen().value + 2};
    keep(core.node_snapshot(now(), NodeIndex{0}, {newest_query()->query, Incarnation{7}, ahead, {ended("x", EventType::Succeeded, 0)}}));
    EXPECT_TRUE(events.empty());
    report("a", "x", EventType::Started);
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(std::count_if(events.begin(), events.end(), [](const auto& event) { return event.header.type == EventType::Reconciled; }), 0);
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
}

TEST_F(CenterSide, AnAnswerToAnOlderQuestionIsIgnored) {
    keep(core.reconcile(now(), std::nullopt));
    const std::uint64_t old_query = newest_query()->query;
    keep(core.reconcile(now(), std::nullopt));
    events.clear();
    keep(core.node_snapshot(now(), NodeIndex{0}, {old_query, Incarnation{7}, seen(), {}}));
    EXPECT_TRUE(events.empty());
}

TEST_F(CenterSide, EachIntervalAsksOnceHoweverOftenItWasAskedOnDemand) {
    for (int k = 0; k < 3; ++k) keep(core.reconcile(now(), std::nullopt));
    report("a", "x", EventType::Accepted);
    const std::size_t before = count_effects<SendSnapshotQuery>();
    pass(299000);
    EXPECT_EQ(count_effects<SendSnapshotQuery>(), before);
    pass(1000);
    EXPECT_EQ(count_effects<SendSnapshotQuery>(), before + 1);
    pass(300000);
    EXPECT_EQ(count_effects<SendSnapshotQuery>(), before + 2);
}

TEST_F(CenterSide, ANodeGetsNothingNewBeforeItsAnswerWasCompared) {
    const domain::NodeFacts facts = core.state().nodes[0].facts;
    keep(core.node_disconnected(now(), NodeIndex{0}));
    keep(core.node_connected(now(), facts, Incarnation{7}, {seen(), true}));
    const std::size_t before = count_effects<SendDispatch>();
    submit(task("u", {step("z")}, {"a"}));
    EXPECT_EQ(count_effects<SendDispatch>(), before);
    answer({says("x", NodePhase::Queued)});
    EXPECT_EQ(count_effects<SendDispatch>(), before + 1);
}

}  // namespace
}  // namespace apollo::core
