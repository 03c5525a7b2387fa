// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What happens when time has passed.

#include <algorithm>

#include "app/core/orchestrator_core.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

Output OrchestratorCore::tick(Now now) {
    Output output;
    while (const auto timer = m_timers.take_due(now.monotonic)) on_timer(now, output, *timer);
    finish(now, output);
    return output;
}

void OrchestratorCore::on_timer(Now now, Output& output, const Timer& timer) {
    switch (timer.kind) {
        case Timer::Kind::Acknowledgement: return on_acknowledgement_timeout(now, output, timer);
        case Timer::Kind::Execution: return on_execution_timeout(now, output, timer);
        case Timer::Kind::Retry: return on_retry_due(timer);
        case Timer::Kind::NodeLost: return on_node_lost(now, output, timer);
        case Timer::Kind::StateSync:
            if (m_attached[timer.node.value].session != timer.session) return;
            if (static_cast<std::uint32_t>(m_attached[timer.node.value].query) == timer.attempt.value) ask_snapshot(now, output, timer.node);
            return;
        case Timer::Kind::NodeConservative: return on_node_conservative(now, output, timer);
        case Timer::Kind::Undo: {
            const domain::Run& run = m_state->runs[timer.run.value];
            if (domain::is_compensating(run) && !domain::is_live(run) && run.attempt == timer.attempt) begin_undoing(now, output, timer.run);
            return;
        }
        case Timer::Kind::Deadline: return on_deadline(now, output, timer);
        case Timer::Kind::Tokens: return m_tokens_armed.reset();
        case Timer::Kind::Breaker: {
            const std::vector<RunIndex> released = m_gates.release_due(now.monotonic);
            m_breaker_armed.reset();
            m_changes.runs.insert(m_changes.runs.end(), released.begin(), released.end());
            return;
        }
        case Timer::Kind::Watch:
            m_watch_armed = false;
            return watch_failure_rate(now, output);
    }
}

void OrchestratorCore::on_retry_due(const Timer& timer) {
    const domain::Run& run = m_state->runs[timer.run.value];
    const auto at = m_retry_at.find(timer.run);
    // One that was stopped and started again has another time.
    if (at == m_retry_at.end() || at->second != timer.due) return;
    if (run.status != RunStatus::Retrying || run.attempt != timer.attempt || domain::is_live(run)) return;
    m_retry_at.erase(at);
    m_retry_due.insert(timer.run);
    m_changes.runs.push_back(timer.run);
}

void OrchestratorCore::on_node_lost(Now now, Output& output, const Timer& timer) {
    const Attached& attached = m_attached[timer.node.value];
    if (attached.attached || attached.session != timer.session) return;
    const domain::Node& node = m_state->nodes[timer.node.value];
    if (node.status != domain::NodeStatus::Connected && node.status != domain::NodeStatus::Draining) return;
    domain::Event lost;
    lost.header.type = EventType::NodeLost;
    lost.header.node = timer.node;
    lost.payload = domain::Note{"no frame for " + std::to_string(m_settings.node_lost_after_ms / 1000) + " s", {}};
    emit(now, output, std::move(lost));
    set_alert(now, output, "node:" + node.facts.node.text, true, "node " + node.facts.node.text + " is unreachable", timer.node);
}

void OrchestratorCore::on_node_conservative(Now now, Output& output, const Timer& timer) {
    const Attached& attached = m_attached[timer.node.value];
    if (attached.attached || attached.session != timer.session) return;
    if (m_state->nodes[timer.node.value].status != domain::NodeStatus::Unreachable) return;
    domain::Event over;
    over.header.type = EventType::NodeConservative;
    over.header.node = timer.node;
    over.payload = domain::Note{"cut off for longer than its autonomy_window: it finishes what runs and starts nothing new", {}};
    emit(now, output, std::move(over));
}

void OrchestratorCore::on_acknowledgement_timeout(Now now, Output& output, const Timer& timer) {
    const domain::Run& run = m_state->runs[timer.run.value];
    const bool open = domain::is_live(run) && run.status != RunStatus::Running && !run.accepted && run.dispatched_attempt == timer.attempt;
    // While the node is away nothing is used up; its return sends the order again.
    if (!open || !is_attached(run.node)) return;
    if (m_unacknowledged[timer.run.value] < m_settings.dispatches_per_attempt) {
        ++m_unacknowledged[timer.run.value];
        output.effects.push_back(SendDispatch{run.node, timer.run, timer.attempt});
        m_timers.add({.due = now.monotonic.plus_ms(m_settings.acknowledgement_timeout_ms),
                      .kind = Timer::Kind::Acknowledgement,
                      .run = timer.run,
                      .attempt = timer.attempt,
                      .node = run.node});
        return;
    }
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = "the node never confirmed the dispatch (" + std::to_string(m_settings.dispatches_per_attempt) + " times)";
    const bool first = run.status == RunStatus::Dispatched;
    output.effects.push_back(SendCancel{run.node, timer.run, timer.attempt, ended.message});
    if (domain::is_compensating(run)) return follow_undoing(now, output, timer.run, ended);
    emit(now, output, draft_run_event(*m_state, timer.run, first ? EventType::TimedOut : EventType::Failed, timer.attempt, ended));
    follow_attempt(now, output, timer.run, EventType::TimedOut);
    follow_failure(now, output, timer.run, domain::FailureClass::Transient);
}

}  // namespace apollo::core
