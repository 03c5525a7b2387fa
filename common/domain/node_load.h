// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How much is on a node. It is sent a few runs ahead, which wait there for a free place. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "common/domain/state.h"

namespace apollo::domain {

struct NodeLoad {
    std::uint32_t running = 0;
    std::uint32_t queued = 0;

    // A run of which an attempt is on its way to the node, or on it.
    void add(RunStatus status);
};

// Of every node, by its number.
std::vector<NodeLoad> node_loads(const State& state);

}  // namespace apollo::domain
