// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is foretold of a running task, from what earlier ones took.
#include "common/domain/forecast.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::domain {
namespace {

using testing::step;
using testing::task;

constexpr std::int64_t second_ms = 1000;

class ForecastTest : public ::testing::Test {
protected:
    ForecastTest() { script.enrol("n1").enrol("n2").connect("n1").connect("n2"); }

    // An event of a run at a moment that counts from the beginning of the test.
    void at(std::int64_t ms, const std::string& task, const std::string& step, const std::string& node, EventType type, Payload payload = {}) {
        Event event;
        event.header.run = script.index_of(task, step, node);
        const domain::Run& known = script.state().runs[event.header.run.value];
        event.header.task = known.task;
        event.header.type = type;
        event.header.version = known.version.next();
        event.header.attempt = std::max(known.attempt, known.dispatched_attempt);
        if (type == EventType::Dispatched) event.header.attempt = event.header.attempt.next();
        event.header.origin_time = event.header.recorded_time = WallTime{begun.ms + ms};
        event.payload = std::move(payload);
        script.raw(event);
    }
    void start(std::int64_t ms, const std::string& task, const std::string& step, const std::string& node) {
        at(ms, task, step, node, EventType::Dispatched);
        at(ms, task, step, node, EventType::Started);
    }
    void took(std::int64_t duration_ms, const std::string& task, const std::string& step, const std::string& node, EventType end = EventType::Succeeded) {
        start(0, task, step, node);
        RunEnded ended;
        ended.exit_code = end == EventType::Succeeded ? 0 : 1;
        at(duration_ms, task, step, node, end, ended);
    }
    // Earlier tasks of the same steps, each of which took as long as said there.
    void history(const std::vector<StepDefinition>& steps, const std::vector<std::map<std::string, std::int64_t>>& tasks) {
        for (const auto& durations : tasks) {
            const std::string id = "earlier-" + std::to_string(m_earlier++);
            script.submit(task(id, steps, {"n1"}));
            for (const StepDefinition& one : steps) took(durations.at(one.name.text), id, one.name.text, "n1");
        }
    }
    Forecast of(const std::string& id, std::int64_t now_ms = 0) const {
        return forecast(script.state(), script.state().task_by_id.at(TaskId{id}), WallTime{begun.ms + now_ms});
    }
    std::int64_t p50_ms(const Forecast& forecast) const { return forecast.end_p50 ? forecast.end_p50->ms - forecast.as_of.ms : -1; }
    std::int64_t p90_ms(const Forecast& forecast) const { return forecast.end_p90 ? forecast.end_p90->ms - forecast.as_of.ms : -1; }
    std::string path(const Forecast& forecast) const {
        std::string text;
        for (const PathPart& part : forecast.critical_path) {
            text += (text.empty() ? "" : " ") + script.state().step_of(part.run).name.text + "@" + script.state().node_of(part.run).text + "=" + std::to_string(part.remaining_ms);
        }
        return text;
    }

