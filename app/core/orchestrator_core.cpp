// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/orchestrator_core.h"

#include <algorithm>

#include "app/core/retry.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

OrchestratorCore::OrchestratorCore(CoreSettings settings, std::shared_ptr<domain::State> state)
    : m_settings(std::move(settings)), m_state(std::move(state)) {}

const domain::Event& OrchestratorCore::emit(Now now, Output& output, domain::Event draft) {
    domain::EventHeader& header = draft.header;
    header.position = m_state->position.next();
    header.epoch = m_epoch;
    if (!header.recorded_time.known()) header.recorded_time = now.wall;
    if (!header.origin_time.known()) header.origin_time = now.wall;
    const bool of_run = header.run != no_run && header.type != EventType::TaskSubmitted;
    if (of_run && !header.fact_only) header.version = m_state->runs[header.run.value].version.next();
    output.events.push_back(std::move(draft));
    const std::uint64_t refused = m_state->refused_changes;
    domain::apply(*m_state, output.events.back(), &m_changes);
    // Everything is checked before it becomes an event; a refusal here would be a decision that state does not follow.
    APOLLO_ASSERT(m_state->refused_changes == refused);
    return output.events.back();
}

void OrchestratorCore::finish(Now now, Output& output) {
    absorb_changes();
    for (TaskIndex task : m_changes.tasks) m_slices.note_task(*m_state, task);
    for (NodeIndex node : m_changes.nodes) m_slices.note_node(*m_state, node);
    if (m_state->dispatch_paused && !m_paused) m_slices.revoke_all();
    m_paused = m_state->dispatch_paused;
    const std::size_t before = output.effects.size();
    dispatch_ready(now, output);
    send_slices(output, before);
    m_changes.clear();
}

// A node has the plan before the dispatch that it belongs to.
void OrchestratorCore::send_slices(Output& output, std::size_t before) {
    std::vector<Effect> effects;
    for (auto& slice : m_slices.take(*m_state, m_settings)) effects.push_back(SendSlice{std::move(slice)});
    output.effects.insert(output.effects.begin() + static_cast<std::ptrdiff_t>(before), effects.begin(), effects.end());
}

Output OrchestratorCore::start(Now now, const std::string& instance_id) {
    Output output;
    m_epoch = m_state->epoch.next();
    domain::Event elected;
    elected.header.type = EventType::PrimaryElected;
    elected.payload = domain::Note{"orchestrator " + instance_id + " started", {}};
    emit(now, output, std::move(elected));
    finish_cancels(now, output);
    m_attached.resize(m_state->nodes.size());
    for (std::uint32_t node = 0; node < m_state->nodes.size(); ++node) arm_node_timers(now, NodeIndex{node}, 0);
    for (std::uint32_t k = 0; k < m_state->runs.size(); ++k) {
        const RunIndex run{k};
        const domain::Run& known = m_state->runs[k];
        if (known.task == no_task || m_state->tasks[known.task.value].historical) continue;
        if (known.status == RunStatus::Running) arm_execution_timer(now, run);
        if (known.status == RunStatus::Retrying) {
            const domain::RunDetails& details = m_state->details[k];
            // What is left of the delay by the wall clock, but never more than all of it and never less than none.
            const std::int64_t left = details.retry_delay_ms - (now.wall.ms - details.retry_recorded_at.ms);
            m_timers.add({now.monotonic.plus_ms(std::clamp<std::int64_t>(left, 0, details.retry_delay_ms)), Timer::Kind::Retry, run,
                          known.attempt, no_node, 0});
        }
        m_changes.runs.push_back(run);
    }
    finish(now, output);
    return output;
}

// Lost after three silent heartbeats, conservative after the window, but not before it is lost.
void OrchestratorCore::arm_node_timers(Now now, NodeIndex node, std::int64_t silent_ms) {
    const auto add = [&](Timer::Kind kind, std::int64_t after_ms) {
        const std::int64_t left_ms = std::max<std::int64_t>(0, after_ms - silent_ms);
        m_timers.add({now.monotonic.plus_ms(left_ms), kind, no_run, {}, node, m_attached[node.value].session});
    };
    const domain::NodeStatus status = m_state->nodes[node.value].status;
    if (status == domain::NodeStatus::Connected) add(Timer::Kind::NodeLost, m_settings.node_lost_after_ms);
    if (status == domain::NodeStatus::Connected || status == domain::NodeStatus::Unreachable) {
        add(Timer::Kind::NodeConservative, std::max(m_settings.node_lost_after_ms, m_settings.autonomy_window_ms));
    }
}

