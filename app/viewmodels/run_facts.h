// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the inspector says of one run or task beside its look, at any moment, from that run's or task's own events: a fold
// of a whole task of twenty thousand runs for each frame of a replay would be too slow. A test holds it equal to the
// reducer.
#pragma once

#include "app/viewmodels/event_history.h"

namespace apollo::viewmodels {

struct RunFacts {
    std::uint32_t retries = 0;        // since the budget was last renewed
    WallTime updated_at;              // recorded time of the last change; 0 = none yet
    WallTime retry_recorded_at;       // meaningful while RETRYING
    std::int64_t retry_delay_ms = 0;  // meaningful while RETRYING
    friend bool operator==(const RunFacts&, const RunFacts&) = default;
};
// After the first `events` events of the history.
RunFacts run_facts(const EventHistory& history, RunIndex run, Ordinal events);

struct TaskFacts {
    bool paused = false;
    bool cancel_requested = false;
    friend bool operator==(const TaskFacts&, const TaskFacts&) = default;
};
TaskFacts task_facts(const EventHistory& history, TaskIndex task, Ordinal events);

}  // namespace apollo::viewmodels
