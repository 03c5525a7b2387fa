// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/silent_nodes.h"

namespace apollo::viewmodels {

bool is_silent(domain::NodeStatus status) {
    return status == domain::NodeStatus::Unreachable || status == domain::NodeStatus::Conservative;
}

SilentNodes::SilentNodes(const Navigator& navigator) : m_navigator(navigator) {
    const auto& nodes = navigator.nodes_state().nodes;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        if (!is_silent(nodes[node].status)) continue;
        m_silent.resize(nodes.size(), false);
        m_silent[node] = true;
    }
}

bool SilentNodes::hides(RunIndex run) const {
    if (m_silent.empty()) return false;
    const domain::RunStatus status = m_navigator.cursor().look(run.value).status();
    if (status != domain::RunStatus::Running && status != domain::RunStatus::Dispatched && status != domain::RunStatus::Compensating) return false;
    const NodeIndex node = m_navigator.live().state().runs[run.value].node;
    return node.value < m_silent.size() && m_silent[node.value];
}

}  // namespace apollo::viewmodels
