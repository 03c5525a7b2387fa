// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A better order within the layers, for whoever has a second: from several first orders, median and barycenter sweeps with
// switching of neighbours (Gansner, Koutsofios, North, Vo 1993), the best of them sifted: each node tried at the places
// around it (Matuszewski, Schönfeld, Molitor 1999). Bounded by work that is counted, not by time, so that every machine
// finds the same picture.
#include <algorithm>
#include <numeric>

#include "app/viewmodels/layered_graph.h"

namespace apollo::viewmodels {

namespace {

using Nodes = std::vector<std::uint32_t>;

// Neighbour lists one after the other.
class Adjacency {
public:
    explicit Adjacency(const std::vector<Nodes>& lists) {
        m_first.reserve(lists.size() + 1);
        for (const Nodes& list : lists) {
            m_first.push_back(static_cast<std::uint32_t>(m_all.size()));
            m_all.insert(m_all.end(), list.begin(), list.end());
        }
        m_first.push_back(static_cast<std::uint32_t>(m_all.size()));
    }
    const std::uint32_t* begin(std::uint32_t node) const { return m_all.data() + m_first[node]; }
    const std::uint32_t* end(std::uint32_t node) const { return m_all.data() + m_first[node + 1]; }
    std::uint32_t count(std::uint32_t node) const { return m_first[node + 1] - m_first[node]; }
    std::uint32_t first(std::uint32_t node) const { return m_first[node]; }
    std::size_t size() const { return m_all.size(); }

private:
    Nodes m_first, m_all;
};

// Sorted places of the neighbours on one side, made anew layer by layer.
class SortedPlaces {
public:
    explicit SortedPlaces(const Adjacency& adjacency) : m_adjacency(adjacency), m_places(adjacency.size()) {}
    void make(const Nodes& layer, const Nodes& place) {
        for (const std::uint32_t node : layer) {
            std::uint32_t* out = m_places.data() + m_adjacency.first(node);
            for (const std::uint32_t* at = m_adjacency.begin(node); at != m_adjacency.end(node); ++at) *out++ = place[*at];
            if (m_adjacency.count(node) > 1) std::sort(m_places.data() + m_adjacency.first(node), out);
        }
    }
    const std::uint32_t* begin(std::uint32_t node) const { return m_places.data() + m_adjacency.first(node); }
    const std::uint32_t* end(std::uint32_t node) const { return begin(node) + m_adjacency.count(node); }

private:
    const Adjacency& m_adjacency;
    Nodes m_places;
};

// Crossings of the edges of two nodes with `left` left of `right`, less those the other way round.
std::int64_t excess(const SortedPlaces& places, std::uint32_t left, std::uint32_t right) {
    const std::uint32_t *a = places.begin(left), *b = places.begin(right);
    const std::uint32_t *a_end = places.end(left), *b_end = places.end(right);
    const std::int64_t a_count = a_end - a;
    std::int64_t crossed = 0, straight = 0, a_seen = 0;
    for (; b != b_end; ++b) {
        while (a != a_end && *a < *b) ++a, ++a_seen;
        std::int64_t equal = 0;
        for (const std::uint32_t* same = a; same != a_end && *same == *b; ++same) ++equal;
        straight += a_seen;
        crossed += a_count - a_seen - equal;
    }
    return crossed - straight;
}

class Refiner {
public:
    Refiner(LayeredGraph& graph, std::uint64_t work_limit)
        : m_graph(graph), m_up(graph.up), m_down(graph.down), m_up_places(m_up), m_down_places(m_down), m_work_left(static_cast<std::int64_t>(work_limit)),
          m_key(graph.size(), 0) {}

