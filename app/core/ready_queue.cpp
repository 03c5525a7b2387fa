// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/ready_queue.h"

namespace apollo::core {

void ReadyQueue::insert(NodeIndex node, RunIndex run, domain::Priority priority) {
    if (m_nodes.size() <= node.value) m_nodes.resize(node.value + 1);
    m_nodes[node.value].by_priority[static_cast<std::size_t>(priority)].insert(run);
}

void ReadyQueue::erase(NodeIndex node, RunIndex run, domain::Priority priority) {
    if (node.value >= m_nodes.size()) return;
    m_nodes[node.value].by_priority[static_cast<std::size_t>(priority)].erase(run);
}

bool ReadyQueue::empty(NodeIndex node) const {
    if (node.value >= m_nodes.size()) return true;
    for (const auto& runs : m_nodes[node.value].by_priority) {
        if (!runs.empty()) return false;
    }
    return true;
}

std::array<std::size_t, 3> choice_order(std::uint32_t choice) {
    if (choice % 32 == 0) return {2, 0, 1};
    if (choice % 8 == 0) return {1, 0, 2};
    return {0, 1, 2};
}

std::optional<RunIndex> ReadyQueue::take(NodeIndex node) {
    if (node.value >= m_nodes.size()) return std::nullopt;
    PerNode& queues = m_nodes[node.value];
    for (std::size_t priority : choice_order(++queues.choices)) {
        auto& runs = queues.by_priority[priority];
        if (runs.empty()) continue;
        const RunIndex run = *runs.begin();
        runs.erase(runs.begin());
        return run;
    }
    return std::nullopt;
}

}  // namespace apollo::core
