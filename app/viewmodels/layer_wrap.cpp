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

std::size_t widest_rank(const std::vector<std::uint32_t>& rank) {
    std::size_t widest = 0;
    for (const auto& nodes : nodes_by_rank(rank)) widest = std::max(widest, nodes.size());
    return widest;
}

struct Part {
    std::uint32_t number = 0;
    std::uint32_t height = 0;  // in ranks
    std::uint32_t width = 0;   // of its widest rank, in nodes
};

std::vector<Part> measure_parts(const std::vector<std::uint32_t>& part, const std::vector<std::uint32_t>& rank) {
    std::vector<Part> parts;
    std::vector<std::vector<std::uint32_t>> widths;
    for (std::size_t node = 0; node < part.size(); ++node) {
        if (parts.size() <= part[node]) parts.resize(part[node] + 1), widths.resize(part[node] + 1);
        auto& of_part = widths[part[node]];
        if (of_part.size() <= rank[node]) of_part.resize(rank[node] + 1, 0);
        ++of_part[rank[node]];
    }
    for (std::uint32_t number = 0; number < parts.size(); ++number) {
        const auto& of_part = widths[number];
        parts[number] = {number, static_cast<std::uint32_t>(of_part.size()), *std::max_element(of_part.begin(), of_part.end())};
    }
    return parts;
}

}  // namespace

void shelve_parts(const LayoutInput& input, std::vector<std::uint32_t>& part, std::vector<std::uint32_t>& rank) {
    const std::uint32_t capacity = row_capacity(input, rank.size());
    if (widest_rank(rank) <= 2 * capacity) return;
    std::vector<Part> parts = measure_parts(part, rank);
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.height > b.height; });
    std::vector<std::uint32_t> first_rank(parts.size(), 0), order(parts.size(), 0);
    std::uint32_t shelf = 0, height = 0, filled = 0;
    for (std::uint32_t k = 0; k < parts.size(); ++k) {
        if (filled > 0 && filled + parts[k].width > capacity) {
            shelf += height;
            filled = height = 0;
        }
        filled += parts[k].width;
        height = std::max(height, parts[k].height);
        first_rank[parts[k].number] = shelf;
        order[parts[k].number] = k;
    }
    for (std::size_t node = 0; node < part.size(); ++node) {
        rank[node] += first_rank[part[node]];
        part[node] = order[part[node]];
    }
}

std::vector<std::vector<std::uint32_t>> wrap_wide_ranks(const LayoutInput& input, std::vector<std::uint32_t>& rank) {
    auto nodes = nodes_by_rank(rank);
    const std::uint32_t capacity = row_capacity(input, rank.size());
    if (widest_rank(rank) <= 2 * capacity) return {};
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
