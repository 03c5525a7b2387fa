// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/client/connection.h"

#include <algorithm>

#include "common/codec/command_codec.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"

namespace apollo::client {

namespace {

constexpr int reconnect_delay_max_ms = 5000;
constexpr int hello_deadline_ms = 4000;

}  // namespace

Connection::Connection(ChannelFactory factory, int silence_limit_ms) : m_factory(std::move(factory)), m_silence_limit_ms(silence_limit_ms) {
    m_silence.setInterval(silence_limit_ms / 3);
    connect(&m_silence, &QTimer::timeout, this, &Connection::watch_silence);
    m_reconnect.setSingleShot(true);
    connect(&m_reconnect, &QTimer::timeout, this, &Connection::connect_now);
    m_hello_deadline.setSingleShot(true);
    connect(&m_hello_deadline, &QTimer::timeout, this, [this] {
        lost({ErrorKind::Unreachable, "what listens there accepts connections but does not answer"});
    });
}

Connection::~Connection() {
    *m_alive = false;
    if (!m_channel) return;
    m_channel->on_frame = nullptr;
    m_channel->on_closed = nullptr;
}

void Connection::connect_now() {
    if (m_phase == Phase::Connecting || m_phase == Phase::WaitingForHello || m_phase == Phase::Open) return;
    m_phase = Phase::Connecting;
    m_factory([this, alive = m_alive](Result<std::shared_ptr<Channel>> channel) {
        if (*alive) opened(std::move(channel));
    });
}

void Connection::opened(Result<std::shared_ptr<Channel>> channel) {
    if (!channel) return lost(channel.error());
    m_channel = std::move(channel).value();
    m_phase = Phase::WaitingForHello;
    m_hello_deadline.start(hello_deadline_ms);
    m_channel->on_frame = [this](ByteView frame) { on_frame(frame); };
    m_channel->on_closed = [this](const std::string& reason) {
        lost({ErrorKind::Unreachable, "the connection to the orchestrator ended: " + reason});
    };
    wire::Envelope envelope;
    envelope.mutable_hello()->set_protocol_min(1);
    envelope.mutable_hello()->set_protocol_max(1);
    envelope.mutable_hello()->set_program_version(APOLLO_VERSION);
    send(envelope);
}

void Connection::send(const wire::Envelope& envelope) {
    if (m_channel) (void)m_channel->send(as_bytes(envelope.SerializeAsString()));
}

void Connection::on_frame(ByteView frame) {
    m_silent_thirds = 0;
    if (m_silence.isActive()) m_silence.start();
    wire::Envelope envelope;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return m_channel->close("a frame that is no message");
    if (envelope.has_hello_answer()) on_hello(envelope.hello_answer());
    else if (envelope.has_response()) on_response(envelope.response());
}

void Connection::on_hello(const wire::HelloAnswer& answer) {
    m_hello_deadline.stop();
    if (!answer.refused().empty()) {
        m_channel->close("refused");
        return lost({ErrorKind::NotAllowed, "the orchestrator refuses this program: " + answer.refused()});
    }
    m_phase = Phase::Open;
    m_reconnect_delay_ms = 100;
    if (m_silence_limit_ms > 0) m_silence.start();
    for (auto& [id, feed] : m_feeds) send_subscription(id, feed);
    for (auto& [id, pending] : m_pending) {
        wire::Envelope envelope;
        *envelope.mutable_request() = pending.request;
        pending.sent = true;
        send(envelope);
    }
}

void Connection::ask(wire::Request request, OnResponse on_response) {
    const std::uint64_t id = m_next_id++;
    request.set_id(id);
    Pending& pending = m_pending[id];
    pending.request = std::move(request);
    pending.on_response = std::move(on_response);
    if (m_phase != Phase::Open) return connect_now();
    wire::Envelope envelope;
    *envelope.mutable_request() = pending.request;
    pending.sent = true;
    send(envelope);
}

std::uint64_t Connection::subscribe(Position after, api::EventSource::Observer observer) {
    const std::uint64_t id = m_next_id++;
    Feed& feed = m_feeds[id];
    feed.observer = std::move(observer);
    feed.seen = after;
    if (m_phase == Phase::Open) send_subscription(id, feed);
    else connect_now();
    return id;
}

void Connection::send_subscription(std::uint64_t id, Feed& feed) {
    feed.unverified = feed.newest.has_value();
    wire::Envelope envelope;
    envelope.mutable_request()->set_id(id);
    envelope.mutable_request()->mutable_subscribe()->set_after(feed.seen.value - (feed.unverified ? 1 : 0));
    send(envelope);
}

void Connection::unsubscribe(std::uint64_t id) {
    if (m_feeds.erase(id) == 0 || m_phase != Phase::Open) return;
    wire::Envelope envelope;
    envelope.mutable_request()->set_id(m_next_id++);
    envelope.mutable_request()->set_unsubscribe(id);
    send(envelope);
}

void Connection::on_response(const wire::Response& response) {
    if (response.has_events()) return on_batch(response.id(), response.events());
    const auto feed = m_feeds.find(response.id());
    if (feed != m_feeds.end() && response.has_failure()) {
        const auto on_interrupted = feed->second.observer.on_interrupted;
        m_feeds.erase(feed);
        if (on_interrupted) on_interrupted(codec::decode_error(response.failure()), false);
        return;
    }
    const auto pending = m_pending.find(response.id());
    if (pending == m_pending.end()) return;
    const OnResponse on_response = pending->second.on_response;
    if (!response.more()) m_pending.erase(pending);
    if (response.has_failure()) on_response(codec::decode_error(response.failure()));
    else on_response(response);
}

void Connection::on_batch(std::uint64_t id, const wire::EventBatch& batch) {
    const auto feed = m_feeds.find(id);
    if (feed == m_feeds.end()) return;
    if (feed->second.unverified && !verify(id, batch)) return;
    if (feed->second.awaiting_plan) feed->second.backlog.push_back(batch);
    else deliver(id, batch);
}

// Of the first batch after a reconnection: begins with the newest event that is known, as it was.
bool Connection::verify(std::uint64_t id, const wire::EventBatch& batch) {
    Feed& feed = m_feeds[id];
    domain::EventHeader first;
    const bool same = batch.bodies_size() > 0 && codec::decode_header(as_bytes(batch.bodies(0)), first) && first == *feed.newest;
    feed.unverified = false;
    if (same) return true;
    api::Replacement what{feed.seen, std::nullopt};
    if (batch.bodies_size() == 0 && batch.caught_up_position() < feed.seen.value) what.ends_at = Position{batch.caught_up_position()};
    replaced(id, what);
    return false;
}

void Connection::replaced(std::uint64_t id, const api::Replacement& what) {
    const auto observer = m_feeds[id].observer;
    unsubscribe(id);
    if (observer.on_replaced) return observer.on_replaced(what);
    const std::string where = what.ends_at ? "it ends at position " + std::to_string(what.ends_at->value) + ", before position " : "it holds another event at position ";
    if (observer.on_interrupted) observer.on_interrupted({ErrorKind::Refused, "the orchestrator's log is not the one that was read so far: " + where + std::to_string(what.known.value) + "; start anew"}, false);
}

void Connection::deliver(std::uint64_t id, const wire::EventBatch& batch) {
    Feed& feed = m_feeds[id];
    std::vector<domain::Event> events;
    events.reserve(static_cast<std::size_t>(batch.bodies_size()));
    for (const std::string& body : batch.bodies()) {
        auto event = codec::decode_event(as_bytes(body));
        if (!event || event->header.position <= feed.seen) continue;  // after a reconnection the first may be known
        const domain::PlanSlot slot = domain::plan_slot(*event);
        if (slot.plan && !*slot.plan) {
            const auto known = m_fetched_plans.find(slot.reference->id);
            if (known == m_fetched_plans.end()) return fetch_plan(id, *slot.reference, batch);
            *slot.plan = known->second;
        }
        events.push_back(std::move(event).value());
    }
    if (!events.empty()) {
        feed.newest = events.back().header;
        feed.seen = feed.newest->position;
    }
    const auto observer = feed.observer;
    const auto alive = m_alive;
    if (!events.empty() && observer.on_events) observer.on_events(events);
    if (!*alive || m_feeds.count(id) == 0) return;
    wire::Envelope credit;
    credit.mutable_credit()->set_subscription(id);
    credit.mutable_credit()->set_confirmed_position(feed.seen.value);
    send(credit);
    if (batch.has_caught_up_position() && observer.on_caught_up) observer.on_caught_up(Position{batch.caught_up_position()});
}

// A plan too large to travel with its event: fetched by its reference, then the batch is delivered from where it stopped.
void Connection::fetch_plan(std::uint64_t id, domain::ArtifactRef reference, wire::EventBatch batch) {
    m_feeds[id].awaiting_plan = true;
    wire::Request request;
    request.mutable_fetch_artifact()->set_sha256(reference.id.text);
    auto bytes = std::make_shared<std::string>();
    ask(std::move(request), [this, id, reference, bytes, batch = std::move(batch)](Result<wire::Response> response) {
        if (response) *bytes += response->artifact_piece();
        if (response && response->more()) return;
        auto plan = response ? codec::plan_from_bytes(*bytes) : Result<std::shared_ptr<const domain::Plan>>(response.error());
        m_fetched_plans[reference.id] = plan ? std::move(plan).value() : nullptr;
        const auto feed = m_feeds.find(id);
        if (feed == m_feeds.end()) return;
        feed->second.awaiting_plan = false;
        std::vector<wire::EventBatch> backlog = std::move(feed->second.backlog);
        feed->second.backlog.clear();
        deliver(id, batch);
        for (const wire::EventBatch& later : backlog) on_batch(id, later);
    });
}

void Connection::watch_silence() {
    if (m_feeds.empty()) return;
    if (++m_silent_thirds < 3) {
        wire::Request request;
        request.mutable_measure_nodes();  // any answer will do
        return ask(std::move(request), [](const Result<wire::Response>&) {});
    }
    lost({ErrorKind::Unreachable, "the orchestrator has said nothing for " + std::to_string(m_silence_limit_ms / 1000) + " s, though it was asked"});
}

void Connection::lost(const Error& error) {
    m_phase = Phase::Failed;
    m_silence.stop();
    m_silent_thirds = 0;
    m_hello_deadline.stop();
    if (m_channel) {
        m_channel->on_frame = nullptr;
        m_channel->on_closed = nullptr;
        // Not below one of the channel's own callbacks.
        QMetaObject::invokeMethod(this, [gone = std::move(m_channel)] {}, Qt::QueuedConnection);
        m_channel.reset();
    }
    std::map<std::uint64_t, Pending> pending = std::move(m_pending);
    m_pending.clear();
    const bool will_retry = !m_feeds.empty() && error.kind != ErrorKind::NotAllowed;
    std::vector<std::function<void(const Error&, bool)>> interrupted;
    for (auto& [id, feed] : m_feeds) {
        feed.awaiting_plan = false;
        feed.backlog.clear();
        if (feed.observer.on_interrupted) interrupted.push_back(feed.observer.on_interrupted);
    }
    if (will_retry) {
        m_reconnect.start(m_reconnect_delay_ms);
        m_reconnect_delay_ms = std::min(2 * m_reconnect_delay_ms, reconnect_delay_max_ms);
    }
    const auto alive = m_alive;
    for (const auto& on_interrupted : interrupted) on_interrupted(error, will_retry);
    for (auto& [id, question] : pending) {
        if (*alive && question.on_response) question.on_response(error);
    }
}

}  // namespace apollo::client