// Should only a part of a cancel have reached the disk, the rest of it is done now.
void OrchestratorCore::finish_cancels(Now now, Output& output) {
    for (std::uint32_t k = 0; k < m_state->tasks.size(); ++k) {
        const domain::Task& task = m_state->tasks[k];
        if (!task.plan || task.historical || !task.cancel_requested) continue;
        for (domain::Event& draft : cancel_waiting_runs(*m_state, TaskIndex{k}, "cancelled before it started")) emit(now, output, std::move(draft));
    }
}

bool OrchestratorCore::is_attached(NodeIndex node) const {
    return node.value < m_attached.size() && m_attached[node.value].attached;
}

bool OrchestratorCore::is_current(const SendDispatch& dispatch) const {
    const domain::Run& run = m_state->runs[dispatch.run.value];
    return domain::is_live(run) && run.dispatched_attempt == dispatch.attempt && run.status != RunStatus::Running;
}

// ---- scheduling ----

void OrchestratorCore::reconsider(RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    if (run.node == no_node) return;
    const domain::Task& task = m_state->tasks[run.task.value];
    bool ready = domain::is_ready(*m_state, index);
    if (run.status == RunStatus::Retrying) {
        ready = m_retry_due.count(index) != 0 && !domain::is_live(run) && !run.quarantined && !task.cancel_requested && !task.paused;
    }
    const domain::Priority priority = m_state->plan_step_of(index).priority;
    if (ready) m_ready.insert(run.node, index, priority);
    else m_ready.erase(run.node, index, priority);
}

void OrchestratorCore::absorb_changes() {
    for (RunIndex index : m_changes.runs) {
        const domain::Run& run = m_state->runs[index.value];
        if (run.task == no_task || m_state->tasks[run.task.value].historical) continue;
        if (run.status != RunStatus::Retrying) m_retry_due.erase(index);
        reconsider(index);
    }
}

void OrchestratorCore::dispatch_ready(Now now, Output& output) {
    if (m_state->dispatch_paused) return;
    for (std::uint32_t k = 0; k < m_attached.size(); ++k) {
        const NodeIndex node{k};
        if (!m_attached[k].attached || !m_attached[k].open || m_state->nodes[k].status != domain::NodeStatus::Connected) continue;
        // Some are sent ahead so that a free place on the node is filled without a round trip; not all, so that a later
        // run of a higher priority still finds its way.
        const std::uint32_t window = 2 * std::max(1u, m_state->nodes[k].facts.capacity) + 2;
        while (m_state->nodes[k].live_runs < window) {
            const auto run = m_ready.take(node);
            if (!run) break;
            dispatch(now, output, node, *run);
        }
    }
}

void OrchestratorCore::dispatch(Now now, Output& output, NodeIndex node, RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    const Attempt attempt = domain::next_attempt(run);
    m_retry_due.erase(index);
    emit(now, output, draft_run_event(*m_state, index, EventType::Dispatched, attempt, std::monostate{}));
    m_slices.note_dispatch(*m_state, index);
    if (m_unacknowledged.size() <= index.value) m_unacknowledged.resize(m_state->runs.size(), 0);
    m_unacknowledged[index.value] = 1;
    output.effects.push_back(SendDispatch{node, index, attempt});
    m_timers.add({now.monotonic.plus_ms(m_settings.acknowledgement_timeout_ms), Timer::Kind::Acknowledgement, index, attempt, node, 0});
}

void OrchestratorCore::follow_failure(Now now, Output& output, RunIndex index, domain::FailureClass failure) {
    const RetryDecision decision = decide_retry(*m_state, index, failure, m_settings);
    if (!decision.retry) return;
    const Attempt attempt = m_state->runs[index.value].attempt;
    emit(now, output, draft_run_event(*m_state, index, EventType::RetryScheduled, attempt,
                                      domain::RetryScheduled{decision.delay_ms, decision.number}));
    m_timers.add({now.monotonic.plus_ms(decision.delay_ms), Timer::Kind::Retry, index, attempt, no_node, 0});
}

