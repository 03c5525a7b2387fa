// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Ranks with the least sum of edge lengths: network simplex (Gansner, Koutsofios, North, Vo, "A technique for drawing
// directed graphs", 1993, sections 2.3 and 2.4) from given feasible ranks, with a limit on its work. Stopped early, the
// ranks are feasible all the same. All edges weigh the same, so a cut value is a sum over the nodes on one side.
#include <algorithm>
#include <queue>

#include "app/viewmodels/layered_graph.h"
#include "common/base/ids.h"

namespace apollo::viewmodels {

namespace {

using Numbers = std::vector<std::uint32_t>;

struct Edge {
    std::uint32_t from, to;
    std::int32_t cut = 0;
    bool in_tree = false;
};

// Spanning trees of edges that are as short as can be, one for each connected part; parts move as wholes until there are.
class TightTrees {
public:
    TightTrees(std::vector<Edge>& edges, const std::vector<Numbers>& edges_of, std::vector<std::int32_t>& rank)
        : m_edges(edges), m_edges_of(edges_of), m_rank(rank), m_reached(rank.size(), false) {}

    Numbers make() {
        Numbers roots;
        for (std::uint32_t root = 0; root < m_rank.size(); ++root) {
            if (m_reached[root]) continue;
            roots.push_back(root);
            grow_from(root);
        }
        return roots;
    }

private:
    struct Waiting {
        std::int32_t key;  // slack, but for what the tree has moved by
        std::uint32_t edge;
        bool operator>(const Waiting& other) const { return key != other.key ? key > other.key : edge > other.edge; }
    };
    using Queue = std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>;

    // What is in the tree holds its rank less `m_moved`.
    void grow_from(std::uint32_t root) {
        m_moved = 0;
        m_tree = {root};
        m_reached[root] = true;
        m_next = 0;
        while (true) {
            for (; m_next < m_tree.size(); ++m_next) look_around(m_tree[m_next]);
            drop_reached(m_leaving);
            drop_reached(m_entering);
            if (m_leaving.empty() && m_entering.empty()) break;
            const std::int32_t down = m_leaving.empty() ? 0 : m_leaving.top().key - m_moved;
            const std::int32_t up = m_entering.empty() ? 0 : m_entering.top().key + m_moved;
            const bool leaves = m_entering.empty() || (!m_leaving.empty() && down <= up);
            m_moved += leaves ? down : -up;
            join(leaves ? m_leaving.top().edge : m_entering.top().edge);
        }
        for (const std::uint32_t node : m_tree) m_rank[node] += m_moved;
    }

    void look_around(std::uint32_t node) {
        for (const std::uint32_t number : m_edges_of[node]) {
            const Edge& edge = m_edges[number];
            const bool leaves = edge.from == node;
            const std::uint32_t other = leaves ? edge.to : edge.from;
            if (m_reached[other]) continue;
            const std::int32_t key = (leaves ? m_rank[other] - m_rank[node] : m_rank[node] - m_rank[other]) - 1;
            (leaves ? m_leaving : m_entering).push({key, number});
        }
    }

    void drop_reached(Queue& queue) const {
        while (!queue.empty() && m_reached[m_edges[queue.top().edge].from] && m_reached[m_edges[queue.top().edge].to]) queue.pop();
    }

    void join(std::uint32_t number) {
        Edge& edge = m_edges[number];
        edge.in_tree = true;
        const std::uint32_t node = m_reached[edge.from] ? edge.to : edge.from;
        m_reached[node] = true;
        m_rank[node] -= m_moved;
        m_tree.push_back(node);
    }

    std::vector<Edge>& m_edges;
    const std::vector<Numbers>& m_edges_of;
    std::vector<std::int32_t>& m_rank;
    std::vector<bool> m_reached;
    std::int32_t m_moved = 0;
    Numbers m_tree;
    std::size_t m_next = 0;
    Queue m_leaving, m_entering;
};

class NetworkSimplex {
public:
    NetworkSimplex(const std::vector<Numbers>& depends_on, std::vector<std::int32_t>& rank, std::uint64_t work_limit)
        : m_rank(rank), m_work_left(static_cast<std::int64_t>(work_limit)), m_edges_of(rank.size()), m_parent(rank.size(), none_u32),
          m_low(rank.size(), 0), m_post(rank.size(), 0) {
        for (std::uint32_t node = 0; node < depends_on.size(); ++node) {
            for (const std::uint32_t upstream : depends_on[node]) {
                m_edges_of[upstream].push_back(static_cast<std::uint32_t>(m_edges.size()));
                m_edges_of[node].push_back(static_cast<std::uint32_t>(m_edges.size()));
                m_edges.push_back({upstream, node});
            }
        }
    }

