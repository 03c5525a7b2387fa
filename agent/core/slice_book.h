// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The slices this node holds, and what became of their steps here: says which attempt the node may claim by itself.
//
// Only what is certain counts: a step that failed is final only if its failure is permanent; whether another failure is
// final is the center's word, unless a try is left, which is made here after its delay. Replaying the agent's log gives the
// same book, but for the delays, which then begin anew.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "agent/core/messages.h"

namespace apollo::agent {

class SliceBook {
public:
    struct Due {
        const DispatchOrder* order;        // valid until the book changes
        std::vector<StepResult> results;   // of the steps it waited for and of those its params refer to
        Position position;                 // of the slice
    };

    // False: older (epoch, position) than the newest that was seen; nothing changes.
    bool take(const Slice& slice);
    // All slices are void; what is known of results stays.
    void drop_all() { m_tasks.clear(); }
    void forget(const RunKey& key);
    void note_claim(const RunKey& key);
    void note_end(const RunKey& key, domain::EventType type, const domain::RunEnded& payload);
    // Delays that have no beginning yet begin now.
    void begin_delays(MonotonicTime now);

    // In order of priority; what `is_startable` refuses is left out.
    std::vector<Due> due(MonotonicTime now) const;
    std::optional<MonotonicTime> next_due() const;
    bool empty() const { return m_tasks.empty(); }
    std::size_t step_count() const;

private:
    struct Entry {
        SliceStep step;
        bool failed = false;                     // is_retry: the attempt before has failed and may be repeated
        std::optional<MonotonicTime> since;      // begin of the delay
    };
    struct Task {
        Position position;
        std::map<StepName, Entry> entries;
    };
    using RunName = std::pair<TaskId, StepName>;

    const StepResult* result_of(const TaskId& task, const SliceStep::Wait& wait) const;
    bool may_start(const TaskId& task, const Entry& entry) const;
    std::optional<MonotonicTime> start_time(const Entry& entry) const;
    void remember(const RunKey& key, StepResult result);
    void drop_if_empty(const TaskId& task);

    std::map<TaskId, Task> m_tasks;
    std::map<RunName, StepResult> m_results;
    std::deque<RunName> m_result_order;  // the oldest are forgotten first
    Epoch m_newest_epoch;
    Position m_newest_position;
};

}  // namespace apollo::agent
