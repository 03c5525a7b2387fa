// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/readiness.h"

#include "common/domain/roll_out.h"

namespace apollo::domain {

namespace {

void add(std::uint32_t& counter, int delta) { counter = static_cast<std::uint32_t>(static_cast<int>(counter) + delta); }

}  // namespace

void count_everywhere(State& state, const Run& before, const Run& after) {
    const auto waits = [](const Run& run) { return run.status == RunStatus::Retrying && !is_live(run); };
    const auto backlog = [](const Run& run) { return awaits_undo(run) || is_compensating(run); };
    add(state.waiting_retries, int(waits(after)) - int(waits(before)));
    add(state.undo_backlog, int(backlog(after)) - int(backlog(before)));
    add(state.undoing_runs, int(is_compensating(after)) - int(is_compensating(before)));
    add(state.quarantined_runs, int(after.quarantined) - int(before.quarantined));
}

namespace {

Outcome outcome_of(const Run& run) {
    if (run.quarantined || run.blocked) return Outcome::Bad;
    if (run.unneeded) return Outcome::Unneeded;
    switch (run.status) {
        case RunStatus::Succeeded:
        case RunStatus::Skipped: return Outcome::Good;
        case RunStatus::Failed:
        case RunStatus::Timeout:
        case RunStatus::Cancelled: return Outcome::Bad;
        // Undone, and no new start was sent: what depends on it cannot go on by itself.
        case RunStatus::Compensated: return is_live(run) ? Outcome::Open : Outcome::Bad;
        default: return Outcome::Open;
    }
}

bool is_blocked(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    if (run.status != RunStatus::Pending) return false;
    const Task& task = state.tasks[run.task.value];
    if (task.bad_task_dependencies > 0) return true;
    if (run.node != no_node && state.nodes[run.node.value].status == NodeStatus::Revoked) return true;
    if (task.plan->rolls_out) {
        const std::uint32_t step = task.plan->step_of_run(index.value - task.first_run.value);
        if (is_stopped(task.plan->steps[step], task.steps[step])) return true;
    }
    switch (state.step_of(index).trigger) {
        case Trigger::AllSucceeded: return run.bad_dependencies > 0;
        case Trigger::AllDone:
        case Trigger::AnyFailed: return false;
    }
    return false;
}

// Of a run that is not blocked: that it never starts is no failure.
bool is_unneeded(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    if (run.status != RunStatus::Pending || run.blocked) return false;
    switch (state.step_of(index).trigger) {
        case Trigger::AllSucceeded: return run.unneeded_dependencies > 0;
        case Trigger::AllDone: return false;
        case Trigger::AnyFailed:
            return run.open_dependencies == 0 && run.bad_dependencies == 0 && !state.plan_step_of(index).depends_on.empty();
    }
    return false;
}

// Counters of the task and the node for the difference between two values of one run.
void count_difference(State& state, const Run& before, const Run& after) {
    Task& task = state.tasks[after.task.value];
    --task.count[static_cast<std::size_t>(before.status)];
    ++task.count[static_cast<std::size_t>(after.status)];
    add(task.blocked_count, int(after.blocked) - int(before.blocked));
    add(task.quarantined_count, int(after.quarantined) - int(before.quarantined));
    add(task.proceed_count, int(can_proceed(after)) - int(can_proceed(before)));
    add(task.undo_count, int(awaits_undo(after)) - int(awaits_undo(before)));
    count_everywhere(state, before, after);
    if (after.node != no_node) add(state.nodes[after.node.value].live_runs, int(is_live(after)) - int(is_live(before)));
}

bool is_undone(const Run& run) { return run.status == RunStatus::Compensated && !is_live(run); }

bool has_failed(const Run& run) {
    return run.quarantined || run.status == RunStatus::Failed || run.status == RunStatus::Timeout || is_undone(run);
}

bool is_pardonable(const Run& run) {
    return !run.quarantined && (run.blocked || has_failed(run));
}

void refresh_pardons(Task& task, std::uint32_t step) {
    Task::StepCount& count = task.steps[step];
    const PlanStep& planned = task.plan->steps[step];
    const std::uint32_t pardoned = planned.tolerated && !is_bad(planned, count) ? count.pardonable : 0;
    add(task.pardoned_count, int(pardoned) - int(count.pardoned));
    count.pardoned = pardoned;
}

// True if others of the step may begin now that could not, or the other way round.
bool count_roll_out(Task& task, std::uint32_t step, const Run& before, const Run& after) {
    const PlanStep& planned = task.plan->steps[step];
    Task::StepCount& count = task.steps[step];
    const std::uint32_t most = task.plan->definition.steps[step].roll_out.max_parallel_nodes;
    const auto is_full = [&] { return most > 0 && count.begun >= most; };
    const bool was_full = is_full(), was_stopped = is_stopped(planned, count);
    add(count.begun, int(holds_place(after)) - int(holds_place(before)));
    add(count.failed, int(has_failed(after)) - int(has_failed(before)));
    add(count.pardonable, int(is_pardonable(after)) - int(is_pardonable(before)));
    refresh_pardons(task, step);
    return is_full() != was_full || is_stopped(planned, count) != was_stopped;
}

// Carries changes of outcomes down the graph. A work list instead of recursion: chains may have 20,000 steps.
class Propagation {
public:
    Propagation(State& state, Changes* changes) : m_state(state), m_changes(changes) {}

