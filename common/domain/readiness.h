// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Keeps, while runs change, what depends on them: open and bad upstream counts, the blocked flag (with all that follows
// from it), counters per step and task, the task's state. Internal to the reducer.
#pragma once

#include "common/domain/state.h"

namespace apollo::domain {

// Remembers a run's counted properties; after the run was changed, `settle` brings every counter and dependent up to date.
class RunChange {
public:
    RunChange(State& state, RunIndex run);
    void settle(WallTime recorded, Changes* changes);

private:
    State& m_state;
    RunIndex m_run;
    Run m_before;
};

// Counters of a task whose runs were all just created as PENDING.
void begin_readiness(State& state, TaskIndex task, WallTime recorded, Changes* changes);
// Derives the task's state; tells the tasks that wait for it when it ends or reopens.
void refresh_task_status(State& state, TaskIndex task, WallTime recorded, Changes* changes);

}  // namespace apollo::domain
