// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Order within the layers: barycenter sweeps and adjacent switching, keeping the best order seen.
#include <algorithm>
#include <numeric>

#include "app/viewmodels/layered_graph.h"

namespace apollo::viewmodels {

namespace {

void number_places(LayeredGraph& graph, std::size_t rank) {
    auto& layer = graph.layers[rank];
    for (std::uint32_t k = 0; k < layer.size(); ++k) graph.place[layer[k]] = k;
}

// Nodes without neighbours on that side keep their places; the others are sorted among the remaining ones.
void sort_by_barycenter(LayeredGraph& graph, std::size_t rank, bool by_upper, std::vector<double>& centre) {
    auto& layer = graph.layers[rank];
    std::vector<std::uint32_t> movable;
    movable.reserve(layer.size());
    for (const std::uint32_t node : layer) {
        const auto& neighbours = by_upper ? graph.up[node] : graph.down[node];
        if (neighbours.empty()) continue;
        double sum = 0;
        for (const std::uint32_t other : neighbours) sum += graph.place[other];
        centre[node] = sum / static_cast<double>(neighbours.size());
        movable.push_back(node);
    }
    std::stable_sort(movable.begin(), movable.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return centre[a] < centre[b]; });
    std::size_t next = 0;
    for (std::uint32_t& node : layer) {
        const auto& neighbours = by_upper ? graph.up[node] : graph.down[node];
        if (!neighbours.empty()) node = movable[next++];
    }
    number_places(graph, rank);
}

using Places = std::vector<std::uint32_t>;

// What switching two neighbours saves between them and one adjacent layer; both lists sorted.
std::int64_t saved(const Places& left, const Places& right) {
    std::int64_t now = 0, switched = 0;
    std::size_t k = 0;
    for (const std::uint32_t a : left) {
        while (k < right.size() && right[k] < a) ++k;
        now += static_cast<std::int64_t>(k);
    }
    k = 0;
    for (const std::uint32_t b : right) {
        while (k < left.size() && left[k] < b) ++k;
        switched += static_cast<std::int64_t>(k);
    }
    return now - switched;
}

void sorted_places(const LayeredGraph& graph, const std::vector<std::uint32_t>& nodes, Places& places) {
    places.clear();
    for (const std::uint32_t node : nodes) places.push_back(graph.place[node]);
    std::sort(places.begin(), places.end());
}

bool switch_neighbours(LayeredGraph& graph, std::size_t rank) {
    constexpr std::size_t degree_limit = 64;  // a hub costs more than it can gain
    auto& layer = graph.layers[rank];
    Places left_up, left_down, right_up, right_down;
    bool changed = false;
    for (std::size_t k = 0; k + 1 < layer.size(); ++k) {
        const std::uint32_t left = layer[k], right = layer[k + 1];
        if (graph.up[left].size() + graph.down[left].size() > degree_limit) continue;
        if (graph.up[right].size() + graph.down[right].size() > degree_limit) continue;
        sorted_places(graph, graph.up[left], left_up);
        sorted_places(graph, graph.up[right], right_up);
        sorted_places(graph, graph.down[left], left_down);
        sorted_places(graph, graph.down[right], right_down);
        if (saved(left_up, right_up) + saved(left_down, right_down) <= 0) continue;
        std::swap(layer[k], layer[k + 1]);
        graph.place[left] = static_cast<std::uint32_t>(k + 1);
        graph.place[right] = static_cast<std::uint32_t>(k);
        changed = true;
    }
    return changed;
}

void sweep(LayeredGraph& graph, bool down, std::vector<double>& centre) {
    const std::size_t ranks = graph.layers.size();
    for (std::size_t k = 1; k < ranks; ++k) sort_by_barycenter(graph, down ? k : ranks - 1 - k, down, centre);
}

}  // namespace

// Crossings between two neighbouring layers: inversions of the lower ends, counted with a Fenwick tree.
std::uint64_t crossings_below(const LayeredGraph& graph, std::size_t rank, std::vector<std::uint32_t>& tree,
                              std::vector<std::uint32_t>& ends) {
    const std::size_t lower_size = graph.layers[rank + 1].size();
    tree.assign(lower_size + 1, 0);
    std::uint64_t crossings = 0, seen = 0;
    for (const std::uint32_t node : graph.layers[rank]) {
        ends.clear();
        for (const std::uint32_t below : graph.down[node]) ends.push_back(graph.place[below]);
        for (const std::uint32_t end : ends) {
            std::uint64_t not_right = 0;
            for (std::uint32_t k = end + 1; k > 0; k -= k & (~k + 1)) not_right += tree[k];
            crossings += seen - not_right;
        }
        for (const std::uint32_t end : ends) {
            for (std::uint32_t k = end + 1; k <= lower_size; k += k & (~k + 1)) ++tree[k];
        }
        seen += ends.size();
    }
    return crossings;
}

std::uint64_t count_crossings(const LayeredGraph& graph) {
    std::vector<std::uint32_t> tree, ends;
    std::uint64_t sum = 0;
    for (std::size_t rank = 0; rank + 1 < graph.layers.size(); ++rank) sum += crossings_below(graph, rank, tree, ends);
    return sum;
}

void separate_parts(LayeredGraph& graph) {
    for (std::size_t rank = 0; rank < graph.layers.size(); ++rank) {
        auto& layer = graph.layers[rank];
        std::stable_sort(layer.begin(), layer.end(), [&](std::uint32_t a, std::uint32_t b) { return graph.part[a] < graph.part[b]; });
        number_places(graph, rank);
    }
}

void order_layers(LayeredGraph& graph) {
    if (graph.layers.size() < 2) return;
    const int rounds = graph.size() > 30000 ? 3 : graph.size() > 4000 ? 5 : 12;
    std::vector<double> centre(graph.size(), 0);
    auto best = graph.layers;
    std::uint64_t least = count_crossings(graph);
    for (int round = 0; round < rounds && least > 0; ++round) {
        sweep(graph, true, centre);
        sweep(graph, false, centre);
        for (int pass = 0; pass < 2; ++pass) {
            bool changed = false;
            for (std::size_t rank = 0; rank < graph.layers.size(); ++rank) changed |= switch_neighbours(graph, rank);
            if (!changed) break;
        }
        const std::uint64_t now = count_crossings(graph);
        if (now >= least) continue;
        least = now;
        best = graph.layers;
    }
    graph.layers = std::move(best);
    separate_parts(graph);
}

}  // namespace apollo::viewmodels