    // Re-derives blocked, unneeded and outcome of a run whose status, flags or upstream counts changed.
    void reconsider(RunIndex index) {
        Run& run = m_state.runs[index.value];
        const Run before = run;
        run.blocked = is_blocked(m_state, index);
        run.unneeded = is_unneeded(m_state, index);
        run.outcome = outcome_of(run);
        if (m_changes) m_changes->runs.push_back(index);
        if (run.blocked != before.blocked || run.unneeded != before.unneeded) count_difference(m_state, before, run);
        count_in_roll_out(index, before);
        if (run.outcome != before.outcome) m_queue.push_back({index, before.outcome, run.outcome});
    }

    // The run differs from `before`: counts it in the roll-out of its step, if that has limits.
    void count_in_roll_out(RunIndex index, const Run& before) {
        const Run& run = m_state.runs[index.value];
        Task& task = m_state.tasks[run.task.value];
        if (!task.plan->rolls_out) return;
        const std::uint32_t step = task.plan->step_of_run(index.value - task.first_run.value);
        if (task.plan->steps[step].rolls_out && count_roll_out(task, step, before, run)) m_gates.push_back({run.task, step});
    }

    void run() {
        while (!m_queue.empty() || !m_gates.empty()) {
            if (m_queue.empty()) {
                const Gated gated = m_gates.back();
                m_gates.pop_back();
                reconsider_waiting(gated);
                continue;
            }
            const Item item = m_queue.back();
            m_queue.pop_back();
            carry(item);
        }
    }

private:
    struct Item {
        RunIndex run;
        Outcome before;
        Outcome after;
    };

    struct Delta {
        int open;
        int bad;
        int unneeded;
        bool is_none() const { return open == 0 && bad == 0 && unneeded == 0; }
    };

    struct Gated {
        TaskIndex task;
        std::uint32_t step;
    };

    void reconsider_waiting(const Gated& gated) {
        const Task& task = m_state.tasks[gated.task.value];
        const PlanStep& step = task.plan->steps[gated.step];
        for (std::uint32_t k = 0; k < step.nodes.size(); ++k) {
            const RunIndex index{task.first_run.value + step.first_run + k};
            if (m_state.runs[index.value].status == RunStatus::Pending) reconsider(index);
        }
    }

    // The run of that place among the step's nodes became open, or is no longer.
    void count_rank(const Item& item, Task& task, std::uint32_t step, std::uint32_t place, int open) {
        const PlanStep& planned = task.plan->steps[step];
        refresh_pardons(task, step);
        if (planned.ranks.empty() || open == 0) return;
        const std::uint32_t before = current_rank(planned, task.steps[step]);
        add(task.steps[step].open_by_rank[planned.ranks[place]], open);
        if (current_rank(planned, task.steps[step]) != before) m_gates.push_back({m_state.runs[item.run.value].task, step});
    }

    void carry(const Item& item) {
        Task& task = m_state.tasks[m_state.runs[item.run.value].task.value];
        const std::uint32_t local = item.run.value - task.first_run.value;
        const std::uint32_t step = task.plan->step_of_run(local);
        Task::StepCount& count = task.steps[step];
        const PlanStep& upstream = task.plan->steps[step];
        const bool was_open = count.open > 0, was_bad = is_bad(upstream, count), was_unneeded = is_all_unneeded(upstream, count);
        const int open = int(item.after == Outcome::Open) - int(item.before == Outcome::Open);
        const int bad = int(item.after == Outcome::Bad) - int(item.before == Outcome::Bad);
        const int unneeded = int(item.after == Outcome::Unneeded) - int(item.before == Outcome::Unneeded);
        add(count.open, open);
        add(count.bad, bad);
        add(count.unneeded, unneeded);
        const Delta of_run{open, bad, unneeded};
        const Delta of_step{int(count.open > 0) - int(was_open), int(is_bad(upstream, count)) - int(was_bad),
                            int(is_all_unneeded(upstream, count)) - int(was_unneeded)};
        if (upstream.rolls_out) count_rank(item, task, step, local - upstream.first_run, open);
        const std::uint32_t node = upstream.nodes[local - upstream.first_run];
        for (std::uint32_t dependent : upstream.dependents) {
            if (task.plan->definition.steps[dependent].per_node) {
                carry_per_node(task, step, dependent, node, of_run, of_step);
            } else if (!of_step.is_none()) {
                const PlanStep& down = task.plan->steps[dependent];
                for (std::uint32_t k = 0; k < down.nodes.size(); ++k) {
                    adjust(task, down.first_run + k, of_step);
                }
            }
        }
    }

