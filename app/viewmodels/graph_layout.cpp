// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_layout.h"

#include <algorithm>
#include <cmath>

#include "app/viewmodels/layered_graph.h"

namespace apollo::viewmodels {

namespace {

void copy_edges(const LayeredGraph& graph, const std::vector<LayoutPoint>& points, GraphLayout& layout) {
    layout.edges.reserve(graph.chains.size());
    for (const LayeredGraph::Chain& chain : graph.chains) {
        layout.edges.push_back(
            {chain.from, chain.to, static_cast<std::uint32_t>(layout.bends.size()), chain.dummy_count});
        for (std::uint32_t k = 0; k < chain.dummy_count; ++k) layout.bends.push_back(points[chain.first_dummy + k]);
    }
    std::stable_sort(layout.edges.begin(), layout.edges.end(), [&](const LayoutEdge& a, const LayoutEdge& b) {
        return layout.ranks[a.from] < layout.ranks[b.from];
    });
}

// A wide graph of few ranks would be a thin stripe in the window.
float rank_height_for(const LayoutInput& input, float width, std::size_t ranks) {
    const float least = input.node_height + input.gap_y;
    if (ranks < 2) return least;
    return std::clamp(width / input.wanted_aspect / static_cast<float>(ranks), least, 3 * least);
}

}  // namespace

std::uint32_t GraphLayout::nearest(LayoutPoint point) const {
    const auto distance = [&](LayoutPoint node) { return std::hypot(node.x - point.x, node.y - point.y); };
    const auto found = std::min_element(nodes.begin(), nodes.end(), [&](LayoutPoint a, LayoutPoint b) { return distance(a) < distance(b); });
    return static_cast<std::uint32_t>(found - nodes.begin());
}

GraphLayout lay_out(const LayoutInput& input, LayoutEffort effort) {
    // About a quarter, a half and a fiftieth of a second.
    constexpr std::uint64_t ranking_work = 30'000'000, refining_work = 220'000'000, refining_work_at_once = 6'000'000;
    const bool small = input.depends_on.size() <= refined_at_once;
    const bool refines = small || effort == LayoutEffort::Refined;
    LayeredGraph graph = make_layered(input, refines ? ranking_work : 0);
    if (!graph.wrapped) order_layers(graph);
    if (!graph.wrapped && refines) refine_order(graph, small ? refining_work_at_once : refining_work);
    const std::vector<float> x = place_in_x(graph, input);
    float left = 0, right = 0;
    for (std::size_t node = 0; node < graph.size(); ++node) {
        left = node == 0 ? x[node] : std::min(left, x[node]);
        right = node == 0 ? x[node] : std::max(right, x[node]);
    }
    GraphLayout layout;
    layout.node_width = input.node_width;
    layout.node_height = input.node_height;
    layout.rank_height = rank_height_for(input, right - left + input.node_width, graph.layers.size());
    const auto real = static_cast<std::ptrdiff_t>(graph.real_count);
    layout.ranks.assign(graph.rank.begin(), graph.rank.begin() + real);
    std::vector<LayoutPoint> points(graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) {
        points[node] = {x[node] - left + input.node_width / 2,
                        static_cast<float>(graph.rank[node]) * layout.rank_height + input.node_height / 2};
    }
    layout.width = graph.size() == 0 ? 0 : right - left + input.node_width;
    layout.height =
        graph.layers.empty() ? 0 : static_cast<float>(graph.layers.size() - 1) * layout.rank_height + input.node_height;
    for (const auto& layer : graph.layers) {
        auto& nodes = layout.layers.emplace_back();
        for (const std::uint32_t node : layer) {
            if (!graph.is_dummy(node)) nodes.push_back(node);
        }
    }
    layout.nodes.assign(points.begin(), points.begin() + real);
    copy_edges(graph, points, layout);
    return layout;
}

}  // namespace apollo::viewmodels
