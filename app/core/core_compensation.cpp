// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Undoing what was done: after a failed attempt of a step that declares it, for a whole task whose failure or deadline
// asks for it, and on a person's word. One run at a time per branch, dependents first.

#include <algorithm>

#include "app/core/orchestrator_core.h"
#include "app/core/retry.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

namespace {

constexpr std::int64_t undo_retry_ms = 5000;

domain::OperatorAction own_action(const char* verb, std::string reason) {
    domain::OperatorAction action;
    action.verb = verb;
    action.operator_name = OperatorName{"orchestrator"};
    action.reason = std::move(reason);
    return action;
}

// How the attempt ended that is undone: the message takes the place of its own.
std::string ending_before(RunStatus status, const domain::RunDetails& details) {
    const char* words = status == RunStatus::Failed ? "; it had failed" : status == RunStatus::Timeout ? "; it had run out of time" : status == RunStatus::Cancelled ? "; it was cancelled" : nullptr;
    if (words == nullptr) return {};
    return words + (details.message.empty() ? std::string() : ": " + details.message);
}

}  // namespace

void OrchestratorCore::begin_undoing(Now now, Output& output, RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    const Attempt attempt = domain::next_attempt(run);
    const std::string before = ending_before(run.status, m_state->details[index.value]);
    emit(now, output, draft_run_event(*m_state, index, EventType::CompensationStarted, attempt, std::monostate{}));
    const domain::StepDefinition& step = m_state->step_of(index);
    domain::RunEnded nothing;
    if (step.compensate && run.node != no_node && m_state->nodes[run.node.value].status == domain::NodeStatus::Revoked) {
        nothing.message = "cannot be undone: node " + m_state->node_of(index).text + " was revoked; a person decides" + before;
        emit(now, output, draft_run_event(*m_state, index, EventType::CompensationFailed, attempt, nothing));
        return;
    }
    if (step.compensate && run.node != no_node) return send(now, output, index, attempt);
    nothing.message = "nothing to undo: the step has no compensating action" + before;
    follow_undone(now, output, draft_run_event(*m_state, index, EventType::Compensated, attempt, nothing));
}

// The end of an undoing; a step that was undone because its attempt failed is tried again in the same breath.
void OrchestratorCore::follow_undone(Now now, Output& output, domain::Event draft) {
    const RunIndex index = draft.header.run;
    const bool wanted = m_state->runs[index.value].undo_wanted;
    const domain::FailureClass failure = m_state->details[index.value].failure_class;
    emit(now, output, std::move(draft));
    if (!wanted) schedule_retry(now, output, index, failure);
}

bool OrchestratorCore::accept_undoing_report(Now now, Output& output, const domain::Event& report) {
    const RunIndex index = report.header.run;
    if (report.header.attempt != m_state->runs[index.value].dispatched_attempt) return false;
    domain::Event draft = report;
    const auto* ended = std::get_if<domain::RunEnded>(&report.payload);
    if (draft.header.type == EventType::Succeeded) {
        draft.header.type = EventType::Compensated;
        follow_undone(now, output, std::move(draft));
        return true;
    }
    const bool failed = draft.header.type == EventType::Failed || draft.header.type == EventType::TimedOut || draft.header.type == EventType::Cancelled;
    if (!failed || !ended) return false;
    draft.header.type = undoing_failure(index);
    emit(now, output, std::move(draft));
    retry_undoing(now, index);
    return true;
}

EventType OrchestratorCore::undoing_failure(RunIndex index) const {
    return m_state->runs[index.value].undo_tries < m_settings.compensation_tries ? EventType::Failed : EventType::CompensationFailed;
}

void OrchestratorCore::retry_undoing(Now now, RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    if (!domain::is_compensating(run)) return;
    m_timers.add({.due = now.monotonic.plus_ms(undo_retry_ms), .kind = Timer::Kind::Undo, .run = index, .attempt = run.attempt});
}

// An attempt at undoing that came to nothing without a report of its node.
void OrchestratorCore::follow_undoing(Now now, Output& output, RunIndex index, domain::RunEnded ended) {
    emit(now, output, draft_run_event(*m_state, index, undoing_failure(index), m_state->runs[index.value].dispatched_attempt, std::move(ended)));
    retry_undoing(now, index);
}

