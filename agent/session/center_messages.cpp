// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the center says to the agent.
#include <algorithm>

#include "agent/core/outcome.h"
#include "agent/session/agent_session.h"
#include "agent/session/output_piece.h"
#include "agent/session/process_output.h"
#include "agent/spool/record_codec.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

// A claim must fit into one record of the log, with room for its frame.
constexpr std::size_t order_limit_bytes = Spool::record_limit_bytes - 4096;

}  // namespace

wire::Hello AgentSession::make_hello() const {
    wire::Hello hello;
    const std::string system = system_version();
    hello.set_program_version(system.empty() ? APOLLO_VERSION : APOLLO_VERSION ", " + system);
    hello.add_features("snapshot");
    hello.add_features("dispatch_batch");
    hello.add_features("output");
    hello.set_node(m_settings.node.text);
    hello.set_incarnation(m_core.incarnation().value);
    hello.set_last_sequence(m_core.last_sequence().value);
    hello.set_capacity(m_settings.capacity);
    hello.mutable_labels()->insert(m_settings.labels.begin(), m_settings.labels.end());
    for (const auto& group : m_settings.groups) hello.add_groups(group);
    return hello;
}

// The center may know less than it once acknowledged (restored from an older copy); the log still holds it. False if not all
// of it can be read.
bool AgentSession::restore_lost_acks(Sequence acked) {
    const Sequence next = m_core.unacked().empty() ? m_core.last_sequence().next() : m_core.unacked().front().sequence;
    if (acked.next() >= next) return true;
    const Sequence last(next.value - 1);
    const auto events = m_spool->read_events(m_core.incarnation(), acked.next(), last);
    if (events.size() != last.value - acked.value) return false;
    log("the center has lost " + std::to_string(events.size()) + " events it had; they are sent again");
    m_core.restore_unacked(events);
    m_acked = acked;
    return true;
}

void AgentSession::on_up(const wire::HelloAnswer& answer) {
    const Sequence acked(answer.acked_sequence());
    if (!restore_lost_acks(acked)) {
        log("the center has lost events that this agent cannot read back; it goes on as a new incarnation");
        begin_new_incarnation();
        m_link.drop("new incarnation");
        return;
    }
    m_sender.on_connected(acked, answer.credits());
    m_acked = std::max(m_acked, std::min(acked, m_core.last_sequence()));
    if (answer.has_autonomy_window_ms() && !m_settings.autonomy_window_ms) m_core.set_autonomy_window(answer.autonomy_window_ms());
    judge_center(Epoch(answer.epoch()));
    take(m_core.on_connected(acked, Epoch(answer.epoch())));
    m_packages.on_connected();
    note_mode();
    if (on_link) on_link(true);
}

// Told before anything is dispatched: a center that goes on with an old copy of its log would use up attempts on refusals.
void AgentSession::judge_center(Epoch epoch) {
    m_center_trouble.clear();
    if (epoch >= m_core.newest_epoch()) return;
    m_center_trouble = "this orchestrator is older than one that this node has obeyed (epoch " + std::to_string(epoch.value) + " after " +
                       std::to_string(m_core.newest_epoch().value) + "); if its data folder was copied back, make it anew with: apollo-cli log restore";
    log(m_center_trouble);
    tell_trouble();
}

void AgentSession::on_message(const wire::Envelope& envelope) {
    switch (envelope.message_case()) {
    case wire::Envelope::kDispatch: return on_dispatch(envelope.dispatch());
    case wire::Envelope::kDispatchBatch:
        for (const wire::Dispatch& dispatch : envelope.dispatch_batch().dispatches()) on_dispatch(dispatch);
        return;
    case wire::Envelope::kCancelRun: return on_cancel(envelope.cancel_run());
    case wire::Envelope::kSnapshotQuery: return on_snapshot_query(envelope.snapshot_query());
    case wire::Envelope::kSlice: return on_slice(envelope.slice());
    case wire::Envelope::kEventAck: return on_ack(envelope.event_ack());
    case wire::Envelope::kArtifactStored:
        m_packages.on_refused(envelope.artifact_stored().sha256(), envelope.artifact_stored().refused());
        return m_sender.on_stored(envelope.artifact_stored().sha256(), envelope.artifact_stored().refused());
    case wire::Envelope::kArtifactChunk: return m_packages.on_chunk(envelope.artifact_chunk());
    case wire::Envelope::kProgressQuery: return on_progress_query(envelope.progress_query());
    case wire::Envelope::kOutputQuery: return on_output_query(envelope.output_query());
    default: log("the center sent a message this agent does not know; it is ignored"); return;
    }
}

void AgentSession::on_dispatch(const wire::Dispatch& dispatch) {
    auto order = decode_order(dispatch);
    std::string refusal;
    if (!order) {
        refusal = order.error().message;
    } else if (order->key.node != m_settings.node) {
        refusal = "this is node " + m_settings.node.text;
    } else if (dispatch.ByteSizeLong() > order_limit_bytes) {
        refusal = "its params and input are larger than 1 MiB";
    }
    if (refusal.empty()) {
        take(m_core.on_dispatch(std::move(*order), now()));
        return;
    }
    wire::Envelope envelope;
    *envelope.mutable_dispatch_answer()->mutable_key() = dispatch.key();
    envelope.mutable_dispatch_answer()->set_kind(wire::DispatchAnswer::REFUSED);
    envelope.mutable_dispatch_answer()->set_reason(refusal);
    m_link.send(envelope);
}

