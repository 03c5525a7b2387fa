// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// When nodes are asked for their snapshots, and how what differs is repaired.

#include <algorithm>

#include "app/core/orchestrator_core.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

namespace {

// A node holds a few times its capacity; more than this is never live on one.
constexpr std::size_t asked_limit = 8192;

}  // namespace

Output OrchestratorCore::reconcile(Now now, std::optional<NodeIndex> node) {
    Output output;
    for (std::uint32_t k = 0; k < m_attached.size(); ++k) {
        if (!node || *node == NodeIndex{k}) ask_snapshot(now, output, NodeIndex{k});
    }
    return output;
}

void OrchestratorCore::ask_snapshot(Now now, Output& output, NodeIndex node) {
    Attached& attached = m_attached[node.value];
    if (!attached.attached || !attached.answers_snapshots) return;
    attached.asked = attempts_to_ask(*m_state, node, asked_limit);
    attached.snapshot.reset();
    ++attached.query;
    output.effects.push_back(SendSnapshotQuery{node, attached.query, attached.asked});
    if (m_settings.state_sync_interval_ms <= 0) return;
    // The next one is due an interval after the newest, whoever asked for that: an older timer finds another number.
    m_timers.add({.due = now.monotonic.plus_ms(m_settings.state_sync_interval_ms),
                  .kind = Timer::Kind::StateSync,
                  .attempt = Attempt{static_cast<std::uint32_t>(attached.query)},
                  .node = node,
                  .session = attached.session});
}

Output OrchestratorCore::node_snapshot(Now now, NodeIndex node, NodeSnapshot snapshot) {
    Output output;
    Attached& attached = m_attached[node.value];
    if (!attached.attached || snapshot.query != attached.query || snapshot.incarnation != attached.incarnation) return output;
    attached.snapshot = std::make_shared<const NodeSnapshot>(std::move(snapshot));
    consider_snapshot(now, output, node);
    finish(now, output);
    return output;
}

// Only when the log has everything that the node had told by then.
void OrchestratorCore::consider_snapshot(Now now, Output& output, NodeIndex node) {
    const std::shared_ptr<const NodeSnapshot> snapshot = m_attached[node.value].snapshot;
    if (!snapshot) return;
    if (domain::contiguous_sequence(m_state->nodes[node.value], snapshot->incarnation) < snapshot->last_sequence) return;
    m_attached[node.value].snapshot.reset();
    if (m_settings.repairs_differences) {
        for (const Repair& one : compare(*m_state, node, *snapshot, m_attached[node.value].asked)) repair(now, output, node, one);
    }
    m_attached[node.value].asked.clear();
    open_node(node);
}

void OrchestratorCore::repair(Now now, Output& output, NodeIndex node, const Repair& one) {
    const std::string reason = to_text(one.kind);
    const std::string name = m_state->nodes[node.value].facts.node.text;
    if (one.kind == Difference::RunUnknown) {
        domain::Event letter;
        letter.header.type = EventType::DeadLettered;
        letter.header.node = node;
        letter.payload = domain::Note{"node " + name + " works on " + one.report->task.text + "/" + one.report->step.text + " attempt " +
                                          std::to_string(one.attempt.value) + ", which does not exist here; it is stopped", {}};
        emit(now, output, std::move(letter));
        output.effects.push_back(SendStop{node, one.report->task, one.report->step, one.attempt, reason});
        return;
    }
    domain::Event fact = draft_run_event(*m_state, one.run, EventType::Reconciled, one.attempt, domain::Note{"node " + name + ": " + reason, {}});
    fact.header.fact_only = true;
    emit(now, output, std::move(fact));
    repair_run(now, output, one);
}