    void run() {
        if (m_edges.empty()) return;
        for (const std::uint32_t root : TightTrees(m_edges, m_edges_of, m_rank).make()) {
            number_below(root, 1);
            find_cuts(root);
        }
        while (m_work_left > 0) {
            const std::uint32_t leaving = find_leaving();
            if (leaving == none_u32) break;
            const std::uint32_t entering = find_entering(leaving);
            if (entering == none_u32) break;
            exchange(leaving, entering);
        }
    }

private:
    std::int32_t slack(const Edge& edge) const { return m_rank[edge.to] - m_rank[edge.from] - 1; }
    std::uint32_t other_end(std::uint32_t edge, std::uint32_t node) const {
        return m_edges[edge].from == node ? m_edges[edge].to : m_edges[edge].from;
    }
    bool is_below(std::uint32_t node, std::uint32_t top) const { return m_low[top] <= m_post[node] && m_post[node] <= m_post[top]; }
    std::uint32_t lower_end(std::uint32_t edge) const { return m_parent[m_edges[edge].to] == edge ? m_edges[edge].to : m_edges[edge].from; }

    // Postorder numbers from `first` on, and parents, of all below `top`.
    void number_below(std::uint32_t top, std::uint32_t first) {
        m_visits.assign(1, {top, 0});
        m_low[top] = first;
        std::uint32_t number = first;
        while (!m_visits.empty()) {
            const std::uint32_t node = m_visits.back().first;
            if (m_visits.back().second == m_edges_of[node].size()) {
                m_post[node] = number++;
                m_visits.pop_back();
                continue;
            }
            const std::uint32_t edge = m_edges_of[node][m_visits.back().second++];
            if (!m_edges[edge].in_tree || edge == m_parent[node]) continue;
            const std::uint32_t child = other_end(edge, node);
            m_parent[child] = edge;
            m_low[child] = number;
            m_visits.push_back({child, 0});
        }
        m_work_left -= 4 * static_cast<std::int64_t>(number - first);
    }

    // From each node's edges in less those out, summed up from the leaves: edges within a part cancel out.
    void find_cuts(std::uint32_t root) {
        Numbers nodes{root};
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            for (const std::uint32_t edge : m_edges_of[nodes[k]]) {
                if (m_edges[edge].in_tree && edge != m_parent[nodes[k]]) nodes.push_back(other_end(edge, nodes[k]));
            }
        }
        std::vector<std::int32_t>& sum = m_sums;
        sum.resize(m_rank.size(), 0);
        for (const std::uint32_t node : nodes) {
            sum[node] = 0;
            for (const std::uint32_t edge : m_edges_of[node]) sum[node] += m_edges[edge].to == node ? 1 : -1;
        }
        for (std::size_t k = nodes.size(); k-- > 1;) {
            Edge& edge = m_edges[m_parent[nodes[k]]];
            edge.cut = edge.to == nodes[k] ? sum[nodes[k]] : -sum[nodes[k]];
            sum[other_end(m_parent[nodes[k]], nodes[k])] += sum[nodes[k]];
        }
    }

    std::uint32_t find_leaving() {
        for (std::size_t k = 0; k < m_edges.size(); ++k) {
            const std::size_t number = (m_search + k) % m_edges.size();
            if (!m_edges[number].in_tree || m_edges[number].cut >= 0) continue;
            m_search = number + 1;
            m_work_left -= static_cast<std::int64_t>(k / 8);
            return static_cast<std::uint32_t>(number);
        }
        return none_u32;
    }

