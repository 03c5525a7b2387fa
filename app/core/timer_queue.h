// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Deadlines on the monotonic clock. Nothing is ever removed: whoever takes a due timer checks against the state whether it
// still means anything.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "common/base/ids.h"
#include "common/base/time.h"

namespace apollo::core {

struct Timer {
    enum class Kind : std::uint8_t {
        Acknowledgement,
        Execution,
        Retry,
        NodeLost,
        NodeConservative,
        StateSync,
        Undo,      // a failed undoing is tried again
        Deadline,  // of a task
        Tokens,    // there is a token for a retry again
        Breaker,   // a breaker may let one attempt through
        Watch,     // look at the failure rate
    };
    MonotonicTime due;
    Kind kind = Kind::Retry;
    RunIndex run = no_run;
    Attempt attempt{};             // Acknowledgement, Execution: of that attempt only; Retry: of the failed attempt
    NodeIndex node = no_node;      // NodeLost, NodeConservative, StateSync
    TaskIndex task = no_task;      // Deadline
    std::uint64_t session = 0;     // … of the connection that ended
};

class TimerQueue {
public:
    void add(Timer timer) { m_timers.push({timer, m_next++}); }
    std::optional<MonotonicTime> next() const;
    std::optional<Timer> take_due(MonotonicTime now);

private:
    struct Entry {
        Timer timer;
        std::uint64_t order;  // equal deadlines fire in the order they were set, so that a run repeats exactly
    };
    struct Later {
        bool operator()(const Entry& a, const Entry& b) const {
            return a.timer.due != b.timer.due ? a.timer.due > b.timer.due : a.order > b.order;
        }
    };
    std::priority_queue<Entry, std::vector<Entry>, Later> m_timers;
    std::uint64_t m_next = 0;
};

}  // namespace apollo::core
