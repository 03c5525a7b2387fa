// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What doctor reads from a state: each planted fault is found by its own check and by no other, a healthy system has none.
#include "app/cli/state_diagnosis.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::cli {
namespace {

using domain::EventType;
using testing::step;
using testing::task;

class StateDiagnosis : public ::testing::Test {
protected:
    StateDiagnosis() {
        script.enrol("n1").connect("n1");
        script.submit(task("t", {step("a"), step("b", {"a"})}, {"n1"}));
        seen.live = true;
        seen.nodes.push_back({NodeId{"n1"}, 3, WallTime{1}, 0, true});
    }

    // So long after the newest event.
    void after(std::int64_t ms) { seen.now.ms = script.state().last.recorded_time.ms + ms; }
    void start(const char* step) { script.run("t", step, "n1", EventType::Dispatched).run("t", step, "n1", EventType::Accepted).run("t", step, "n1", EventType::Started); }
    void condition(EventType type, domain::Payload payload) {
        domain::Event event;
        event.header.type = type;
        event.payload = std::move(payload);
        script.raw(event);
    }

    void expect_healthy() {
        if (!seen.now.known()) after(0);
        for (const Check& check : check_state(script.state(), seen)) EXPECT_TRUE(check.ok) << check.name << ": " << check.message;
    }
    void expect_only(const std::string& name, const std::string& part) {
        if (!seen.now.known()) after(0);
        for (const Check& check : check_state(script.state(), seen)) {
            if (check.name != name) {
                EXPECT_TRUE(check.ok) << check.name << ": " << check.message;
                continue;
            }
            EXPECT_FALSE(check.ok) << name;
            EXPECT_NE(check.message.find(part), std::string::npos) << check.message;
            EXPECT_FALSE(check.advice.empty());
        }
    }

    testing::EventScript script;
    Circumstances seen;
};

TEST_F(StateDiagnosis, AHealthySystemHasNoTroubleWhileWorkRunsAndAfterIt) {
    expect_healthy();
    start("a");
    after(50000);
    expect_healthy();
    script.run("t", "a", "n1", EventType::Succeeded, domain::RunEnded{}).finish("t", "b", "n1");
    after(1000000);
    expect_healthy();
}

TEST_F(StateDiagnosis, AFolderIsJudgedAsItWasWhenItsLogEnded) {
    start("a");
    seen = Circumstances{};
    seen.now = script.state().last.recorded_time;
    expect_healthy();
}

TEST_F(StateDiagnosis, FindsAQuarantinedRun) {
    script.finish("t", "a", "n1").run("t", "a", "n1", EventType::RunQuarantined, domain::Note{"lost"});
    expect_only("quarantined_runs", "t / a on n1");
}

TEST_F(StateDiagnosis, FindsADeadLetter) {
    domain::DeadLettered letter;
    letter.reason = "there is no task x";
    condition(EventType::DeadLettered, letter);
    expect_only("dead_letters", "there is no task x");
}

TEST_F(StateDiagnosis, FindsAnOpenBreaker) {
    domain::Note note{"opened"};
    note.key = "node:n1";
    condition(EventType::BreakerOpened, note);
    expect_only("breakers", "node:n1");
}

TEST_F(StateDiagnosis, FindsAnOpenAlertAlsoOneThatWasSeen) {
    condition(EventType::AlertRaised, domain::Note{"more than 5 % fail"});
    expect_only("alerts", "more than 5 % fail");
    domain::OperatorAction action{"ack", OperatorName{"alice"}, {}, "looking", std::nullopt};
    action.about = script.state().position;
    condition(EventType::AlertAcked, action);
    expect_only("alerts", "seen by alice");
}

TEST_F(StateDiagnosis, FindsALostNodeWithWorkOnIt) {
    start("a");
    script.lose("n1");
    expect_only("silent_nodes", "node n1 is unreachable with 1 run on it");
}

TEST_F(StateDiagnosis, FindsANodeThatIsNotConnectedJustNowWithWorkOnIt) {
    start("a");
    seen.nodes[0].connected = false;
    expect_only("silent_nodes", "node n1 is not connected");
}

TEST_F(StateDiagnosis, ANodeOutOfReachWithoutWorkIsNoTrouble) {
    script.lose("n1");
    expect_healthy();
}

TEST_F(StateDiagnosis, FindsAReportThatIsMissingBetweenOthers) {
    domain::Event event;
    event.header.type = EventType::Accepted;
    event.header.run = script.index_of("t", "a", "n1");
    event.header.task = TaskIndex{0};
    event.header.node = NodeIndex{0};
    event.header.incarnation = Incarnation{1};
    event.header.sequence = Sequence{2};
    event.header.fact_only = true;
    script.raw(event);
    expect_only("missing_reports", "report 1 of node n1 is missing though 2 has come");
}

TEST_F(StateDiagnosis, FindsARunFarBeyondItsTimeoutAndNoneALittleBeyond) {
    start("a");
    after(170000);
    expect_healthy();
    after(181000);
    expect_only("overdue_runs", "t / a on n1 has been running for 181 s, its timeout is 60 s");
}

TEST_F(StateDiagnosis, SaysWhichHopHoldsAnOrderThatNobodyConfirmed) {
    script.run("t", "a", "n1", EventType::Dispatched);
    after(14000);
    expect_healthy();
    after(16000);
    expect_only("unconfirmed_orders", "the agent or the line to it holds it");
    seen.nodes.clear();
    const std::vector<Check> checks = check_state(script.state(), seen);
    for (const Check& check : checks) {
        if (check.name != "unconfirmed_orders") continue;
        EXPECT_NE(check.message.find("the orchestrator holds it, since the node is not connected"), std::string::npos) << check.message;
    }
}

TEST_F(StateDiagnosis, FindsARetryThatWaitsBeyondItsTimeButNotOneThatIsPaused) {
    script.finish("t", "a", "n1", EventType::Failed).run("t", "a", "n1", EventType::RetryScheduled, domain::RetryScheduled{5000, 1});
    after(60000);
    expect_healthy();
    after(70000);
    expect_only("late_retries", "retry 1 of t / a on n1 is 65 s late");
    script.task_event("t", EventType::TaskPaused);
    after(70000);
    expect_only("pauses", "task t is paused");
}

TEST_F(StateDiagnosis, FindsAClockThatIsOff) {
    seen.nodes[0].clock_offset_ms = -2500;
    expect_only("clocks", "node n1 is off by -2500 ms");
}

TEST_F(StateDiagnosis, FindsThatTheWholeOrchestratorIsPaused) {
    condition(EventType::DispatchPaused, domain::OperatorAction{"pause", OperatorName{"alice"}, {}, "night", std::nullopt});
    expect_only("pauses", "the whole orchestrator is paused");
}

TEST_F(StateDiagnosis, FindsAnEventThatCouldNotBeApplied) {
    script.run("t", "a", "n1", EventType::Succeeded, domain::RunEnded{});
    expect_only("illegal_changes", "1 event of the log");
}

TEST(ManyFindings, NamesTheFirstThreeAndCountsTheRest) {
    const Check check = make_check("x", {"one", "two", "three", "four", "five"}, "well", "advice");
    EXPECT_EQ(check.message, "one; two; three; and 2 more");
    EXPECT_EQ(make_check("x", {}, "well", "advice").message, "well");
    EXPECT_EQ(make_check("x", {}, "well", "advice").advice, "");
}

}  // namespace
}  // namespace apollo::cli