    // per_node: the run on the same node follows that run; a run on a node where the upstream step does not run follows
    // the whole upstream step.
    void carry_per_node(const Task& task, std::uint32_t step, std::uint32_t dependent, std::uint32_t node, Delta of_run,
                        Delta of_step) {
        const PlanStep& down = task.plan->steps[dependent];
        if (const auto same = task.plan->run_on(dependent, node)) adjust(task, *same, of_run);
        if (of_step.is_none()) return;
        for (std::uint32_t k = 0; k < down.nodes.size(); ++k) {
            if (!task.plan->run_on(step, down.nodes[k])) adjust(task, down.first_run + k, of_step);
        }
    }

    void adjust(const Task& task, std::uint32_t local, Delta delta) {
        const RunIndex index{task.first_run.value + local};
        Run& run = m_state.runs[index.value];
        add(run.open_dependencies, delta.open);
        add(run.bad_dependencies, delta.bad);
        add(run.unneeded_dependencies, delta.unneeded);
        reconsider(index);
    }

    State& m_state;
    Changes* m_changes;
    std::vector<Item> m_queue;
    std::vector<Gated> m_gates;
};

TaskStatus derive_status(const Task& task) {
    const auto count = [&](RunStatus status) { return task.count[static_cast<std::size_t>(status)]; };
    if (task.proceed_count > 0) {
        const bool fresh = count(RunStatus::Pending) == task.plan->run_count;
        return fresh ? TaskStatus::Pending : TaskStatus::Running;
    }
    const std::uint32_t failed = count(RunStatus::Failed) + count(RunStatus::Timeout);
    if (count(RunStatus::Compensating) > 0 || (task.undo_count > 0 && failed == 0)) return TaskStatus::Compensating;
    if (task.compensation_requested) return failed > 0 ? TaskStatus::Failed : TaskStatus::Compensated;
    if (task.cancel_requested || count(RunStatus::Cancelled) > 0) return TaskStatus::Cancelled;
    // Failures that are tolerated; among them may be some that were undone.
    const std::uint32_t bad = failed + task.blocked_count + task.quarantined_count, undone = count(RunStatus::Compensated);
    if (bad + undone <= task.pardoned_count) return TaskStatus::Succeeded;
    if (bad > 0) return TaskStatus::Failed;
    return TaskStatus::Compensated;
}

void reconsider_pending(State& state, TaskIndex index, Changes* changes) {
    Propagation propagation(state, changes);
    const Task& task = state.tasks[index.value];
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        propagation.reconsider(RunIndex{task.first_run.value + k});
    }
    propagation.run();
}

// Whether `upstream` keeps tasks that depend on it waiting, or can no longer let them run.
struct Gate {
    int open;
    int bad;
};
Gate gate_of(TaskStatus status) {
    if (!is_ended(status)) return {1, 0};
    return {0, status == TaskStatus::Succeeded ? 0 : 1};
}

}  // namespace

RunChange::RunChange(State& state, RunIndex run) : m_state(state), m_run(run), m_before(state.runs[run.value]) {}

void RunChange::settle(WallTime recorded, Changes* changes) {
    const Run& after = m_state.runs[m_run.value];
    count_difference(m_state, m_before, after);
    Propagation propagation(m_state, changes);
    propagation.count_in_roll_out(m_run, m_before);
    propagation.reconsider(m_run);
    propagation.run();
    refresh_task_status(m_state, after.task, recorded, changes);
}

void reconsider_node(State& state, NodeIndex node, WallTime recorded, Changes* changes) {
    Propagation propagation(state, changes);
    std::vector<TaskIndex> tasks;
    for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
        const Run& run = state.runs[k];
        if (run.node != node || run.status != RunStatus::Pending) continue;
        propagation.reconsider(RunIndex{k});
        if (tasks.empty() || tasks.back() != run.task) tasks.push_back(run.task);
    }
    propagation.run();
    for (TaskIndex task : tasks) refresh_task_status(state, task, recorded, changes);
}

