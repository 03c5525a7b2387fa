// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One connection to an orchestrator with questions and subscriptions on it. Reconnects by itself while somebody is
// subscribed and goes on where each subscription was: it asks for the newest event again, and only if that is still the
// same one does the rest follow. A log is recognised by this, since an address and a certificate outlive it.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "apollo.pb.h"
#include "app/api/api.h"
#include "common/base/channel.h"

namespace apollo::client {

// Opens a channel; calls back once. Called again for each reconnection. A null function: never again (in-process).
using ChannelOpened = std::function<void(Result<std::shared_ptr<Channel>>)>;
using ChannelFactory = std::function<void(ChannelOpened)>;

// Lives on an event loop's thread.
class Connection final : public QObject {
    Q_OBJECT
public:
    // `silence_limit_ms`: while somebody is subscribed, a peer from which nothing came for a third of that is asked whether
    // it is there, and is lost after the whole of it: a host that hangs, or a line that is cut without a word, would else
    // look like one on which nothing happens. 0: a peer in this process, which cannot be cut off.
    explicit Connection(ChannelFactory factory, int silence_limit_ms = 0);
    ~Connection() override;

    // One question; `done` gets each response with its id until one has no `more`, or an Error.
    using OnResponse = std::function<void(Result<wire::Response> response)>;
    void ask(wire::Request request, OnResponse on_response);

    // Returns the subscription's number for unsubscribe().
    std::uint64_t subscribe(Position after, api::EventSource::Observer observer);
    void unsubscribe(std::uint64_t id);

private:
    enum class Phase { Idle, Connecting, WaitingForHello, Open, Failed };
    struct Pending {
        wire::Request request;
        OnResponse on_response;
        bool sent = false;
    };
    struct Feed {
        api::EventSource::Observer observer;
        Position seen;
        std::optional<domain::EventHeader> newest;  // of the event at `seen`, once one was delivered
        bool unverified = false;     // the source has not yet shown that it still holds `newest`
        bool awaiting_plan = false;
        std::vector<wire::EventBatch> backlog;  // while a plan is fetched
        bool interrupted = false;
    };

    void connect_now();
    void opened(Result<std::shared_ptr<Channel>> channel);
    void on_frame(ByteView frame);
    void on_hello(const wire::HelloAnswer& answer);
    void on_response(const wire::Response& response);
    void on_batch(std::uint64_t id, const wire::EventBatch& batch);
    void deliver(std::uint64_t id, const wire::EventBatch& batch);
    bool verify(std::uint64_t id, const wire::EventBatch& batch);
    void replaced(std::uint64_t id, const api::Replacement& what);
    void fetch_plan(std::uint64_t id, domain::ArtifactRef reference, wire::EventBatch batch);
    void watch_silence();
    void lost(const Error& error);
    void send(const wire::Envelope& envelope);
    void send_subscription(std::uint64_t id, Feed& feed);

    ChannelFactory m_factory;
    std::shared_ptr<Channel> m_channel;
    Phase m_phase = Phase::Idle;
    std::map<std::uint64_t, Pending> m_pending;
    std::map<std::uint64_t, Feed> m_feeds;
    std::map<ArtifactId, std::shared_ptr<const domain::Plan>> m_fetched_plans;
    std::uint64_t m_next_id = 1;
    QTimer m_reconnect;
    QTimer m_hello_deadline;
    QTimer m_silence;            // since something was heard
    int m_silence_limit_ms;
    int m_silent_thirds = 0;
    int m_reconnect_delay_ms = 100;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

}  // namespace apollo::client
