// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which runs are sent to which nodes, and what follows when one fails.

#include <algorithm>
#include <utility>

#include "app/core/orchestrator_core.h"
#include "app/core/retry.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

bool OrchestratorCore::stands_still(RunIndex run) const {
    return m_state->dispatch_paused || m_state->task_of(run).paused;
}

void OrchestratorCore::reconsider(RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    if (run.node == no_node) return;
    const domain::Task& task = m_state->tasks[run.task.value];
    const domain::Priority priority = m_state->plan_step_of(index).priority;
    const bool waits = run.status == RunStatus::Retrying && !domain::is_live(run) && !run.quarantined && !task.cancel_requested;
    if (waits && m_retry_due.count(index) != 0 && !task.paused) m_retries.insert(run.node, index, priority);
    else m_retries.erase(run.node, index, priority);
    if (domain::is_ready(*m_state, index)) m_ready.insert(run.node, index, priority);
    else m_ready.erase(run.node, index, priority);
}

// Before a run loses its number: nothing may point to it any more. Timers find an empty place and do nothing.
void OrchestratorCore::forget_run(RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    m_retry_due.erase(index);
    m_retry_at.erase(index);
    m_stopped_retries.erase(index);
    m_progress.erase(index);
    if (run.node == no_node) return;
    const domain::Priority priority = m_state->plan_step_of(index).priority;
    m_ready.erase(run.node, index, priority);
    m_retries.erase(run.node, index, priority);
}

void OrchestratorCore::absorb_changes() {
    for (RunIndex index : m_changes.runs) {
        const domain::Run& run = m_state->runs[index.value];
        if (run.task == no_task || m_state->tasks[run.task.value].historical) continue;
        if (run.status != RunStatus::Retrying) {
            m_retry_due.erase(index);
            m_retry_at.erase(index);
            m_stopped_retries.erase(index);
        }
        reconsider(index);
    }
}

bool OrchestratorCore::takes_work(NodeIndex node) const {
    const Attached& attached = m_attached[node.value];
    return attached.attached && attached.open && m_state->nodes[node.value].status == domain::NodeStatus::Connected;
}

bool OrchestratorCore::has_room(NodeIndex node) const {
    // Some are sent ahead so that a free place on the node is filled without a round trip; not all, so that a later
    // run of a higher priority still finds its way.
    const domain::Node& known = m_state->nodes[node.value];
    return known.live_runs < 2 * std::max(1u, known.facts.capacity) + 2;
}

std::vector<std::string> OrchestratorCore::breakers_of(RunIndex run) const {
    return {"intent:" + m_state->step_of(run).intent.text, "node:" + m_state->node_of(run).text};
}

bool OrchestratorCore::pass_breakers(Now now, RunIndex run) {
    if (m_gates.none_open()) return true;
    const std::vector<std::string> names = breakers_of(run);
    if (const auto shut = m_gates.shut(names, now.monotonic)) {
        m_gates.hold(*shut, run);
        return false;
    }
    m_gates.pass(names, run, now.monotonic);
    return true;
}

void OrchestratorCore::dispatch_ready(Now now, Output& output) {
    if (m_state->dispatch_paused) return;
    dispatch_retries(now, output);
    for (std::uint32_t k = 0; k < m_attached.size() && !m_state->dispatch_throttled; ++k) {
        const NodeIndex node{k};
        if (!takes_work(node)) continue;
        while (has_room(node)) {
            const auto run = m_ready.take(node);
            if (!run) break;
            // Another one of its step may have taken the last place just now; it is looked at again when one is free.
            if (!domain::is_ready(*m_state, *run)) continue;
            if (pass_breakers(now, *run)) dispatch(now, output, *run);
        }
    }
    const auto due = m_gates.next();
    if (!due || (m_breaker_armed && *m_breaker_armed <= *due && *m_breaker_armed > now.monotonic)) return;
    m_breaker_armed = due;
    m_timers.add({.due = *due, .kind = Timer::Kind::Breaker});
}

