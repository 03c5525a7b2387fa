// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The graph between the phases of the layout: real nodes first, then dummies; every edge spans exactly one rank.
// Internal to the layout.
#pragma once

#include <cstdint>
#include <vector>

#include "app/viewmodels/graph_layout.h"

namespace apollo::viewmodels {

struct LayeredGraph {
    std::uint32_t real_count = 0;
    std::vector<std::uint32_t> rank;
    std::vector<std::vector<std::uint32_t>> up;    // neighbours one rank above
    std::vector<std::vector<std::uint32_t>> down;  // one rank below
    std::vector<std::vector<std::uint32_t>> layers;
    std::vector<std::uint32_t> place;  // index within its layer
    std::vector<std::uint32_t> part;   // which of the parts that nothing connects, from left to right
    struct Chain {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t first_dummy;
        std::uint32_t dummy_count;  // 0: straight, whatever the distance
    };
    std::vector<Chain> chains;  // one per edge
    bool wrapped = false;       // rows are filled and centred as they are; edges are straight

    std::size_t size() const { return rank.size(); }
    bool is_dummy(std::uint32_t node) const { return node >= real_count; }
};

// `ranking_work`: how much may be spent on short edges; 0: none.
LayeredGraph make_layered(const LayoutInput& input, std::uint64_t ranking_work);
// From feasible ranks to others with shorter edges in all, the shortest if `work_limit` suffices.
void shorten_edges(const std::vector<std::vector<std::uint32_t>>& depends_on, const std::vector<std::vector<std::uint32_t>>& dependents,
                   std::vector<std::uint32_t>& rank, std::uint64_t work_limit);
// Breaks ranks that are much wider than the picture should be into several rows (returned, in their order; empty: none
// is that wide) and numbers the ranks anew; every edge still goes down. A flat fan of a thousand steps would otherwise be
// a stripe nobody can read.
std::vector<std::vector<std::uint32_t>> wrap_wide_ranks(const LayoutInput& input, std::vector<std::uint32_t>& rank);
// If ranks are much wider than the picture should be, puts the parts of the graph that nothing connects on shelves below
// each other, the highest first: `rank` grows by where the shelf begins, `part` gets numbers from left to right.
void shelve_parts(const LayoutInput& input, std::vector<std::uint32_t>& part, std::vector<std::uint32_t>& rank);
void order_layers(LayeredGraph& graph);
// What belongs to different parts does not cross.
void separate_parts(LayeredGraph& graph);
// Fewer crossings than order_layers finds; `work_limit` in comparisons of places.
void refine_order(LayeredGraph& graph, std::uint64_t work_limit);
// Between a layer and the next; the vectors are room to work in.
std::uint64_t crossings_below(const LayeredGraph& graph, std::size_t rank, std::vector<std::uint32_t>& tree, std::vector<std::uint32_t>& ends);
// Between all neighbouring layers, with bends in the places of dummies.
std::uint64_t count_crossings(const LayeredGraph& graph);
std::vector<float> place_in_x(const LayeredGraph& graph, const LayoutInput& input);

}  // namespace apollo::viewmodels
