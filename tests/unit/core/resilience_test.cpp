// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

class Resilience : public CoreTest {
protected:
    // One step per run, all on node a, with the given priority.
    domain::TaskDefinition many(const std::string& id, std::uint32_t count, domain::Priority priority = domain::Priority::Medium) {
        std::vector<domain::StepDefinition> steps;
        for (std::uint32_t k = 0; k < count; ++k) steps.push_back(step("s" + std::to_string(k)));
        domain::TaskDefinition definition = task(id, steps, {"a"});
        definition.priority = priority;
        return definition;
    }
    void replace_core(const CoreSettings& changed) {
        auto state = std::make_shared<domain::State>();
        for (const domain::Event& event : events) domain::apply(*state, event);
        core = OrchestratorCore(changed, state);
        keep(core.start(now(), "other settings"));
        for (std::uint32_t k = 0; k < core.state().nodes.size(); ++k) keep(core.node_connected(now(), core.state().nodes[k].facts, Incarnation{7}));
    }
};

TEST_F(Resilience, WithoutAPolicyRetriesAreFastThenSlowThenAPersonIsAsked) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a"});
    definition.retry_policy.reset();
    submit(definition);
    for (int retry = 0; retry < 8; ++retry) {
        finish("a", "x", false);
        ASSERT_EQ(run("x", "a").status, RunStatus::Retrying) << retry;
        const std::int64_t delay_ms = retry < 3 ? 5000 : 60000;
        pass(delay_ms - 1);
        EXPECT_FALSE(domain::is_live(run("x", "a"))) << retry;
        pass(1);
        EXPECT_TRUE(domain::is_live(run("x", "a"))) << retry;
    }
    finish("a", "x", false);
    EXPECT_EQ(status(), TaskStatus::Failed);
}

TEST_F(Resilience, AFailureOfSomethingElseIsRetriedSlowlyFromTheStart) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a"});
    definition.retry_policy.reset();
    submit(definition);
    begin("a", "x");
    domain::RunEnded ended = exited(1);
    ended.failure_class = domain::FailureClass::Dependency;
    report("a", "x", EventType::Failed, 1, ended);
    EXPECT_EQ(core.state().details[0].retry_delay_ms, 60000);
}

TEST_F(Resilience, RetriesNeverStartFasterThanTheBucketAllows) {
    CoreSettings few = settings();
    few.retry_rate_per_s = 2;
    few.retry_burst = 3;
    few.breaker_failures = 1000;
    replace_core(few);
    submit(many("t", 10));
    for (int k = 0; k < 10; ++k) finish("a", ("s" + std::to_string(k)).c_str(), false);
    const std::size_t before = count_effects<SendDispatch>();
    pass(1000);
    EXPECT_EQ(count_effects<SendDispatch>() - before, 3u) << "the burst";
    pass(499);
    EXPECT_EQ(count_effects<SendDispatch>() - before, 3u);
    pass(1);
    EXPECT_EQ(count_effects<SendDispatch>() - before, 4u);
    pass(3000);
    EXPECT_LE(count_effects<SendDispatch>() - before, 7u) << "a long silence is worth no more than the burst";
}