void AgentSession::on_cancel(const wire::CancelRun& cancel) {
    const auto key = decode_key(cancel.key());
    if (!key || key->node != m_settings.node) {
        log("the center cancels a run that cannot be one of this node");
        return;
    }
    take(m_core.on_cancel(*key, cancel.reason(), now()));
}

void AgentSession::on_slice(const wire::Slice& message) {
    auto slice = decode_slice(message);
    const bool fits = message.ByteSizeLong() <= order_limit_bytes;
    if (!slice || !fits) {
        log("the center sent a slice that cannot be kept: " + (slice ? "it is larger than 1 MiB" : slice.error().message));
        return;
    }
    // Another node's steps would never be claimed here; they are left out.
    std::erase_if(slice->steps, [this](const SliceStep& step) { return step.order.key.node != m_settings.node; });
    take(m_core.on_slice(std::move(*slice), now()));
}

void AgentSession::on_snapshot_query(const wire::SnapshotQuery& query) {
    std::vector<RunKey> keys;
    for (const wire::RunKey& asked : query.attempts()) {
        auto key = decode_key(asked);
        if (key && key->node == m_settings.node) keys.push_back(std::move(*key));
    }
    take(m_core.on_snapshot_query(query.id(), keys));
}

namespace {

wire::AttemptReport::Phase wire_phase(Phase phase) {
    switch (phase) {
    case Phase::Queued: return wire::AttemptReport::QUEUED;
    case Phase::Starting: return wire::AttemptReport::QUEUED;
    case Phase::Running: return wire::AttemptReport::RUNNING;
    case Phase::Ended: return wire::AttemptReport::ENDED;
    case Phase::Forbidden: return wire::AttemptReport::FORBIDDEN;
    }
    return wire::AttemptReport::UNKNOWN;
}

}  // namespace

void AgentSession::send_snapshot(const SendSnapshot& snapshot) {
    wire::Envelope envelope;
    wire::AgentSnapshot& out = *envelope.mutable_agent_snapshot();
    out.set_id(snapshot.query);
    out.set_incarnation(snapshot.incarnation.value);
    out.set_last_sequence(snapshot.last_sequence.value);
    std::map<RunKey, NodeEventRecord> ends;
    for (const NodeEventRecord& event : m_core.unacked()) {
        if (is_terminal(event.type)) ends.insert_or_assign(event.key, event);
    }
    // What the center was told and still asks about has to be read back.
    std::set<RunKey> missing;
    for (const AttemptReport& report : snapshot.attempts) {
        if (report.phase == Phase::Ended && !ends.contains(report.key)) missing.insert(report.key);
    }
    if (!missing.empty()) ends.merge(m_spool->find_ends(missing));
    for (const AttemptReport& report : snapshot.attempts) {
        wire::AttemptReport& to = *out.add_attempts();
        encode_key(report.key, *to.mutable_key());
        to.set_phase(wire_phase(report.phase));
        if (const auto end = ends.find(report.key); end != ends.end() && report.phase == Phase::Ended) encode_event(end->second, *to.mutable_end());
    }
    // If it cannot leave now, the center asks again in its next interval.
    m_link.send(envelope);
}

void AgentSession::on_ack(const wire::EventAck& ack) {
    const Sequence acked(ack.acked_sequence());
    if (Incarnation(ack.incarnation()) != m_core.incarnation() || acked > m_core.last_sequence()) return;
    m_core.on_acked(m_core.incarnation(), acked);
    m_acked = std::max(m_acked, acked);
    m_sender.on_acked(acked);
}

// Who asked is not waiting for ever: what cannot leave now is asked for again.
void AgentSession::on_output_query(const wire::OutputQuery& query) {
    wire::Envelope envelope;
    wire::OutputPiece& answer = *envelope.mutable_output_piece();
    answer.set_id(query.id());
    answer.set_attempt(query.key().attempt());
    const auto key = decode_key(query.key());
    if (!key || key->node != m_settings.node) {
        answer.set_refused("this is no attempt of node " + m_settings.node.text);
        m_link.send(envelope);
        return;
    }
    // Asked before the file is read: a command that ends in between is found to run, and its last words come with the next piece.
    answer.set_running(m_core.order_of(*key) != nullptr);
    const auto piece = read_output_piece(m_catalogue.attempt_folder(*key), query.offset());
    if (piece) {
        answer.set_content(piece->content);
        answer.set_size_bytes(piece->size_bytes);
    } else if (!answer.running()) {
        answer.set_refused(piece.error().message);
    }
    m_link.send(envelope);
}

void AgentSession::on_progress_query(const wire::ProgressQuery& query) {
    const auto key = decode_key(query.key());
    const DispatchOrder* order = key ? m_core.order_of(*key) : nullptr;
    wire::Envelope envelope;
    *envelope.mutable_progress_answer()->mutable_key() = query.key();
    if (order == nullptr) {
        m_link.send(envelope);
        return;
    }
    const std::string folder = m_catalogue.attempt_folder(*key);
    envelope.mutable_progress_answer()->set_running(true);
    envelope.mutable_progress_answer()->set_output_bytes(output_size_bytes(folder));
    m_probe.look(folder, m_catalogue.progress_command(*order), [this, envelope](const Progress& progress) mutable {
        envelope.mutable_progress_answer()->set_mark(progress.mark);
        envelope.mutable_progress_answer()->set_stuck(progress.stuck);
        m_link.send(envelope);
    });
}

}  // namespace apollo::agent
