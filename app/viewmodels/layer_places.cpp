// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// x of every node: sweeps that move each layer as near to its neighbours' mean as order and distances allow.
#include <algorithm>

#include "app/viewmodels/layered_graph.h"

namespace apollo::viewmodels {

namespace {

float width_of(const LayeredGraph& graph, const LayoutInput& input, std::uint32_t node) {
    return graph.is_dummy(node) ? input.dummy_width : input.node_width;
}

// Least squares under "each at least its distance right of the one before": subtract the distances, then pool adjacent
// violators. Dummies weigh more, so that long edges become straight.
void place_layer(const std::vector<std::uint32_t>& layer, const std::vector<float>& offset,
                 const std::vector<float>& wanted, const std::vector<float>& weight, std::vector<float>& x) {
    struct Block {
        double sum;
        double weight;
        std::size_t end;
        double mean() const { return sum / weight; }
    };
    std::vector<Block> blocks;
    blocks.reserve(layer.size());
    for (std::size_t k = 0; k < layer.size(); ++k) {
        const double target = wanted[k] - offset[k];
        blocks.push_back({target * weight[k], weight[k], k + 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().weight += last.weight;
            blocks.back().end = last.end;
        }
    }
    std::size_t k = 0;
    for (const Block& block : blocks) {
        for (; k < block.end; ++k) x[layer[k]] = static_cast<float>(block.mean()) + offset[k];
    }
}

class Placement {
public:
    Placement(const LayeredGraph& graph, const LayoutInput& input)
        : m_graph(graph), m_input(input), m_x(graph.size(), 0) {
        m_offsets.resize(graph.layers.size());
        for (std::size_t rank = 0; rank < graph.layers.size(); ++rank) start_layer(rank);
    }

    void sweep(bool down, bool both) {
        const std::size_t ranks = m_graph.layers.size();
        for (std::size_t k = 0; k < ranks; ++k) move_layer(down ? k : ranks - 1 - k, down, both);
    }

    std::vector<float> take() { return std::move(m_x); }

private:
    void start_layer(std::size_t rank) {
        const auto& layer = m_graph.layers[rank];
        auto& offset = m_offsets[rank];
        offset.resize(layer.size(), 0);
        for (std::size_t k = 1; k < layer.size(); ++k) {
            const float half = (width_of(m_graph, m_input, layer[k - 1]) + width_of(m_graph, m_input, layer[k])) / 2;
            offset[k] = offset[k - 1] + half + m_input.gap_x;
        }
        const float centre = layer.empty() ? 0 : offset.back() / 2;
        for (std::size_t k = 0; k < layer.size(); ++k) m_x[layer[k]] = offset[k] - centre;
    }

    void move_layer(std::size_t rank, bool down, bool both) {
        const auto& layer = m_graph.layers[rank];
        m_wanted.assign(layer.size(), 0);
        m_weight.assign(layer.size(), 1);
        for (std::size_t k = 0; k < layer.size(); ++k) {
            const std::uint32_t node = layer[k];
            double sum = 0;
            std::size_t count = 0;
            const auto take = [&](const std::vector<std::uint32_t>& others) {
                for (const std::uint32_t other : others) sum += m_x[other];
                count += others.size();
            };
            if (both || down) take(m_graph.up[node]);
            if (both || !down) take(m_graph.down[node]);
            m_wanted[k] = count == 0 ? m_x[node] : static_cast<float>(sum / static_cast<double>(count));
            if (count == 0)
                m_weight[k] = 0.05f;
            else if (m_graph.is_dummy(node))
                m_weight[k] = 4;
        }
        place_layer(layer, m_offsets[rank], m_wanted, m_weight, m_x);
    }

    const LayeredGraph& m_graph;
    const LayoutInput& m_input;
    std::vector<float> m_x;
    std::vector<std::vector<float>> m_offsets;
    std::vector<float> m_wanted, m_weight;
};

}  // namespace

std::vector<float> place_in_x(const LayeredGraph& graph, const LayoutInput& input) {
    Placement placement(graph, input);
    if (graph.wrapped) return placement.take();
    for (int round = 0; round < 4; ++round) {
        placement.sweep(true, false);
        placement.sweep(false, false);
    }
    placement.sweep(true, true);
    placement.sweep(false, true);
    return placement.take();
}

}  // namespace apollo::viewmodels