TEST_F(Resilience, HighPriorityRetriesGoFirstAndLowOnesDoNotStarve) {
    CoreSettings few = settings();
    few.retry_rate_per_s = 1;
    few.retry_burst = 1;
    few.breaker_failures = 1000;
    replace_core(few);
    domain::TaskDefinition low = many("low", 5, domain::Priority::Low);
    low.target_selector->nodes = {NodeId{"b"}};
    submit(low);
    submit(many("t", 5, domain::Priority::High));
    const auto fail = [&](const char* id, const char* node) {
        for (int k = 0; k < 5; ++k) {
            const auto at = core.state().find_run(TaskId{id}, StepName{"s" + std::to_string(k)}, NodeId{node});
            NodeReport one;
            for (EventType type : {EventType::Started, EventType::Failed}) {
                const NodeIndex index = core.state().node_by_id.at(NodeId{node});
                one.sequence = domain::contiguous_sequence(core.state().nodes[index.value], Incarnation{7}).next();
                one.type = type;
                one.task = TaskId{id};
                one.step = StepName{"s" + std::to_string(k)};
                one.attempt = core.state().runs[at->value].dispatched_attempt;
                if (type == EventType::Failed) one.payload = exited(1);
                keep(core.node_reports(now(), index, Incarnation{7}, {one}));
            }
        }
    };
    fail("low", "b");
    fail("t", "a");
    effects.clear();
    for (int s = 0; s < 8; ++s) pass(1000);
    std::vector<std::string> order;
    for (const Effect& effect : effects) {
        if (const auto* sent = std::get_if<SendDispatch>(&effect)) order.push_back(core.state().task_of(sent->run).id.text);
    }
    ASSERT_GE(order.size(), 6u);
    EXPECT_EQ(std::vector<std::string>(order.begin(), order.begin() + 5), std::vector<std::string>(5, "t"));
    EXPECT_EQ(order[5], "low");
}

TEST_F(Resilience, TheRetryQueuesWatermarksAlertPauseWhatIsNewAndLetItGoOnAgain) {
    CoreSettings small = settings();
    small.retry_queue_limit = 10;
    small.retry_rate_per_s = 1;
    small.retry_burst = 1;
    small.breaker_failures = 1000;
    replace_core(small);
    submit(many("t", 10));
    for (int k = 0; k < 8; ++k) finish("a", ("s" + std::to_string(k)).c_str(), false);
    EXPECT_TRUE(has_alert("watermark:retries")) << "80 %";
    EXPECT_FALSE(core.state().dispatch_throttled);
    finish("a", "s8", false);
    EXPECT_TRUE(core.state().dispatch_throttled) << "90 %";
    domain::TaskDefinition fresh = task("fresh", {step("n")}, {"b"});
    submit(fresh);
    EXPECT_EQ(core.state().runs[core.state().find_task(TaskId{"fresh"})->first_run.value].status, RunStatus::Pending) << "nothing new starts";
    for (int s = 0; s < 4; ++s) pass(1000);
    EXPECT_FALSE(core.state().dispatch_throttled);
    EXPECT_EQ(core.state().runs[core.state().find_task(TaskId{"fresh"})->first_run.value].status, RunStatus::Dispatched);
    EXPECT_FALSE(has_alert("watermark:retries"));
}

// Ten thousand retries wait after an outage of five minutes.
class Outage : public Resilience {
protected:
    static constexpr std::uint32_t each = 5000;

    void SetUp() override {
        CoreSettings limits = settings();
        limits.retry_queue_limit = 11000;
        limits.breaker_failures = 1000000;
        replace_core(limits);
        domain::NodeFacts wide = core.state().nodes[0].facts;
        wide.capacity = 2 * each;
        keep(core.node_connected(now(), wide, Incarnation{7}));
        submit(many("low", each, domain::Priority::Low));
        submit(many("t", each, domain::Priority::High));
        end_all("low", EventType::Failed);
        end_all("t", EventType::Failed);
        events.clear();
    }
    void end_all(const char* id, EventType type) {
        std::vector<NodeReport> reports;
        Sequence sequence = domain::contiguous_sequence(core.state().nodes[0], Incarnation{7});
        const domain::Task& known = *core.state().find_task(TaskId{id});
        for (std::uint32_t k = 0; k < each; ++k) {
            const domain::Run& of = core.state().runs[known.first_run.value + k];
            if (!domain::is_live(of)) continue;
            for (EventType one : {EventType::Started, type}) {
                sequence = sequence.next();
                NodeReport report{sequence, one, known.id, StepName{"s" + std::to_string(k)}, of.dispatched_attempt, now().wall, {}};
                if (one == type) report.payload = exited(type == EventType::Failed ? 1 : 0);
                reports.push_back(std::move(report));
            }
        }
        keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, reports));
    }
    void confirm_all() {
        std::vector<NodeReport> reports;
        Sequence sequence = domain::contiguous_sequence(core.state().nodes[0], Incarnation{7});
        for (std::uint32_t k = 0; k < core.state().runs.size(); ++k) {
            const domain::Run& of = core.state().runs[k];
            if (!domain::is_live(of) || of.accepted) continue;
            sequence = sequence.next();
            reports.push_back({sequence, EventType::Accepted, core.state().task_of(RunIndex{k}).id, core.state().step_of(RunIndex{k}).name,
                               of.dispatched_attempt, now().wall, {}});
        }
        keep(core.node_reports(now(), NodeIndex{0}, Incarnation{7}, reports));
    }
    // Retries of that task that were decided; an order that nobody confirms is sent again, but is no other retry.
    std::size_t sent_of(const char* id) const {
        const TaskIndex task = core.state().task_by_id.at(TaskId{id});
        return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const domain::Event& event) {
            return event.header.type == EventType::Dispatched && event.header.task == task;
        }));
    }
};

