// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/center_link.h"

#include <QPointer>
#include <algorithm>
#include <utility>

namespace apollo::agent {

namespace {

// This many heartbeats without a single frame: the other side is gone, whatever the socket says.
constexpr int silent_heartbeats = 3;
constexpr std::uint32_t protocol_version = 1;

}  // namespace

CenterLink::CenterLink(LinkSettings settings, Clock& clock, Random& random, ConnectFunction connect_function)
    : m_settings(settings),
      m_clock(clock),
      m_random(random),
      m_connect_function(std::move(connect_function)),
      m_interval_ms(settings.heartbeat_interval_ms),
      m_delay_ms(settings.shortest_delay_ms) {
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &CenterLink::connect_now);
    connect(&m_heartbeat, &QTimer::timeout, this, &CenterLink::on_tick);
}

CenterLink::~CenterLink() { drop("the agent ends", true); }

void CenterLink::start() { connect_now(); }

void CenterLink::connect_now() {
    m_state = State::Connecting;
    const std::uint64_t current = ++m_try;
    m_connect_function([link = QPointer<CenterLink>(this), current](Result<std::unique_ptr<Channel>> answer) {
        if (!link || link->m_try != current || link->m_state != State::Connecting) return;
        if (answer.ok()) {
            link->take_channel(std::move(answer).value());
            return;
        }
        if (link->m_last_failure != answer.error().message) {
            link->m_last_failure = answer.error().message;
            link->log("cannot reach the center: " + answer.error().message + "; trying again");
        }
        link->try_later();
    });
}

void CenterLink::take_channel(std::unique_ptr<Channel> channel) {
    m_channel = std::move(channel);
    m_channel->on_frame = [this](ByteView frame) { on_frame(frame); };
    m_channel->on_drained = [this] {
        if (on_writable) on_writable();
    };
    m_channel->on_closed = [this](const std::string& reason) { drop(reason); };
    m_state = State::Greeting;
    m_last_frame_ms = m_clock.now().monotonic.ms;
    m_heartbeat.start(static_cast<int>(m_interval_ms));
    wire::Envelope envelope;
    *envelope.mutable_hello() = make_hello();
    envelope.mutable_hello()->set_protocol_min(protocol_version);
    envelope.mutable_hello()->set_protocol_max(protocol_version);
    m_channel->send(as_bytes(envelope.SerializeAsString()));
}

bool CenterLink::send(const wire::Envelope& envelope) {
    return m_state == State::Up && m_channel->send(as_bytes(envelope.SerializeAsString()));
}

void CenterLink::on_frame(ByteView frame) {
    m_last_frame_ms = m_clock.now().monotonic.ms;
    wire::Envelope envelope;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) {
        drop("the center sent a frame that is no message");
    } else if (envelope.has_hello_answer()) {
        on_hello_answer(envelope.hello_answer());
    } else if (m_state == State::Up && !envelope.has_heartbeat_answer()) {
        on_message(envelope);
    }
}

void CenterLink::on_hello_answer(const wire::HelloAnswer& answer) {
    if (m_state != State::Greeting) return;
    if (!answer.refused().empty()) {
        // Nothing gets better by asking often.
        m_delay_ms = m_settings.longest_delay_ms;
        if (on_refused) on_refused();
        drop("the center refuses this agent: " + answer.refused());
        return;
    }
    if (answer.protocol() != protocol_version) {
        m_delay_ms = m_settings.longest_delay_ms;
        drop("the center speaks protocol " + std::to_string(answer.protocol()) + ", this agent " +
             std::to_string(protocol_version));
        return;
    }
    m_state = State::Up;
    m_delay_ms = m_settings.shortest_delay_ms;
    m_last_failure.clear();
    if (answer.heartbeat_interval_ms() > 0) {
        m_interval_ms = std::clamp<std::int64_t>(answer.heartbeat_interval_ms(), 10, 600000);
        m_heartbeat.start(static_cast<int>(m_interval_ms));
    }
    log("connected to the center");
    on_up(answer);
}

void CenterLink::on_tick() {
    if (m_clock.now().monotonic.ms - m_last_frame_ms > silent_heartbeats * m_interval_ms) {
        drop("no frame from the center for three heartbeats");
        return;
    }
    if (m_state != State::Up) return;
    const Now now = m_clock.now();
    wire::Envelope envelope;
    *envelope.mutable_heartbeat() = make_heartbeat();
    envelope.mutable_heartbeat()->set_sent_monotonic_ms(now.monotonic.ms);
    envelope.mutable_heartbeat()->set_sent_wall_ms(now.wall.ms);
    send(envelope);
}

void CenterLink::drop(const std::string& reason, bool for_good) {
    if (m_state == State::Stopped) return;
    const bool was_up = m_state == State::Up;
    release_channel();
    ++m_try;
    m_heartbeat.stop();
    if (for_good) {
        m_state = State::Stopped;
        m_retry.stop();
        return;
    }
    if (was_up || m_last_failure != reason) log("connection to the center ended: " + reason);
    m_last_failure = reason;
    if (was_up && on_down) on_down(reason);
    try_later();
}

void CenterLink::try_later() {
    m_state = State::Waiting;
    // Half of the delay is fixed, half is chance, so that agents do not come back all at once.
    const std::int64_t half = std::max<std::int64_t>(m_delay_ms / 2, 1);
    const auto jitter = static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(half) + 1));
    const std::int64_t wait_ms = std::max(m_settings.shortest_delay_ms, half + jitter);
    m_delay_ms = std::min(m_delay_ms * 2, m_settings.longest_delay_ms);
    m_retry.start(static_cast<int>(wait_ms));
}

void CenterLink::release_channel() {
    if (!m_channel) return;
    m_channel->on_frame = nullptr;
    m_channel->on_drained = nullptr;
    m_channel->on_closed = nullptr;
    m_channel->close("the agent ends the connection");
    // It may be the channel's own callback that led here: it is destroyed from the event loop, or with this object.
    auto holder = std::make_shared<std::unique_ptr<Channel>>(std::move(m_channel));
    QTimer::singleShot(0, this, [holder] { holder->reset(); });
}

void CenterLink::log(const std::string& line) const {
    if (on_log) on_log(line);
}

}  // namespace apollo::agent
