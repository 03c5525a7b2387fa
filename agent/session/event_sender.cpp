// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/event_sender.h"

#include <algorithm>
#include <utility>

#include "agent/spool/record_codec.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

constexpr int batch_limit_events = 200;
constexpr std::size_t batch_limit_bytes = 512u << 10;
constexpr std::size_t piece_bytes = 512u << 10;
// Confirmations are remembered to save uploads, not for correctness.
constexpr std::size_t remembered_artifacts = 10000;

const domain::RunEnded* end_of(const NodeEventRecord& event) { return std::get_if<domain::RunEnded>(&event.payload); }

}  // namespace

void EventSender::on_connected(Sequence acked, std::uint32_t credits) {
    m_connected = true;
    m_acked = acked;
    m_next = acked.next();
    m_allowed = acked;
    m_credits = credits == 0 ? 1024 : credits;
    m_upload.reset();
}

void EventSender::on_disconnected() {
    m_connected = false;
    m_upload.reset();
}

void EventSender::allow(Sequence first, Sequence last) {
    m_allowed = std::max(m_allowed, last);
    m_next = std::max(std::min(m_next, first), m_acked.next());
    pump();
}

void EventSender::on_acked(Sequence acked) {
    m_acked = std::max(m_acked, acked);
    m_next = std::max(m_next, m_acked.next());
    pump();
}

void EventSender::pump() {
    if (!m_connected) return;
    while (!m_upload || !m_upload->waiting) {
        const bool sent = m_upload ? send_piece() : send_batch();
        if (!sent) return;
    }
}

// True if something was sent or an upload was begun, so that it is worth to go on.
bool EventSender::send_batch() {
    const auto& unacked = m_doors.unacked();
    if (unacked.empty()) return false;
    wire::Envelope envelope;
    wire::NodeEvents& batch = *envelope.mutable_node_events();
    batch.set_incarnation(m_doors.incarnation().value);
    const Sequence front = unacked.front().sequence;
    Sequence next = std::max(m_next, front);
    const Sequence limit = std::min(m_allowed, Sequence(m_acked.value + m_credits));
    while (next <= limit && next.value - front.value < unacked.size()) {
        const NodeEventRecord& event = unacked[next.value - front.value];
        if (const auto artifact = missing_artifact(event)) {
            if (batch.events_size() > 0) break;
            begin_upload(event, *artifact);
            return true;
        }
        if (!add_to_batch(batch, event)) break;
        next = next.next();
    }
    if (batch.events_size() == 0 || !m_doors.send(envelope)) return false;
    m_next = next;
    return true;
}

bool EventSender::add_to_batch(wire::NodeEvents& batch, const NodeEventRecord& event) {
    if (batch.events_size() >= batch_limit_events || batch.ByteSizeLong() >= batch_limit_bytes) return false;
    const domain::RunEnded* ended = end_of(event);
    const auto given_up = ended != nullptr && ended->artifact ? m_given_up.find(ended->artifact->id.text) : m_given_up.end();
    if (given_up == m_given_up.end()) {
        encode_event(event, *batch.add_events());
        return true;
    }
    NodeEventRecord without = event;
    auto& payload = std::get<domain::RunEnded>(without.payload);
    payload.artifact.reset();
    payload.message += (payload.message.empty() ? "" : "; ") + ("its output could not be stored: " + given_up->second);
    encode_event(without, *batch.add_events());
    return true;
}

std::optional<domain::ArtifactRef> EventSender::missing_artifact(const NodeEventRecord& event) const {
    const domain::RunEnded* ended = end_of(event);
    if (ended == nullptr || !ended->artifact) return std::nullopt;
    const std::string& sha256 = ended->artifact->id.text;
    if (m_stored.contains(sha256) || m_given_up.contains(sha256)) return std::nullopt;
    return ended->artifact;
}

void EventSender::begin_upload(const NodeEventRecord& event, const domain::ArtifactRef& artifact) {
    m_upload = Upload{artifact, m_doors.output_file(event.key), 0, false};
}

bool EventSender::send_piece() {
    SystemDisk disk;
    auto file = disk.open(m_upload->file, OpenMode::Read);
    auto content = file ? (*file)->read_at(m_upload->offset, piece_bytes) : Result<std::string>(file.error());
    const std::uint64_t left = m_upload->artifact.size_bytes - m_upload->offset;
    if (!content || content->size() < std::min<std::uint64_t>(left, piece_bytes)) {
        give_up_artifact(m_upload->artifact.id.text, content ? "it became shorter" : content.error().message);
        return true;
    }
    content->resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, piece_bytes)));
    wire::Envelope envelope;
    wire::ArtifactChunk& piece = *envelope.mutable_artifact_chunk();
    piece.set_sha256(m_upload->artifact.id.text);
    piece.set_offset(m_upload->offset);
    piece.set_content(*content);
    piece.set_last(content->size() == left);
    if (!m_doors.send(envelope)) return false;
    m_upload->offset += content->size();
    m_upload->waiting = piece.last();
    return true;
}

void EventSender::on_stored(const std::string& sha256, const std::string& refused) {
    if (!m_upload || m_upload->artifact.id.text != sha256) return;
    if (!refused.empty()) {
        give_up_artifact(sha256, refused);
    } else {
        if (m_stored.size() >= remembered_artifacts) m_stored.clear();
        m_stored.insert(sha256);
        m_upload.reset();
    }
    pump();
}

void EventSender::give_up_artifact(const std::string& sha256, const std::string& reason) {
    m_doors.log("the output " + sha256 + " could not be stored: " + reason);
    m_given_up[sha256] = reason;
    m_upload.reset();
}

}  // namespace apollo::agent
