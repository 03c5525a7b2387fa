// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Runs that could be sent now, per node and priority. Higher priorities go first; every eighth choice is made from the
// medium ones and every thirty-second from the low ones, so that nothing starves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "common/base/ids.h"
#include "common/domain/definition.h"

namespace apollo::core {

// In which order the priorities are tried for choice number `choice` (from 1).
std::array<std::size_t, 3> choice_order(std::uint32_t choice);

class ReadyQueue {
public:
    void insert(NodeIndex node, RunIndex run, domain::Priority priority);
    void erase(NodeIndex node, RunIndex run, domain::Priority priority);
    // The next run for that node, taken out; oldest first within a priority.
    std::optional<RunIndex> take(NodeIndex node);
    bool empty(NodeIndex node) const;
    std::size_t node_count() const { return m_nodes.size(); }

private:
    struct PerNode {
        std::array<std::set<RunIndex>, 3> by_priority;
        std::uint32_t choices = 0;
    };
    std::vector<PerNode> m_nodes;
};

}  // namespace apollo::core
