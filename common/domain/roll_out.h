// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A step that goes over many nodes with care: at most so many at a time, rank after rank, and no further once more nodes have
// failed than it tolerates. Pure; the counters stand in Task::StepCount and are kept by the reducer.
//
// - A run holds its place from its dispatch until it is through; one that waits for a retry still holds it.
// - A rank begins when no run of the ranks before it is open. A node that cannot be reached keeps its rank open.
// - One that failed and was undone counts as failed.
// - When more runs have failed for good than are tolerated, those that have not begun are blocked; what has begun goes on. A
//   person's rerun, skip or override of the failed ones lets it go on.
// - A step whose bad runs are tolerated counts as succeeded for those that depend on the whole of it, and for its task.
#pragma once

#include <optional>

#include "common/domain/state.h"

namespace apollo::domain {

enum class Hold : std::uint8_t { Places, Rank };

// What keeps a run from beginning though its trigger has fired; nullopt: nothing of the roll-out.
std::optional<Hold> hold_of(const State& state, RunIndex run);
// More have failed than are tolerated.
bool is_stopped(const PlanStep& step, const Task::StepCount& count);
// Whether dependents of the whole step may not count on it.
bool is_bad(const PlanStep& step, const Task::StepCount& count);
// A step is unneeded when it is so on every node; on some only, it ran where it was needed.
bool is_all_unneeded(const PlanStep& step, const Task::StepCount& count);
// The lowest rank with open runs; rank_count if none has.
std::uint32_t current_rank(const PlanStep& step, const Task::StepCount& count);
// It has begun and is not through.
bool holds_place(const Run& run);

}  // namespace apollo::domain
