// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/work_history.h"

#include <algorithm>

namespace apollo::domain {

namespace {

bool was_undone(const Run& run) { return run.undo_wanted || run.status == RunStatus::Compensating || run.status == RunStatus::Compensated; }

// Attempts of the run that ended, and of them those that failed.
NodeRecord record_of(const Run& run, bool undoes_failures) {
    std::uint32_t before = run.attempt.value == 0 ? 0 : run.attempt.value - 1;
    // After each failure comes an attempt that undoes it.
    if (undoes_failures) before /= 2;
    switch (run.status) {
        case RunStatus::Succeeded: return {before + 1, before};
        case RunStatus::Failed:
        case RunStatus::Timeout: return {before + 1, before + 1};
        case RunStatus::Retrying: return is_live(run) ? NodeRecord{before, before} : NodeRecord{before + 1, before + 1};
        default: return {before, before};
    }
}

void add_run(const State& state, RunIndex index, bool undoes_failures, WorkHistory* history, std::vector<NodeRecord>& nodes) {
    const Run& run = state.runs[index.value];
    if (was_undone(run) || run.quarantined) return;
    const NodeRecord record = record_of(run, undoes_failures);
    if (run.node != no_node) {
        nodes[run.node.value].attempts += record.attempts;
        nodes[run.node.value].failed_attempts += record.failed_attempts;
    }
    if (!history) return;
    history->attempts += record.attempts;
    history->failed_attempts += record.failed_attempts;
    const RunDetails& details = state.details[index.value];
    // Overridden ones have not run; a clock that was set back tells nothing.
    if (run.status != RunStatus::Succeeded || !details.started_at.known() || details.ended_at < details.started_at) return;
    history->durations_ms.push_back(details.ended_at.ms - details.started_at.ms);
}

}  // namespace

WorkKind kind_of(const TaskDefinition& task, const StepDefinition& step) {
    const bool is_bare_command = task.single_intent && step.intent.text == "run_command";
    return {task.intent, step.intent, step.name, is_bare_command ? step.params_json : std::string()};
}

std::optional<std::int64_t> WorkHistory::percentile_ms(std::uint32_t percent) const {
    if (durations_ms.empty()) return std::nullopt;
    const std::size_t rank = (durations_ms.size() * percent + 99) / 100;  // nearest rank
    return durations_ms[std::clamp<std::size_t>(rank, 1, durations_ms.size()) - 1];
}

std::optional<std::int64_t> WorkHistory::p99_ms() const {
    return durations_ms.size() < needed_for_p99 ? std::nullopt : percentile_ms(99);
}

Records records_for(const State& state, const Plan& plan) {
    Records records;
    records.nodes.resize(state.nodes.size());
    for (const StepDefinition& step : plan.definition.steps) records.work[kind_of(plan.definition, step)];
    for (const Task& task : state.tasks) {
        if (!task.plan) continue;
        for (std::size_t s = 0; s < task.plan->steps.size(); ++s) {
            const StepDefinition& step = task.plan->definition.steps[s];
            const PlanStep& planned = task.plan->steps[s];
            const auto known = records.work.find(kind_of(task.plan->definition, step));
            for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
                add_run(state, RunIndex{task.first_run.value + planned.first_run + k}, step.idempotency == Idempotency::Compensate,
                        known == records.work.end() ? nullptr : &known->second, records.nodes);
            }
        }
    }
    for (auto& [kind, history] : records.work) std::sort(history.durations_ms.begin(), history.durations_ms.end());
    return records;
}

std::int64_t running_ms(const State& state, RunIndex run, WallTime now) {
    return std::max<std::int64_t>(0, now.ms - state.details[run.value].updated_at.ms);
}

std::optional<std::uint32_t> risk_percent(std::uint32_t attempts, std::uint32_t failed_attempts) {
    if (attempts == 0) return std::nullopt;
    return (failed_attempts * 100 + attempts / 2) / attempts;
}

}  // namespace apollo::domain
