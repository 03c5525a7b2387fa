// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a simulated agent says to the center and hears from it, as its link and session do it.
#include <algorithm>

#include "agent/core/outcome.h"
#include "agent/spool/record_codec.h"
#include "tests/sim/agent_host.h"

namespace apollo::sim {

namespace {

constexpr std::int64_t shortest_delay_ms = 100;
constexpr std::int64_t longest_delay_ms = 5000;

}  // namespace

void AgentHost::connect() {
    m_connection = m_network.open(m_number);
    m_link = LinkState::Greeting;
    m_last_frame_ms = m_timeline.now_ms();
    wire::Envelope envelope;
    wire::Hello& hello = *envelope.mutable_hello();
    const domain::NodeFacts mine = facts();
    hello.add_features("snapshot");
    hello.set_protocol_min(1);
    hello.set_protocol_max(1);
    hello.set_node(m_id.text);
    hello.set_program_version(mine.agent_version);
    hello.set_incarnation(m_core->incarnation().value);
    hello.set_last_sequence(m_core->last_sequence().value);
    hello.set_capacity(m_capacity);
    for (const std::string& group : mine.groups) hello.add_groups(group);
    m_network.send(m_connection, Side::Agent, envelope.SerializeAsString(), true);
}

void AgentHost::drop() {
    if (m_connection == 0) return;
    m_network.close(m_connection, Side::Agent);
    const ConnectionId gone = m_connection;
    on_closed(gone);
}

void AgentHost::on_closed(ConnectionId connection) {
    if (!m_core || connection != m_connection) return;
    m_connection = 0;
    if (m_link == LinkState::Up) {
        m_sender->on_disconnected();
        m_link = LinkState::Waiting;
        take(m_core->on_disconnected({m_last_frame_ms}, now()));
    }
    m_link = LinkState::Waiting;
    try_later();
}

void AgentHost::try_later() {
    const std::int64_t half = std::max<std::int64_t>(m_delay_ms / 2, 1);
    const std::int64_t wait_ms = std::max(shortest_delay_ms, half + between(m_random, 0, half));
    m_delay_ms = std::min(m_delay_ms * 2, longest_delay_ms);
    later(wait_ms, [this] {
        if (m_link == LinkState::Waiting) connect();
    });
}

void AgentHost::beat() {
    later(heartbeat_interval_ms, [this] { beat(); });
    if (m_connection == 0) return;
    if (m_timeline.now_ms() - m_last_frame_ms > silent_heartbeats * heartbeat_interval_ms) return drop();
    if (m_link != LinkState::Up) return;
    wire::Envelope envelope;
    envelope.mutable_heartbeat()->set_running(m_core->running());
    envelope.mutable_heartbeat()->set_sent_wall_ms(now().wall.ms);
    m_network.send(m_connection, Side::Agent, envelope.SerializeAsString(), true);
}

bool AgentHost::send(const wire::Envelope& envelope) {
    if (m_link != LinkState::Up) return false;
    if (envelope.has_node_events() && envelope.node_events().events_size() > 0) {
        const auto& events = envelope.node_events().events();
        m_checker.events_leave(m_number, Sequence{events[events.size() - 1].sequence()});
    }
    m_network.send(m_connection, Side::Agent, envelope.SerializeAsString(), false);
    return true;
}

void AgentHost::on_frame(ConnectionId connection, const std::string& frame) {
    if (!m_core || connection != m_connection) return;
    m_last_frame_ms = m_timeline.now_ms();
    wire::Envelope envelope;
    if (!envelope.ParseFromString(frame)) return m_checker.fail("frame", "a frame of the center is no message");
    if (envelope.has_hello_answer()) return on_hello_answer(envelope.hello_answer());
    if (m_link != LinkState::Up) return;
    if (envelope.has_dispatch()) {
        on_dispatch(envelope.dispatch(), false);
    } else if (envelope.has_cancel_run()) {
        if (const auto key = agent::decode_key(envelope.cancel_run().key())) take(m_core->on_cancel(*key, envelope.cancel_run().reason(), now()));
    } else if (envelope.has_slice()) {
        on_slice(envelope.slice());
    } else if (envelope.has_snapshot_query()) {
        on_snapshot_query(envelope.snapshot_query());
    } else if (envelope.has_event_ack()) {
        on_ack(envelope.event_ack());
    }
}

void AgentHost::on_hello_answer(const wire::HelloAnswer& answer) {
    if (m_link != LinkState::Greeting) return;
    if (!answer.refused().empty()) {
        m_delay_ms = longest_delay_ms;
        return drop();
    }
    m_link = LinkState::Up;
    m_delay_ms = shortest_delay_ms;
    m_trace.line(m_id.text + " is connected");
    const Sequence acked{answer.acked_sequence()};
    if (!restore_lost_acks(acked)) {
        begin_new_incarnation();
        return drop();
    }
    m_sender->on_connected(acked, answer.credits());
    m_acked = std::max(m_acked, std::min(acked, m_core->last_sequence()));
    m_newest_epoch = std::max(m_newest_epoch, Epoch{answer.epoch()});
    m_checker.epoch_seen(m_number, m_newest_epoch);
    if (answer.has_autonomy_window_ms()) m_core->set_autonomy_window(answer.autonomy_window_ms());
    take(m_core->on_connected(acked, Epoch{answer.epoch()}));
}

bool AgentHost::restore_lost_acks(Sequence acked) {
    const Sequence next = m_core->unacked().empty() ? m_core->last_sequence().next() : m_core->unacked().front().sequence;
    if (acked.next() >= next) return true;
    const Sequence last{next.value - 1};
    std::vector<agent::NodeEventRecord> events;
    bool is_damaged = false;
    Incarnation current;
    for (const agent::AgentRecord& record : read_log(is_damaged)) {
        if (const auto* begin = std::get_if<agent::IncarnationRecord>(&record)) current = begin->incarnation;
        const auto* event = std::get_if<agent::NodeEventRecord>(&record);
        if (event != nullptr && current == m_core->incarnation() && event->sequence > acked && event->sequence <= last) events.push_back(*event);
    }
    if (events.size() != last.value - acked.value) return false;
    m_core->restore_unacked(events);
    m_acked = acked;
    return true;
}

void AgentHost::on_ack(const wire::EventAck& ack) {
    const Sequence acked{ack.acked_sequence()};
    if (Incarnation{ack.incarnation()} != m_core->incarnation() || acked > m_core->last_sequence()) return;
    m_core->on_acked(m_core->incarnation(), acked);
    m_acked = std::max(m_acked, acked);
    m_sender->on_acked(acked);
}

void AgentHost::on_slice(const wire::Slice& message) {
    auto slice = agent::decode_slice(message);
    if (!slice) return m_checker.fail("frame", "a slice cannot be read: " + slice.error().message);
    m_checker.slice_arrives(m_number, *slice);
    take(m_core->on_slice(std::move(*slice), now()));
}

void AgentHost::on_snapshot_query(const wire::SnapshotQuery& query) {
    std::vector<agent::RunKey> keys;
    for (const wire::RunKey& asked : query.attempts()) {
        if (auto key = agent::decode_key(asked)) keys.push_back(std::move(key).value());
    }
    take(m_core->on_snapshot_query(query.id(), keys));
}

void AgentHost::send_snapshot(const agent::SendSnapshot& snapshot) {
    wire::Envelope envelope;
    wire::AgentSnapshot& out = *envelope.mutable_agent_snapshot();
    out.set_id(snapshot.query);
    out.set_incarnation(snapshot.incarnation.value);
    out.set_last_sequence(snapshot.last_sequence.value);
    std::map<agent::RunKey, agent::NodeEventRecord> ends;
    bool is_damaged = false;
    for (const agent::AgentRecord& record : read_log(is_damaged)) {
        const auto* event = std::get_if<agent::NodeEventRecord>(&record);
        if (event != nullptr && agent::is_terminal(event->type)) ends.insert_or_assign(event->key, *event);
    }
    for (const agent::AttemptReport& report : snapshot.attempts) {
        wire::AttemptReport& to = *out.add_attempts();
        agent::encode_key(report.key, *to.mutable_key());
        using agent::Phase;
        to.set_phase(report.phase == Phase::Running     ? wire::AttemptReport::RUNNING
                     : report.phase == Phase::Ended     ? wire::AttemptReport::ENDED
                     : report.phase == Phase::Forbidden ? wire::AttemptReport::FORBIDDEN
                                                        : wire::AttemptReport::QUEUED);
        const auto end = ends.find(report.key);
        if (end != ends.end() && report.phase == Phase::Ended) agent::encode_event(end->second, *to.mutable_end());
    }
    send(envelope);
}

void AgentHost::on_stray_order(const wire::Dispatch& dispatch) {
    // Before it has heard of the new primary it cannot know; such an order was durable, or it would not have left.
    if (!m_core || m_link != LinkState::Up || m_newest_epoch.value <= dispatch.epoch()) return;
    m_trace.line(m_id.text + " hears an old primary");
    on_dispatch(dispatch, true);
}

void AgentHost::on_dispatch(const wire::Dispatch& dispatch, bool is_stray) {
    auto order = agent::decode_order(dispatch);
    if (!order) return m_checker.fail("frame", "an order cannot be read: " + order.error().message);
    m_checker.order_arrives(m_number, order->key, order->epoch);
    m_newest_epoch = std::max(m_newest_epoch, order->epoch);
    if (m_plant == Plant::IgnoreEpoch) order->epoch = m_newest_epoch;
    agent::Output output = m_core->on_dispatch(std::move(*order), now());
    // What is said to an old primary goes to it, on a connection of its own.
    if (is_stray) std::erase_if(output.effects, [](const agent::Effect& effect) { return std::holds_alternative<agent::SendDispatchAnswer>(effect); });
    take(std::move(output));
}

void AgentHost::send_answer(const agent::SendDispatchAnswer& answer) {
    wire::Envelope envelope;
    wire::DispatchAnswer& out = *envelope.mutable_dispatch_answer();
    agent::encode_key(answer.key, *out.mutable_key());
    out.set_reason(answer.reason);
    using Kind = agent::SendDispatchAnswer::Kind;
    out.set_kind(answer.kind == Kind::Accepted         ? wire::DispatchAnswer::ACCEPTED
                 : answer.kind == Kind::AlreadyRunning ? wire::DispatchAnswer::ALREADY_RUNNING
                 : answer.kind == Kind::AlreadyDone    ? wire::DispatchAnswer::ALREADY_DONE
                                                       : wire::DispatchAnswer::REFUSED);
    send(envelope);
}

}  // namespace apollo::sim
