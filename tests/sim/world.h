// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// All of one run: virtual time, network, orchestrator, agents, operators, faults, and the checker that looks on.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/sim/agent_host.h"
#include "tests/sim/center_host.h"

namespace apollo::sim {

struct WorldOptions {
    Plant plant = Plant::None;
    bool print_trace = false;
};

class World {
public:
    World(Scenario scenario, WorldOptions options);
    ~World();

    // Enrols the agents and starts them.
    void begin();
    // Everything the scenario holds, until nothing is left to happen or the bound has passed; then the last checks.
    void live();

    // ---- single interventions ----
    void submit(const domain::TaskDefinition& definition);  // asked again until it is answered
    void perform(const Action& action);
    void amend(const Action& action);
    void resume(const domain::Command& command, int tries);
    void strike(const Fault& fault);
    void start_center();           // tries again until the disk lets it
    void start_agent(std::uint32_t agent);
    void last_checks();

    Timeline& timeline() { return m_timeline; }
    Trace& trace() { return m_trace; }
    CenterHost& center() { return *m_center; }
    const CenterHost& center() const { return *m_center; }
    AgentHost& agent(std::uint32_t number) { return *m_agents[number]; }
    Network& network() { return m_network; }
    Checker& checker() { return m_checker; }
    const Checker& checker() const { return m_checker; }
    const Scenario& scenario() const { return m_scenario; }

private:
    struct Submission {
        domain::TaskDefinition definition;
        int tries = 0;
        bool done = false;
    };
    bool failed() const { return !m_checker.violations().empty(); }
    void schedule();
    void try_submission(std::size_t number);
    void on_answer(std::uint64_t request, const Result<domain::CommandResult>& result);
    bool is_quiet(std::string& reason);

    void strike_network(const Fault& fault);
    void strike_center(const Fault& fault);
    void strike_agent(const Fault& fault);
    void strike_disk(const Fault& fault);
    void rot_center(const Fault& fault);
    void send_old_order(const Fault& fault);
    void after(std::int64_t delay_ms, std::function<void()> action) { m_timeline.after(delay_ms, std::move(action)); }

    const Scenario m_scenario;
    Timeline m_timeline;
    Trace m_trace;
    Checker m_checker;
    Network m_network;
    std::unique_ptr<CenterHost> m_center;
    std::vector<std::unique_ptr<AgentHost>> m_agents;
    std::vector<int> m_agents_down;  // causes, by agent
    int m_center_down = 0;
    std::vector<Submission> m_submissions;
    std::map<std::uint64_t, std::size_t> m_requests;  // → submission
    std::uint64_t m_next_request = 1;
    std::set<TaskId> m_acknowledged;
};

// The product's command for what an operator does.
domain::Command command_of(const Action& action);

}  // namespace apollo::sim
