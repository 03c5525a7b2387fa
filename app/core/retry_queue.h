// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Retries whose delay has passed, of all nodes. Tokens are few after an outage, so the choice is made over all nodes:
// higher priorities first; every eighth choice from the medium ones and every thirty-second from the low ones, so that
// nothing starves. Within a priority nodes take turns.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "common/base/ids.h"
#include "common/domain/definition.h"

namespace apollo::core {

class RetryQueue {
public:
    void insert(NodeIndex node, RunIndex run, domain::Priority priority);
    void erase(NodeIndex node, RunIndex run, domain::Priority priority);
    // The next one among nodes for which `has_room` holds, taken out.
    std::optional<std::pair<NodeIndex, RunIndex>> take(const std::function<bool(NodeIndex)>& has_room);
    bool empty() const;

private:
    struct ByNode {
        std::map<NodeIndex, std::set<RunIndex>> runs;
        NodeIndex last = no_node;
    };
    std::array<ByNode, 3> m_by_priority;
    std::uint32_t m_choices = 0;
};

}  // namespace apollo::core