    void run() {
        keep_best();
        const Layers given = m_graph.layers;
        for (const Start start : {Start::Given, Start::Natural, Start::FromBelow}) {
            m_graph.layers = given;
            if (start == Start::Natural) order_naturally();
            if (start == Start::FromBelow) fill_from_below();
            separate_parts(m_graph);
            improve(start_rounds);
        }
        restore_best();
        while (m_work_left > 0 && m_least > 0) {
            const std::uint64_t before = m_least;
            sift_all(sift_window);
            keep_best();
            improve(2);
            restore_best();
            if (m_least >= before) break;
        }
        restore_best();
        disturb();
    }

private:
    using Layers = std::vector<Nodes>;
    enum class Start { Given, Natural, FromBelow };
    static constexpr int start_rounds = 8;
    static constexpr std::uint32_t sift_window = 24;
    static constexpr std::uint32_t shake_window = 8;
    static constexpr std::size_t reach = 2;
    static constexpr std::uint32_t hub_degree = 64;

    // A local optimum is left by shaking a few layers and sifting them again; what did not help is taken back.
    void disturb() {
        const std::size_t ranks = m_graph.layers.size();
        m_gap.resize(ranks);
        for (std::size_t rank = 0; rank + 1 < ranks; ++rank) m_gap[rank] = crossings_below(m_graph, rank, m_tree, m_ends);
        for (int idle = 0; m_work_left > 0 && m_least > 0 && idle < 400;) {
            const std::size_t middle = chance(ranks), first = middle > reach ? middle - reach : 0, last = std::min(ranks - 1, middle + reach);
            idle = shake(first, last) ? 0 : idle + 1;
        }
    }

    bool shake(std::size_t first, std::size_t last) {
        m_saved.assign(m_graph.layers.begin() + static_cast<std::ptrdiff_t>(first), m_graph.layers.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        const std::size_t from = first > 0 ? first - 1 : 0, to = std::min(last, m_graph.layers.size() - 2);
        std::uint64_t before = 0, after = 0;
        for (std::size_t gap = from; gap <= to; ++gap) before += m_gap[gap];
        if (before == 0) return false;
        const std::size_t middle = (first + last) / 2;
        const std::uint32_t spread = 2 + static_cast<std::uint32_t>(chance(10));
        for (const std::uint32_t node : m_graph.layers[middle]) m_key[node] = m_graph.place[node] + static_cast<double>(chance(spread * 16)) / 16.0;
        std::stable_sort(m_graph.layers[middle].begin(), m_graph.layers[middle].end(), [&](std::uint32_t a, std::uint32_t b) { return m_key[a] < m_key[b]; });
        number(middle);
        for (std::size_t rank = middle + 1; rank <= last; ++rank) sift(rank, shake_window);
        for (std::size_t rank = middle; rank-- > first;) sift(rank, shake_window);
        for (std::size_t rank = first; rank <= last; ++rank) sift(rank, shake_window);
        for (std::size_t rank = last + 1; rank-- > first;) sift(rank, shake_window);
        m_new_gap.clear();
        for (std::size_t gap = from; gap <= to; ++gap) {
            m_new_gap.push_back(crossings_below(m_graph, gap, m_tree, m_ends));
            after += m_new_gap.back();
            m_work_left -= 16 * static_cast<std::int64_t>(m_graph.layers[gap].size());
        }
        if (after <= before) {
            std::copy(m_new_gap.begin(), m_new_gap.end(), m_gap.begin() + static_cast<std::ptrdiff_t>(from));
            m_least -= before - after;
            return after < before;
        }
        for (std::size_t rank = first; rank <= last; ++rank) {
            m_graph.layers[rank] = m_saved[rank - first];
            number(rank);
        }
        return false;
    }

    std::uint64_t chance(std::uint64_t limit) {
        m_random = m_random * 6364136223846793005ull + 1442695040888963407ull;
        return (m_random >> 33) % limit;
    }

    void improve(int rounds) {
        for (int round = 0; round < rounds && m_work_left > 0 && m_least > 0; ++round) {
            const bool median = round % 2 == 1;
            sweep(true, median);
            sweep(false, median);
            const std::uint64_t before = m_least;
            keep_best();
            if (round > 2 && m_least == before) break;
        }
    }

    void number(std::size_t rank) {
        const Nodes& layer = m_graph.layers[rank];
        for (std::uint32_t k = 0; k < layer.size(); ++k) m_graph.place[layer[k]] = k;
    }
    void number_all() {
        for (std::size_t rank = 0; rank < m_graph.layers.size(); ++rank) number(rank);
    }

    // As the steps were written down; a bend stands between its ends.
    void order_naturally() {
        for (std::uint32_t node = 0; node < m_graph.real_count; ++node) m_key[node] = node;
        for (const LayeredGraph::Chain& chain : m_graph.chains) {
            for (std::uint32_t k = 0; k < chain.dummy_count; ++k) {
                const double share = static_cast<double>(k + 1) / (chain.dummy_count + 1);
                // Within its rank what counts is the place among those of the rank.
                m_key[chain.first_dummy + k] = m_key[chain.from] + (m_key[chain.to] - m_key[chain.from]) * share;
            }
        }
        for (Nodes& layer : m_graph.layers)
            std::stable_sort(layer.begin(), layer.end(), [&](std::uint32_t a, std::uint32_t b) { return m_key[a] < m_key[b]; });
    }

    // Depth first from the sinks upwards.
    void fill_from_below() {
        for (Nodes& layer : m_graph.layers) layer.clear();
        std::vector<bool> seen(m_graph.size(), false);
        Nodes stack;
        for (std::uint32_t root = 0; root < m_graph.size(); ++root) {
            if (seen[root] || m_down.count(root) > 0) continue;
            stack.push_back(root);
            while (!stack.empty()) {
                const std::uint32_t node = stack.back();
                stack.pop_back();
                if (seen[node]) continue;
                seen[node] = true;
                m_graph.layers[m_graph.rank[node]].push_back(node);
                for (const std::uint32_t* at = m_up.end(node); at != m_up.begin(node);) stack.push_back(*--at);
            }
        }
    }

    void sweep(bool down, bool median) {
        const std::size_t ranks = m_graph.layers.size();
        for (std::size_t k = 1; k < ranks; ++k) {
            const std::size_t rank = down ? k : ranks - 1 - k;
            sort_layer(rank, down ? m_up : m_down, median);
        }
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t k = 0; k < ranks; ++k) switch_neighbours(down ? k : ranks - 1 - k);
    }

