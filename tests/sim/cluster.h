// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The product's own cores under virtual time: one orchestrator core, some agent cores, a network with delays and cuts,
// disks that lose what was not synced, processes that outlive their agent. One seed, one run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "agent/core/agent_core.h"
#include "app/core/orchestrator_core.h"
#include "common/base/random.h"

namespace apollo::sim {

struct ClusterOptions {
    std::uint64_t seed = 1;
    std::uint32_t agents = 2;
    std::uint32_t capacity = 4;
    std::uint32_t failing_per_mille = 0;      // attempts that exit 1
    std::int64_t process_ms_max = 400;
};

class Cluster {
public:
    explicit Cluster(ClusterOptions options);
    ~Cluster();

    void submit(const domain::TaskDefinition& definition);
    void cancel(const TaskId& task);
    // Runs until `done` holds or virtual time is up; true if it held.
    bool run_until(const std::function<bool()>& done, std::int64_t limit_ms);
    void run_for(std::int64_t duration_ms);

    void kill_orchestrator();                      // what was not durable is lost
    void start_orchestrator();
    void kill_agent(std::uint32_t agent);          // its processes go on
    void start_agent(std::uint32_t agent);
    void wipe_agent(std::uint32_t agent);          // its log is gone (agent must be down)
    void cut(std::uint32_t agent);                 // the connection ends; it comes back by itself

    bool orchestrator_runs() const { return m_core != nullptr; }
    const domain::State& state() const { return m_core->state(); }
    const std::vector<domain::Event>& durable_log() const { return m_log; }
    domain::TaskStatus status(const TaskId& task) const;
    // How often the command of each attempt was started: "task/step/node/attempt".
    const std::map<std::string, int>& effects() const { return m_effects; }
    std::int64_t now_ms() const { return m_now_ms; }
    Random& random() { return m_random; }
    // Sentences of what must never happen; empty when all is well.
    const std::vector<std::string>& violations() const { return m_violations; }

private:
    struct Process {
        bool running = false;
        bool ended = false;
        bool cancelled = false;
        std::uint64_t generation = 0;
        ExitRecord record;
    };
    struct Agent {
        NodeId id;
        std::unique_ptr<agent::AgentCore> core;
        std::vector<agent::AgentRecord> durable;
        std::vector<agent::AgentRecord> pending;
        std::vector<std::pair<std::size_t, agent::Effect>> waiting;  // until so many records are durable
        std::map<agent::RunKey, Process> processes;                  // survives the agent
        std::uint64_t life = 0;
        std::uint64_t connection = 0;  // 0 = none
        bool sync_running = false;
    };
    struct Item {
        std::int64_t at_ms;
        std::uint64_t order;
        std::function<void()> action;
        bool operator<(const Item& other) const { return at_ms != other.at_ms ? at_ms > other.at_ms : order > other.order; }
    };

    Now now() const;
    void after(std::int64_t delay_ms, std::function<void()> action);
    std::int64_t delay(std::int64_t low_ms, std::int64_t high_ms);
    void violation(const std::string& text);

    // orchestrator
    void carry_out(core::Output output);
    void sync_log();
    void release();
    void perform(const core::Effect& effect);
    void arm_tick();
    agent::DispatchOrder order_of(const core::SendDispatch& dispatch) const;

    // network
    void to_agent(std::uint32_t agent, std::function<void(Agent&)> action);
    void to_center(std::uint32_t agent, std::function<void(NodeIndex)> action);
    void connect(std::uint32_t agent);
    void disconnect(std::uint32_t agent);

    // agents
    void carry_out(std::uint32_t agent, agent::Output output);
    void sync_agent(std::uint32_t agent);
    void perform(std::uint32_t agent, const agent::Effect& effect);
    void start_process(std::uint32_t agent, const agent::DispatchOrder& order);
    void end_process(std::uint32_t agent, const agent::RunKey& key, std::uint64_t generation);
    void send_events(std::uint32_t agent, Sequence first, Sequence last);

    ClusterOptions m_options;
    SeededRandom m_random;
    std::int64_t m_now_ms = 1000000;
    std::priority_queue<Item> m_queue;
    std::uint64_t m_order = 0;

    std::unique_ptr<core::OrchestratorCore> m_core;
    std::uint64_t m_life = 0;
    std::vector<domain::Event> m_log;
    std::vector<domain::Event> m_pending;
    std::vector<std::pair<Position, core::Effect>> m_waiting;
    bool m_sync_running = false;
    std::int64_t m_tick_at_ms = -1;

    std::vector<Agent> m_agents;
    std::uint64_t m_next_connection = 1;
    std::map<std::string, int> m_effects;
    std::vector<std::string> m_violations;
};

}  // namespace apollo::sim
