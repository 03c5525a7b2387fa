// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What goes wrong in a run. Not every kind in every run: a few kinds at a time meet more often.
#include <algorithm>
#include <array>

#include "tests/sim/scenario.h"

namespace apollo::sim {

namespace {

constexpr std::int64_t trouble_ms = 90000;

constexpr std::array<const char*, fault_kind_count> names{
    "cut connection", "half-open connection", "partition", "partition towards the agent", "partition towards the center", "flaky network",
    "slow network", "kill center", "crash center", "kill agent", "crash agent", "wipe agent", "slow center disk", "slow agent disk",
    "full center disk", "full agent disk", "rot of a snapshot", "rot of an agent's log", "rot of the center's log", "center's clock jumps",
    "agent's clock jumps", "order of an old primary"};

// Rot of the center's log takes promises back (what is lost is quarantined), so it is rare and comes alone.
std::vector<FaultKind> draw_kinds(Random& random) {
    if (chance(random, 40)) return {FaultKind::RotCenterLog, FaultKind::CrashCenter, FaultKind::KillCenter};
    std::vector<FaultKind> kinds;
    const std::uint64_t count = 1 + random.below(8);
    while (kinds.size() < count) {
        const auto kind = static_cast<FaultKind>(random.below(fault_kind_count));
        if (kind != FaultKind::RotCenterLog) kinds.push_back(kind);
    }
    return kinds;
}

std::int64_t draw_duration(Random& random, FaultKind kind) {
    switch (kind) {
        case FaultKind::CutConnection:
        case FaultKind::HalfOpen:
        case FaultKind::RotSnapshot:
        case FaultKind::RotAgentLog:
        case FaultKind::RotCenterLog:
        case FaultKind::CenterClockJump:
        case FaultKind::AgentClockJump:
        case FaultKind::OldPrimary: return 0;
        case FaultKind::KillCenter:
        case FaultKind::CrashCenter:
        case FaultKind::KillAgent:
        case FaultKind::CrashAgent: return between(random, 10, chance(random, 200) ? 45000 : 3000);
        case FaultKind::WipeAgent: return between(random, 500, 5000);
        case FaultKind::FullCenterDisk:
        case FaultKind::FullAgentDisk: return between(random, 500, 8000);
        default: return between(random, 500, chance(random, 300) ? 60000 : 15000);
    }
}

}  // namespace

const char* to_text(FaultKind kind) { return names[static_cast<std::size_t>(kind)]; }

void add_faults(Scenario& scenario, const Limits& limits) {
    SeededRandom random = stream(scenario.seed, 7, 0);
    const bool calm = chance(random, 50);
    const auto count = static_cast<std::uint32_t>(calm ? 0 : between(random, 1, 25));
    const std::vector<FaultKind> kinds = draw_kinds(random);
    for (std::uint32_t k = 0; k < count; ++k) {
        if (limits.faults && !limits.faults->contains(k)) continue;
        SeededRandom own = stream(scenario.seed, 8, k);
        Fault fault;
        fault.number = k;
        // Much happens in the beginning, when there is most to do.
        fault.at_ms = between(own, 0, chance(own, 600) ? trouble_ms / 9 : trouble_ms);
        fault.kind = kinds[own.below(kinds.size())];
        fault.agent = static_cast<std::uint32_t>(own.below(scenario.agents));
        fault.duration_ms = draw_duration(own, fault.kind);
        fault.dice = own.next_u64();
        scenario.faults.push_back(fault);
    }
    std::stable_sort(scenario.faults.begin(), scenario.faults.end(), [](const Fault& a, const Fault& b) { return a.at_ms < b.at_ms; });
}

}  // namespace apollo::sim