    void sort_layer(std::size_t rank, const Adjacency& adjacency, bool median) {
        Nodes& layer = m_graph.layers[rank];
        m_movable.clear();
        for (const std::uint32_t node : layer) {
            if (adjacency.count(node) == 0) continue;
            m_key[node] = median ? median_of(node, adjacency) : mean_of(node, adjacency);
            m_movable.push_back(node);
            m_work_left -= adjacency.count(node);
        }
        std::stable_sort(m_movable.begin(), m_movable.end(), [&](std::uint32_t a, std::uint32_t b) { return m_key[a] < m_key[b]; });
        std::size_t next = 0;
        for (std::uint32_t& node : layer) {
            if (adjacency.count(node) > 0) node = m_movable[next++];
        }
        number(rank);
    }

    double mean_of(std::uint32_t node, const Adjacency& adjacency) const {
        double sum = 0;
        for (const std::uint32_t* at = adjacency.begin(node); at != adjacency.end(node); ++at) sum += m_graph.place[*at];
        return sum / adjacency.count(node);
    }

    // Of an even number the one between the two in the middle, nearer to the side where the others stand closer.
    double median_of(std::uint32_t node, const Adjacency& adjacency) {
        m_near.clear();
        for (const std::uint32_t* at = adjacency.begin(node); at != adjacency.end(node); ++at) m_near.push_back(m_graph.place[*at]);
        std::sort(m_near.begin(), m_near.end());
        const std::size_t count = m_near.size(), middle = count / 2;
        if (count % 2 == 1) return m_near[middle];
        if (count == 2) return (m_near[0] + m_near[1]) / 2.0;
        const double left = m_near[middle - 1] - m_near.front(), right = m_near.back() - m_near[middle];
        if (left + right == 0) return (m_near[middle - 1] + m_near[middle]) / 2.0;
        return (m_near[middle - 1] * right + m_near[middle] * left) / (left + right);
    }

