// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/run_matrix.h"

#include <gtest/gtest.h>

#include "app/viewmodels/critical_path.h"
#include "app/viewmodels/state_style.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

struct Opened {
    explicit Opened(const testing::FakeLog& log, TaskIndex task = TaskIndex{0}) : f(log.events()) {
        taken = f.take_all();
        f.navigator.open_task(task);
        durations.follow(f.live);
    }
    GraphModel model(GraphChoice choice = {}) {
        return GraphModel(f.navigator.task()->plan, f.navigator.task()->first_run, std::move(choice));
    }
    bool taken = false;
    Following f;
    StepDurations durations;
};

testing::FakeLog fan_log(double failure_rate) {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::fan_definition("fan", 400), {"n"}, false),
             {.seed = 5, .failure_rate = failure_rate, .capacity = 40});
    return log;
}

TEST(GraphModel, FailuresStandOutsideTheirStackAndAreCountedThere) {
    Opened o(fan_log(0.3));
    ASSERT_TRUE(o.taken);
    const GraphModel stacked = o.model();
    EXPECT_EQ(stacked.size(), 3u) << "source, stack, sink";
    GraphChoice choice;
    choice.outside = stacked.failed_in_stacks(o.f.navigator.cursor());
    ASSERT_FALSE(choice.outside.empty());
    ASSERT_LE(choice.outside.size(), GraphModel::most_outside);
    const GraphModel shown = o.model(choice);
    EXPECT_EQ(shown.size(), 3 + choice.outside.size());
    for (const std::uint32_t step : choice.outside) {
        const auto node = shown.node_of_step(step);
        ASSERT_TRUE(node);
        EXPECT_FALSE(shown.is_stack(*node));
        EXPECT_GE(severity(shown.worst(*node, o.f.navigator.cursor())), severity(domain::RunStatus::Timeout));
    }
    EXPECT_EQ(shown.failed_in_stacks(o.f.navigator.cursor()), choice.outside) << "the choice is stable";
    o.f.navigator.seek(1);
    EXPECT_TRUE(shown.failed_in_stacks(o.f.navigator.cursor()).empty()) << "nothing had failed then";
}

TEST(GraphModel, FocusKeepsTheNeighboursAndOnlyThem) {
    testing::FakeLog log;
    log.add_node("n");
    log.submit(testing::pipeline_definition("p"), {"n"}, false);
    Opened o(log);
    for (const auto& [distance, expected] : {std::pair{1u, 3u}, std::pair{2u, 4u}}) {
        GraphChoice choice;
        choice.focus = 2;
        choice.distance = distance;
        const GraphModel model = o.model(choice);
        EXPECT_EQ(model.size(), expected) << distance;
        EXPECT_TRUE(model.node_of_step(2));
        EXPECT_FALSE(model.node_of_step(1)) << "a sibling is neither above nor below";
        EXPECT_EQ(model.node_of_step(4).has_value(), distance == 2);
    }
}

TEST(GraphModel, RelatedIsWhatDependsDirectlyOrNot) {
    testing::FakeLog log;
    log.add_node("n");
    log.submit(testing::pipeline_definition("p"), {"n"}, false);
    Opened o(log);
    const GraphModel model = o.model();
    const auto related = model.related_to(*model.node_of_step(2));
    // extract → check, extract → transform → load → report
    EXPECT_EQ(related, (std::vector<std::uint8_t>{1, 0, 0, 2, 2}));
}

TEST(GraphModel, SplitHasAPiecePerNode) {
    testing::FakeLog log;
    for (const char* node : {"a", "b", "c"}) log.add_node(node);
    log.work(log.submit(testing::pipeline_definition("p"), {"a", "b", "c"}, false), {.seed = 2, .failure_rate = 0});
    Opened o(log);
    EXPECT_EQ(o.model().split(0, o.f.navigator.cursor()).size(), 3u);
    Opened single(fan_log(0));
    EXPECT_TRUE(single.model().split(0, single.f.navigator.cursor()).empty());
}

testing::FakeLog two_alike() {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::pipeline_definition("p-1"), {"n"}, false), {.seed = 2, .failure_rate = 0});
    log.work(log.submit(testing::pipeline_definition("p-2"), {"n"}, false), {.seed = 3, .failure_rate = 0});
    return log;
}

