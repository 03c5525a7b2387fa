// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_layout.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "app/viewmodels/graph_model.h"
#include "tests/support/fake_log.h"

namespace apollo::viewmodels {
namespace {

LayoutInput input_of(const domain::TaskDefinition& definition) {
    const std::vector<std::vector<NodeId>> nodes(definition.steps.size(), {NodeId("n")});
    const auto plan = domain::make_plan(definition, nodes);
    LayoutInput input;
    for (const auto& step : plan->steps) input.depends_on.push_back(step.depends_on);
    return input;
}

void expect_well_formed(const LayoutInput& input, const GraphLayout& layout) {
    ASSERT_EQ(layout.nodes.size(), input.depends_on.size());
    for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        EXPECT_TRUE(std::isfinite(layout.nodes[node].x) && std::isfinite(layout.nodes[node].y));
        EXPECT_GE(layout.nodes[node].x, layout.node_width / 2 - 0.01f);
        EXPECT_LE(layout.nodes[node].x, layout.width - layout.node_width / 2 + 0.01f);
        for (const std::uint32_t upstream : input.depends_on[node])
            EXPECT_LT(layout.ranks[upstream], layout.ranks[node]);
    }
    for (const auto& layer : layout.layers) {
        for (std::size_t k = 1; k < layer.size(); ++k) {
            EXPECT_GE(layout.nodes[layer[k]].x - layout.nodes[layer[k - 1]].x, layout.node_width + input.gap_x * 0.9f);
        }
    }
}

TEST(GraphLayout, EdgesPointDownAndNodesNeverOverlap) {
    const LayoutInput input = input_of(testing::layered_definition("t", 12, 15, 5));
    expect_well_formed(input, lay_out(input));
}

TEST(GraphLayout, AFlatFanIsWrappedIntoRowsThatFitAWindow) {
    LayoutInput input;
    input.depends_on.resize(1002);
    for (std::uint32_t node = 1; node <= 1000; ++node) {
        input.depends_on[node] = {0};
        input.depends_on[1001].push_back(node);
    }
    const GraphLayout layout = lay_out(input);
    expect_well_formed(input, layout);
    EXPECT_LT(layout.width / layout.height, 4) << "a stripe nobody can read";
    EXPECT_GT(layout.width / layout.height, 0.5f);
}

TEST(GraphLayout, EveryEdgeIsDrawnOnce) {
    const LayoutInput input = input_of(testing::layered_definition("t", 10, 10, 9));
    std::size_t edges = 0;
    for (const auto& list : input.depends_on) edges += list.size();
    EXPECT_EQ(lay_out(input).edges.size(), edges);
}

TEST(GraphLayout, SameGraphGivesSamePicture) {
    const LayoutInput input = input_of(testing::layered_definition("t", 20, 20, 2));
    const GraphLayout first = lay_out(input), second = lay_out(input);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.bends, second.bends);
}

TEST(GraphLayout, ChainIsAStraightLine) {
    LayoutInput input;
    input.depends_on = {{}, {0}, {1}, {2}};
    const GraphLayout layout = lay_out(input);
    for (const LayoutPoint& point : layout.nodes) EXPECT_NEAR(point.x, layout.nodes[0].x, 0.5f);
}

TEST(GraphLayout, ParentStandsOverTheMiddleOfItsChildren) {
    LayoutInput input;
    input.depends_on = {{}, {0}, {0}, {0}};
    const GraphLayout layout = lay_out(input);
    EXPECT_NEAR(layout.nodes[0].x, layout.nodes[2].x, 1.0f);
}

TEST(GraphLayout, CrossingThatCanBeAvoidedIsAvoided) {
    LayoutInput input;
    input.depends_on = {{}, {}, {1}, {0}};
    const GraphLayout layout = lay_out(input);
    EXPECT_EQ(layout.nodes[0].x < layout.nodes[1].x, layout.nodes[3].x < layout.nodes[2].x);
}

TEST(GraphLayout, EmptyAndSingleGraphsHaveNoNaN) {
    EXPECT_EQ(lay_out({}).nodes.size(), 0u);
    LayoutInput one;
    one.depends_on = {{}};
    const GraphLayout layout = lay_out(one);
    EXPECT_EQ(layout.width, layout.node_width);
    EXPECT_EQ(layout.height, layout.node_height);
}

TEST(GraphLayout, TwentyThousandStepsAreLaidOutQuickly) {
    const LayoutInput input = input_of(testing::layered_definition("t", 100, 200, 4));
    const auto start = std::chrono::steady_clock::now();
    const GraphLayout layout = lay_out(input);
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    RecordProperty("seconds", std::to_string(took));
    std::printf("20,000 steps: %.3f s, width %.0f\n", took, static_cast<double>(layout.width));
    expect_well_formed(input, layout);
    // Optimised builds take about 0.1 s; this bound only catches a wrong order of growth on any machine.
    EXPECT_LT(took, 5.0);
}

TEST(GraphModel, EqualSiblingsBecomeOneStackThatShowsItsWorstRun) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::fan_definition("fan", 500), {"n"}, false);
    log.work(task, {.seed = 2, .failure_rate = 0.02, .capacity = 50});
    const auto plan = log.state().tasks[task.value].plan;
    GraphChoice all;
    all.stacked = false;
    const GraphModel stacked(plan, RunIndex{0}, {}), flat(plan, RunIndex{0}, all);
    EXPECT_EQ(stacked.size(), 3u);
    EXPECT_EQ(flat.size(), 502u);
    StatusTimeline timeline;
    domain::State state;
    domain::Changes changes;
    Ordinal ordinal = 0;
    for (const domain::Event& event : log.events()) {
        changes.clear();
        domain::apply(state, event, &changes);
        timeline.record(ordinal++, state, changes);
    }
    StatusCursor cursor(timeline);
    cursor.seek(ordinal);
    const auto node = stacked.node_of_step(1);
    ASSERT_TRUE(node);
    const NodeLook look = stacked.look(*node, cursor);
    EXPECT_EQ(look.runs, 500u);
    EXPECT_EQ(look.worst.status(), domain::RunStatus::Failed);
    EXPECT_EQ(cursor.look(look.worst_step).status(), domain::RunStatus::Failed);
}

TEST(GraphModel, NodeUnderAPointIsFound) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::layered_definition("t", 10, 12, 3), {"n"}, false);
    const GraphModel model(log.state().tasks[task.value].plan, RunIndex{0}, {});
    for (std::uint32_t node = 0; node < model.size(); ++node) {
        EXPECT_EQ(model.node_at(model.layout().nodes[node]), node);
    }
    EXPECT_FALSE(model.node_at({-50, -50}));
    EXPECT_FALSE(model.node_at({0, model.layout().height + 500}));
}

}  // namespace
}  // namespace apollo::viewmodels
