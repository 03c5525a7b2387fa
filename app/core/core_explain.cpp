// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Why runs do not run. Each cause is one sentence that names what is waited for.

#include "app/core/orchestrator_core.h"
#include "app/core/selection.h"
#include "common/domain/failure_text.h"
#include "common/domain/roll_out.h"
#include "common/domain/work_history.h"

namespace apollo::core {

using domain::RunStatus;

namespace {

// An answer is one message; nobody reads more sentences at once.
constexpr std::size_t row_limit = 2000;

std::string seconds(std::int64_t ms) {
    return std::to_string(ms / 1000) + "." + std::to_string(ms % 1000 / 100) + " s";
}

// One sentence per upstream step that keeps the run waiting, with where and why.
std::vector<std::string> upstream_causes(const domain::State& state, const domain::Task& task, RunIndex index) {
    std::vector<std::string> causes;
    const domain::PlanStep& step = state.plan_step_of(index);
    const std::uint32_t node = step.nodes[index.value - task.first_run.value - step.first_run];
    const bool per_node = state.step_of(index).per_node;
    for (std::uint32_t upstream : step.depends_on) {
        const domain::PlanStep& up = task.plan->steps[upstream];
        const auto same = per_node ? task.plan->run_on(upstream, node) : std::nullopt;
        const bool tolerates = !same && !domain::is_bad(up, task.steps[upstream]);
        std::string places;
        for (std::uint32_t k = 0; k < up.nodes.size(); ++k) {
            if (same && up.first_run + k != *same) continue;
            const RunIndex run{task.first_run.value + up.first_run + k};
            const domain::Run& known = state.runs[run.value];
            if (known.outcome == domain::Outcome::Good || (tolerates && known.outcome == domain::Outcome::Bad)) continue;
            if (!places.empty()) places += ", ";
            places += std::string(to_text(known.status)) + (known.quarantined ? " (quarantined)" : "") + " on " + state.node_of(run).text;
        }
        if (!places.empty()) causes.push_back("waits for step " + task.plan->definition.steps[upstream].name.text + ", which is " + places);
    }
    return causes;
}

std::string in_runs(std::uint32_t count) { return std::to_string(count) + (count == 1 ? " node" : " nodes"); }

// " (RUNNING on n1, RETRYING on n2 and 3 more)": the runs of the step that are in the way.
template <typename IsInTheWay>
std::string places_of(const domain::State& state, const domain::Task& task, std::uint32_t step, IsInTheWay is_in_the_way) {
    constexpr std::uint32_t named = 5;
    const domain::PlanStep& planned = task.plan->steps[step];
    std::string text;
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
        const RunIndex run{task.first_run.value + planned.first_run + k};
        if (!is_in_the_way(k, state.runs[run.value]) || ++count > named) continue;
        text += (text.empty() ? "" : ", ") + std::string(to_text(state.runs[run.value].status)) + " on " + state.node_of(run).text;
    }
    if (count > named) text += " and " + std::to_string(count - named) + " more";
    return text.empty() ? text : " (" + text + ")";
}

std::optional<std::string> roll_out_cause(const domain::State& state, const domain::Task& task, RunIndex index) {
    const std::uint32_t step = task.plan->step_of_run(index.value - task.first_run.value);
    const domain::PlanStep& planned = task.plan->steps[step];
    const domain::Task::StepCount& count = task.steps[step];
    if (!planned.rolls_out) return std::nullopt;
    if (domain::is_stopped(planned, count)) {
        return "the roll-out of the step has stopped: it failed on " + in_runs(count.failed) + ", " + std::to_string(*planned.tolerated) +
               " are tolerated; rerun, skip or override those that failed";
    }
    const auto hold = domain::is_triggered(state, index) ? domain::hold_of(state, index) : std::nullopt;
    if (hold == domain::Hold::Rank) {
        const std::uint32_t rank = domain::current_rank(planned, count);
        const auto is_in_the_way = [&](std::uint32_t k, const domain::Run& run) { return planned.ranks[k] == rank && run.outcome == domain::Outcome::Open; };
        return "waits for rank " + std::to_string(rank + 1) + " of the step, which is not through on " + in_runs(count.open_by_rank[rank]) + places_of(state, task, step, is_in_the_way);
    }
    if (hold == domain::Hold::Places) {
        const auto has_a_turn = [](std::uint32_t, const domain::Run& run) { return domain::holds_place(run); };
        return "waits for its turn: the step is on " + in_runs(count.begun) + places_of(state, task, step, has_a_turn) + ", max_parallel_nodes is " +
               std::to_string(task.plan->definition.steps[step].roll_out.max_parallel_nodes);
    }
    return std::nullopt;
}

std::vector<std::string> pending_causes(const domain::State& state, const domain::Task& task, RunIndex index) {
    std::vector<std::string> causes;
    for (const TaskId& id : task.plan->definition.depends_on) {
        const domain::Task* other = state.find_task(id);
        if (other && other->status == domain::TaskStatus::Succeeded) continue;
        causes.push_back("waits for task " + id.text + ", which is " + (other ? to_text(other->status) : "unknown"));
    }
    for (std::string& cause : upstream_causes(state, task, index)) causes.push_back(std::move(cause));
    if (auto cause = roll_out_cause(state, task, index)) causes.push_back(std::move(*cause));
    const bool triggered = domain::is_triggered(state, index) && task.bad_task_dependencies == 0;
    const domain::Run& run = state.runs[index.value];
    if (run.unneeded) {
        const bool itself = run.unneeded_dependencies == 0;
        return {itself ? "is not needed: it runs only if something it depends on fails, and nothing did"
                       : "is not needed: a step it depends on is not needed either, because nothing failed"};
    }
    if (run.blocked && run.node != no_node && state.nodes[run.node.value].status == domain::NodeStatus::Revoked) {
        return {"node " + state.node_of(index).text + " was revoked; enrol it again, or skip the step there"};
    }
    if (!run.blocked || triggered) return causes;
    const std::string trigger = to_text(state.step_of(index).trigger);
    causes.push_back("is blocked: its trigger " + trigger + " can no longer be met; rerun, skip or override what it depends on");
    return causes;
}

std::optional<std::string> node_cause(const domain::State& state, const domain::Run& run, bool attached) {
    if (run.node == no_node) return std::nullopt;
    const domain::Node& node = state.nodes[run.node.value];
    const std::string name = "node " + node.facts.node.text;
    switch (node.status) {
        case domain::NodeStatus::Revoked: return name + " was revoked";
        case domain::NodeStatus::Draining: return name + " is draining; see: apollo-cli node drain --undo";
        case domain::NodeStatus::Conservative: return name + " was cut off for too long and takes no new work until it has reported";
        case domain::NodeStatus::Unreachable: return name + " is unreachable";
        case domain::NodeStatus::Connected: break;
    }
    if (!attached) return name + " is not connected at the moment";
    return std::nullopt;
}

}  // namespace