    // The shortest of those that lead back against the leaving edge.
    std::uint32_t find_entering(std::uint32_t leaving) {
        const std::uint32_t below = lower_end(leaving);
        const bool head_below = m_edges[leaving].to == below;
        std::uint32_t found = none_u32;
        m_stack.assign(1, below);
        while (!m_stack.empty()) {
            const std::uint32_t node = m_stack.back();
            m_stack.pop_back();
            m_work_left -= static_cast<std::int64_t>(m_edges_of[node].size());
            for (const std::uint32_t number : m_edges_of[node]) {
                const Edge& edge = m_edges[number];
                if (edge.in_tree) {
                    if (number != m_parent[node]) m_stack.push_back(other_end(number, node));
                    continue;
                }
                if ((edge.from == node) != head_below || is_below(other_end(number, node), below)) continue;
                if (found == none_u32 || slack(edge) < slack(m_edges[found])) found = number;
            }
        }
        return found;
    }

    void exchange(std::uint32_t leaving, std::uint32_t entering) {
        const std::uint32_t below = lower_end(leaving);
        const std::int32_t by = slack(m_edges[entering]);
        move_below(below, below == m_edges[leaving].to ? by : -by);
        const std::int32_t cut = m_edges[leaving].cut;
        const std::uint32_t from = m_edges[entering].from, to = m_edges[entering].to;
        const std::uint32_t meeting = change_cuts(from, to, cut);
        (void)change_cuts(to, from, -cut);
        m_edges[entering].cut = -cut;
        m_edges[entering].in_tree = true;
        m_edges[leaving].cut = 0;
        m_edges[leaving].in_tree = false;
        number_below(meeting, m_low[meeting]);
    }

    // From `node` up to where its way meets that of `other`; returns where.
    std::uint32_t change_cuts(std::uint32_t node, std::uint32_t other, std::int32_t cut) {
        while (!is_below(other, node)) {
            Edge& edge = m_edges[m_parent[node]];
            edge.cut += edge.from == node ? cut : -cut;
            node = other_end(m_parent[node], node);
        }
        return node;
    }

    void move_below(std::uint32_t top, std::int32_t by) {
        if (by == 0) return;
        m_stack.assign(1, top);
        while (!m_stack.empty()) {
            const std::uint32_t node = m_stack.back();
            m_stack.pop_back();
            m_rank[node] += by;
            for (const std::uint32_t number : m_edges_of[node]) {
                if (m_edges[number].in_tree && number != m_parent[node]) m_stack.push_back(other_end(number, node));
            }
        }
    }

    std::vector<std::int32_t>& m_rank;
    std::int64_t m_work_left;
    std::vector<Edge> m_edges;
    std::vector<Numbers> m_edges_of;
    Numbers m_parent;  // tree edge towards the root
    Numbers m_low, m_post;
    std::vector<std::int32_t> m_sums;
    std::vector<std::pair<std::uint32_t, std::size_t>> m_visits;
    Numbers m_stack;
    std::size_t m_search = 0;
};

// Each connected part begins at the top.
void lift_parts(const std::vector<Numbers>& depends_on, const std::vector<Numbers>& dependents, std::vector<std::int32_t>& rank) {
    std::vector<bool> seen(rank.size(), false);
    Numbers part;
    for (std::uint32_t root = 0; root < rank.size(); ++root) {
        if (seen[root]) continue;
        part.assign(1, root);
        seen[root] = true;
        std::int32_t least = rank[root];
        for (std::size_t k = 0; k < part.size(); ++k) {
            least = std::min(least, rank[part[k]]);
            for (const Numbers* others : {&depends_on[part[k]], &dependents[part[k]]}) {
                for (const std::uint32_t other : *others) {
                    if (seen[other]) continue;
                    seen[other] = true;
                    part.push_back(other);
                }
            }
        }
        for (const std::uint32_t node : part) rank[node] -= least;
    }
}

}  // namespace

void shorten_edges(const std::vector<Numbers>& depends_on, const std::vector<Numbers>& dependents, Numbers& rank, std::uint64_t work_limit) {
    std::vector<std::int32_t> free(rank.begin(), rank.end());
    NetworkSimplex(depends_on, free, work_limit).run();
    lift_parts(depends_on, dependents, free);
    for (std::size_t node = 0; node < rank.size(); ++node) rank[node] = static_cast<std::uint32_t>(free[node]);
}

}  // namespace apollo::viewmodels
