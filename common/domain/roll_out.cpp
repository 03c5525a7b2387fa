// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/roll_out.h"

namespace apollo::domain {

std::optional<Hold> hold_of(const State& state, RunIndex run) {
    const Task& task = state.task_of(run);
    if (!task.plan->rolls_out) return std::nullopt;
    const std::uint32_t local = run.value - task.first_run.value;
    const std::uint32_t index = task.plan->step_of_run(local);
    const PlanStep& step = task.plan->steps[index];
    if (!step.rolls_out) return std::nullopt;
    const Task::StepCount& count = task.steps[index];
    const std::uint32_t most = task.plan->definition.steps[index].roll_out.max_parallel_nodes;
    if (!step.ranks.empty() && step.ranks[local - step.first_run] > current_rank(step, count)) return Hold::Rank;
    if (most > 0 && count.begun >= most) return Hold::Places;
    return std::nullopt;
}

bool is_stopped(const PlanStep& step, const Task::StepCount& count) { return step.tolerated && count.failed > *step.tolerated; }

bool is_bad(const PlanStep& step, const Task::StepCount& count) { return count.bad > step.tolerated.value_or(0); }

bool is_all_unneeded(const PlanStep& step, const Task::StepCount& count) { return count.unneeded > 0 && count.unneeded == step.nodes.size(); }

std::uint32_t current_rank(const PlanStep& step, const Task::StepCount& count) {
    std::uint32_t rank = 0;
    while (rank < step.rank_count && count.open_by_rank[rank] == 0) ++rank;
    return rank;
}

bool holds_place(const Run& run) {
    const bool begun = run.status == RunStatus::Dispatched || run.status == RunStatus::Running ||
                       run.status == RunStatus::Retrying || run.status == RunStatus::Compensating;
    return begun || is_live(run);
}

}  // namespace apollo::domain
