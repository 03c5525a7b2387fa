// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A simulated world that a test drives by hand: what happens when is said by the test, not by the seed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/sim/world.h"

namespace apollo::sim {

struct ClusterOptions {
    std::uint64_t seed = 1;
    std::uint32_t agents = 2;
    std::uint32_t capacity = 4;
    std::uint32_t failing_per_mille = 0;      // attempts that end badly
    std::int64_t process_ms_max = 400;
};

class Cluster {
public:
    explicit Cluster(ClusterOptions options);

    void submit(const domain::TaskDefinition& definition);
    void cancel(const TaskId& task);
    // Runs until `done` holds or virtual time is up; true if it held.
    bool run_until(const std::function<bool()>& done, std::int64_t limit_ms);
    void run_for(std::int64_t duration_ms);

    void kill_orchestrator() { m_world.center().kill(); }  // what was not durable is lost
    void start_orchestrator() { m_world.start_center(); }
    void kill_agent(std::uint32_t agent) { m_world.agent(agent).kill(); }  // its processes go on
    void start_agent(std::uint32_t agent) { m_world.start_agent(agent); }
    void wipe_agent(std::uint32_t agent);                   // a machine with an empty disk (agent must be down)
    void cut(std::uint32_t agent) { m_world.network().cut(agent); }  // it comes back by itself

    const domain::State& state() { return m_world.center().state(); }
    std::vector<domain::Event> durable_log();
    domain::TaskStatus status(const TaskId& task);
    // How often the command of each attempt was started: "task/step/node/attempt".
    const std::map<std::string, int>& effects() const { return m_world.checker().effects(); }
    Random& random() { return m_random; }
    // Sentences of what must never happen; empty when all is well.
    std::vector<std::string> violations() const;
    World& world() { return m_world; }

private:
    World m_world;
    SeededRandom m_random;
};

}  // namespace apollo::sim