    void prepare(std::size_t rank) {
        m_work_left -= 8 * static_cast<std::int64_t>(m_graph.layers[rank].size());
        m_up_places.make(m_graph.layers[rank], m_graph.place);
        m_down_places.make(m_graph.layers[rank], m_graph.place);
    }
    std::int64_t excess_of(std::uint32_t left, std::uint32_t right) {
        m_work_left -= 4 + degree(left) + degree(right);
        return excess(m_up_places, left, right) + excess(m_down_places, left, right);
    }
    std::uint32_t degree(std::uint32_t node) const { return m_up.count(node) + m_down.count(node); }

    void switch_neighbours(std::size_t rank) {
        Nodes& layer = m_graph.layers[rank];
        prepare(rank);
        for (std::size_t k = 0; k + 1 < layer.size(); ++k) {
            if (degree(layer[k]) > hub_degree || degree(layer[k + 1]) > hub_degree) continue;
            if (excess_of(layer[k], layer[k + 1]) > 0) std::swap(layer[k], layer[k + 1]);
        }
        number(rank);
    }

    void sift_all(std::uint32_t window) {
        for (std::size_t k = 0; k < m_graph.layers.size(); ++k) sift(k, window);
        for (std::size_t k = m_graph.layers.size(); k-- > 0;) sift(k, window);
    }

    void sift(std::size_t rank, std::uint32_t window) {
        Nodes& layer = m_graph.layers[rank];
        prepare(rank);
        m_order = layer;
        for (const std::uint32_t node : m_order) {
            if (m_work_left <= 0) break;
            if (degree(node) <= hub_degree) sift_node(layer, node, window);
        }
        number(rank);
    }

    void sift_node(Nodes& layer, std::uint32_t node, std::uint32_t window) {
        const std::size_t at = m_graph.place[node];
        std::size_t best = at;
        std::int64_t least = 0, sum = 0;
        const std::size_t last = std::min(layer.size() - 1, at + window), first = at > window ? at - window : 0;
        for (std::size_t k = at; k < last; ++k) {
            sum -= excess_of(node, layer[k + 1]);
            if (sum < least) least = sum, best = k + 1;
        }
        sum = 0;
        for (std::size_t k = at; k > first; --k) {
            sum -= excess_of(layer[k - 1], node);
            if (sum < least) least = sum, best = k - 1;
        }
        if (best == at) return;
        const auto from = layer.begin() + static_cast<std::ptrdiff_t>(at), to = layer.begin() + static_cast<std::ptrdiff_t>(best);
        if (best > at)
            std::rotate(from, from + 1, to + 1);
        else
            std::rotate(to, from, from + 1);
        for (std::size_t k = std::min(at, best); k <= std::max(at, best); ++k) m_graph.place[layer[k]] = static_cast<std::uint32_t>(k);
    }

    void keep_best() {
        const std::uint64_t now = count_crossings(m_graph);
        if (m_has_best && now >= m_least) return;
        m_has_best = true;
        m_least = now;
        m_best = m_graph.layers;
    }
    void restore_best() {
        m_graph.layers = m_best;
        number_all();
    }

    LayeredGraph& m_graph;
    Adjacency m_up, m_down;
    SortedPlaces m_up_places, m_down_places;
    std::int64_t m_work_left;
    std::vector<double> m_key;
    std::vector<std::uint64_t> m_gap, m_new_gap;
    Nodes m_tree, m_ends;
    Layers m_saved;
    std::uint64_t m_random = 1;
    Nodes m_movable, m_near, m_order;
    Layers m_best;
    bool m_has_best = false;
    std::uint64_t m_least = 0;
};

}  // namespace

void refine_order(LayeredGraph& graph, std::uint64_t work_limit) {
    if (graph.layers.size() < 2) return;
    Refiner(graph, work_limit).run();
}

}  // namespace apollo::viewmodels
