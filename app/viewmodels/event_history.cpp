// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/event_history.h"

#include <algorithm>
#include <utility>

#include "app/viewmodels/payload_bytes.h"

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

// A damaged index must not make us allocate the address space.
constexpr std::uint32_t index_limit = 1u << 28;

template <typename List>
List& entry(std::vector<List>& lists, std::uint32_t index, const List& empty) {
    if (index >= lists.size()) lists.resize(index + 1, empty);
    return lists[index];
}

}  // namespace

EventHistory::EventHistory(std::shared_ptr<PageStore> store)
    : m_store(std::move(store)), m_events(m_store), m_payloads(m_store), m_of_no_task(m_store), m_none(m_store) {}

bool EventHistory::append(const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    if (size() > 0 && header.position <= m_events.back().header.position) return false;
    const Ordinal ordinal = size();
    Stored stored{header, header.recorded_time.ms, keep_payload(event.payload), none_u32};
    if (ordinal > 0) stored.monotone_ms = std::max(stored.monotone_ms, m_events.back().monotone_ms);
    if (domain::is_of_run(header) && header.run.value < index_limit) {
        Ordinal& last = entry(m_last_of_run, header.run.value, Ordinal{none_u32});
        stored.earlier_of_run = std::exchange(last, ordinal);
    }
    m_events.push_back(stored);
    if (header.task == no_task)
        m_of_no_task.push_back(ordinal);
    else if (header.task.value < index_limit)
        entry(m_of_task, header.task.value, m_none).push_back(ordinal);
    if (header.task.value < index_limit && !header.fact_only && is_steering(header.type))
        entry(m_steering, header.task.value, {}).push_back(ordinal);
    if (is_notice(header.type)) m_notices.push_back(ordinal);
    return true;
}

std::uint64_t EventHistory::keep_payload(const domain::Payload& payload) {
    if (std::holds_alternative<std::monostate>(payload)) return no_payload;
    if (const auto bytes = payload_to_bytes(payload)) return m_payloads.add(*bytes);
    m_rare_payloads.push_back(payload);
    return is_rare | (m_rare_payloads.size() - 1);
}

void EventHistory::carry_run(RunIndex from, RunIndex to) {
    if (from.value >= m_last_of_run.size() || to.value >= index_limit) return;
    const Ordinal last = m_last_of_run[from.value];
    entry(m_last_of_run, to.value, Ordinal{none_u32}) = last;
}

std::vector<Ordinal> EventHistory::of_run(RunIndex run) const {
    std::vector<Ordinal> ordinals;
    if (run.value >= m_last_of_run.size()) return ordinals;
    for (Ordinal ordinal = m_last_of_run[run.value]; ordinal != none_u32; ordinal = at(ordinal).earlier_of_run) ordinals.push_back(ordinal);
    std::reverse(ordinals.begin(), ordinals.end());
    return ordinals;
}

std::optional<Ordinal> EventHistory::last_of_run(RunIndex run) const {
    if (run.value >= m_last_of_run.size() || m_last_of_run[run.value] == none_u32) return std::nullopt;
    return m_last_of_run[run.value];
}

std::optional<Ordinal> EventHistory::earlier_of_run(Ordinal ordinal) const {
    const Ordinal earlier = at(ordinal).earlier_of_run;
    return earlier == none_u32 ? std::nullopt : std::optional(earlier);
}

const std::vector<Ordinal>& EventHistory::steering_of_task(TaskIndex task) const {
    static const std::vector<Ordinal> none;
    return task.value < m_steering.size() ? m_steering[task.value] : none;
}

domain::Payload EventHistory::payload(Ordinal ordinal) const {
    const std::uint64_t number = at(ordinal).payload;
    if (number == no_payload) return {};
    if ((number & is_rare) != 0) return m_rare_payloads[number & ~is_rare];
    return payload_from_bytes(m_payloads.at(number));
}

Ordinal EventHistory::count_until(Position position) const {
    if (size() == 0 || position < at(0).header.position) return 0;
    // In a log without gaps it is known where to look.
    const std::uint64_t guess = position.value - at(0).header.position.value;
    if (guess < size() && at(static_cast<Ordinal>(guess)).header.position == position) return static_cast<Ordinal>(guess) + 1;
    const auto end = std::partition_point(m_events.begin(), m_events.end(), [&](const Stored& stored) { return stored.header.position <= position; });
    return static_cast<Ordinal>(end - m_events.begin());
}

Ordinal EventHistory::count_until_time(WallTime time) const {
    const auto end = std::partition_point(m_events.begin(), m_events.end(), [&](const Stored& stored) { return stored.monotone_ms <= time.ms; });
    return static_cast<Ordinal>(end - m_events.begin());
}

}  // namespace apollo::viewmodels
