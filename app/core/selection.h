// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which nodes a selector means and which runs a filter means, from the state alone.
#pragma once

#include <vector>

#include "common/domain/command.h"
#include "common/domain/state.h"

namespace apollo::core {

// Enrolled nodes that are not revoked, connected or not; sorted. BadInput when there are none or a named one is unknown.
Result<std::vector<NodeId>> resolve_selector(const domain::State& state, const domain::Selector& selector);
// For each step its nodes; the first fault ends it and names the step.
// The rank of each of `nodes` in a step's roll-out; nodes that fit no rank come after the last. Empty: the step has no ranks.
domain::NodeRanks resolve_ranks(const domain::State& state, const domain::RollOutDefinition& roll_out, const std::vector<NodeId>& nodes);
std::vector<domain::NodeRanks> resolve_ranks(const domain::State& state, const domain::TaskDefinition& definition,
                                             const std::vector<std::vector<NodeId>>& step_nodes);
Result<std::vector<std::vector<NodeId>>> resolve_steps(const domain::State& state, const domain::TaskDefinition& definition);

// Runs of the task that the filter names, ascending. BadInput for a step or node that is not in the task.
Result<std::vector<RunIndex>> select_runs(const domain::State& state, const domain::Task& task, const domain::RunFilter& filter);
// `filter.step` and everything that depends on it, directly or not (on the same node filter).
Result<std::vector<RunIndex>> select_runs_from(const domain::State& state, const domain::Task& task, const domain::RunFilter& filter);

}  // namespace apollo::core
