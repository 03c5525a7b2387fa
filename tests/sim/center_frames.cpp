// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the simulated orchestrator sends and hears, as its gateways do it.
#include <algorithm>

#include "app/orchestrator/dispatch_builder.h"
#include "app/orchestrator/node_messages.h"
#include "tests/sim/center_host.h"

namespace apollo::sim {

namespace {

domain::NodeFacts facts_of(const wire::Hello& hello) {
    domain::NodeFacts facts;
    facts.node = NodeId{hello.node()};
    facts.groups.assign(hello.groups().begin(), hello.groups().end());
    facts.agent_version = hello.program_version();
    facts.capacity = std::max(1u, hello.capacity());
    return facts;
}

}  // namespace

CenterHost::Link* CenterHost::find(NodeIndex node) {
    for (const auto& link : m_links) {
        if (link->node == node && link->welcomed) return link.get();
    }
    return nullptr;
}

CenterHost::Link* CenterHost::find_attached(NodeIndex node) {
    for (const auto& link : m_links) {
        if (link->node == node && link->attached) return link.get();
    }
    return nullptr;
}

CenterHost::Link* CenterHost::find_connection(ConnectionId connection) {
    for (const auto& link : m_links) {
        if (link->connection == connection) return link.get();
    }
    return nullptr;
}

void CenterHost::send(Link& link, const wire::Envelope& envelope, bool robust) {
    m_network.send(link.connection, Side::Center, envelope.SerializeAsString(), robust);
}

void CenterHost::perform(const core::Effect& effect) {
    if (const auto* dispatch = std::get_if<core::SendDispatch>(&effect)) return send_dispatch(*dispatch);
    if (const auto* cancel = std::get_if<core::SendCancel>(&effect)) return send_cancel(*cancel);
    if (const auto* slice = std::get_if<core::SendSlice>(&effect)) return send_slice(*slice->slice);
    if (const auto* query = std::get_if<core::SendSnapshotQuery>(&effect)) return send_snapshot_query(*query);
    if (const auto* stop = std::get_if<core::SendStop>(&effect)) return send_stop(*stop);
    if (const auto* welcomed = std::get_if<core::WelcomeNode>(&effect)) return send_welcome(*welcomed);
    if (const auto* refusal = std::get_if<core::RefuseNode>(&effect)) return send_refusal(*refusal);
    if (const auto* answer = std::get_if<core::Answer>(&effect)) {
        if (answer->result) m_checker.answer_leaves(answer->result->position);
        return on_answer(answer->request, answer->result);
    }
    if (const auto* ack = std::get_if<core::SendAck>(&effect)) {
        Link* link = find(ack->node);
        if (!link || link->incarnation != ack->incarnation) return;
        m_checker.confirmation_leaves(ack->node, ack->incarnation, ack->acked);
        wire::Envelope envelope;
        envelope.mutable_event_ack()->set_incarnation(ack->incarnation.value);
        envelope.mutable_event_ack()->set_acked_sequence(ack->acked.value);
        send(*link, envelope, false);
    }
}

void CenterHost::send_dispatch(const core::SendDispatch& dispatch) {
    Link* link = find(dispatch.node);
    if (!link || !m_core->is_current(dispatch)) return;
    m_checker.dispatch_leaves(dispatch.run, dispatch.attempt);
    wire::Envelope envelope;
    if (auto built = orchestrator::build_dispatch(state(), dispatch, *envelope.mutable_dispatch()); !built) {
        return carry_out(m_core->dispatch_failed(now(), dispatch.run, dispatch.attempt, built.error().message));
    }
    m_last_dispatch[link->agent] = envelope.SerializeAsString();
    send(*link, envelope, false);
}

void CenterHost::requeue_cancelled(const domain::Event& event) {
    if (m_plant != Plant::RequeueAfterCancel || !m_core) return;
    Link* link = find(state().runs[event.header.run.value].node);
    if (!link) return;
    wire::Envelope envelope;
    const core::SendDispatch again{link->node, event.header.run, event.header.attempt.next()};
    if (orchestrator::build_dispatch(state(), again, *envelope.mutable_dispatch())) send(*link, envelope, false);
}

void CenterHost::send_cancel(const core::SendCancel& cancel) {
    Link* link = find(cancel.node);
    if (!link || !orchestrator::is_there(state(), cancel.run)) return;
    wire::Envelope envelope;
    orchestrator::build_key(state(), cancel.run, cancel.attempt, *envelope.mutable_cancel_run()->mutable_key());
    envelope.mutable_cancel_run()->set_reason(cancel.reason);
    send(*link, envelope, false);
}

void CenterHost::send_slice(const core::Slice& slice) {
    Link* link = find(slice.node);
    if (!link) return;
    wire::Envelope envelope;
    orchestrator::build_slice(state(), slice, *envelope.mutable_slice());
    send(*link, envelope, false);
}

void CenterHost::send_snapshot_query(const core::SendSnapshotQuery& query) {
    Link* link = find(query.node);
    if (!link) return;
    wire::Envelope envelope;
    envelope.mutable_snapshot_query()->set_id(query.query);
    for (const core::AskedAttempt& asked : query.asked) {
        if (!orchestrator::is_there(state(), asked.run)) continue;
        orchestrator::build_key(state(), asked.run, asked.attempt, *envelope.mutable_snapshot_query()->add_attempts());
    }
    send(*link, envelope, false);
}

void CenterHost::send_stop(const core::SendStop& stop) {
    Link* link = find(stop.node);
    if (!link) return;
    wire::Envelope envelope;
    wire::RunKey& key = *envelope.mutable_cancel_run()->mutable_key();
    key.set_task_id(stop.task.text);
    key.set_step(stop.step.text);
    key.set_node(link->id.text);
    key.set_attempt(stop.attempt.value);
    envelope.mutable_cancel_run()->set_reason(stop.reason);
    send(*link, envelope, false);
}

void CenterHost::send_welcome(const core::WelcomeNode& welcomed) {
    for (const auto& link : m_links) {
        if (link->node != welcomed.node || !link->attached || link->welcomed) continue;
        link->welcomed = true;
        m_checker.confirmation_leaves(welcomed.node, link->incarnation, welcomed.acked);
        wire::Envelope envelope;
        envelope.mutable_hello_answer()->set_protocol(1);
        envelope.mutable_hello_answer()->set_acked_sequence(welcomed.acked.value);
        envelope.mutable_hello_answer()->set_epoch(state().epoch.value);
        envelope.mutable_hello_answer()->set_credits(1024);
        envelope.mutable_hello_answer()->set_autonomy_window_ms(m_core->settings().autonomy_window_ms);
        return send(*link, envelope, true);
    }
}

void CenterHost::send_refusal(const core::RefuseNode& refusal) {
    const domain::Node* node = state().find_node(refusal.node);
    const bool revoked = node != nullptr && node->status == domain::NodeStatus::Revoked;
    std::vector<ConnectionId> turned_away;
    for (const auto& link : m_links) {
        if (link->id == refusal.node && (!link->attached || revoked)) turned_away.push_back(link->connection);
    }
    for (const ConnectionId connection : turned_away) turn_away(*find_connection(connection), refusal.reason);
}

void CenterHost::turn_away(Link& link, const std::string& reason) {
    wire::Envelope envelope;
    envelope.mutable_hello_answer()->set_refused(reason);
    send(link, envelope, true);
    m_trace.line("the center refuses " + link.id.text + ": " + reason);
    drop(link.connection);
}

void CenterHost::drop(ConnectionId connection) {
    m_network.close(connection, Side::Center);
    on_closed(connection);
}

void CenterHost::on_closed(ConnectionId connection) {
    const auto at = std::find_if(m_links.begin(), m_links.end(), [&](const auto& one) { return one->connection == connection; });
    if (at == m_links.end() || !m_core) return;
    const std::unique_ptr<Link> gone = std::move(*at);
    m_links.erase(at);
    if (!gone->attached) return;
    carry_out(m_core->node_disconnected(now(), gone->node, m_timeline.now_ms() - gone->last_frame_ms));
}

void CenterHost::check_silence() {
    const std::int64_t oldest_ms = m_timeline.now_ms() - silent_heartbeats * heartbeat_interval_ms;
    std::vector<ConnectionId> silent;
    for (const auto& link : m_links) {
        if (link->last_frame_ms < oldest_ms) silent.push_back(link->connection);
    }
    for (const ConnectionId connection : silent) drop(connection);
    later(heartbeat_interval_ms, [this] { check_silence(); });
}

void CenterHost::on_frame(std::uint32_t agent, ConnectionId connection, const std::string& frame) {
    wire::Envelope envelope;
    if (!envelope.ParseFromString(frame)) return m_checker.fail("frame", "a frame of an agent is no message");
    if (!m_core) return m_network.close(connection, Side::Center);  // nobody listens
    if (envelope.has_hello()) return on_hello(agent, connection, envelope.hello());
    Link* link = find_connection(connection);
    if (!link) return;
    link->last_frame_ms = m_timeline.now_ms();
    if (!link->welcomed) return;
    if (envelope.has_node_events()) return on_reports(*link, envelope.node_events());
    if (envelope.has_agent_snapshot()) return on_snapshot(*link, envelope.agent_snapshot());
    if (envelope.has_dispatch_answer()) return on_refusal(*link, envelope.dispatch_answer());
    if (envelope.has_heartbeat()) {
        wire::Envelope answer;
        answer.mutable_heartbeat_answer()->set_wall_ms(now().wall.ms);
        send(*link, answer, true);
    }
}

void CenterHost::on_hello(std::uint32_t agent, ConnectionId connection, const wire::Hello& hello) {
    const domain::NodeFacts facts = facts_of(hello);
    const Incarnation incarnation{hello.incarnation()};
    const auto known = state().node_by_id.find(facts.node);
    auto link = std::make_unique<Link>();
    link->connection = connection;
    link->agent = agent;
    link->id = facts.node;
    link->incarnation = incarnation;
    link->last_frame_ms = m_timeline.now_ms();
    bool is_twin = false;
    if (known != state().node_by_id.end()) {
        link->node = known->second;
        const domain::Node& node = state().nodes[known->second.value];
        const Link* old = find_attached(known->second);
        if (old && !node.origins.empty() && node.origins.back().incarnation == incarnation) {
            is_twin = old->welcomed && (m_timeline.now_ms() - old->last_frame_ms) * 2 < heartbeat_interval_ms * 3;
            if (!is_twin) drop(old->connection);
        }
    }
    m_links.push_back(std::move(link));
    if (is_twin) return turn_away(*m_links.back(), "connected already, with the same log");
    const bool answers_snapshots = std::find(hello.features().begin(), hello.features().end(), "snapshot") != hello.features().end();
    core::Output output = m_core->node_connected(now(), facts, incarnation, {Sequence{hello.last_sequence()}, answers_snapshots});
    m_links.back()->attached = std::any_of(output.effects.begin(), output.effects.end(),
                                           [](const core::Effect& effect) { return std::holds_alternative<core::WelcomeNode>(effect); });
    carry_out(std::move(output));
}

void CenterHost::on_reports(Link& link, const wire::NodeEvents& events) {
    if (events.incarnation() != link.incarnation.value) return drop(link.connection);
    std::vector<core::NodeReport> reports;
    for (const wire::NodeEvent& event : events.events()) reports.push_back(orchestrator::node_report(event));
    carry_out(m_core->node_reports(now(), link.node, link.incarnation, reports));
}

void CenterHost::on_snapshot(Link& link, const wire::AgentSnapshot& snapshot) {
    carry_out(m_core->node_snapshot(now(), link.node, orchestrator::node_snapshot(snapshot)));
}

void CenterHost::on_refusal(Link& link, const wire::DispatchAnswer& answer) {
    if (answer.kind() != wire::DispatchAnswer::REFUSED) return;
    const auto run = state().find_run(TaskId{answer.key().task_id()}, StepName{answer.key().step()}, link.id);
    if (!run) return;
    carry_out(m_core->node_refused(now(), link.node, *run, Attempt{answer.key().attempt()}, answer.reason()));
}

}  // namespace apollo::sim