void OrchestratorCore::arm_execution_timer(Now now, RunIndex index) {
    const std::int64_t timeout_ms = m_state->plan_step_of(index).timeout_ms;
    if (timeout_ms <= 0) return;
    m_timers.add({now.monotonic.plus_ms(timeout_ms + m_settings.execution_grace_ms), Timer::Kind::Execution, index,
                  m_state->runs[index.value].attempt, no_node, 0});
}

// ---- time ----

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
        case Timer::Kind::Retry: {
            const domain::Run& run = m_state->runs[timer.run.value];
            if (run.status == RunStatus::Retrying && run.attempt == timer.attempt && !domain::is_live(run)) {
                m_retry_due.insert(timer.run);
                m_changes.runs.push_back(timer.run);
            }
            return;
        }
        case Timer::Kind::NodeLost: {
            const Attached& attached = m_attached[timer.node.value];
            if (attached.attached || attached.session != timer.session) return;
            if (m_state->nodes[timer.node.value].status != domain::NodeStatus::Connected) return;
            domain::Event lost;
            lost.header.type = EventType::NodeLost;
            lost.header.node = timer.node;
            lost.payload = domain::Note{"no frame for " + std::to_string(m_settings.node_lost_after_ms / 1000) + " s", {}};
            emit(now, output, std::move(lost));
            return;
        }
        case Timer::Kind::StateSync:
            if (m_attached[timer.node.value].session != timer.session) return;
            if (static_cast<std::uint32_t>(m_attached[timer.node.value].query) == timer.attempt.value) ask_snapshot(now, output, timer.node);
            return;
        case Timer::Kind::NodeConservative: {
            const Attached& attached = m_attached[timer.node.value];
            if (attached.attached || attached.session != timer.session) return;
            if (m_state->nodes[timer.node.value].status != domain::NodeStatus::Unreachable) return;
            domain::Event over;
            over.header.type = EventType::NodeConservative;
            over.header.node = timer.node;
            over.payload = domain::Note{"cut off for longer than its autonomy_window: it finishes what runs and starts nothing new", {}};
            emit(now, output, std::move(over));
            return;
        }
    }
}

void OrchestratorCore::on_acknowledgement_timeout(Now now, Output& output, const Timer& timer) {
    const domain::Run& run = m_state->runs[timer.run.value];
    const bool open = domain::is_live(run) && run.status != RunStatus::Running && !run.accepted && run.dispatched_attempt == timer.attempt;
    // While the node is away nothing is used up; its return sends the order again.
    if (!open || !is_attached(run.node)) return;
    if (m_unacknowledged[timer.run.value] < m_settings.dispatches_per_attempt) {
        ++m_unacknowledged[timer.run.value];
        output.effects.push_back(SendDispatch{run.node, timer.run, timer.attempt});
        m_timers.add({now.monotonic.plus_ms(m_settings.acknowledgement_timeout_ms), Timer::Kind::Acknowledgement, timer.run,
                      timer.attempt, run.node, 0});
        return;
    }
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = "the node never confirmed the dispatch (" + std::to_string(m_settings.dispatches_per_attempt) + " times)";
    const bool first = run.status == RunStatus::Dispatched;
    output.effects.push_back(SendCancel{run.node, timer.run, timer.attempt, ended.message});
    emit(now, output, draft_run_event(*m_state, timer.run, first ? EventType::TimedOut : EventType::Failed, timer.attempt, ended));
    follow_failure(now, output, timer.run, domain::FailureClass::Transient);
}

// ---- damage ----

Output OrchestratorCore::raise_damage_alert(Now now, Position first, Position last, const std::string& message) {
    Output output;
    domain::Event alert;
    alert.header.type = EventType::AlertRaised;
    alert.payload = domain::Note{message, {}, first, last};
    emit(now, output, std::move(alert));
    finish(now, output);
    return output;
}

Output OrchestratorCore::quarantine(Now now, const std::vector<RunIndex>& runs, const std::string& reason) {
    Output output;
    for (RunIndex index : runs) {
        if (index.value >= m_state->runs.size()) continue;
        const domain::Run& run = m_state->runs[index.value];
        if (run.task == no_task) continue;
        emit(now, output, draft_run_event(*m_state, index, EventType::RunQuarantined, run.attempt, domain::Note{reason, {}}));
    }
    finish(now, output);
    return output;
}

}  // namespace apollo::core