void OrchestratorCore::undo_due_runs(Now now, Output& output, TaskIndex index) {
    const domain::Task& task = m_state->tasks[index.value];
    if (!task.plan || task.undo_count == 0) return;
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex run{task.first_run.value + k};
        if (!domain::is_undo_due(*m_state, run)) continue;
        if (m_state->undoing_runs >= m_settings.compensations_at_once) {
            m_undo_waiting.insert(index);
            return;
        }
        begin_undoing(now, output, run);
    }
}

// Each end of an undoing may make others due; with "nothing to undo" a whole chain goes in one call.
void OrchestratorCore::continue_undoing(Now now, Output& output) {
    std::set<TaskIndex> tasks;
    std::size_t seen = 0;
    do {
        tasks.clear();
        for (; seen < m_changes.runs.size(); ++seen) {
            const domain::Run& run = m_state->runs[m_changes.runs[seen].value];
            if (run.task != no_task && m_state->tasks[run.task.value].undo_count > 0) tasks.insert(run.task);
        }
        if (m_state->undoing_runs < m_settings.compensations_at_once) tasks.merge(m_undo_waiting);
        for (TaskIndex task : tasks) undo_due_runs(now, output, task);
    } while (!tasks.empty());
}

void OrchestratorCore::request_compensation(Now now, Output& output, TaskIndex index, domain::OperatorAction action) {
    domain::Event request;
    request.header.type = EventType::TaskCompensationRequested;
    request.header.task = index;
    const std::string why = "cancelled: the task is being compensated (" + action.reason + ")";
    const StepName target{action.target};
    request.payload = std::move(action);
    emit(now, output, std::move(request));
    m_slices.revoke(index);
    cancel_waiting(now, output, index, why, target);
    undo_due_runs(now, output, index);
}

void OrchestratorCore::compensate_failed_tasks(Now now, Output& output) {
    std::set<TaskIndex> failed;
    for (TaskIndex index : m_changes.tasks) {
        const domain::Task& task = m_state->tasks[index.value];
        if (!task.plan || task.historical || task.cancel_requested || task.compensation_requested || task.paused) continue;
        if (task.plan->definition.on_failure != domain::OnFailure::Compensate || task.status != domain::TaskStatus::Failed) continue;
        if (task.quarantined_count == 0) failed.insert(index);
    }
    for (TaskIndex index : failed) {
        request_compensation(now, output, index, own_action("compensate", "the task failed and on_failure is compensate"));
    }
}

// Set anew by an amendment or a rerun; the timers before it then find another time and do nothing.
void OrchestratorCore::arm_deadline(Now now, TaskIndex index) {
    const domain::Task& task = m_state->tasks[index.value];
    m_deadline_at.erase(index);
    if (!task.plan || task.historical || !task.plan->definition.deadline_ms || domain::is_ended(task.status)) return;
    const std::int64_t deadline_ms = *task.plan->definition.deadline_ms;
    const std::int64_t left_ms = deadline_ms - (now.wall.ms - task.deadline_from.ms);
    const MonotonicTime due = now.monotonic.plus_ms(std::clamp<std::int64_t>(left_ms, 0, deadline_ms));
    m_deadline_at[index] = due;
    m_timers.add({.due = due, .kind = Timer::Kind::Deadline, .task = index});
}

void OrchestratorCore::on_deadline(Now now, Output& output, const Timer& timer) {
    const TaskIndex index = timer.task;
    const auto at = m_deadline_at.find(index);
    if (at == m_deadline_at.end() || at->second != timer.due) return;
    m_deadline_at.erase(at);
    const domain::Task& task = m_state->tasks[index.value];
    if (domain::is_ended(task.status) || task.cancel_requested || task.compensation_requested) return;
    const std::string reason = "its deadline of " + std::to_string(*task.plan->definition.deadline_ms / 1000) + " s has passed";
    const bool undo = task.plan->definition.on_failure == domain::OnFailure::Compensate;
    if (undo) {
        cancel_live_runs(output, index, reason);
        return request_compensation(now, output, index, own_action("compensate", reason));
    }
    domain::Event request;
    request.header.type = EventType::TaskCancelRequested;
    request.header.task = index;
    request.payload = own_action("cancel", reason);
    emit(now, output, std::move(request));
    cancel_waiting(now, output, index, "cancelled: " + reason);
    cancel_live_runs(output, index, reason);
}

}  // namespace apollo::core
