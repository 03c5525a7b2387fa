// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/scenario.h"

#include <algorithm>

namespace apollo::sim {

SeededRandom stream(std::uint64_t seed, std::uint64_t what, std::uint64_t number) {
    SeededRandom first(seed * 0x9E3779B97F4A7C15u + what);
    SeededRandom second(first.next_u64() ^ (number * 0xD1B54A32D192ED03u + 1));
    return SeededRandom(second.next_u64());
}

std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

bool chance(Random& random, std::uint32_t per_mille) { return random.below(1000) < per_mille; }

std::int64_t Scenario::last_moment_ms() const {
    std::int64_t last = 0;
    for (const SubmittedTask& task : tasks) last = std::max(last, task.at_ms);
    for (const Action& action : actions) last = std::max(last, action.at_ms);
    for (const Fault& fault : faults) last = std::max(last, fault.at_ms + fault.duration_ms);
    return last;
}

bool Scenario::rots_center_log() const {
    return std::any_of(faults.begin(), faults.end(), [](const Fault& fault) { return fault.kind == FaultKind::RotCenterLog; });
}

namespace {

std::uint32_t draw_agents(Random& random) {
    // Mostly few, so that they meet; now and then many.
    const std::uint64_t dice = random.below(100);
    if (dice < 75) return static_cast<std::uint32_t>(between(random, 1, 5));
    if (dice < 95) return static_cast<std::uint32_t>(between(random, 6, 15));
    return static_cast<std::uint32_t>(between(random, 16, 50));
}

}  // namespace

Scenario make_scenario(std::uint64_t seed, const Limits& limits) {
    Scenario scenario;
    scenario.seed = seed;
    SeededRandom random = stream(seed, 1, 0);
    scenario.agents = draw_agents(random);
    scenario.segment_size_bytes = std::uint64_t{4096} << random.below(5);
    scenario.snapshot_interval_events = static_cast<std::uint64_t>(between(random, 20, 300));
    scenario.failing_per_mille = chance(random, 300) ? 0 : static_cast<std::uint32_t>(between(random, 10, 300));
    scenario.process_ms_max = std::int64_t{100} << random.below(6);
    for (std::uint32_t k = 0; k < scenario.agents; ++k) {
        SeededRandom own = stream(seed, 2, k);
        scenario.capacities.push_back(static_cast<std::uint32_t>(between(own, 1, 4)));
    }
    if (limits.agents) scenario.agents = std::clamp(*limits.agents, 1u, scenario.agents);
    scenario.capacities.resize(scenario.agents);
    add_tasks(scenario, limits);
    add_actions(scenario, limits);
    add_faults(scenario, limits);
    return scenario;
}

}  // namespace apollo::sim