void create_runs(State& state, TaskIndex index) {
    const Task& task = state.tasks[index.value];
    const std::size_t end = task.first_run.value + task.plan->run_count;
    if (state.runs.size() < end) {
        state.runs.resize(end);
        state.details.resize(end);
    }
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        Run& run = state.runs[task.first_run.value + k];
        run.task = index;
        if (task.historical) continue;
        const auto node = state.node_by_id.find(task.plan->node_of_run(k));
        if (node != state.node_by_id.end()) run.node = node->second;
    }
}

void restore_run(State& state, RunIndex index, const Run& stored, RunDetails details, WallTime recorded, Changes* changes) {
    RunChange change(state, index);
    Run& run = state.runs[index.value];
    run.status = stored.status;
    run.quarantined = stored.quarantined;
    run.accepted = stored.accepted;
    run.undo_wanted = stored.undo_wanted;
    run.attempt = stored.attempt;
    run.dispatched_attempt = stored.dispatched_attempt;
    run.claimed_attempt = stored.claimed_attempt;
    run.version = stored.version;
    run.retries = stored.retries;
    run.undo_tries = stored.undo_tries;
    state.details[index.value] = std::move(details);
    change.settle(recorded, changes);
}

void clear_readiness(State& state, TaskIndex index) {
    Task& task = state.tasks[index.value];
    for (std::uint32_t& count : task.count) count = 0;
    task.blocked_count = task.quarantined_count = task.proceed_count = task.undo_count = task.pardoned_count = 0;
    task.open_task_dependencies = task.bad_task_dependencies = 0;
    task.steps.clear();
    for (const TaskId& id : task.plan->definition.depends_on) {
        const auto waiting = state.waiting_for_task.find(id);
        if (waiting != state.waiting_for_task.end()) std::erase(waiting->second, index);
    }
}

void begin_readiness(State& state, TaskIndex index, WallTime recorded, Changes* changes) {
    Task& task = state.tasks[index.value];
    const Plan& plan = *task.plan;
    task.count[static_cast<std::size_t>(RunStatus::Pending)] = plan.run_count;
    task.proceed_count = plan.run_count;
    task.steps.resize(plan.steps.size());
    for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
        const PlanStep& planned = plan.steps[step];
        task.steps[step].open = static_cast<std::uint32_t>(planned.nodes.size());
        task.steps[step].open_by_rank.assign(planned.rank_count, 0);
        for (std::uint32_t rank : planned.ranks) ++task.steps[step].open_by_rank[rank];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
            Run& run = state.runs[task.first_run.value + planned.first_run + k];
            run.open_dependencies = static_cast<std::uint32_t>(planned.depends_on.size());
        }
    }
    for (const TaskId& id : plan.definition.depends_on) {
        state.waiting_for_task[id].push_back(index);
        const Task* upstream = state.find_task(id);
        const Gate gate = upstream ? gate_of(upstream->status) : Gate{0, 1};
        add(task.open_task_dependencies, gate.open);
        add(task.bad_task_dependencies, gate.bad);
    }
    reconsider_pending(state, index, changes);
    refresh_task_status(state, index, recorded, changes);
}

void refresh_task_status(State& state, TaskIndex first, WallTime recorded, Changes* changes) {
    std::vector<TaskIndex> queue{first};
    while (!queue.empty()) {
        const TaskIndex index = queue.back();
        queue.pop_back();
        Task& task = state.tasks[index.value];
        const TaskStatus before = task.status;
        task.status = derive_status(task);
        if (changes) changes->tasks.push_back(index);
        if (is_ended(task.status) != is_ended(before)) task.ended_at = is_ended(task.status) ? recorded : WallTime{};
        const Gate old_gate = gate_of(before), new_gate = gate_of(task.status);
        if (old_gate.open == new_gate.open && old_gate.bad == new_gate.bad) continue;
        const auto waiting = state.waiting_for_task.find(task.id);
        if (waiting == state.waiting_for_task.end()) continue;
        for (TaskIndex dependent : waiting->second) {
            Task& other = state.tasks[dependent.value];
            add(other.open_task_dependencies, new_gate.open - old_gate.open);
            add(other.bad_task_dependencies, new_gate.bad - old_gate.bad);
            reconsider_pending(state, dependent, changes);
            queue.push_back(dependent);
        }
    }
}

}  // namespace apollo::domain
