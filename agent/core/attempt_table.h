// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the agent knows of attempts: which are queued, which live, which have ended. Kept for ever per run as a small entry
// of its newest attempt (so that a late duplicate never starts anything), older ended attempts are dropped.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "agent/core/messages.h"

namespace apollo::agent {

struct AttemptEntry {
    Phase phase = Phase::Queued;
    bool cancel_wanted = false;
    bool started_logged = false;
    Sequence end_sequence;                  // of the terminal event, for sending it again
    std::uint64_t arrival = 0;              // place within its priority
    std::uint64_t content_digest = 0;       // of its order, also when that is dropped
    std::unique_ptr<DispatchOrder> order;   // until it has ended

    bool alive() const { return phase == Phase::Queued || phase == Phase::Starting || phase == Phase::Running; }
    bool takes_slot() const { return phase == Phase::Starting || phase == Phase::Running; }
};

class AttemptTable {
public:
    AttemptEntry* find(const RunKey& key);
    // 0 when the run is unknown.
    Attempt newest_attempt(const RunKey& key) const;
    bool has_living_attempt(const RunKey& key) const;

    // Queued; drops the run's older attempts, none of which may be alive.
    AttemptEntry& claim(DispatchOrder order);
    // Remembers the attempt as one that must never start.
    void forbid(const RunKey& key);
    // The slot or place in the queue is given back; the order is dropped.
    void end(const RunKey& key, Sequence end_sequence);

    // Takes the next of the queue (high before medium before low, then in order of arrival) as Starting; null if none.
    AttemptEntry* start_next();
    // What start_next would take; null if the queue is empty.
    const DispatchOrder* next_in_queue();
    void set_phase(const RunKey& key, Phase phase);

    // Both are derived from the phases.
    std::uint32_t live_count() const;
    std::uint32_t queued_count() const { return static_cast<std::uint32_t>(m_queue.size()); }
    std::vector<RunKey> alive_keys() const;
    std::size_t size() const;

private:
    using RunName = std::pair<TaskId, StepName>;
    using QueueKey = std::tuple<domain::Priority, std::uint64_t>;
    static RunName name_of(const RunKey& key) { return {key.task, key.step}; }
    static QueueKey queue_key(const AttemptEntry& entry) { return {entry.order->priority, entry.arrival}; }

    std::map<RunName, std::map<Attempt, AttemptEntry>> m_runs;
    std::map<QueueKey, RunKey> m_queue;
    std::map<RunKey, AttemptEntry*> m_living;  // index over what is alive, so that counting does not walk the past
    std::uint64_t m_arrivals = 0;
};

}  // namespace apollo::agent