TEST_F(Outage, RetriesNeverExceedTheBucketHighOnesGoFirstNoneStarvesAndTheWatermarkIsSeenAndLeft) {
    EXPECT_EQ(core.state().waiting_retries, 2 * each);
    EXPECT_TRUE(core.state().dispatch_throttled) << "90 %";
    EXPECT_TRUE(has_alert("watermark:retries"));
    const std::int64_t began = ms;
    std::size_t low_when_high_was_done = 0;
    while (sent_of("t") + sent_of("low") < 2 * each && ms - began < 400000) {
        pass(1000);
        confirm_all();
        const double seconds = static_cast<double>(ms - began) / 1000;
        ASSERT_LE(static_cast<double>(sent_of("t") + sent_of("low")), 100 + 50 * seconds) << "after " << seconds << " s";
        if (sent_of("t") == each && low_when_high_was_done == 0) low_when_high_was_done = sent_of("low");
    }
    EXPECT_EQ(sent_of("t"), each);
    EXPECT_EQ(sent_of("low"), each) << "none starves";
    EXPECT_GT(low_when_high_was_done, 0u) << "low ones get their turns meanwhile";
    EXPECT_LT(low_when_high_was_done, each / 10);
    EXPECT_FALSE(core.state().dispatch_throttled);
    EXPECT_FALSE(has_alert("watermark:retries"));
}

class Breaker : public Resilience {
protected:
    void SetUp() override {
        CoreSettings three = settings();
        three.breaker_failures = 3;
        three.breaker_reset_ms = 10000;
        replace_core(three);
        domain::TaskDefinition definition = many("t", 6);
        definition.retry_policy = domain::RetryPolicy{10, 100, 100, domain::Backoff::Fixed};
        submit(definition);
        for (const char* name : {"s0", "s1", "s2"}) finish("a", name, false);
    }
    bool open() const { return core.state().intents.at(IntentName{"run_command"}).breaker.open; }
    // Steps of this task that are on their way again after having failed.
    std::vector<const char*> sent_again() const {
        std::vector<const char*> sent;
        for (const char* name : {"s0", "s1", "s2"}) {
            if (domain::is_live(run(name, "a"))) sent.push_back(name);
        }
        return sent;
    }
};

TEST_F(Breaker, OpensAfterSoManyFailuresInARowAndHoldsThatKindBack) {
    EXPECT_TRUE(open());
    EXPECT_TRUE(has_alert("breaker:intent:run_command"));
    pass(9999);
    EXPECT_TRUE(sent_again().empty());
}

TEST_F(Breaker, LetsExactlyOneThroughOnTrialAndClosesWhenThatSucceeds) {
    pass(10000);
    ASSERT_EQ(sent_again().size(), 1u);
    finish("a", sent_again().front(), true);
    EXPECT_FALSE(open());
    EXPECT_EQ(sent_again().size(), 2u) << "what was held back goes on at once";
    EXPECT_FALSE(has_alert("breaker:intent:run_command"));
}