std::vector<std::string> OrchestratorCore::dispatch_causes(Now now, RunIndex index) const {
    const domain::State& state = *m_state;
    const domain::Run& run = state.runs[index.value];
    std::vector<std::string> causes;
    if (state.dispatch_paused) causes.push_back("the whole orchestrator is paused; see: apollo-cli orchestrator resume");
    if (state.dispatch_throttled && run.status == RunStatus::Pending) {
        causes.push_back("nothing new is dispatched until the retry queue is below 80 % of its limit");
    }
    if (auto cause = node_cause(state, run, is_attached(run.node))) causes.push_back(std::move(*cause));
    if (const auto shut = m_gates.shut(breakers_of(index), now.monotonic)) {
        causes.push_back("breaker " + *shut + " is open; see: apollo-cli breaker list");
    }
    if (run.node != no_node && !has_room(run.node)) {
        causes.push_back("node " + state.node_of(index).text + " has its hands full: " + std::to_string(state.nodes[run.node.value].live_runs) +
                         " runs are on it, its capacity is " + std::to_string(state.nodes[run.node.value].facts.capacity));
    }
    return causes;
}

std::vector<std::string> OrchestratorCore::causes_of(Now now, const domain::Task& task, RunIndex index) const {
    const domain::Run& run = m_state->runs[index.value];
    std::vector<std::string> causes;
    if (run.quarantined) causes.push_back("is quarantined: events of it were lost to damage of the log; a person decides (rerun, skip or override)");
    if (task.historical) return {"was imported; it is shown and never run"};
    if (task.cancel_requested && !domain::is_settled(run.status)) causes.push_back("the task is being cancelled");
    if (task.paused && !domain::is_live(run) && !domain::is_settled(run.status)) causes.push_back("the task is paused; see: apollo-cli task resume");
    if (run.status == RunStatus::Pending) {
        for (std::string& cause : pending_causes(*m_state, task, index)) causes.push_back(std::move(cause));
    }
    if (run.status == RunStatus::Retrying && !domain::is_live(run)) {
        const auto at = m_retry_at.find(index);
        const auto stopped = m_stopped_retries.find(index);
        if (at != m_retry_at.end()) causes.push_back("waits " + seconds(std::max<std::int64_t>(0, at->second.ms - now.monotonic.ms)) + " more before retry " + std::to_string(run.retries));
        else if (stopped != m_stopped_retries.end()) causes.push_back("retry " + std::to_string(run.retries) + " stands still with " + seconds(stopped->second) + " left");
        else if (m_retry_due.count(index) != 0) causes.push_back("waits for its turn among " + std::to_string(m_state->waiting_retries) + " retries; at most " + std::to_string(static_cast<int>(m_settings.retry_rate_per_s)) + " start per second");
    }
    if (run.undo_wanted && domain::is_settled(run.status)) causes.push_back("waits to be undone after what depends on it");
    const bool could_go = run.status == RunStatus::Pending || (run.status == RunStatus::Retrying && !domain::is_live(run));
    const bool can_run = !run.unneeded && !run.quarantined && !run.blocked;
    if (could_go && can_run) {
        for (std::string& cause : dispatch_causes(now, index)) causes.push_back(std::move(cause));
    }
    return causes;
}

