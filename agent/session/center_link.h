// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The connection to the center, kept up: connects, says hello, sends heartbeats, notices silence, and begins again.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>

#include "apollo.pb.h"
#include "common/base/channel.h"
#include "common/base/clock.h"
#include "common/base/random.h"
#include "common/base/result.h"

namespace apollo::agent {

// Answers once, later, on the caller's thread.
using ConnectFunction = std::function<void(std::function<void(Result<std::unique_ptr<Channel>>)> answer)>;

struct LinkSettings {
    std::int64_t heartbeat_interval_ms = 10000;  // until the center says another
    std::int64_t shortest_delay_ms = 100;        // between tries, doubling, with jitter
    std::int64_t longest_delay_ms = 5000;
};

class CenterLink final : public QObject {
    Q_OBJECT
public:
    // `clock` and `random` must outlive the link.
    CenterLink(LinkSettings settings, Clock& clock, Random& random, ConnectFunction connect_function);
    ~CenterLink() override;

    void start();
    // Ends the connection; a new one is tried after the usual delay unless `for_good`.
    void drop(const std::string& reason, bool for_good = false);
    bool is_up() const { return m_state == State::Up; }
    // When the center was last heard.
    MonotonicTime last_frame() const { return {m_last_frame_ms}; }
    // False: not up, or the center is slow (on_writable follows).
    bool send(const wire::Envelope& envelope);

    std::function<wire::Hello()> make_hello;
    std::function<wire::Heartbeat()> make_heartbeat;
    std::function<void(const wire::HelloAnswer&)> on_up;
    std::function<void(const wire::Envelope&)> on_message;  // everything but hello and heartbeat answers
    std::function<void()> on_refused;  // before the connection is dropped
    std::function<void(const std::string& reason)> on_down; // only after on_up
    std::function<void()> on_writable;
    std::function<void(const std::string& line)> on_log;

private:
    enum class State { Waiting, Connecting, Greeting, Up, Stopped };

    void connect_now();
    void take_channel(std::unique_ptr<Channel> channel);
    void on_frame(ByteView frame);
    void on_hello_answer(const wire::HelloAnswer& answer);
    void on_tick();
    void try_later();
    void release_channel();
    void log(const std::string& line) const;

    const LinkSettings m_settings;
    Clock& m_clock;
    Random& m_random;
    const ConnectFunction m_connect_function;
    State m_state = State::Waiting;
    std::unique_ptr<Channel> m_channel;
    QTimer m_retry;
    QTimer m_heartbeat;
    std::int64_t m_interval_ms;
    std::int64_t m_delay_ms;
    std::int64_t m_last_frame_ms = 0;  // monotonic
    std::string m_last_failure;        // said once, not at every try
    std::uint64_t m_try = 0;           // an answer of an older try is dropped
};

}  // namespace apollo::agent
