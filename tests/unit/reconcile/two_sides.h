// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One orchestrator core and many agent cores, joined by queues that deliver when the test says so. Every record is durable
// at once; processes run until the test ends them and know nothing of the agent's log.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agent/core/agent_core.h"
#include "app/core/orchestrator_core.h"
#include "common/base/random.h"

namespace apollo::testing {

class TwoSides {
public:
    explicit TwoSides(std::uint32_t nodes, std::uint32_t capacity = 4);

    void submit(const domain::TaskDefinition& definition);
    Result<domain::CommandResult> command(const domain::Command& what);
    // Delivers all that is on its way, and what follows from it.
    void settle();
    void pass(std::int64_t duration_ms);
    // Ends every process that runs, well, and settles; the number of those ended.
    std::size_t end_processes();
    void end_process(std::uint32_t node, const std::string& task, const std::string& step, std::uint32_t attempt, int exit_code);
    void reconcile();

    // ---- damage ----
    void kill_agent(std::uint32_t node);
    // `damaged`: the log says of itself that something is missing, so a new incarnation begins.
    void start_agent(std::uint32_t node, bool damaged = false);
    std::vector<agent::AgentRecord>& log_of(std::uint32_t node) { return m_nodes[node].log; }
    // The center goes on from an older copy of its log.
    void restore_center(std::size_t events);

    const domain::State& state() const { return m_core->state(); }
    const domain::Run& run(const std::string& task, const std::string& step, std::uint32_t node) const;
    const std::vector<domain::Event>& events() const { return m_events; }
    std::size_t count_events(domain::EventType type) const;
    agent::AgentCore& agent(std::uint32_t node) { return *m_nodes[node].core; }
    // How often the command of an attempt was started: "task/step/node/attempt".
    const std::map<std::string, int>& effects() const { return m_effects; }

private:
    struct Node {
        NodeId id;
        std::unique_ptr<agent::AgentCore> core;
        std::vector<agent::AgentRecord> log;
        std::map<agent::RunKey, ExitRecord> ended;
        std::map<agent::RunKey, bool> running;
        std::uint64_t connection = 0;
    };

    Now now() const { return {{1700000000000 + m_ms}, {m_ms}}; }
    void later(std::function<void()> action) { m_queue.push_back(std::move(action)); }
    void keep(core::Output output);
    void perform(const core::Effect& effect);
    void keep(std::uint32_t node, agent::Output output);
    void perform(std::uint32_t node, const agent::Effect& effect);
    void connect(std::uint32_t node);
    void disconnect(std::uint32_t node);
    void to_agent(NodeIndex node, std::function<agent::Output(agent::AgentCore&)> action);
    void to_center(std::uint32_t node, std::function<core::Output()> action);
    void finish(std::uint32_t node, const agent::RunKey& key, const ExitRecord& record);
    agent::DispatchOrder order_of(RunIndex run, Attempt attempt) const;
    void restore_lost_acks(std::uint32_t node, Sequence acked);
    core::NodeSnapshot center_form(std::uint32_t node, const agent::SendSnapshot& snapshot) const;

    const std::uint32_t m_capacity;
    std::int64_t m_ms = 1000000;
    SeededRandom m_random{7};
    std::unique_ptr<core::OrchestratorCore> m_core;
    std::vector<domain::Event> m_events;
    std::vector<Node> m_nodes;
    std::deque<std::function<void()>> m_queue;
    std::uint64_t m_connections = 0;
    std::map<std::string, int> m_effects;
    std::vector<Result<domain::CommandResult>> m_answers;
};

}  // namespace apollo::testing