    testing::EventScript script;
    const WallTime begun{1800000000000};

private:
    int m_earlier = 0;
};

TEST_F(ForecastTest, WithoutHistoryNoEndIsInvented) {
    script.submit(task("t", {step("a"), step("b", {"a"})}, {"n1"}));
    const Forecast forecast = of("t");
    EXPECT_FALSE(forecast.end_p50);
    EXPECT_FALSE(forecast.end_p90);
    EXPECT_FALSE(forecast.risk_of_failure_percent);
    EXPECT_EQ(forecast.without_history, (std::vector<std::uint32_t>{0, 1}));
}

TEST_F(ForecastTest, AChainTakesTheSumAndAForkItsLongerBranch) {
    const std::vector<StepDefinition> steps{step("a"), step("long", {"a"}), step("short", {"a"}), step("end", {"long", "short"})};
    history(steps, {{{"a", 10 * second_ms}, {"long", 30 * second_ms}, {"short", 5 * second_ms}, {"end", 2 * second_ms}}});
    script.submit(task("t", steps, {"n1"}));
    EXPECT_EQ(p50_ms(of("t")), 42 * second_ms);
    EXPECT_EQ(path(of("t")), "a@n1=10000 long@n1=30000 end@n1=2000");
    start(0, "t", "a", "n1");
    EXPECT_EQ(p50_ms(of("t", 4 * second_ms)), 38 * second_ms) << "four of its ten seconds are over";
    EXPECT_EQ(of("t", 4 * second_ms).critical_path[0].remaining_ms, 6 * second_ms);
}

TEST_F(ForecastTest, TheLateEndOfManyRunsIsLaterThanTheUsualOne) {
    const std::vector<StepDefinition> steps{step("a")};
    std::vector<std::map<std::string, std::int64_t>> tasks;
    for (int k = 1; k <= 10; ++k) tasks.push_back({{"a", k * second_ms}});
    history(steps, tasks);
    script.submit(task("t", steps, {"n1"}));
    const Forecast forecast = of("t");
    EXPECT_NEAR(static_cast<double>(p50_ms(forecast)), 5500, 1000);
    EXPECT_NEAR(static_cast<double>(p90_ms(forecast)), 9500, 1000);
    EXPECT_EQ(p90_ms(forecast), p90_ms(of("t"))) << "the same answer to the same question";
    EXPECT_EQ(forecast.steps[0].history->p99_ms(), 10 * second_ms);
}

TEST_F(ForecastTest, WhatRunsLongerThanItsP99IsFlagged) {
    const std::vector<StepDefinition> steps{step("a")};
    history(steps, {4, {{"a", 10 * second_ms}}});
    script.submit(task("t", steps, {"n1"}));
    start(0, "t", "a", "n1");
    EXPECT_TRUE(of("t", 60 * second_ms).slow.empty()) << "four are too few to say what is unusual";
    history(steps, {{{"a", 10 * second_ms}}});
    EXPECT_TRUE(of("t", 10 * second_ms).slow.empty());
    const Forecast forecast = of("t", 10001);
    ASSERT_EQ(forecast.slow.size(), 1u);
    EXPECT_EQ(forecast.slow[0].running_ms, 10001);
    EXPECT_EQ(forecast.slow[0].p99_ms, 10 * second_ms);
    EXPECT_EQ(p50_ms(forecast), 0) << "it may end at any moment";
}

TEST_F(ForecastTest, TurnsOfARollOutAndPlacesOfANodeAreWaitedFor) {
    std::vector<StepDefinition> steps{step("a")};
    history(steps, {{{"a", 10 * second_ms}}});
    StepDefinition careful = step("a");
    careful.roll_out.max_parallel_nodes = 1;
    script.submit(task("careful", {careful}, {"n1", "n2"}));
    EXPECT_EQ(p50_ms(of("careful")), 20 * second_ms);
    EXPECT_EQ(path(of("careful")), "a@n1=10000 a@n2=10000") << "the second waits for the first one's turn";
    script.submit(task("at-once", steps, {"n1", "n2"}));
    EXPECT_EQ(p50_ms(of("at-once")), 10 * second_ms);
    std::vector<StepDefinition> many;  // nodes have four places
    for (int k = 0; k < 9; ++k) many.push_back(step("w" + std::to_string(k)));
    std::map<std::string, std::int64_t> durations;
    for (const StepDefinition& one : many) durations[one.name.text] = second_ms;
    history(many, {durations});
    script.submit(task("crowd", many, {"n1"}));
    EXPECT_EQ(p50_ms(of("crowd")), 3 * second_ms);
}

TEST_F(ForecastTest, WhatFailedBeforeIsARiskAndMakesTheLateEndLater) {
    StepDefinition shaky = step("a");
    shaky.retry_policy = RetryPolicy{1, 60 * second_ms, 60 * second_ms, Backoff::Fixed};
    for (int k = 0; k < 4; ++k) {
        const std::string id = "earlier-" + std::to_string(k);
        script.submit(task(id, {shaky}, {k % 2 == 0 ? "n1" : "n2"}));
        took(10 * second_ms, id, "a", k % 2 == 0 ? "n1" : "n2", k % 2 == 0 ? EventType::Failed : EventType::Succeeded);
    }
    script.submit(task("t", {shaky}, {"n1"}));
    const Forecast forecast = of("t");
    EXPECT_EQ(forecast.steps[0].history->attempts, 4u);
    EXPECT_EQ(forecast.steps[0].history->failed_attempts, 2u);
    EXPECT_NEAR(*forecast.risk_of_failure_percent, 25, 8) << "both tries, each of them half of the time";
    EXPECT_EQ(p90_ms(forecast), 80 * second_ms) << "with the second try";
    ASSERT_EQ(forecast.nodes.size(), 1u);
    EXPECT_EQ(forecast.records.nodes[forecast.nodes[0].value].failed_attempts, 2u);
    EXPECT_EQ(forecast.records.nodes[1 - forecast.nodes[0].value].failed_attempts, 0u) << "the other node never failed";
}

TEST_F(ForecastTest, AStepForFailuresTakesNoTimeWhereNothingFailed) {
    StepDefinition clean = step("clean", {"a"});
    clean.trigger = Trigger::AnyFailed;
    const std::vector<StepDefinition> steps{step("a"), clean};
    script.submit(task("earlier", steps, {"n1"}));
    took(10 * second_ms, "earlier", "a", "n1", EventType::Failed);
    took(99 * second_ms, "earlier", "clean", "n1");
    script.submit(task("good", {step("a")}, {"n1"}));
    took(10 * second_ms, "good", "a", "n1");
    script.submit(task("t", steps, {"n1"}));
    EXPECT_EQ(path(of("t")), "a@n1=10000");
}

TEST_F(ForecastTest, AStepForFailuresThatNobodyNeedsIsNoRisk) {
    StepDefinition clean = step("clean", {"a"});
    clean.trigger = Trigger::AnyFailed;
    script.submit(task("earlier", {step("a")}, {"n1"}));
    took(10 * second_ms, "earlier", "a", "n1");
    script.submit(task("t", {step("a"), clean, step("tell", {"clean"})}, {"n1"}));
    EXPECT_LT(of("t").risk_of_failure_percent.value_or(100), 50u);
}

TEST_F(ForecastTest, AStepForFailuresNeedNotBeKnownForTheEnd) {
    StepDefinition clean = step("clean", {"a"});
    clean.trigger = Trigger::AnyFailed;
    history({step("a")}, {{{"a", 10 * second_ms}}});
    script.submit(task("t", {step("a"), clean}, {"n1"}));
    EXPECT_EQ(p50_ms(of("t")), 10 * second_ms);
}

TEST_F(ForecastTest, WhatRunsLongerThanEverBeforeIsOverdue) {
    const std::vector<StepDefinition> steps{step("a"), step("b", {"a"})};
    history(steps, {{{"a", 10 * second_ms}, {"b", 4 * second_ms}}, {{"a", 12 * second_ms}, {"b", 4 * second_ms}}});
    script.submit(task("t", steps, {"n1"}));
    start(0, "t", "a", "n1");
    EXPECT_TRUE(of("t", 12 * second_ms).overdue.empty());
    const Forecast forecast = of("t", 62 * second_ms);
    ASSERT_EQ(forecast.overdue.size(), 1u);
    EXPECT_EQ(forecast.overdue[0].longest_ms, 12 * second_ms);
    EXPECT_EQ(forecast.overdue[0].overdue_ms(), 50 * second_ms);
    EXPECT_EQ(forecast.usual_end.ms - forecast.as_of.ms, 4 * second_ms) << "what comes after it";
}

TEST_F(ForecastTest, RiskIsNotToldOfWhatNeverRan) {
    history({step("a")}, {5, {{"a", second_ms}}});
    StepDefinition other = step("b", {"a"});
    other.intent = IntentName("never-used");
    script.submit(task("t", {step("a"), other}, {"n1"}));
    EXPECT_FALSE(of("t").risk_of_failure_percent) << "half of it is unknown: that is not 0 %";
    EXPECT_TRUE(of("t").risk_is_least);
}

// A failing task ends early: its expected end is then no contradiction to a longer path.
TEST_F(ForecastTest, TheUsualEndIsThatOfTheCriticalPathAlsoWhileARetryWaits) {
    StepDefinition shaky = step("a");
    shaky.retry_policy = RetryPolicy{1, 60 * second_ms, 60 * second_ms, Backoff::Fixed};
    const std::vector<StepDefinition> steps{shaky, step("b", {"a"})};
    for (int k = 0; k < 4; ++k) {
        const std::string id = "earlier-" + std::to_string(k);
        script.submit(task(id, steps, {"n1"}));
        took(10 * second_ms, id, "a", "n1", k == 0 ? EventType::Succeeded : EventType::Failed);
        if (k == 0) took(30 * second_ms, id, "b", "n1");
    }
    script.submit(task("t", steps, {"n1"}));
    const Forecast forecast = of("t");
    std::int64_t sum_ms = 0;
    for (const PathPart& part : forecast.critical_path) sum_ms += part.remaining_ms;
    EXPECT_EQ(sum_ms, 40 * second_ms);
    EXPECT_EQ(forecast.usual_end.ms - forecast.as_of.ms, sum_ms);
    EXPECT_GE(*forecast.risk_of_failure_percent, 30u);
}

TEST_F(ForecastTest, AStepThatFollowsItsOwnNodeDoesNotWaitForTheOther) {
    StepDefinition after = step("b", {"a"});
    after.per_node = true;
    history({step("a"), step("b")}, {{{"a", 10 * second_ms}, {"b", 10 * second_ms}}});
    script.submit(task("t", {step("a"), after}, {"n1", "n2"}));
    took(99 * second_ms, "t", "a", "n2");
    start(100 * second_ms, "t", "b", "n2");
    EXPECT_EQ(path(of("t", 100 * second_ms)), "a@n1=10000 b@n1=10000") << "n2 is nearly through";
}

TEST_F(ForecastTest, OtherWorkOfTheSameIntentSaysNothing) {
    history({step("a")}, {{{"a", 0}}});
    script.submit(task("other-name", {step("never-seen")}, {"n1"}));
    TaskDefinition of_another_intent = task("other-task", {step("a")}, {"n1"});
    of_another_intent.intent = IntentName{"something-else"};
    script.submit(of_another_intent);
    for (const char* id : {"other-name", "other-task"}) {
        start(0, id, script.state().find_task(TaskId{id})->plan->definition.steps[0].name.text, "n1");
        const Forecast forecast = of(id, 50 * second_ms);
        EXPECT_FALSE(forecast.end_p50) << id;
        EXPECT_TRUE(forecast.overdue.empty()) << id << ": it never ran before";
        EXPECT_EQ(forecast.without_history, std::vector<std::uint32_t>{0}) << id;
    }
}

TEST_F(ForecastTest, ABareCommandIsKnownByWhatItRuns) {
    const auto command = [](const std::string& id, const std::string& argv) {
        StepDefinition only = step("run_command");
        only.params_json = "{\"argv\":[\"" + argv + "\"]}";
        TaskDefinition definition = task(id, {only}, {"n1"});
        definition.intent = IntentName{"run_command"};
        definition.single_intent = true;
        return definition;
    };
    script.submit(command("earlier", "backup"));
    took(7 * second_ms, "earlier", "run_command", "n1");
    script.submit(command("again", "backup")).submit(command("other", "true"));
    EXPECT_EQ(p50_ms(of("again")), 7 * second_ms);
    EXPECT_FALSE(of("other").end_p50);
}

TEST_F(ForecastTest, NoEndIsToldOfWhatCannotBegin) {
    const std::vector<StepDefinition> steps{step("a"), step("b", {"a"})};
    history(steps, {{{"a", 10 * second_ms}, {"b", 10 * second_ms}}});
    script.submit(task("t", steps, {"n1"}));
    start(0, "t", "a", "n1");
    EXPECT_EQ(p50_ms(of("t")), 20 * second_ms);
    Event drained;
    drained.header.type = EventType::NodeDrained;
    drained.header.node = script.state().node_by_id.at(NodeId{"n1"});
    drained.payload = OperatorAction{};
    script.raw(drained);
    const Forecast held = of("t");
    EXPECT_TRUE(held.is_held);
    EXPECT_FALSE(held.end_p50 || held.end_p90);
    ASSERT_EQ(held.assumptions.size(), 1u);
    EXPECT_EQ(held.assumptions[0].subject, "n1");
    took(10 * second_ms, "t", "b", "n1");
    EXPECT_EQ(p50_ms(of("t")), 10 * second_ms) << "what runs there goes on";
    EXPECT_TRUE(of("t").assumptions.empty());
}

TEST_F(ForecastTest, NoEndIsToldWhileAPersonOrAnotherTaskHoldsItUp) {
    history({step("a")}, {{{"a", second_ms}}});
    TaskDefinition behind = task("behind", {step("a")}, {"n1"});
    behind.depends_on = {TaskId{"first"}};
    script.submit(task("first", {step("a")}, {"n1"})).submit(behind);
    EXPECT_TRUE(of("first").end_p50);
    EXPECT_FALSE(of("behind").end_p50);
    script.task_event("first", EventType::TaskPaused);
    EXPECT_FALSE(of("first").end_p50);
    script.task_event("first", EventType::TaskResumed);
    start(0, "first", "a", "n1");
    script.task_event("first", EventType::TaskPaused);
    EXPECT_TRUE(of("first").end_p50) << "it runs already";
}

TEST_F(ForecastTest, WhatCannotBeForeseenIsSaid) {
    history({step("a")}, {{{"a", second_ms}}});
    script.submit(task("t", {step("a")}, {"n1"})).lose("n1").task_event("t", EventType::TaskPaused);
    const Forecast forecast = of("t");
    ASSERT_EQ(forecast.assumptions.size(), 2u);
    EXPECT_EQ(forecast.assumptions[0].kind, Assumption::Kind::TaskPaused);
    EXPECT_EQ(forecast.assumptions[1].kind, Assumption::Kind::SilentNode);
    EXPECT_EQ(forecast.assumptions[1].subject, "n1");
    EXPECT_TRUE(of("earlier-0").has_ended);
}

}  // namespace
}  // namespace apollo::domain
