// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What drills that were killed left on an orchestrator: nodes whose agents ended with them, and tasks that wait for those.
#pragma once

#include "app/cli/drill_watch.h"

namespace apollo::cli {

// "drill-0123abcd" of a node or task that a drill named; empty for any other name.
std::string drill_of(const std::string& name);

// Ids of drills of which nothing has changed for that long and which still have nodes or unended tasks. One that goes on
// somewhere else at the moment is not among them, if its time limit is not longer.
std::vector<std::string> dead_drills(const domain::State& state, WallTime now, std::int64_t silent_ms);

// Cancels their tasks, revokes their nodes, and says so.
void clear_leftovers(DrillWatch& watch, std::int64_t silent_ms);

}  // namespace apollo::cli
