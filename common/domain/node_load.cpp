// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/node_load.h"

namespace apollo::domain {

// The other states stay until the attempt that was sent has started.
void NodeLoad::add(RunStatus status) {
    ++(status == RunStatus::Running || status == RunStatus::Compensating ? running : queued);
}

std::vector<NodeLoad> node_loads(const State& state) {
    std::vector<NodeLoad> loads(state.nodes.size());
    for (const Run& run : state.runs) {
        if (run.node.value < loads.size() && is_live(run)) loads[run.node.value].add(run.status);
    }
    return loads;
}

}  // namespace apollo::domain
