// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What refining promises: shortest edges, fewer crossings, the same on every machine, in a thread that can be forgotten.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "app/viewmodels/layered_graph.h"
#include "app/viewmodels/layout_worker.h"
#include "common/base/random.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

Lists random_graph(std::uint32_t nodes, std::uint64_t seed, std::uint32_t one_in) {
    SeededRandom random(seed);
    Lists depends_on(nodes);
    for (std::uint32_t to = 1; to < nodes; ++to)
        for (std::uint32_t from = 0; from < to; ++from)
            if (random.below(one_in) == 0) depends_on[to].push_back(from);
    return depends_on;
}

Lists turned_round(const Lists& depends_on) {
    Lists dependents(depends_on.size());
    for (std::uint32_t to = 0; to < depends_on.size(); ++to)
        for (const std::uint32_t from : depends_on[to]) dependents[from].push_back(to);
    return dependents;
}

std::uint32_t length(const Lists& depends_on, const std::vector<std::uint32_t>& rank) {
    std::uint32_t sum = 0;
    for (std::uint32_t to = 0; to < depends_on.size(); ++to)
        for (const std::uint32_t from : depends_on[to]) sum += rank[to] - rank[from];
    return sum;
}

// Tries every feasible ranking with ranks below `limit`.
std::uint32_t least_length(const Lists& depends_on, std::uint32_t limit) {
    std::vector<std::uint32_t> rank(depends_on.size(), 0);
    std::uint32_t least = ~0u;
    const std::function<void(std::size_t, std::uint32_t)> choose = [&](std::size_t node, std::uint32_t sum) {
        if (sum >= least) return;
        if (node == rank.size()) {
            least = sum;
            return;
        }
        std::uint32_t first = 0;
        for (const std::uint32_t from : depends_on[node]) first = std::max(first, rank[from] + 1);
        for (rank[node] = first; rank[node] < limit; ++rank[node]) {
            std::uint32_t added = 0;
            for (const std::uint32_t from : depends_on[node]) added += rank[node] - rank[from];
            choose(node + 1, sum + added);
        }
    };
    choose(0, 0);
    return least;
}

TEST(LayoutRefinement, EdgesBecomeAsShortAsTheyCan) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Lists depends_on = random_graph(7, seed, seed % 2 == 0 ? 3 : 4);
        std::vector<std::uint32_t> rank(7, 0);
        for (std::uint32_t to = 0; to < 7; ++to)
            for (const std::uint32_t from : depends_on[to]) rank[to] = std::max(rank[to], rank[from] + 1);
        shorten_edges(depends_on, turned_round(depends_on), rank, 1'000'000);
        for (std::uint32_t to = 0; to < 7; ++to)
            for (const std::uint32_t from : depends_on[to]) ASSERT_LT(rank[from], rank[to]) << "seed " << seed;
        EXPECT_EQ(length(depends_on, rank), least_length(depends_on, 8)) << "seed " << seed;
    }
}

TEST(LayoutRefinement, StoppedEarlyRanksAreStillFeasible) {
    const Lists depends_on = random_graph(300, 5, 40);
    std::vector<std::uint32_t> rank(300, 0);
    for (std::uint32_t to = 0; to < 300; ++to)
        for (const std::uint32_t from : depends_on[to]) rank[to] = std::max(rank[to], rank[from] + 1);
    const std::vector<std::uint32_t> given = rank;
    for (const std::uint64_t work : {1u, 2000u, 20000u}) {
        rank = given;
        shorten_edges(depends_on, turned_round(depends_on), rank, work);
        for (std::uint32_t to = 0; to < 300; ++to)
            for (const std::uint32_t from : depends_on[to]) ASSERT_LT(rank[from], rank[to]) << "work " << work;
        EXPECT_LE(length(depends_on, rank), length(depends_on, given));
    }
}

LayoutInput layered(std::uint32_t layers, std::uint32_t width) {
    const auto definition = testing::layered_definition("t", layers, width, 5);
    const auto plan = domain::make_plan(definition, std::vector<std::vector<NodeId>>(definition.steps.size(), {NodeId("n")}));
    LayoutInput input;
    for (const auto& step : plan->steps) input.depends_on.push_back(step.depends_on);
    return input;
}

TEST(LayoutRefinement, FewerEdgesCross) {
    LayeredGraph graph = make_layered(layered(12, 30), 0);
    order_layers(graph);
    const std::uint64_t before = count_crossings(graph);
    LayeredGraph same = graph;
    refine_order(graph, 5'000'000);
    EXPECT_LT(static_cast<double>(count_crossings(graph)), 0.95 * static_cast<double>(before));
    for (const auto& layer : graph.layers)
        for (std::uint32_t k = 0; k < layer.size(); ++k) EXPECT_EQ(graph.place[layer[k]], k);
    refine_order(same, 5'000'000);
    EXPECT_EQ(graph.layers, same.layers) << "work is counted, not timed";
}

TEST(LayoutRefinement, PartsThatNothingConnectsStandOnShelvesAndDoNotCross) {
    LayoutInput input;
    for (std::uint32_t part = 0; part < 120; ++part) {  // two lines that cross if ordered as written, and a hundred lone steps
        const std::uint32_t first = part * 4;
        input.depends_on.insert(input.depends_on.end(), {{}, {}, {first + 1}, {first}});
    }
    input.depends_on.resize(input.depends_on.size() + 100);
    const GraphLayout layout = lay_out(input);
    EXPECT_LT(layout.width / layout.height, 5);
    EXPECT_GT(layout.width / layout.height, 0.3f);
    for (std::uint32_t part = 0; part < 120; ++part) {
        const std::uint32_t first = part * 4;
        EXPECT_EQ(layout.nodes[first].x < layout.nodes[first + 1].x, layout.nodes[first + 3].x < layout.nodes[first + 2].x);
        EXPECT_EQ(layout.ranks[first] + 1, layout.ranks[first + 3]);
    }
}

TEST(LayoutWorker, AnswersAsIfAskedHereAndForgetsWhatNobodyWantsAnyMore) {
    const LayoutInput small = layered(6, 8), large = layered(15, 40);
    LayoutWorker worker;
    std::vector<GraphLayout> answers;
    QObject::connect(&worker, &LayoutWorker::refined, &worker, [&](const GraphLayout& layout) { answers.push_back(layout); });
    worker.refine(large);
    worker.refine(small);
    ASSERT_TRUE(testing::wait_until([&] { return !answers.empty() && !worker.is_at_work(); }));
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].nodes, lay_out(small, LayoutEffort::Refined).nodes);
    worker.refine(large);
    worker.drop();
    worker.refine(small);
    ASSERT_TRUE(testing::wait_until([&] { return answers.size() == 2; }));
    EXPECT_EQ(answers[1].nodes.size(), small.depends_on.size());
}

}  // namespace
}  // namespace apollo::viewmodels
