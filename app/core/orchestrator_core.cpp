// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/orchestrator_core.h"

#include <algorithm>

#include "app/core/retry.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

OrchestratorCore::OrchestratorCore(CoreSettings settings, std::shared_ptr<domain::State> state)
    : m_settings(std::move(settings)),
      m_state(std::move(state)),
      m_retry_tokens(m_settings.retry_rate_per_s, m_settings.retry_burst),
      m_gates(m_settings.breaker_reset_ms),
      m_failure_rate(m_settings.failure_rate_hold_ms) {}

const domain::Event& OrchestratorCore::emit(Now now, Output& output, domain::Event draft) {
    domain::EventHeader& header = draft.header;
    header.position = m_state->position.next();
    header.epoch = m_epoch;
    if (!header.recorded_time.known()) header.recorded_time = now.wall;
    if (!header.origin_time.known()) header.origin_time = now.wall;
    if (domain::is_of_run(header) && !header.fact_only) header.version = m_state->runs[header.run.value].version.next();
    output.events.push_back(std::move(draft));
    const std::uint64_t refused = m_state->refused_changes;
    domain::apply(*m_state, output.events.back(), &m_changes);
    // Everything is checked before it becomes an event; a refusal here would be a decision that state does not follow.
    APOLLO_ASSERT(m_state->refused_changes == refused);
    note_failure(output.events.back().header);
    return output.events.back();
}

void OrchestratorCore::note_failure(const domain::EventHeader& header) {
    const bool failed = header.type == EventType::Failed || header.type == EventType::TimedOut;
    if (failed && domain::is_of_run(header) && !header.fact_only) m_failed.push_back(header.run);
}

void OrchestratorCore::finish(Now now, Output& output) {
    compensate_failed_tasks(now, output);
    continue_undoing(now, output);
    absorb_changes();
    watch_queues(now, output);
    watch_roll_outs(now, output);
    for (TaskIndex task : m_changes.tasks) m_slices.note_task(*m_state, task);
    for (NodeIndex node : m_changes.nodes) m_slices.note_node(*m_state, node);
    if (m_state->dispatch_paused && !m_paused) m_slices.revoke_all();
    m_paused = m_state->dispatch_paused;
    const std::size_t before = output.effects.size();
    dispatch_ready(now, output);
    send_slices(output, before);
    m_changes.clear();
    m_failed.clear();
}

// A node has the plan before the dispatch that it belongs to.
void OrchestratorCore::send_slices(Output& output, std::size_t before) {
    std::vector<Effect> effects;
    for (auto& slice : m_slices.take(*m_state, m_settings)) effects.push_back(SendSlice{std::move(slice)});
    output.effects.insert(output.effects.begin() + static_cast<std::ptrdiff_t>(before), effects.begin(), effects.end());
}

namespace {

// Epochs count starts, so a log that was lost has given out far fewer than seconds have passed since then, also if it was restored
// itself: each restore begins above every earlier one.
constexpr std::int64_t generations_begin_ms = 1767225600000;  // 2026-01-01T00:00:00Z

Epoch epoch_of_restore(WallTime now) { return Epoch{static_cast<std::uint32_t>(std::max<std::int64_t>(0, now.ms - generations_begin_ms) / 1000)}; }

}  // namespace

Output OrchestratorCore::start(Now now, const std::string& instance_id, bool is_restored) {
    Output output;
    m_epoch = m_state->epoch.next();
    if (is_restored) m_epoch = std::max(m_epoch, epoch_of_restore(now.wall));
    const domain::EventHeader last = m_state->last;
    // What had to be said of it may not have reached the disk.
    note_failure(last);
    domain::Event elected;
    elected.header.type = EventType::PrimaryElected;
    elected.payload = domain::Note{"orchestrator " + instance_id + (is_restored ? " started from a backup" : " started"), {}};
    emit(now, output, std::move(elected));
    finish_cancels(now, output);
    m_attached.resize(m_state->nodes.size());
    for (std::uint32_t node = 0; node < m_state->nodes.size(); ++node) {
        const domain::Node& known = m_state->nodes[node];
        if (known.breaker.open) m_gates.open("node:" + known.facts.node.text, now.monotonic);
        arm_node_timers(now, NodeIndex{node}, 0);
    }
    for (const auto& [intent, history] : m_state->intents) {
        if (history.breaker.open) m_gates.open("intent:" + intent.text, now.monotonic);
    }
    finish_last_decision(now, output, last);
    finish_revocations(now, output);
    for (std::uint32_t k = 0; k < m_state->runs.size(); ++k) take_up_run(now, RunIndex{k});
    for (std::uint32_t k = 0; k < m_state->tasks.size(); ++k) {
        arm_deadline(now, TaskIndex{k});
        undo_due_runs(now, output, TaskIndex{k});
        m_changes.tasks.push_back(TaskIndex{k});
    }
    finish(now, output);
    return output;
}

