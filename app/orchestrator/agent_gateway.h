// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Connections of agents: hello, reports, artifacts, heartbeats, and orders on their way out.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "apollo.pb.h"
#include "app/api/api.h"
#include "app/orchestrator/artifact_intake.h"
#include "app/orchestrator/engine.h"
#include "common/base/channel.h"

namespace apollo::orchestrator {

class AgentGateway final : public QObject {
    Q_OBJECT
public:
    AgentGateway(Engine& engine, std::int64_t heartbeat_interval_ms);
    ~AgentGateway() override;

    // Takes over a channel whose peer is an agent and that has said `hello`.
    void welcome(std::unique_ptr<Channel> channel, const wire::Hello& hello);
    // Effects for nodes; false if it is not one.
    bool carry_out(const core::Effect& effect);
    // Sends what carry_out() held back so that it goes out together.
    void send_waiting();
    std::vector<api::NodeMeasurement> measurements() const;

    bool is_connected(NodeIndex node) const;
    // Refused when the node is not connected, Unsupported when its agent is too old to answer.
    Status send_output_query(NodeIndex node, const wire::OutputQuery& query);
    std::function<void(NodeIndex node, const wire::OutputPiece& piece)> on_output_piece;

private:
    struct Link {
        std::unique_ptr<Channel> channel;
        NodeIndex node;
        NodeId id;
        Incarnation incarnation;
        std::int64_t last_frame_ms = 0;  // monotonic
        std::optional<std::int64_t> doubled_ms;  // monotonic; when somebody else came with this life of the node and was turned away
        WallTime last_seen_at;
        std::optional<std::int64_t> clock_offset_ms;
        std::uint32_t running = 0;
        bool attached = false;     // the core took it as the node's connection; at most one per node
        bool welcomed = false;     // … and that is durable and said
        bool refused = false;
        bool takes_batches = false;
        wire::DispatchBatch waiting;
        std::size_t waiting_bytes = 0;
        std::int64_t asked_ms = 0;  // monotonic; when it was asked last because of an order it knew already
        bool answers_output = false;
        ArtifactIntake intake;
    };

    void on_frame(Link& link, ByteView frame);
    void on_reports(Link& link, const wire::NodeEvents& events);
    void on_snapshot(Link& link, const wire::AgentSnapshot& snapshot);
    void on_progress(Link& link, const wire::ProgressAnswer& answer);
    void on_answer(Link& link, const wire::DispatchAnswer& answer);
    void ask_about(Link& link, const domain::Run& run);
    void on_chunk(Link& link, const wire::ArtifactChunk& chunk);
    void on_wanted(Link& link, const wire::ArtifactWanted& wanted);
    void on_heartbeat(Link& link, const wire::Heartbeat& heartbeat);
    void drop(Link* link, const std::string& reason);
    void check_silence();
    Link* find(NodeIndex node) const;
    Link* find_attached(NodeIndex node);
    // Behind what waits for that node.
    void send(Link& link, const wire::Envelope& envelope);
    void write(Link& link, const wire::Envelope& envelope);
    void send_waiting(Link& link);
    void send_dispatch(const core::SendDispatch& dispatch);
    void send_snapshot_query(const core::SendSnapshotQuery& query);
    void send_progress_query(const core::SendProgressQuery& query);
    void send_stop(const core::SendStop& stop);
    void send_slice(const core::Slice& slice);
    void send_cancel(const core::SendCancel& cancel);
    void send_welcome(const core::WelcomeNode& welcome);
    void refuse(const core::RefuseNode& refusal);
    void turn_away(Link& link, const std::string& reason);
    void log(const std::string& line) const;

    Engine& m_engine;
    std::int64_t m_heartbeat_interval_ms;
    std::vector<std::unique_ptr<Link>> m_links;
    std::map<NodeId, WallTime> m_gone;  // when nodes that are not connected now were last heard
    QTimer m_silence_timer;
    ArtifactId m_offered_id;  // what nodes fetch just now
    std::string m_offered;
    QTimer m_offer_end;
};

}  // namespace apollo::orchestrator
