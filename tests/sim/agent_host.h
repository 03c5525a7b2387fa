// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One agent's program and machine, simulated: the product's core, event sender, record codec and log on a disk that fails,
// with what the session and the link do in between.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agent/core/agent_core.h"
#include "agent/session/event_sender.h"
#include "apollo.pb.h"
#include "common/eventlog/log_writer.h"
#include "tests/sim/checker.h"
#include "tests/sim/network.h"
#include "tests/sim/plant.h"
#include "tests/sim/processes.h"
#include "tests/sim/trace.h"
#include "tests/support/fault_disk.h"

namespace apollo::sim {

class AgentHost {
public:
    AgentHost(Timeline& timeline, Trace& trace, Checker& checker, Network& network, const Scenario& scenario, Plant plant, std::uint32_t number);
    ~AgentHost();

    domain::NodeFacts facts() const;
    bool start();                  // false if the disk does not let it
    void kill();                   // the process; what it started goes on
    void crash(bool in_a_write);   // the power
    void wipe();                   // after a crash: the disk is empty
    void rot(std::uint64_t dice);  // one bit of its log, seen at the next start
    bool runs() const { return m_core != nullptr; }
    bool is_up() const { return m_link == LinkState::Up; }

    void on_frame(ConnectionId connection, const std::string& frame);
    void on_closed(ConnectionId connection);
    // An order from somebody whose connection is not this one.
    void on_stray_order(const wire::Dispatch& dispatch);

    agent::AgentCore* core() { return m_core.get(); }
    const Processes& processes() const { return m_processes; }
    test_support::FaultDisk& disk() { return m_disk; }
    bool is_idle() const { return !m_writer || (!m_writer->has_queued() && m_waiting.empty()); }

    std::int64_t wall_offset_ms = 0;
    int slow_disk = 0;

private:
    enum class LinkState { Down, Waiting, Greeting, Up };
    struct Waiting {
        Position position;
        std::vector<agent::Effect> effects;
    };

    Now now() const;
    void later(std::int64_t delay_ms, std::function<void()> action);
    void stop(bool silently);

    // start and log
    bool open_log(bool& is_damaged);
    std::vector<agent::AgentRecord> read_log(bool& is_damaged);
    void begin_new_incarnation();
    void recover();
    void take(agent::Output output);
    void arm_tick();
    void sync_log();
    void commit();
    void release();
    void log_failed(const std::string& reason);
    void save_acked();
    void perform(const agent::Effect& effect);
    void hear_processes();

    // link
    void connect();
    void drop();
    void try_later();
    void beat();
    bool send(const wire::Envelope& envelope);
    void on_hello_answer(const wire::HelloAnswer& answer);
    bool restore_lost_acks(Sequence acked);
    void on_ack(const wire::EventAck& ack);
    void on_slice(const wire::Slice& message);
    void on_snapshot_query(const wire::SnapshotQuery& query);
    void send_snapshot(const agent::SendSnapshot& snapshot);
    void on_dispatch(const wire::Dispatch& dispatch, bool is_stray);
    void send_answer(const agent::SendDispatchAnswer& answer);

    Timeline& m_timeline;
    Trace& m_trace;
    Checker& m_checker;
    Network& m_network;
    const Plant m_plant;
    const std::uint32_t m_number;
    const std::uint32_t m_capacity;
    const NodeId m_id;
    SeededRandom m_random;
    test_support::FaultDisk m_disk;
    Processes m_processes;

    std::unique_ptr<agent::AgentCore> m_core;
    std::unique_ptr<agent::EventSender> m_sender;
    std::unique_ptr<eventlog::LogWriter> m_writer;
    std::uint64_t m_life = 0;
    std::deque<std::pair<Position, agent::AgentRecord>> m_queued;
    std::deque<Waiting> m_waiting;
    std::int64_t m_tick_at_ms = -1;
    bool m_syncing = false;
    bool m_releasing = false;
    bool m_excused = false;  // its log may miss something, and that is nobody's fault
    bool m_failed = false;   // its log cannot be written
    Sequence m_acked;

    LinkState m_link = LinkState::Down;
    ConnectionId m_connection = 0;
    std::int64_t m_last_frame_ms = 0;
    std::int64_t m_delay_ms = 100;
    Epoch m_newest_epoch;  // heard of in this life
    std::map<agent::RunKey, RunIndex> m_runs;  // as claimed, for the checker
};

}  // namespace apollo::sim
