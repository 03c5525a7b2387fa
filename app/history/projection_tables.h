// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One row of each table from events and state. Called inside a transaction.
#pragma once

#include "app/history/database.h"
#include "common/domain/state.h"

namespace apollo::history {

// Removes all rows of all projected tables.
Status clear_tables(Database& database);
Status put_event(Database& database, const domain::Event& event);
// Numbers of which nothing is known (their submission or enrolment was lost) have no row.
Status put_task(Database& database, const domain::State& state, TaskIndex task);
Status put_run(Database& database, const domain::State& state, RunIndex run);
// After a TASK_AMENDED event: the rows under the task's old run numbers go.
Status drop_renumbered_runs(Database& database, const domain::EventHeader& amended);
Status put_node(Database& database, const domain::State& state, NodeIndex node);

}  // namespace apollo::history
