// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/world.h"

#include <utility>

namespace apollo::sim {

namespace {

constexpr std::int64_t restart_ms = 1000;
constexpr std::int64_t look_ms = 1000;
constexpr std::int64_t bound_ms = 40 * 60 * 1000;  // after the last fault; attempts that hang until their timeout make up most of it
constexpr std::int64_t calm_ms = 45000;            // must stay quiet for so long

}  // namespace

World::World(Scenario scenario, WorldOptions options)
    : m_scenario(std::move(scenario)),
      m_trace(m_timeline, options.print_trace),
      m_checker(m_scenario.agents),
      m_network(m_timeline, m_trace, m_scenario.seed, m_scenario.agents),
      m_center(std::make_unique<CenterHost>(m_timeline, m_trace, m_checker, m_network, m_scenario, options.plant)),
      m_agents_down(m_scenario.agents, 0) {
    for (std::uint32_t k = 0; k < m_scenario.agents; ++k) {
        m_agents.push_back(std::make_unique<AgentHost>(m_timeline, m_trace, m_checker, m_network, m_scenario, options.plant, k));
    }
    Network::Ear& center = m_network.ears[static_cast<std::size_t>(Side::Center)];
    center.on_frame = [this](std::uint32_t agent, ConnectionId connection, const std::string& frame) { m_center->on_frame(agent, connection, frame); };
    center.on_closed = [this](std::uint32_t, ConnectionId connection) { m_center->on_closed(connection); };
    Network::Ear& agents = m_network.ears[static_cast<std::size_t>(Side::Agent)];
    agents.on_frame = [this](std::uint32_t agent, ConnectionId connection, const std::string& frame) { m_agents[agent]->on_frame(connection, frame); };
    agents.on_closed = [this](std::uint32_t agent, ConnectionId connection) { m_agents[agent]->on_closed(connection); };
    m_center->on_answer = [this](std::uint64_t request, const Result<domain::CommandResult>& result) { on_answer(request, result); };
    // Something watches over it, as an init system would.
    m_center->on_died = [this] { after(restart_ms, [this] { start_center(); }); };
}

World::~World() = default;

void World::begin() {
    start_center();
    for (const auto& agent : m_agents) m_center->enrol(agent->facts());
    m_timeline.run_until([] { return false; }, 50);  // an enrolment is answered when it is durable
    for (std::uint32_t k = 0; k < m_scenario.agents; ++k) start_agent(k);
}

void World::start_center() {
    if (m_center_down > 0 || m_center->runs()) return;
    if (!m_center->start()) after(restart_ms, [this] { start_center(); });
}

void World::start_agent(std::uint32_t number) {
    if (m_agents_down[number] > 0 || m_agents[number]->runs()) return;
    if (!m_agents[number]->start()) after(restart_ms, [this, number] { start_agent(number); });
}

void World::schedule() {
    for (const SubmittedTask& task : m_scenario.tasks) after(task.at_ms, [this, &task] { submit(task.definition); });
    for (const Action& action : m_scenario.actions) after(action.at_ms, [this, &action] { perform(action); });
    for (const Fault& fault : m_scenario.faults) after(fault.at_ms, [this, &fault] { strike(fault); });
}

bool World::is_quiet(std::string& reason) {
    if (!m_center->runs()) {
        reason = "the orchestrator does not run";
        return false;
    }
    for (const Submission& submission : m_submissions) {
        if (submission.done || submission.tries > 20) continue;
        reason = "task " + submission.definition.task_id.text + " is not yet submitted";
        return false;
    }
    for (std::uint32_t k = 0; k < m_scenario.agents; ++k) {
        AgentHost& agent = *m_agents[k];
        const domain::Node* node = m_center->state().find_node(agent.facts().node);
        const bool revoked = node == nullptr || node->status == domain::NodeStatus::Revoked;
        if ((agent.runs() && agent.is_up()) || revoked) continue;
        reason = agent.facts().node.text + " is not connected";
        return false;
    }
    return m_checker.has_converged(m_center->state(), reason);
}

void World::live() {
    schedule();
    m_timeline.run_until([this] { return failed(); }, m_scenario.last_moment_ms() + 100);
    std::string reason;
    std::int64_t quiet_ms = 0;
    for (std::int64_t waited_ms = 0; !failed() && quiet_ms < calm_ms; waited_ms += look_ms) {
        m_timeline.run_until([this] { return failed(); }, look_ms);
        quiet_ms = is_quiet(reason) ? quiet_ms + look_ms : 0;
        if (waited_ms > bound_ms) m_checker.fail("convergence", std::to_string(bound_ms / 60000) + " minutes after the last fault " + reason);
    }
    if (!failed()) last_checks();
}

void World::last_checks() {
    m_checker.at_the_end(m_center->state(), m_center->replayed_hash());
    for (const TaskId& task : m_acknowledged) {
        if (m_center->state().find_task(task) || m_scenario.rots_center_log()) continue;
        m_checker.fail("lost", "task " + task.text + " was acknowledged and is gone");
    }
    for (std::uint32_t k = 0; k < m_scenario.agents; ++k) {
        AgentHost& agent = *m_agents[k];
        if (agent.runs()) m_checker.agent_at_the_end(k, agent.core()->running(), agent.core()->queued(), agent.processes().running());
    }
}

}  // namespace apollo::sim
