// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The full state of one task (attempts, times, messages, outputs as they were known then) after any number of events of
// the log: the task's own events and those about nodes, folded with the reducer. Its runs count from 0 (after an
// amendment from the task's first_run), it is the only task; what depends on other tasks (blocked) is in the StatusCursor instead.
//
// Keeps one state and checkpoints every 65,536 own events, so that stepping back in a huge task does not start over.
#pragma once

#include <map>
#include <memory>

#include "app/viewmodels/event_history.h"
#include "common/domain/state.h"

namespace apollo::viewmodels {

class TaskReplay {
public:
    TaskReplay(const EventHistory& history, TaskIndex task) : m_history(history), m_task(task) {}

    // State after the first `events` events of the history. Valid until the next call. No task in it: not submitted
    // then.
    const domain::State& at(Ordinal events);
    TaskIndex task() const { return m_task; }

private:
    struct Fold {
        domain::State state;
        std::size_t own = 0;     // events of the task applied
        std::size_t others = 0;  // events of no task applied
        RunIndex first_run;        // in the log
        RunIndex first_run_here;   // in this state
    };
    void advance(Fold& fold, std::size_t own, std::size_t others);
    void apply_one(Fold& fold, Ordinal ordinal) const;

    const EventHistory& m_history;
    TaskIndex m_task;
    Fold m_fold;
    std::map<std::size_t, std::shared_ptr<const Fold>> m_checkpoints;  // by own
};

}  // namespace apollo::viewmodels
