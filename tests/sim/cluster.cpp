// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/cluster.h"

namespace apollo::sim {

namespace {

Scenario empty_scenario(const ClusterOptions& options) {
    Scenario scenario;
    scenario.seed = options.seed;
    scenario.agents = options.agents;
    scenario.capacities.assign(options.agents, options.capacity);
    scenario.failing_per_mille = options.failing_per_mille;
    scenario.process_ms_max = options.process_ms_max;
    return scenario;
}

}  // namespace

Cluster::Cluster(ClusterOptions options) : m_world(empty_scenario(options), {}), m_random(options.seed) { m_world.begin(); }

void Cluster::submit(const domain::TaskDefinition& definition) {
    m_world.submit(definition);
    run_for(20);  // acknowledged when it is durable
}

void Cluster::cancel(const TaskId& task) { m_world.center().command(0, domain::CancelTask{task, {{}, "a test"}}); }

bool Cluster::run_until(const std::function<bool()>& done, std::int64_t limit_ms) { return m_world.timeline().run_until(done, limit_ms); }

void Cluster::run_for(std::int64_t duration_ms) {
    run_until([] { return false; }, duration_ms);
}

void Cluster::wipe_agent(std::uint32_t agent) {
    m_world.agent(agent).crash(false);
    m_world.agent(agent).wipe();
}

std::vector<domain::Event> Cluster::durable_log() {
    std::vector<domain::Event> events;
    for (LoggedEvent& logged : m_world.center().read_log()) events.push_back(std::move(logged.event));
    return events;
}

domain::TaskStatus Cluster::status(const TaskId& task) {
    const domain::State* state = m_world.center().state_or_null();
    const domain::Task* known = state ? state->find_task(task) : nullptr;
    return known ? known->status : domain::TaskStatus::Pending;
}

std::vector<std::string> Cluster::violations() const {
    std::vector<std::string> texts;
    for (const Violation& violation : m_world.checker().violations()) texts.push_back(violation.text);
    return texts;
}

}  // namespace apollo::sim
