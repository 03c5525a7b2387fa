// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/state.h"

#include <algorithm>
#include <array>

#include "common/domain/roll_out.h"

namespace apollo::domain {

const char* to_text(NodeStatus status) {
    static constexpr std::array<const char*, 5> names{"connected", "unreachable", "conservative", "draining", "revoked"};
    return names[static_cast<std::size_t>(status)];
}

bool is_live(const Run& run) {
    if (run.status == RunStatus::Dispatched || run.status == RunStatus::Running) return true;
    const bool between = run.status == RunStatus::Retrying || run.status == RunStatus::Compensated || is_compensating(run);
    return between && run.dispatched_attempt > run.attempt;
}

Attempt next_attempt(const Run& run) {
    return std::max({run.attempt, run.dispatched_attempt, run.claimed_attempt}).next();
}
bool is_compensating(const Run& run) { return run.status == RunStatus::Compensating; }

bool awaits_undo(const Run& run) { return run.undo_wanted && !run.quarantined; }

bool can_proceed(const Run& run) {
    if (run.blocked || run.unneeded || run.quarantined) return false;
    return run.status == RunStatus::Pending || run.status == RunStatus::Dispatched ||
           run.status == RunStatus::Running || run.status == RunStatus::Retrying ||
           (run.status == RunStatus::Compensated && is_live(run));
}

const Task* State::find_task(const TaskId& id) const {
    const auto at = task_by_id.find(id);
    return at == task_by_id.end() ? nullptr : &tasks[at->second.value];
}

const Operator* State::find_operator(const OperatorName& name) const {
    const auto at = std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.name == name; });
    return at == operators.end() ? nullptr : &*at;
}

const Node* State::find_node(const NodeId& id) const {
    const auto at = node_by_id.find(id);
    return at == node_by_id.end() ? nullptr : &nodes[at->second.value];
}

std::optional<RunIndex> State::find_run(const TaskId& task, const StepName& step, const NodeId& node) const {
    const Task* found = find_task(task);
    if (!found) return std::nullopt;
    const auto run = found->plan->find_run(step, node);
    if (!run) return std::nullopt;
    return RunIndex{found->first_run.value + *run};
}

const StepDefinition& State::step_of(RunIndex run) const {
    const Task& task = task_of(run);
    return task.plan->definition.steps[task.plan->step_of_run(run.value - task.first_run.value)];
}

const PlanStep& State::plan_step_of(RunIndex run) const {
    const Task& task = task_of(run);
    return task.plan->steps[task.plan->step_of_run(run.value - task.first_run.value)];
}

const NodeId& State::node_of(RunIndex run) const {
    const Task& task = task_of(run);
    return task.plan->node_of_run(run.value - task.first_run.value);
}

namespace {

bool has_no_effect(const Run& run) {
    if (run.undo_wanted) return false;
    return run.status == RunStatus::Pending || run.status == RunStatus::Compensated || run.status == RunStatus::Skipped ||
           run.status == RunStatus::Cancelled;
}

}  // namespace

bool is_undo_due(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    if (!awaits_undo(run) || !is_settled(run.status)) return false;
    const Task& task = state.tasks[run.task.value];
    const std::uint32_t local = index.value - task.first_run.value;
    const std::uint32_t step = task.plan->step_of_run(local);
    const PlanStep& planned = task.plan->steps[step];
    for (std::uint32_t dependent : planned.dependents) {
        const PlanStep& down = task.plan->steps[dependent];
        const bool per_node = task.plan->definition.steps[dependent].per_node;
        const auto same = per_node ? task.plan->run_on(dependent, planned.nodes[local - planned.first_run]) : std::nullopt;
        for (std::uint32_t k = 0; k < down.nodes.size(); ++k) {
            if (same && down.first_run + k != *same) continue;
            if (!has_no_effect(state.runs[task.first_run.value + down.first_run + k])) return false;
        }
    }
    return true;
}

namespace {

bool trigger_met(const Run& run, Trigger trigger) {
    switch (trigger) {
        case Trigger::AllSucceeded:
            return run.open_dependencies == 0 && run.bad_dependencies == 0 && run.unneeded_dependencies == 0;
        case Trigger::AllDone: return run.open_dependencies == 0;
        case Trigger::AnyFailed: return run.bad_dependencies > 0;
    }
    return false;
}

}  // namespace

bool is_triggered(const State& state, RunIndex index) {
    return trigger_met(state.runs[index.value], state.step_of(index).trigger);
}

bool is_ready(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    if (run.status != RunStatus::Pending || run.blocked || run.unneeded || run.quarantined) return false;
    const Task& task = state.tasks[run.task.value];
    if (task.historical || task.paused || task.cancel_requested || task.open_task_dependencies > 0) return false;
    return is_triggered(state, index) && !hold_of(state, index);
}

std::vector<const char*> flags_of(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    std::vector<const char*> flags;
    if (run.blocked) flags.push_back("blocked");
    if (run.unneeded) flags.push_back("unneeded");
    if (state.tasks[run.task.value].paused) flags.push_back("paused");
    if (run.quarantined) flags.push_back("quarantined");
    if (run.node != no_node && !is_settled(run.status)) {
        const NodeStatus status = state.nodes[run.node.value].status;
        if (status == NodeStatus::Unreachable || status == NodeStatus::Conservative) flags.push_back("unreachable");
    }
    return flags;
}

namespace {

const OriginProgress* find_origin(const Node& node, Incarnation incarnation) {
    for (const OriginProgress& origin : node.origins) {
        if (origin.incarnation == incarnation) return &origin;
    }
    return nullptr;
}

}  // namespace

bool is_known_event(const Node& node, Incarnation incarnation, Sequence sequence) {
    const OriginProgress* origin = find_origin(node, incarnation);
    if (!origin) return false;
    return sequence <= origin->contiguous ||
           std::binary_search(origin->beyond.begin(), origin->beyond.end(), sequence);
}

Sequence contiguous_sequence(const Node& node, Incarnation incarnation) {
    const OriginProgress* origin = find_origin(node, incarnation);
    return origin ? origin->contiguous : Sequence{0};
}

}  // namespace apollo::domain