// Of revocations of which only a part reached the disk. One look at all runs, however many nodes were revoked in all the years.
void OrchestratorCore::finish_revocations(Now now, Output& output) {
    std::set<NodeIndex> unfinished;
    for (const domain::Run& run : m_state->runs) {
        const bool goes_on = domain::is_live(run) || run.status == RunStatus::Retrying;
        if (goes_on && run.node != no_node && m_state->nodes[run.node.value].status == domain::NodeStatus::Revoked) unfinished.insert(run.node);
    }
    for (NodeIndex node : unfinished) lose_runs(now, output, node, "node " + m_state->nodes[node.value].facts.node.text + " was revoked");
}

// Timers are not state; a new primary sets them again for everything that is under way.
void OrchestratorCore::take_up_run(Now now, RunIndex run) {
    const domain::Run& known = m_state->runs[run.value];
    if (known.task == no_task || m_state->tasks[known.task.value].historical) return;
    if (known.status == RunStatus::Running) arm_execution_timer(now, run);
    if (known.status == RunStatus::Retrying && !domain::is_live(known)) {
        const domain::RunDetails& details = m_state->details[run.value];
        const domain::Task& task = m_state->tasks[known.task.value];
        // What is left of the delay by the wall clock, but never more than all of it and never less than none; while
        // paused it stands still.
        WallTime until = now.wall;
        if (task.paused) until = std::min(until, task.paused_at);
        if (m_state->dispatch_paused) until = std::min(until, m_state->dispatch_paused_at);
        const std::int64_t left = details.retry_delay_ms - (until.ms - details.retry_recorded_at.ms);
        arm_retry(now, run, std::clamp<std::int64_t>(left, 0, details.retry_delay_ms));
    }
    if (domain::is_compensating(known) && !domain::is_live(known)) {
        m_timers.add({.due = now.monotonic, .kind = Timer::Kind::Undo, .run = run, .attempt = known.attempt});
    }
    m_changes.runs.push_back(run);
}

// The end of the log may hold a failure without what was decided about it: the write was cut between the two.
void OrchestratorCore::finish_last_decision(Now now, Output& output, const domain::EventHeader& last) {
    if (!domain::is_of_run(last) || last.fact_only || last.run.value >= m_state->runs.size()) return;
    const domain::Run& run = m_state->runs[last.run.value];
    if (run.task == no_task || m_state->tasks[run.task.value].historical) return;
    const domain::FailureClass failure = m_state->details[last.run.value].failure_class;
    const bool failed = last.type == EventType::Failed || last.type == EventType::TimedOut;
    if (failed && !domain::is_compensating(run) && domain::is_settled(run.status)) follow_failure(now, output, last.run, failure);
    if (last.type == EventType::Compensated && !m_state->tasks[run.task.value].compensation_requested) {
        schedule_retry(now, output, last.run, failure);
    }
}

// Lost after three silent heartbeats, conservative after the window, but not before it is lost.
void OrchestratorCore::arm_node_timers(Now now, NodeIndex node, std::int64_t silent_ms) {
    const auto add = [&](Timer::Kind kind, std::int64_t after_ms) {
        const std::int64_t left_ms = std::max<std::int64_t>(0, after_ms - silent_ms);
        m_timers.add({.due = now.monotonic.plus_ms(left_ms), .kind = kind, .node = node, .session = m_attached[node.value].session});
    };
    const domain::NodeStatus status = m_state->nodes[node.value].status;
    const bool there = status == domain::NodeStatus::Connected || status == domain::NodeStatus::Draining;
    if (there) add(Timer::Kind::NodeLost, m_settings.node_lost_after_ms);
    if (there || status == domain::NodeStatus::Unreachable) {
        add(Timer::Kind::NodeConservative, std::max(m_settings.node_lost_after_ms, m_settings.autonomy_window_ms));
    }
}

// Should only a part of a cancel or of a compensation have reached the disk, the rest of it is done now.
void OrchestratorCore::finish_cancels(Now now, Output& output) {
    for (std::uint32_t k = 0; k < m_state->tasks.size(); ++k) {
        const domain::Task& task = m_state->tasks[k];
        if (!task.plan || task.historical) continue;
        if (task.cancel_requested) cancel_waiting(now, output, TaskIndex{k}, "cancelled");
        else if (task.compensation_requested) cancel_waiting(now, output, TaskIndex{k}, "cancelled: the task is being compensated", task.compensation_target);
    }
}

void OrchestratorCore::cancel_waiting(Now now, Output& output, TaskIndex task, const std::string& why, const StepName& from) {
    for (domain::Event& draft : cancel_waiting_runs(*m_state, task, why, from)) emit(now, output, std::move(draft));
}

bool OrchestratorCore::is_attached(NodeIndex node) const {
    return node.value < m_attached.size() && m_attached[node.value].attached;
}

bool OrchestratorCore::is_current(const SendDispatch& dispatch) const {
    const domain::Run& run = m_state->runs[dispatch.run.value];
    return domain::is_live(run) && run.dispatched_attempt == dispatch.attempt && run.status != RunStatus::Running;
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
