// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator's program and machine, simulated: the product's core, recovery, log, snapshots and codecs on a disk that
// fails, with what the shell (engine, gateways) does in between.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apollo.pb.h"
#include "app/core/orchestrator_core.h"
#include "app/orchestrator/data_folder.h"
#include "common/artifacts/artifact_store.h"
#include "common/eventlog/log_writer.h"
#include "tests/sim/checker.h"
#include "tests/sim/network.h"
#include "tests/sim/plant.h"
#include "tests/sim/trace.h"
#include "tests/support/fault_disk.h"

namespace apollo::orchestrator {
struct Recovered;
}

namespace apollo::sim {

class CenterHost {
public:
    CenterHost(Timeline& timeline, Trace& trace, Checker& checker, Network& network, const Scenario& scenario, Plant plant);
    ~CenterHost();

    // Recovers from the disk and takes over. False (with the reason in the trace) if the disk does not let it.
    bool start();
    void kill();                   // the process; its sockets are closed by its machine
    void crash(bool in_a_write);   // the power; what was not synced may be lost
    bool runs() const { return m_core != nullptr; }

    void enrol(const domain::NodeFacts& facts);
    // Answered through on_answer, or never if the orchestrator dies before.
    void submit(std::uint64_t request, const domain::TaskDefinition& definition);
    void amend(std::uint64_t request, const domain::AmendTask& command);
    void command(std::uint64_t request, const domain::Command& command);

    void on_frame(std::uint32_t agent, ConnectionId connection, const std::string& frame);
    void on_closed(ConnectionId connection);

    const domain::State& state() const { return m_core->state(); }
    const domain::State* state_or_null() const { return m_core ? &m_core->state() : nullptr; }
    test_support::FaultDisk& disk() { return m_disk; }
    const orchestrator::DataPaths& paths() const { return m_paths; }
    Position durable() const { return m_writer ? m_writer->durable() : Position{0}; }
    bool is_idle() const { return m_writer && !m_writer->has_queued() && m_waiting.empty(); }
    // Everything the disk holds, folded from the first event.
    std::string replayed_hash();
    std::vector<LoggedEvent> read_log() { return read_log(durable()); }
    // The newest order that was sent to that agent, as a frame; empty if none.
    const std::string& last_dispatch(std::uint32_t agent) const { return m_last_dispatch[agent]; }

    std::int64_t wall_offset_ms = 0;
    int slow_disk = 0;
    std::function<void(std::uint64_t request, const Result<domain::CommandResult>&)> on_answer;
    std::function<void()> on_died;  // it gave up because its log cannot be written

private:
    struct Link {
        ConnectionId connection = 0;
        std::uint32_t agent = 0;
        NodeIndex node = no_node;
        NodeId id;
        Incarnation incarnation;
        bool attached = false;
        bool welcomed = false;
        std::int64_t last_frame_ms = 0;
    };
    struct Waiting {
        Position until;
        std::function<void()> action;
    };
    using Action = std::function<void()>;

    Now now() const;
    void later(std::int64_t delay_ms, Action action);  // unless this life ends before
    std::vector<LoggedEvent> read_log(Position limit);
    void check_recovery(const orchestrator::Recovered& recovered);
    void deal_with_damage(orchestrator::Recovered& recovered);
    void stop(bool silently);

    // the log
    void carry_out(core::Output output);
    void append(domain::Event event);
    void sync_log();
    void commit();
    void became_durable();
    void release();
    void arm_tick();
    void consider_snapshot();
    void write_snapshot(Position watermark, Position holds, std::string bytes);
    void fail(const std::string& reason);

    // effects and frames
    void perform(const core::Effect& effect);
    void send_dispatch(const core::SendDispatch& dispatch);
    void send_cancel(const core::SendCancel& cancel);
    void send_slice(const core::Slice& slice);
    void send_snapshot_query(const core::SendSnapshotQuery& query);
    void send_stop(const core::SendStop& stop);
    void send_welcome(const core::WelcomeNode& welcomed);
    void send_refusal(const core::RefuseNode& refusal);
    void turn_away(Link& link, const std::string& reason);
    void send(Link& link, const wire::Envelope& envelope, bool robust);
    Link* find(NodeIndex node);
    Link* find_attached(NodeIndex node);
    Link* find_connection(ConnectionId connection);
    void on_hello(std::uint32_t agent, ConnectionId connection, const wire::Hello& hello);
    void on_reports(Link& link, const wire::NodeEvents& events);
    void on_snapshot(Link& link, const wire::AgentSnapshot& snapshot);
    void on_refusal(Link& link, const wire::DispatchAnswer& answer);
    void drop(ConnectionId connection);
    void check_silence();
    void requeue_cancelled(const domain::Event& event);  // planted

    Timeline& m_timeline;
    Trace& m_trace;
    Checker& m_checker;
    Network& m_network;
    const Scenario& m_scenario;
    const Plant m_plant;
    SeededRandom m_random;
    test_support::FaultDisk m_disk;
    const orchestrator::DataPaths m_paths{"/center"};
    artifacts::ArtifactStore m_artifacts;

    std::unique_ptr<core::OrchestratorCore> m_core;
    std::unique_ptr<eventlog::LogWriter> m_writer;
    std::uint64_t m_life = 0;
    std::deque<LoggedEvent> m_queued;  // not durable yet
    std::deque<Waiting> m_waiting;
    std::vector<std::unique_ptr<Link>> m_links;
    std::vector<std::string> m_last_dispatch;  // by agent
    Position m_last_snapshot;
    std::int64_t m_tick_at_ms = -1;
    bool m_syncing = false;
    bool m_releasing = false;
    bool m_damage_seen = false;
};

}  // namespace apollo::sim