TEST_F(Breaker, StaysOpenWhenTheTrialFails) {
    pass(10000);
    ASSERT_EQ(sent_again().size(), 1u);
    finish("a", sent_again().front(), false);
    EXPECT_TRUE(open());
    pass(9999);
    EXPECT_TRUE(sent_again().empty());
    pass(1);
    EXPECT_EQ(sent_again().size(), 1u);
    EXPECT_EQ(count_events(EventType::BreakerOpened), 2u) << "one of the intent, one of the node; not once per failure";
}

TEST_F(Breaker, B063ATrialThatNeverEndsDoesNotKeepItFromTheNext) {
    pass(10000);
    ASSERT_EQ(sent_again().size(), 1u);
    begin("a", sent_again().front());
    pass(10000);
    EXPECT_EQ(sent_again().size(), 2u) << "the hanging one and a new trial";
    const std::string hanging = sent_again().front();
    finish("a", sent_again().back(), true);
    EXPECT_FALSE(open());
}

TEST_F(Breaker, SurvivesARestartAndIsClosedByAPerson) {
    CoreSettings three = settings();
    three.breaker_failures = 3;
    three.breaker_reset_ms = 10000;
    replace_core(three);
    EXPECT_TRUE(open());
    EXPECT_TRUE(sent_again().empty());
    ASSERT_TRUE(command(domain::CloseBreaker{"intent:run_command", why}).ok());
    ASSERT_TRUE(command(domain::CloseBreaker{"node:a", why}).ok());
    pass(100);
    EXPECT_EQ(sent_again().size(), 3u);
    EXPECT_FALSE(command(domain::CloseBreaker{"intent:run_command", why}).ok());
}

TEST_F(Resilience, AFailureRateAboveFivePercentIsAlertedAfterFiveMinutesOnceAndClears) {
    CoreSettings calm = settings();
    calm.breaker_failures = 100000;
    replace_core(calm);
    std::vector<domain::StepDefinition> steps{step("x")};
    domain::TaskDefinition definition = task("t", steps, {"a"});
    definition.retry_policy = domain::RetryPolicy{1000000, 5000, 5000, domain::Backoff::Fixed};
    submit(definition);
    const std::int64_t began = ms;
    while (ms - began < 295000) {
        finish("a", "x", false);
        pass(5000);
        ASSERT_FALSE(has_alert("failure-rate")) << (ms - began);
    }
    while (ms - began < 320000) {
        finish("a", "x", false);
        pass(5000);
    }
    EXPECT_TRUE(has_alert("failure-rate"));
    const auto raised = std::count_if(events.begin(), events.end(), [](const domain::Event& event) {
        const auto* note = std::get_if<domain::Note>(&event.payload);
        return event.header.type == EventType::AlertRaised && note && note->key == "failure-rate";
    });
    EXPECT_EQ(raised, 1);
    finish("a", "x", true);
    for (int s = 0; s < 40; ++s) pass(10000);
    EXPECT_FALSE(has_alert("failure-rate"));
}

TEST_F(Resilience, AStepWithoutATimeoutGetsTwiceTheP99OfItsIntent) {
    domain::TaskDefinition untimed = task("untimed", {step("x")}, {"a"});
    untimed.timeout_ms.reset();
    auto refused = core.prepare_submission(untimed, "sha");
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("give it a timeout"), std::string::npos);
    submit(many("t", 5));
    for (int k = 0; k < 5; ++k) {
        const std::string name = "s" + std::to_string(k);
        begin("a", name.c_str());
        pass(2000);
        report("a", name.c_str(), EventType::Succeeded, 1, exited(0));
    }
    auto prepared = core.prepare_submission(untimed, "sha");
    ASSERT_TRUE(prepared.ok()) << prepared.error().message;
    EXPECT_EQ(prepared->plan->steps[0].timeout_ms, 4000);
}

}  // namespace
}  // namespace apollo::core
