// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/layered_graph.h"

#include <algorithm>

#include "common/base/assert.h"
#include "common/domain/plan.h"

namespace apollo::viewmodels {

namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

Lists reversed(const Lists& depends_on) {
    Lists dependents(depends_on.size());
    for (std::uint32_t node = 0; node < depends_on.size(); ++node) {
        for (const std::uint32_t upstream : depends_on[node]) dependents[upstream].push_back(node);
    }
    return dependents;
}

// Longest path from the sources; then every node that has dependents and fewer dependencies than dependents slides down
// to just above the nearest one, which shortens the edges.
std::vector<std::uint32_t> find_ranks(const Lists& depends_on, const Lists& dependents) {
    const std::vector<std::uint32_t> order = domain::topological_order(depends_on).steps;
    APOLLO_ASSERT(order.size() == depends_on.size());
    std::vector<std::uint32_t> rank(depends_on.size(), 0);
    for (const std::uint32_t node : order) {
        for (const std::uint32_t upstream : depends_on[node]) rank[node] = std::max(rank[node], rank[upstream] + 1);
    }
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
        const std::uint32_t node = *at;
        if (dependents[node].size() <= depends_on[node].size() || dependents[node].empty()) continue;
        std::uint32_t lowest = none_u32;
        for (const std::uint32_t dependent : dependents[node]) lowest = std::min(lowest, rank[dependent] - 1);
        rank[node] = std::max(rank[node], lowest);
    }
    return rank;
}

// Numbers of the connected parts, by their first node.
std::vector<std::uint32_t> find_parts(const Lists& depends_on, const Lists& dependents) {
    std::vector<std::uint32_t> part(depends_on.size(), none_u32), stack;
    std::uint32_t count = 0;
    for (std::uint32_t root = 0; root < part.size(); ++root) {
        if (part[root] != none_u32) continue;
        part[root] = count;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t node = stack.back();
            stack.pop_back();
            for (const auto* others : {&depends_on[node], &dependents[node]}) {
                for (const std::uint32_t other : *others) {
                    if (part[other] != none_u32) continue;
                    part[other] = count;
                    stack.push_back(other);
                }
            }
        }
        ++count;
    }
    return part;
}

// Dummies are worth their cost for edges of moderate length only; a graph of very long edges is drawn with straight
// ones.
std::uint32_t longest_bent_span(const Lists& depends_on, const std::vector<std::uint32_t>& rank) {
    const std::size_t dummy_limit = 3 * depends_on.size() + 2000;
    for (const std::uint32_t limit : {64u, 16u, 6u, 3u}) {
        std::size_t dummies = 0;
        for (std::uint32_t node = 0; node < depends_on.size(); ++node) {
            for (const std::uint32_t upstream : depends_on[node]) {
                const std::uint32_t span = rank[node] - rank[upstream];
                if (span <= limit) dummies += span - 1;
            }
        }
        if (dummies <= dummy_limit) return limit;
    }
    return 1;
}

void connect(LayeredGraph& graph, std::uint32_t above, std::uint32_t below) {
    graph.down[above].push_back(below);
    graph.up[below].push_back(above);
}

void add_edge(LayeredGraph& graph, std::uint32_t from, std::uint32_t to, std::uint32_t longest) {
    const std::uint32_t span = graph.rank[to] - graph.rank[from];
    LayeredGraph::Chain chain{from, to, static_cast<std::uint32_t>(graph.size()), 0};
    if (span == 1) connect(graph, from, to);
    if (span > 1 && span <= longest) {
        chain.dummy_count = span - 1;
        std::uint32_t above = from;
        for (std::uint32_t k = 1; k < span; ++k) {
            const auto dummy = static_cast<std::uint32_t>(graph.size());
            graph.rank.push_back(graph.rank[from] + k);
            graph.part.push_back(graph.part[from]);
            graph.up.emplace_back();
            graph.down.emplace_back();
            connect(graph, above, dummy);
            above = dummy;
        }
        connect(graph, above, to);
    }
    graph.chains.push_back(chain);
}

// First order: depth first from the left, so that what belongs together starts together. Iterative: chains are long.
void fill_layers(LayeredGraph& graph) {
    std::uint32_t last_rank = 0;
    for (const std::uint32_t rank : graph.rank) last_rank = std::max(last_rank, rank);
    graph.layers.assign(graph.size() == 0 ? 0 : last_rank + 1, {});
    graph.place.assign(graph.size(), 0);
    std::vector<bool> seen(graph.size(), false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t root = 0; root < graph.size(); ++root) {
        if (seen[root] || !graph.up[root].empty()) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t node = stack.back();
            stack.pop_back();
            if (seen[node]) continue;
            seen[node] = true;
            auto& layer = graph.layers[graph.rank[node]];
            graph.place[node] = static_cast<std::uint32_t>(layer.size());
            layer.push_back(node);
            for (auto at = graph.down[node].rbegin(); at != graph.down[node].rend(); ++at) stack.push_back(*at);
        }
    }
}

}  // namespace

LayeredGraph make_layered(const LayoutInput& input, std::uint64_t ranking_work) {
    const Lists dependents = reversed(input.depends_on);
    LayeredGraph graph;
    graph.real_count = static_cast<std::uint32_t>(input.depends_on.size());
    graph.rank = find_ranks(input.depends_on, dependents);
    if (ranking_work > 0) shorten_edges(input.depends_on, dependents, graph.rank, ranking_work);
    graph.part = find_parts(input.depends_on, dependents);
    if (input.wraps) shelve_parts(input, graph.part, graph.rank);
    if (input.wraps) graph.layers = wrap_wide_ranks(input, graph.rank);
    graph.wrapped = !graph.layers.empty();
    graph.up.resize(graph.real_count);
    graph.down.resize(graph.real_count);
    const std::uint32_t longest = graph.wrapped ? 1 : longest_bent_span(input.depends_on, graph.rank);
    for (std::uint32_t from = 0; from < graph.real_count; ++from) {
        for (const std::uint32_t to : dependents[from]) add_edge(graph, from, to, longest);
    }
    if (!graph.wrapped) {
        fill_layers(graph);
        return graph;
    }
    graph.place.assign(graph.size(), 0);
    for (const auto& layer : graph.layers) {
        for (std::uint32_t k = 0; k < layer.size(); ++k) graph.place[layer[k]] = k;
    }
    return graph;
}

}  // namespace apollo::viewmodels
