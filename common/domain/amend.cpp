// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/amend.h"

#include "common/domain/readiness.h"

namespace apollo::domain {

namespace {

struct Kept {
    Run run;
    RunDetails details;
};

// Takes the task's runs out of the state, as if it had never been there.
std::vector<Kept> take_runs(State& state, const Task& task) {
    std::vector<Kept> kept;
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const std::uint32_t index = task.first_run.value + k;
        Run& run = state.runs[index];
        if (run.node != no_node && is_live(run)) --state.nodes[run.node.value].live_runs;
        count_everywhere(state, run, Run{});
        kept.push_back({run, std::move(state.details[index])});
        run = Run{};
        state.details[index] = RunDetails{};
    }
    return kept;
}

}  // namespace

bool apply_amended(State& state, const EventHeader& header, const TaskAmended& amended, Changes* changes) {
    if (!amended.plan || header.task.value >= state.tasks.size() || !state.tasks[header.task.value].plan) return false;
    if (header.run.value < state.runs.size()) return false;
    Task& task = state.tasks[header.task.value];
    const std::shared_ptr<const Plan> before = task.plan;
    std::vector<Kept> kept = take_runs(state, task);
    task.plan = amended.plan;
    task.definition = amended.definition;
    task.definition_sha256 = amended.definition_sha256;
    task.first_run = header.run;
    clear_readiness(state, header.task);
    create_runs(state, header.task);
    begin_readiness(state, header.task, header.recorded_time, changes);
    for (std::uint32_t k = 0; k < before->run_count; ++k) {
        const StepName& step = before->definition.steps[before->step_of_run(k)].name;
        const auto at = task.plan->find_run(step, before->node_of_run(k));
        if (!at) continue;
        restore_run(state, RunIndex{task.first_run.value + *at}, kept[k].run, std::move(kept[k].details), header.recorded_time, changes);
    }
    return true;
}

}  // namespace apollo::domain