namespace {

// Of a run that is on its node: why nothing is heard of it.
std::optional<std::string> silence_of_live(const domain::State& state, const domain::Run& run) {
    if (!domain::is_live(run) || run.node == no_node) return std::nullopt;
    const domain::Node& node = state.nodes[run.node.value];
    const bool silent = node.status == domain::NodeStatus::Unreachable || node.status == domain::NodeStatus::Conservative;
    if (!silent) return std::nullopt;
    return "node " + node.facts.node.text + " is " + to_text(node.status) + " since " + to_rfc3339(node.last_change_at) +
           ": what became of it is known when the node is back, or the execution timeout decides";
}

// Of a run that is being undone, or was: also why that came to be.
std::string undoing(const domain::State& state, RunIndex index) {
    const domain::Run& run = state.runs[index.value];
    const std::string& message = state.details[index.value].message;
    const std::string failure = domain::failure_before_undoing(state, index);
    const std::string cause = failure.empty() ? "" : "; it had failed: " + failure;
    if (run.status == RunStatus::Compensating) return "is being undone on node " + state.node_of(index).text + " (attempt " + std::to_string(run.dispatched_attempt.value) + ")" + cause;
    if (!domain::had_nothing_to_undo(state, index)) return "was undone" + cause;
    return cause.empty() && !message.empty() ? message : "had nothing to undo: the step has no compensating action" + cause;
}

// What a run that does not wait is doing, or how it ended.
std::string present(const domain::State& state, RunIndex index, const domain::Records& records, WallTime now) {
    const domain::Run& run = state.runs[index.value];
    const domain::RunDetails& details = state.details[index.value];
    const std::string node = state.node_of(index).text;
    if (run.status == RunStatus::Dispatched) return run.accepted ? "is in the queue of node " + node : "was sent to node " + node + ", which has not confirmed it";
    if (run.status == RunStatus::Running) {
        const std::int64_t runs_ms = domain::running_ms(state, index, now);
        const auto known = records.work.find(domain::kind_of(state.task_of(index).plan->definition, state.step_of(index)));
        const auto p99_ms = known == records.work.end() ? std::nullopt : known->second.p99_ms();
        const bool is_slow = p99_ms && runs_ms > *p99_ms;
        return "runs on node " + node + " (attempt " + std::to_string(run.attempt.value) + ") for " + seconds(runs_ms) +
               (is_slow ? ", longer than 99 % of those before it (" + seconds(*p99_ms) + ")" : std::string());
    }
    if (run.status == RunStatus::Compensating || run.status == RunStatus::Compensated) return undoing(state, index);
    if (domain::is_live(run)) return "attempt " + std::to_string(run.dispatched_attempt.value) + " was sent to node " + node;
    if (run.status == RunStatus::Failed || run.status == RunStatus::Timeout) {
        const std::string failure = domain::failure_text(details);
        return "ended" + (failure.empty() ? std::string() : ": " + failure) + "; a person decides (rerun, skip or override)";
    }
    if (!details.message.empty()) return details.message;
    return domain::is_settled(run.status) ? "has ended" : "can start at once";
}

}  // namespace

std::vector<domain::ResultRow> OrchestratorCore::explain(Now now, const domain::Task& task, const std::vector<RunIndex>& runs) const {
    std::vector<domain::ResultRow> rows;
    const domain::Records records = task.status == domain::TaskStatus::Running ? domain::records_for(*m_state, *task.plan) : domain::Records{};
    for (RunIndex index : runs) {
        if (rows.size() >= row_limit) {
            rows.push_back({{}, {}, {}, "… and more; ask for one step (--step NAME)"});
            break;
        }
        std::vector<std::string> causes = causes_of(now, task, index);
        if (causes.empty()) causes.push_back(present(*m_state, index, records, now.wall));
        if (auto silence = silence_of_live(*m_state, m_state->runs[index.value])) causes.push_back(std::move(*silence));
        for (std::string& cause : causes) {
            rows.push_back({m_state->step_of(index).name.text, m_state->node_of(index).text, to_text(m_state->runs[index.value].status), std::move(cause)});
        }
    }
    return rows;
}

Result<domain::CommandResult> OrchestratorCore::explain_task(Now now, const domain::ExplainTask& command) const {
    auto index = find_task(*m_state, command.task);
    if (!index) return index.error();
    const domain::Task& task = m_state->tasks[index->value];
    auto runs = select_runs(*m_state, task, command.filter);
    if (!runs) return runs.error();
    domain::CommandResult result = result_for(*index, 0);
    result.rows = explain(now, task, *runs);
    return result;
}

}  // namespace apollo::core
