// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/event_history.h"

#include <algorithm>

namespace apollo::viewmodels {

namespace {

bool is_notice(domain::EventType type) {
    using enum domain::EventType;
    return type == DeadLettered || type == DeadLetterRequeued || type == DeadLetterDropped || type == AlertRaised ||
           type == AlertAcked || type == AlertCleared;
}

bool is_steering(domain::EventType type) {
    using enum domain::EventType;
    return type == TaskPaused || type == TaskResumed || type == TaskCancelRequested || type == ManualOverride;
}

}  // namespace

bool EventHistory::append(const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    if (!m_headers.empty() && header.position <= m_headers.back().position) return false;
    const Ordinal ordinal = size();
    m_headers.push_back(header);
    if (std::holds_alternative<std::monostate>(event.payload)) {
        m_payload_index.push_back(none_u32);
    } else {
        m_payload_index.push_back(static_cast<std::uint32_t>(m_payloads.size()));
        m_payloads.push_back(event.payload);
    }
    const std::int64_t latest_ms = m_monotone_ms.empty() ? header.recorded_time.ms : m_monotone_ms.back();
    m_monotone_ms.push_back(std::max(latest_ms, header.recorded_time.ms));
    if (header.task != no_task)
        add(m_of_task, header.task.value, ordinal);
    else
        m_of_no_task.push_back(ordinal);
    if (domain::is_of_run(header))
        add(m_of_run, header.run.value, ordinal);
    if (header.task != no_task && !header.fact_only && is_steering(header.type))
        add(m_steering, header.task.value, ordinal);
    if (is_notice(header.type)) m_notices.push_back(ordinal);
    return true;
}

void EventHistory::carry_run(RunIndex from, RunIndex to) {
    const std::vector<Ordinal> earlier = of_run(from);
    for (const Ordinal ordinal : earlier) add(m_of_run, to.value, ordinal);
}

const domain::Payload& EventHistory::payload(Ordinal ordinal) const {
    static const domain::Payload none;
    const std::uint32_t index = m_payload_index[ordinal];
    return index == none_u32 ? none : m_payloads[index];
}

Ordinal EventHistory::count_until(Position position) const {
    const auto end = std::upper_bound(m_headers.begin(), m_headers.end(), position,
                                      [](Position p, const domain::EventHeader& h) { return p < h.position; });
    return static_cast<Ordinal>(end - m_headers.begin());
}

Ordinal EventHistory::count_until_time(WallTime time) const {
    const auto end = std::upper_bound(m_monotone_ms.begin(), m_monotone_ms.end(), time.ms);
    return static_cast<Ordinal>(end - m_monotone_ms.begin());
}

const std::vector<Ordinal>& EventHistory::list(const std::vector<std::vector<Ordinal>>& lists, std::uint32_t index) {
    static const std::vector<Ordinal> none;
    return index < lists.size() ? lists[index] : none;
}

void EventHistory::add(std::vector<std::vector<Ordinal>>& lists, std::uint32_t index, Ordinal ordinal) {
    // A damaged index must not make us allocate the address space.
    constexpr std::uint32_t index_limit = 1u << 28;
    if (index >= index_limit) return;
    if (index >= lists.size()) lists.resize(index + 1);
    lists[index].push_back(ordinal);
}

}  // namespace apollo::viewmodels
