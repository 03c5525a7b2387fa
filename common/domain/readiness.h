// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Keeps, while runs change, what depends on them: open, bad and unneeded upstream counts, the flags blocked and unneeded
// (with all that follows from them), counters per step and task, the task's state. Internal to the reducer.
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

// The state's own counters for the difference between two values of one run.
void count_everywhere(State& state, const Run& before, const Run& after);
// Makes room for the task's runs from first_run on, all PENDING, each for its node.
void create_runs(State& state, TaskIndex task);
// Puts a PENDING run that was just created into a state it had before, with all that follows from it.
void restore_run(State& state, RunIndex run, const Run& stored, RunDetails details, WallTime recorded, Changes* changes);
// Forgets what begin_readiness set up, so that it can be called again for another plan.
void clear_readiness(State& state, TaskIndex task);
// Counters of a task whose runs were all just created as PENDING.
void begin_readiness(State& state, TaskIndex task, WallTime recorded, Changes* changes);
// The node was revoked, or enrolled again: what waits to run there can no longer, or can again.
void reconsider_node(State& state, NodeIndex node, WallTime recorded, Changes* changes);
// Derives the task's state; tells the tasks that wait for it when it ends or reopens.
void refresh_task_status(State& state, TaskIndex task, WallTime recorded, Changes* changes);

}  // namespace apollo::domain
