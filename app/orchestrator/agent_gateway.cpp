// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/agent_gateway.h"

#include <algorithm>

#include "app/orchestrator/dispatch_builder.h"
#include "app/orchestrator/node_messages.h"

namespace apollo::orchestrator {

namespace {

constexpr std::size_t artifact_piece_bytes = 256u << 10;
constexpr int offered_for_ms = 60000;  // what nobody asks for any more is not kept in memory
constexpr std::size_t batch_limit_bytes = 1 << 20;
constexpr std::int64_t ask_interval_ms = 1000;
constexpr int silent_heartbeats = 3;

domain::NodeFacts facts_of(const wire::Hello& hello, const PeerIdentity& peer) {
    domain::NodeFacts facts;
    facts.node = NodeId{peer.name};
    facts.labels.insert(hello.labels().begin(), hello.labels().end());
    facts.groups.assign(hello.groups().begin(), hello.groups().end());
    facts.agent_version = hello.program_version();
    facts.capacity = std::clamp(hello.capacity(), 1u, 4096u);
    facts.certificate_serial = peer.serial;
    facts.address = peer.address;
    return facts;
}

}  // namespace

AgentGateway::AgentGateway(Engine& engine, std::int64_t heartbeat_interval_ms)
    : m_engine(engine), m_heartbeat_interval_ms(heartbeat_interval_ms) {
    connect(&m_silence_timer, &QTimer::timeout, this, &AgentGateway::check_silence);
    m_offer_end.setSingleShot(true);
    connect(&m_offer_end, &QTimer::timeout, this, [this] {
        m_offered_id = ArtifactId{};
        m_offered = std::string();
    });
    m_silence_timer.setInterval(static_cast<int>(m_heartbeat_interval_ms));
}

AgentGateway::~AgentGateway() = default;

void AgentGateway::log(const std::string& line) const {
    if (m_engine.on_log) m_engine.on_log(line);
}

AgentGateway::Link* AgentGateway::find(NodeIndex node) const {
    for (const auto& link : m_links) {
        if (link->node == node && link->welcomed) return link.get();
    }
    return nullptr;
}

AgentGateway::Link* AgentGateway::find_attached(NodeIndex node) {
    for (const auto& link : m_links) {
        if (link->node == node && link->attached) return link.get();
    }
    return nullptr;
}

void AgentGateway::send(Link& link, const wire::Envelope& envelope) {
    send_waiting(link);
    write(link, envelope);
}

void AgentGateway::send_waiting(Link& link) {
    if (link.waiting.dispatches_size() == 0) return;
    wire::Envelope envelope;
    if (link.waiting.dispatches_size() == 1) envelope.mutable_dispatch()->Swap(link.waiting.mutable_dispatches(0));
    else envelope.mutable_dispatch_batch()->Swap(&link.waiting);
    link.waiting.Clear();
    link.waiting_bytes = 0;
    write(link, envelope);
}

void AgentGateway::send_waiting() {
    // A peer that does not read is dropped on the way: the list may change.
    const auto waits = [](const auto& link) { return link->waiting.dispatches_size() > 0; };
    for (auto at = std::find_if(m_links.begin(), m_links.end(), waits); at != m_links.end(); at = std::find_if(m_links.begin(), m_links.end(), waits)) {
        send_waiting(**at);
    }
}

void AgentGateway::write(Link& link, const wire::Envelope& envelope) {
    // A peer that does not read is dropped; what it missed is sent again when it comes back.
    if (!link.channel->send(as_bytes(envelope.SerializeAsString()))) link.channel->close("the agent does not read what it is sent");
}

void AgentGateway::welcome(std::unique_ptr<Channel> channel, const wire::Hello& hello) {
    const domain::NodeFacts facts = facts_of(hello, channel->peer());
    const Incarnation incarnation{hello.incarnation()};
    const auto known = m_engine.state().node_by_id.find(facts.node);
    bool is_twin = false, is_alive = false;
    if (known != m_engine.state().node_by_id.end()) {
        const domain::Node& node = m_engine.state().nodes[known->second.value];
        Link* old = find_attached(known->second);
        // The same life of the same agent on a new connection: the old connection is dead, only nobody noticed yet. But one
        // that still talks belongs to somebody: then this is a copy of its folder, and the two must not take turns. One that
        // has only greeted so far has proven nothing: an agent that tries again behind a slow line leaves such greetings.
        if (old && !node.origins.empty() && node.origins.back().incarnation == incarnation) {
            is_twin = old->welcomed && (m_engine.now().monotonic.ms - old->last_frame_ms) * 2 < m_heartbeat_interval_ms * 3;
            // An agent whose line broke may knock before its old connection is known to be dead. Only when the old one has spoken
            // since the first knock are there two.
            is_alive = is_twin && old->doubled_ms && old->last_frame_ms > *old->doubled_ms;
            if (is_twin && !old->doubled_ms) old->doubled_ms = m_engine.now().monotonic.ms;
            if (!is_twin) drop(old, "replaced by a new connection");
        }
    }
    auto link = std::make_unique<Link>();
    link->channel = std::move(channel);
    link->id = facts.node;
    link->incarnation = incarnation;
    link->node = known != m_engine.state().node_by_id.end() ? known->second : no_node;
    link->last_frame_ms = m_engine.now().monotonic.ms;
    link->last_seen_at = m_engine.now().wall;
    Link* raw = link.get();
    raw->channel->on_frame = [this, raw](ByteView frame) { on_frame(*raw, frame); };
    raw->channel->on_closed = [this, raw](const std::string& reason) { drop(raw, reason); };
    m_links.push_back(std::move(link));
    if (is_twin) {
        if (is_alive) m_engine.carry_out(m_engine.core().node_doubled(m_engine.now(), facts));
        return turn_away(*raw, "node " + facts.node.text + " is connected already, with the same log; was its data folder copied? Stop one of the two");
    }
    if (!m_silence_timer.isActive()) m_silence_timer.start();
    const auto has = [&](const char* feature) { return std::find(hello.features().begin(), hello.features().end(), feature) != hello.features().end(); };
    const bool answers_snapshots = has("snapshot");
    raw->answers_output = has("output");
    raw->takes_batches = has("dispatch_batch");
    core::Output output =
        m_engine.core().node_connected(m_engine.now(), facts, incarnation, {Sequence{hello.last_sequence()}, answers_snapshots});
    raw->attached = std::any_of(output.effects.begin(), output.effects.end(),
                                [](const core::Effect& effect) { return std::holds_alternative<core::WelcomeNode>(effect); });
    m_engine.carry_out(std::move(output));
}

bool AgentGateway::carry_out(const core::Effect& effect) {
    if (const auto* dispatch = std::get_if<core::SendDispatch>(&effect)) send_dispatch(*dispatch);
    else if (const auto* cancel = std::get_if<core::SendCancel>(&effect)) send_cancel(*cancel);
    else if (const auto* slice = std::get_if<core::SendSlice>(&effect)) send_slice(*slice->slice);
    else if (const auto* query = std::get_if<core::SendSnapshotQuery>(&effect)) send_snapshot_query(*query);
    else if (const auto* question = std::get_if<core::SendProgressQuery>(&effect)) send_progress_query(*question);
    else if (const auto* stop = std::get_if<core::SendStop>(&effect)) send_stop(*stop);
    else if (const auto* welcomed = std::get_if<core::WelcomeNode>(&effect)) send_welcome(*welcomed);
    else if (const auto* refusal = std::get_if<core::RefuseNode>(&effect)) refuse(*refusal);
    else if (const auto* ack = std::get_if<core::SendAck>(&effect)) {
        Link* link = find(ack->node);
        if (!link || link->incarnation != ack->incarnation) return true;
        wire::Envelope envelope;
        envelope.mutable_event_ack()->set_incarnation(ack->incarnation.value);
        envelope.mutable_event_ack()->set_acked_sequence(ack->acked.value);
        send(*link, envelope);
    } else {
        return false;
    }
    return true;
}

void AgentGateway::send_welcome(const core::WelcomeNode& welcomed) {
    for (const auto& link : m_links) {
        if (link->node != welcomed.node || !link->attached || link->welcomed) continue;
        link->welcomed = true;
        wire::Envelope envelope;
        auto* answer = envelope.mutable_hello_answer();
        answer->set_protocol(1);
        answer->set_acked_sequence(welcomed.acked.value);
        answer->set_epoch(m_engine.state().epoch.value);
        answer->set_heartbeat_interval_ms(m_heartbeat_interval_ms);
        answer->set_credits(1024);
        answer->set_autonomy_window_ms(m_engine.core().settings().autonomy_window_ms);
        send(*link, envelope);
        log("node " + link->id.text + " connected from " + link->channel->peer().address);
        return;
    }
}

void AgentGateway::refuse(const core::RefuseNode& refusal) {
    for (const auto& link : m_links) {
        // A revoked node loses its connection; a second agent with a known id loses only its own new one.
        const bool revoked = m_engine.state().find_node(refusal.node) != nullptr &&
                             m_engine.state().find_node(refusal.node)->status == domain::NodeStatus::Revoked;
        if (link->id != refusal.node || link->refused || (link->attached && !revoked)) continue;
        turn_away(*link, refusal.reason);
    }
}

void AgentGateway::turn_away(Link& link, const std::string& reason) {
    wire::Envelope envelope;
    envelope.mutable_hello_answer()->set_refused(reason);
    send(link, envelope);
    link.refused = true;
    log("refused node " + link.id.text + " (" + link.channel->peer().address + "): " + reason);
    link.channel->close(reason);
}

void AgentGateway::send_dispatch(const core::SendDispatch& dispatch) {
    Link* link = find(dispatch.node);
    if (!link || !m_engine.core().is_current(dispatch)) return;
    wire::Dispatch message;
    if (auto built = build_dispatch(m_engine.state(), dispatch, message); !built) {
        m_engine.carry_out(m_engine.core().dispatch_failed(m_engine.now(), dispatch.run, dispatch.attempt, built.error().message));
        return;
    }
    const std::size_t size = message.ByteSizeLong();
    if (link->waiting_bytes + size > batch_limit_bytes) send_waiting(*link);
    link->waiting_bytes += size;
    link->waiting.add_dispatches()->Swap(&message);
    if (!link->takes_batches) send_waiting(*link);
}

void AgentGateway::send_slice(const core::Slice& slice) {
    Link* link = find(slice.node);
    if (!link) return;
    wire::Envelope envelope;
    build_slice(m_engine.state(), slice, *envelope.mutable_slice());
    send(*link, envelope);
}

void AgentGateway::send_snapshot_query(const core::SendSnapshotQuery& query) {
    Link* link = find(query.node);
    if (!link) return;
    wire::Envelope envelope;
    envelope.mutable_snapshot_query()->set_id(query.query);
    for (const core::AskedAttempt& asked : query.asked) {
        if (!is_there(m_engine.state(), asked.run)) continue;
        build_key(m_engine.state(), asked.run, asked.attempt, *envelope.mutable_snapshot_query()->add_attempts());
    }
    send(*link, envelope);
}

void AgentGateway::send_progress_query(const core::SendProgressQuery& query) {
    Link* link = find(query.node);
    if (!link || !is_there(m_engine.state(), query.run)) return;
    wire::Envelope envelope;
    build_key(m_engine.state(), query.run, query.attempt, *envelope.mutable_progress_query()->mutable_key());
    send(*link, envelope);
}

bool AgentGateway::is_connected(NodeIndex node) const { return find(node) != nullptr; }

Status AgentGateway::send_output_query(NodeIndex node, const wire::OutputQuery& query) {
    const std::string& name = m_engine.state().nodes[node.value].facts.node.text;
    Link* link = find(node);
    if (!link) return Error{ErrorKind::Refused, "node " + name + " is not connected; what its steps print can be read when it is back"};
    if (!link->answers_output) return Error{ErrorKind::Unsupported, "the agent of node " + name + " is too old to be asked for the output of a step"};
    wire::Envelope envelope;
    *envelope.mutable_output_query() = query;
    send(*link, envelope);
    return success();
}

void AgentGateway::send_stop(const core::SendStop& stop) {
    Link* link = find(stop.node);
    if (!link) return;
    wire::Envelope envelope;
    wire::RunKey& key = *envelope.mutable_cancel_run()->mutable_key();
    key.set_task_id(stop.task.text);
    key.set_step(stop.step.text);
    key.set_node(link->id.text);
    key.set_attempt(stop.attempt.value);
    envelope.mutable_cancel_run()->set_reason(stop.reason);
    send(*link, envelope);
}

void AgentGateway::send_cancel(const core::SendCancel& cancel) {
    Link* link = find(cancel.node);
    if (!link || !is_there(m_engine.state(), cancel.run)) return;
    wire::Envelope envelope;
    build_key(m_engine.state(), cancel.run, cancel.attempt, *envelope.mutable_cancel_run()->mutable_key());
    envelope.mutable_cancel_run()->set_reason(to_valid_utf8(cancel.reason));
    send(*link, envelope);
}

void AgentGateway::on_frame(Link& link, ByteView frame) {
    if (m_engine.failure()) return;
    link.last_frame_ms = m_engine.now().monotonic.ms;
    link.last_seen_at = m_engine.now().wall;
    wire::Envelope envelope;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return link.channel->close("a frame that is no message");
    if (!link.welcomed) return;
    switch (envelope.message_case()) {
        case wire::Envelope::kNodeEvents: return on_reports(link, envelope.node_events());
        case wire::Envelope::kDispatchAnswer: return on_answer(link, envelope.dispatch_answer());
        case wire::Envelope::kArtifactChunk: return on_chunk(link, envelope.artifact_chunk());
        case wire::Envelope::kArtifactWanted: return on_wanted(link, envelope.artifact_wanted());
        case wire::Envelope::kHeartbeat: return on_heartbeat(link, envelope.heartbeat());
        case wire::Envelope::kAgentSnapshot: return on_snapshot(link, envelope.agent_snapshot());
        case wire::Envelope::kProgressAnswer: return on_progress(link, envelope.progress_answer());
        case wire::Envelope::kOutputPiece:
            if (on_output_piece) on_output_piece(link.node, envelope.output_piece());
            return;
        default: return link.channel->close("a message an agent does not send");
    }
}

void AgentGateway::on_reports(Link& link, const wire::NodeEvents& events) {
    if (events.incarnation() != link.incarnation.value) return link.channel->close("events of another incarnation");
    std::vector<core::NodeReport> reports;
    for (const wire::NodeEvent& event : events.events()) reports.push_back(node_report(event));
    m_engine.carry_out(m_engine.core().node_reports(m_engine.now(), link.node, link.incarnation, reports));
}

void AgentGateway::on_progress(Link& link, const wire::ProgressAnswer& answer) {
    const auto run = m_engine.state().find_run(TaskId{answer.key().task_id()}, StepName{answer.key().step()}, link.id);
    if (!run) return;
    m_engine.carry_out(m_engine.core().node_progress(m_engine.now(), link.node, *run, Attempt{answer.key().attempt()},
                                                     {answer.running(), answer.stuck(), answer.mark()}));
}

void AgentGateway::on_snapshot(Link& link, const wire::AgentSnapshot& snapshot) {
    m_engine.carry_out(m_engine.core().node_snapshot(m_engine.now(), link.node, node_snapshot(snapshot)));
}

void AgentGateway::on_answer(Link& link, const wire::DispatchAnswer& answer) {
    const auto run = m_engine.state().find_run(TaskId{answer.key().task_id()}, StepName{answer.key().step()}, link.id);
    if (!run || answer.kind() == wire::DispatchAnswer::ACCEPTED) return;
    if (answer.kind() != wire::DispatchAnswer::REFUSED) return ask_about(link, m_engine.state().runs[run->value]);
    m_engine.carry_out(m_engine.core().node_refused(m_engine.now(), link.node, *run, Attempt{answer.key().attempt()}, answer.reason()));
}

// Usually the events of it are on their way. Where the log was restored from a backup they were confirmed long ago, so the node is
// asked; once a second, since one question is about all its attempts.
void AgentGateway::ask_about(Link& link, const domain::Run& run) {
    const std::int64_t now_ms = m_engine.now().monotonic.ms;
    if (run.accepted || !domain::is_live(run) || now_ms - link.asked_ms < ask_interval_ms) return;
    link.asked_ms = now_ms;
    m_engine.carry_out(m_engine.core().reconcile(m_engine.now(), link.node));
}

void AgentGateway::on_chunk(Link& link, const wire::ArtifactChunk& chunk) {
    const auto taken = link.intake.take(m_engine.artifacts(), ArtifactId{chunk.sha256()}, chunk.offset(), chunk.content(), chunk.last());
    if (taken && !*taken) return;
    wire::Envelope envelope;
    envelope.mutable_artifact_stored()->set_sha256(chunk.sha256());
    if (!taken) envelope.mutable_artifact_stored()->set_refused(taken.error().message);
    send(link, envelope);
}

// A node asks piece by piece, so nothing is queued for one that is slow. Many nodes want the same thing at the same time.
void AgentGateway::on_wanted(Link& link, const wire::ArtifactWanted& wanted) {
    if (m_offered_id.text != wanted.sha256()) {
        auto content = m_engine.artifacts().get(ArtifactId{wanted.sha256()});
        if (!content) {
            wire::Envelope refusal;
            refusal.mutable_artifact_stored()->set_sha256(wanted.sha256());
            refusal.mutable_artifact_stored()->set_refused("the orchestrator does not hold it: " + content.error().message);
            return send(link, refusal);
        }
        m_offered = std::move(content).value();
        m_offered_id = ArtifactId{wanted.sha256()};
    }
    const std::size_t offset = std::min<std::size_t>(wanted.offset(), m_offered.size());
    wire::Envelope envelope;
    auto* chunk = envelope.mutable_artifact_chunk();
    chunk->set_sha256(wanted.sha256());
    chunk->set_offset(offset);
    chunk->set_content(m_offered.substr(offset, artifact_piece_bytes));
    chunk->set_last(offset + chunk->content().size() == m_offered.size());
    send(link, envelope);
    m_offer_end.start(offered_for_ms);
}

void AgentGateway::on_heartbeat(Link& link, const wire::Heartbeat& heartbeat) {
    const Now now = m_engine.now();
    link.clock_offset_ms = heartbeat.sent_wall_ms() - now.wall.ms;
    link.running = heartbeat.running();
    if (!heartbeat.trouble().empty()) m_engine.carry_out(m_engine.core().node_trouble(now, link.node, heartbeat.trouble()));
    wire::Envelope envelope;
    envelope.mutable_heartbeat_answer()->set_echoed_monotonic_ms(heartbeat.sent_monotonic_ms());
    envelope.mutable_heartbeat_answer()->set_wall_ms(now.wall.ms);
    if (link.node != no_node) m_engine.carry_out(m_engine.core().note_clock_offset(now, link.node, *link.clock_offset_ms));
    send(link, envelope);
}

void AgentGateway::drop(Link* link, const std::string& reason) {
    const auto at = std::find_if(m_links.begin(), m_links.end(), [&](const auto& one) { return one.get() == link; });
    if (at == m_links.end()) return;
    std::unique_ptr<Link> gone = std::move(*at);
    m_links.erase(at);
    if (gone->welcomed) {
        log("node " + gone->id.text + " disconnected: " + reason);
        m_gone[gone->id] = gone->last_seen_at;
    }
    // A second agent takes nothing from the first when it goes.
    if (gone->attached && !m_engine.failure()) {
        m_engine.carry_out(m_engine.core().node_disconnected(m_engine.now(), gone->node, m_engine.now().monotonic.ms - gone->last_frame_ms));
    }
    gone->channel->on_frame = nullptr;
    gone->channel->on_closed = nullptr;
    // Not below one of the channel's own callbacks.
    auto* holder = new std::shared_ptr<Link>(std::move(gone));
    QMetaObject::invokeMethod(this, [holder] { delete holder; }, Qt::QueuedConnection);
}

void AgentGateway::check_silence() {
    const std::int64_t oldest = m_engine.now().monotonic.ms - silent_heartbeats * m_heartbeat_interval_ms;
    std::vector<Link*> silent;
    for (const auto& link : m_links) {
        if (link->last_frame_ms < oldest) silent.push_back(link.get());
    }
    for (Link* link : silent) drop(link, "no frame for three heartbeats");
}

std::vector<api::NodeMeasurement> AgentGateway::measurements() const {
    std::vector<api::NodeMeasurement> all;
    for (const auto& link : m_links) {
        if (link->welcomed) all.push_back({link->id, link->clock_offset_ms, link->last_seen_at, link->running, true});
    }
    for (const auto& [node, last_seen_at] : m_gone) {
        const bool back = std::any_of(m_links.begin(), m_links.end(), [&](const auto& link) { return link->welcomed && link->id == node; });
        if (!back) all.push_back({node, std::nullopt, last_seen_at, 0, false});
    }
    return all;
}

}  // namespace apollo::orchestrator