void OrchestratorCore::repair_run(Now now, Output& output, const Repair& one) {
    const domain::Run& run = m_state->runs[one.run.value];
    const bool cancelled = (m_state->tasks[run.task.value].cancel_requested || run.undo_wanted) && !domain::is_compensating(run);
    const auto stop = [&] { output.effects.push_back(SendCancel{run.node, one.run, one.attempt, to_text(one.kind)}); };
    switch (one.kind) {
        case Difference::DispatchUnknown:
            if (cancelled) return stop();
            return send_again(now, output, one.run);
        case Difference::AttemptUnknown: return repair_by_failure(now, output, one, domain::FailureClass::Lost);
        case Difference::ForbiddenThere: return repair_by_failure(now, output, one, domain::FailureClass::Transient);
        case Difference::AcceptUnknown:
            emit(now, output, draft_run_event(*m_state, one.run, EventType::Accepted, one.attempt, std::monostate{}));
            return;
        case Difference::StartUnknown:
            repair_start(now, output, one);
            if (cancelled) stop();
            return;
        case Difference::EndUnknown: return repair_end(now, output, one);
        case Difference::LateEnd: return repair_by_truth(now, output, one, RunStatus::Succeeded);
        case Difference::StillRunning: return repair_by_truth(now, output, one, RunStatus::Running);
        case Difference::CancelUnknown:
        case Difference::UnwantedAttempt: return stop();
        case Difference::RunUnknown: return;
    }
}

void OrchestratorCore::repair_start(Now now, Output& output, const Repair& one) {
    domain::Event started = draft_run_event(*m_state, one.run, EventType::Started, one.attempt, std::monostate{});
    if (!domain::check_run_event(*m_state, started)) return;
    emit(now, output, std::move(started));
    if (!domain::is_compensating(m_state->runs[one.run.value])) arm_execution_timer(now, one.run);
}

void OrchestratorCore::repair_end(Now now, Output& output, const Repair& one) {
    // How it ended cannot be read back on the node: that is as good as not known.
    if (!one.report->end) return repair_by_failure(now, output, one, domain::FailureClass::Lost);
    const NodeReport& end = *one.report->end;
    const RunStatus status = m_state->runs[one.run.value].status;
    if (status != RunStatus::Running && status != RunStatus::Compensating && end.type != EventType::Cancelled) repair_start(now, output, one);
    domain::Event ended = draft_run_event(*m_state, one.run, end.type, one.attempt, end.payload);
    ended.header.origin_time = end.origin_time;
    if (domain::is_compensating(m_state->runs[one.run.value])) {
        accept_undoing_report(now, output, ended);
        return;
    }
    if (!domain::check_run_event(*m_state, ended)) return;
    emit(now, output, std::move(ended));
    follow_attempt(now, output, one.run, end.type);
    const auto* payload = std::get_if<domain::RunEnded>(&end.payload);
    const bool failed = end.type == EventType::Failed || end.type == EventType::TimedOut;
    if (failed) follow_failure(now, output, one.run, payload ? payload->failure_class : domain::FailureClass::Transient);
}

void OrchestratorCore::repair_by_failure(Now now, Output& output, const Repair& one, domain::FailureClass failure) {
    const bool cancelled = m_state->tasks[m_state->runs[one.run.value].task.value].cancel_requested;
    domain::RunEnded ended;
    ended.failure_class = cancelled ? domain::FailureClass::None : failure;
    ended.message = (failure == domain::FailureClass::Lost ? "lost: " : "") + std::string(to_text(one.kind)) +
                    (failure == domain::FailureClass::Lost ? ", so nobody knows what became of it" : "");
    if (domain::is_compensating(m_state->runs[one.run.value])) return follow_undoing(now, output, one.run, ended);
    emit(now, output, draft_run_event(*m_state, one.run, cancelled ? EventType::Cancelled : EventType::Failed, one.attempt, ended));
    if (cancelled) return;
    follow_attempt(now, output, one.run, EventType::Failed);
    follow_failure(now, output, one.run, failure);
}

void OrchestratorCore::repair_by_truth(Now now, Output& output, const Repair& one, RunStatus to) {
    domain::RunEnded truth;
    if (one.report->end) {
        if (const auto* payload = std::get_if<domain::RunEnded>(&one.report->end->payload)) truth = *payload;
    } else {
        truth.message = to_text(one.kind);
    }
    truth.to = to;
    domain::Event event = draft_run_event(*m_state, one.run, EventType::Reconciled, one.attempt, truth);
    if (one.report->end) event.header.origin_time = one.report->end->origin_time;
    if (!domain::check_run_event(*m_state, event)) return;
    emit(now, output, std::move(event));
    if (to == RunStatus::Running) arm_execution_timer(now, one.run);
}

}  // namespace apollo::core
