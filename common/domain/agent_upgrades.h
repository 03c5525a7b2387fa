// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which runs replace the agent of their node. Pure.
#pragma once

#include <map>
#include <vector>

#include "common/domain/state.h"

namespace apollo::domain {

// Of one plan, whose runs count from `first_run`.
std::vector<RunIndex> upgrade_runs(const Plan& plan, RunIndex first_run);
// False of a roll-out that has ended and never went there.
bool upgrade_counts(TaskStatus task, RunStatus run);
// The one that tells what became of a node's newest upgrade.
std::map<NodeIndex, RunIndex> newest_upgrades(const State& state);

}  // namespace apollo::domain