void OrchestratorCore::dispatch_retries(Now now, Output& output) {
    while (!m_retries.empty()) {
        if (const MonotonicTime due = m_retry_tokens.next(now.monotonic); due > now.monotonic) {
            if (m_tokens_armed && *m_tokens_armed > now.monotonic) return;
            m_tokens_armed = due;
            m_timers.add({.due = due, .kind = Timer::Kind::Tokens});
            return;
        }
        const auto next = m_retries.take([this](NodeIndex node) { return takes_work(node) && has_room(node); });
        if (!next) return;
        if (!pass_breakers(now, next->second)) continue;
        m_retry_tokens.take(now.monotonic);
        dispatch(now, output, next->second);
    }
}

void OrchestratorCore::dispatch(Now now, Output& output, RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    const Attempt attempt = domain::next_attempt(run);
    m_retry_due.erase(index);
    emit(now, output, draft_run_event(*m_state, index, EventType::Dispatched, attempt, std::monostate{}));
    m_slices.note_dispatch(*m_state, index);
    send(now, output, index, attempt);
}

void OrchestratorCore::send(Now now, Output& output, RunIndex index, Attempt attempt) {
    const NodeIndex node = m_state->runs[index.value].node;
    if (m_unacknowledged.size() <= index.value) m_unacknowledged.resize(m_state->runs.size(), 0);
    m_unacknowledged[index.value] = 1;
    output.effects.push_back(SendDispatch{node, index, attempt});
    m_timers.add({.due = now.monotonic.plus_ms(m_settings.acknowledgement_timeout_ms),
                  .kind = Timer::Kind::Acknowledgement,
                  .run = index,
                  .attempt = attempt,
                  .node = node});
}

// Without using an attempt up.
void OrchestratorCore::send_again(Now now, Output& output, RunIndex index) {
    send(now, output, index, m_state->runs[index.value].dispatched_attempt);
}

void OrchestratorCore::follow_failure(Now now, Output& output, RunIndex index, domain::FailureClass failure) {
    const NodeIndex node = m_state->runs[index.value].node;
    if (node != no_node && m_state->nodes[node.value].status == domain::NodeStatus::Revoked) return;
    if (is_undone_before_retry(*m_state, index, m_settings)) return begin_undoing(now, output, index);
    schedule_retry(now, output, index, failure);
}

void OrchestratorCore::schedule_retry(Now now, Output& output, RunIndex index, domain::FailureClass failure) {
    const RetryDecision decision = decide_retry(*m_state, index, failure, m_settings);
    if (!decision.retry) return;
    emit(now, output, draft_run_event(*m_state, index, EventType::RetryScheduled, m_state->runs[index.value].attempt,
                                      domain::RetryScheduled{decision.delay_ms, decision.number}));
    arm_retry(now, index, decision.delay_ms);
}

void OrchestratorCore::arm_retry(Now now, RunIndex index, std::int64_t delay_ms) {
    if (stands_still(index)) {
        m_stopped_retries[index] = delay_ms;
        return;
    }
    const MonotonicTime due = now.monotonic.plus_ms(delay_ms);
    m_retry_at[index] = due;
    m_timers.add({.due = due, .kind = Timer::Kind::Retry, .run = index, .attempt = m_state->runs[index.value].attempt});
}

// Waiting retries stand still while they are paused: what was left of their delay is left of it afterwards.
void OrchestratorCore::stop_retries(Now now, std::optional<TaskIndex> task) {
    for (auto at = m_retry_at.begin(); at != m_retry_at.end();) {
        if (task && m_state->runs[at->first.value].task != *task) {
            ++at;
            continue;
        }
        m_stopped_retries[at->first] = std::max<std::int64_t>(0, at->second.ms - now.monotonic.ms);
        at = m_retry_at.erase(at);
    }
}

void OrchestratorCore::restart_retries(Now now) {
    const auto stopped = std::exchange(m_stopped_retries, {});
    for (const auto& [run, left_ms] : stopped) arm_retry(now, run, left_ms);
}

void OrchestratorCore::arm_execution_timer(Now now, RunIndex index) {
    const std::int64_t timeout_ms = m_state->plan_step_of(index).timeout_ms;
    if (timeout_ms <= 0) return;
    m_timers.add({.due = now.monotonic.plus_ms(timeout_ms + m_settings.execution_grace_ms),
                  .kind = Timer::Kind::Execution,
                  .run = index,
                  .attempt = m_state->runs[index.value].attempt});
}

}  // namespace apollo::core
