// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/viewmodels/layered_graph.h"

namespace apollo::viewmodels {

namespace {

// Nodes in a row so that the whole picture comes out about one and a half times as wide as high.
std::uint32_t row_capacity(const LayoutInput& input, std::size_t nodes) {
    const double cell_width = input.node_width + input.gap_x, cell_height = input.node_height + input.gap_y;
    const double wanted = std::sqrt(static_cast<double>(nodes) * input.wanted_aspect * cell_height / cell_width);
    return std::max(16u, static_cast<std::uint32_t>(std::ceil(wanted * 1.2)));
}

std::vector<std::vector<std::uint32_t>> nodes_by_rank(const std::vector<std::uint32_t>& rank) {
    std::vector<std::vector<std::uint32_t>> nodes;
    for (std::uint32_t node = 0; node < rank.size(); ++node) {
        if (nodes.size() <= rank[node]) nodes.resize(rank[node] + 1);
        nodes[rank[node]].push_back(node);
    }
    return nodes;
}

// Siblings beside each other: by the mean place of what they depend on, then as given.
void sort_by_upstream(std::vector<std::uint32_t>& nodes, const std::vector<std::vector<std::uint32_t>>& depends_on, std::vector<double>& place) {
    std::vector<double> mean(nodes.size(), 0);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const auto& upstream = depends_on[nodes[k]];
        for (const std::uint32_t one : upstream) mean[k] += place[one] / static_cast<double>(upstream.size());
    }
    std::vector<std::size_t> order(nodes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return mean[a] < mean[b]; });
    std::vector<std::uint32_t> sorted;
    for (const std::size_t k : order) sorted.push_back(nodes[k]);
    nodes = std::move(sorted);
    for (std::size_t k = 0; k < nodes.size(); ++k) place[nodes[k]] = static_cast<double>(k) / static_cast<double>(nodes.size());
}

}  // namespace

std::vector<std::vector<std::uint32_t>> wrap_wide_ranks(const LayoutInput& input, std::vector<std::uint32_t>& rank) {
    auto nodes = nodes_by_rank(rank);
    const std::uint32_t capacity = row_capacity(input, rank.size());
    std::size_t widest = 0;
    for (const auto& one : nodes) widest = std::max(widest, one.size());
    if (widest <= 2 * capacity) return {};
    std::vector<std::vector<std::uint32_t>> rows_of_all;
    std::vector<double> place(rank.size(), 0);
    for (auto& one : nodes) {
        sort_by_upstream(one, input.depends_on, place);
        // Rows of equal length look calmer than a full one and a rest.
        const auto rows = static_cast<std::uint32_t>((one.size() + capacity - 1) / capacity);
        const std::size_t length = rows == 0 ? 1 : (one.size() + rows - 1) / rows;
        for (std::size_t k = 0; k < one.size(); ++k) {
            if (k % length == 0) rows_of_all.emplace_back();
            rows_of_all.back().push_back(one[k]);
            rank[one[k]] = static_cast<std::uint32_t>(rows_of_all.size() - 1);
        }
    }
    return rows_of_all;
}

}  // namespace apollo::viewmodels
