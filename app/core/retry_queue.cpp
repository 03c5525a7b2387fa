// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/retry_queue.h"

#include "app/core/ready_queue.h"

namespace apollo::core {

void RetryQueue::insert(NodeIndex node, RunIndex run, domain::Priority priority) {
    m_by_priority[static_cast<std::size_t>(priority)].runs[node].insert(run);
}

void RetryQueue::erase(NodeIndex node, RunIndex run, domain::Priority priority) {
    auto& runs = m_by_priority[static_cast<std::size_t>(priority)].runs;
    const auto at = runs.find(node);
    if (at == runs.end()) return;
    at->second.erase(run);
    if (at->second.empty()) runs.erase(at);
}

bool RetryQueue::empty() const {
    for (const ByNode& queue : m_by_priority) {
        if (!queue.runs.empty()) return false;
    }
    return true;
}

std::optional<std::pair<NodeIndex, RunIndex>> RetryQueue::take(const std::function<bool(NodeIndex)>& has_room) {
    for (std::size_t priority : choice_order(m_choices + 1)) {
        ByNode& queue = m_by_priority[priority];
        auto at = queue.runs.upper_bound(queue.last);
        for (std::size_t seen = 0; seen < queue.runs.size(); ++seen, ++at) {
            if (at == queue.runs.end()) at = queue.runs.begin();
            if (!has_room(at->first)) continue;
            const std::pair<NodeIndex, RunIndex> taken{at->first, *at->second.begin()};
            queue.last = at->first;
            at->second.erase(at->second.begin());
            if (at->second.empty()) queue.runs.erase(at);
            ++m_choices;
            return taken;
        }
    }
    return std::nullopt;
}

}  // namespace apollo::core