TEST(StepDurations, ExpectWhatEarlierTasksTookAndNothingFromLater) {
    Opened o(two_alike(), TaskIndex{1});
    const domain::Plan& plan = *o.f.navigator.task()->plan;
    const Ordinal submitted = o.f.live.history().of_task(TaskIndex{1}).front();
    EXPECT_FALSE(o.durations.expected_ms(plan, 0, 5)) << "nothing had ended then";
    const auto first = o.durations.expected_ms(plan, 0, submitted);
    ASSERT_TRUE(first);
    const auto& own = o.f.live.history().of_run(RunIndex{0});
    const auto time = [&](std::size_t k) { return o.f.live.history().header(own[k]).origin_time.ms; };
    EXPECT_EQ(*first, time(own.size() - 1) - time(own.size() - 2));
}

TEST(GraphModel, ProgressIsTheShareOfTheUsualTime) {
    Opened o(two_alike(), TaskIndex{1});
    const auto& own = o.f.live.history().of_run(RunIndex{5});
    ASSERT_GE(own.size(), 2u);
    const GraphModel model = o.model();
    EXPECT_FALSE(model.progress(0, o.f.navigator, o.durations)) << "it does not run any more";
    o.f.navigator.seek_ordinal(own[own.size() - 2]);
    const auto progress = model.progress(0, o.f.navigator, o.durations);
    ASSERT_TRUE(progress);
    EXPECT_GE(*progress, 0);
    EXPECT_LT(*progress, 1);
}

TEST(GraphModel, SaysThatTheNodeOfARunningStepIsSilent) {
    testing::FakeLog log;
    for (const char* node : {"a", "b"}) log.add_node(node);
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"a", "b"}, false);
    for (const std::uint32_t run : {0u, 1u}) log.append(domain::EventType::Dispatched, task, RunIndex{run}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    log.append_of_node(domain::EventType::NodeLost, "a");
    Opened o(log, task);
    const GraphModel model = o.model();
    const RunMatrix matrix(o.f.navigator.task()->plan, o.f.navigator.task()->first_run);
    const auto says_so = [](const QString& tooltip) { return tooltip.contains(QStringLiteral("nreachable")); };
    EXPECT_EQ(model.hidden(0, SilentNodes(o.f.navigator)), 1u);
    EXPECT_TRUE(says_so(model.tooltip(0, o.f.navigator))) << model.tooltip(0, o.f.navigator).toStdString();
    EXPECT_FALSE(says_so(model.tooltip(1, o.f.navigator))) << "it waits";
    EXPECT_TRUE(says_so(model.spoken(0, o.f.navigator)));
    EXPECT_TRUE(says_so(matrix.tooltip(0, 0, o.f.navigator)));
    EXPECT_FALSE(says_so(matrix.tooltip(0, 1, o.f.navigator))) << "another node";
    EXPECT_FALSE(says_so(matrix.tooltip(1, 0, o.f.navigator))) << "it waits";
    o.f.navigator.seek_ordinal(static_cast<Ordinal>(log.events().size()) - 2);
    EXPECT_FALSE(says_so(model.tooltip(0, o.f.navigator))) << "it was not silent yet";
    EXPECT_FALSE(says_so(matrix.tooltip(0, 0, o.f.navigator)));
}

TEST(CriticalPath, GoesFromTheFirstToTheLastStepAlongDependencies) {
    Opened o(two_alike(), TaskIndex{1});
    const auto chain = critical_path(o.f.navigator, o.durations);
    ASSERT_GE(chain.size(), 4u);
    EXPECT_EQ(chain.front(), 0u);
    EXPECT_EQ(chain.back(), 4u);
    Opened layered(testing::busy_log(), TaskIndex{1});
    const auto path = critical_path(layered.f.navigator, layered.durations);
    ASSERT_GT(path.size(), 1u);
    const auto& steps = layered.f.navigator.task()->plan->steps;
    for (std::size_t k = 1; k < path.size(); ++k) {
        const auto& upstream = steps[path[k]].depends_on;
        EXPECT_NE(std::find(upstream.begin(), upstream.end(), path[k - 1]), upstream.end());
    }
}

}  // namespace
}  // namespace apollo::viewmodels
