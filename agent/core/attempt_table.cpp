// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/core/attempt_table.h"

#include "common/base/assert.h"

namespace apollo::agent {

std::string to_text(const RunKey& key) {
    return key.task.text + "/" + key.step.text + " attempt " + std::to_string(key.attempt.value);
}

AttemptEntry* AttemptTable::find(const RunKey& key) {
    const auto run = m_runs.find(name_of(key));
    if (run == m_runs.end()) return nullptr;
    const auto attempt = run->second.find(key.attempt);
    return attempt == run->second.end() ? nullptr : &attempt->second;
}

Attempt AttemptTable::newest_attempt(const RunKey& key) const {
    const auto run = m_runs.find(name_of(key));
    return run == m_runs.end() ? Attempt{} : run->second.rbegin()->first;
}

bool AttemptTable::has_living_attempt(const RunKey& key) const {
    const auto run = m_runs.find(name_of(key));
    if (run == m_runs.end()) return false;
    for (const auto& [attempt, entry] : run->second) {
        if (entry.alive()) return true;
    }
    return false;
}

AttemptEntry& AttemptTable::claim(DispatchOrder order) {
    APOLLO_ASSERT(!has_living_attempt(order.key));
    const RunKey key = order.key;
    auto& attempts = m_runs[name_of(key)];
    attempts.erase(attempts.begin(), attempts.lower_bound(key.attempt));
    AttemptEntry& entry = attempts[key.attempt];
    entry = AttemptEntry{};
    entry.arrival = ++m_arrivals;
    entry.content_digest = order.content_digest;
    entry.order = std::make_unique<DispatchOrder>(std::move(order));
    m_queue[queue_key(entry)] = key;
    m_living[key] = &entry;
    return entry;
}

void AttemptTable::forbid(const RunKey& key) {
    AttemptEntry& entry = m_runs[name_of(key)][key.attempt];
    APOLLO_ASSERT(!entry.order);
    entry.phase = Phase::Forbidden;
}

void AttemptTable::end(const RunKey& key, Sequence end_sequence) {
    AttemptEntry* entry = find(key);
    APOLLO_ASSERT(entry != nullptr && entry->alive());
    set_phase(key, Phase::Ended);
    m_living.erase(key);
    entry->end_sequence = end_sequence;
    entry->order.reset();
}

AttemptEntry* AttemptTable::start_next() {
    if (m_queue.empty()) return nullptr;
    const RunKey key = m_queue.begin()->second;
    set_phase(key, Phase::Starting);
    return find(key);
}

const DispatchOrder* AttemptTable::next_in_queue() { return m_queue.empty() ? nullptr : find(m_queue.begin()->second)->order.get(); }

void AttemptTable::set_phase(const RunKey& key, Phase phase) {
    AttemptEntry* entry = find(key);
    APOLLO_ASSERT(entry != nullptr && entry->order);
    if (entry->phase == Phase::Queued) m_queue.erase(queue_key(*entry));
    entry->phase = phase;
    if (phase == Phase::Queued) m_queue[queue_key(*entry)] = key;
}

std::uint32_t AttemptTable::live_count() const {
    return static_cast<std::uint32_t>(m_living.size() - m_queue.size());
}

std::vector<RunKey> AttemptTable::alive_keys() const {
    std::vector<RunKey> keys;
    for (const auto& [key, entry] : m_living) keys.push_back(key);
    return keys;
}

std::size_t AttemptTable::size() const {
    std::size_t count = 0;
    for (const auto& [run, attempts] : m_runs) count += attempts.size();
    return count;
}

}  // namespace apollo::agent
