// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What one run is made of: machines, tasks, what operators do, what goes wrong. All of it follows from the seed; each part
// is drawn from a stream of its own, so that leaving one out changes none of the others.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/random.h"
#include "common/domain/definition.h"
#include "common/domain/run_status.h"

namespace apollo::sim {

// Which parts of a seed's scenario take place; absent = all.
struct Limits {
    std::optional<std::uint32_t> agents;           // at most so many
    std::optional<std::uint32_t> steps;            // at most so many per task
    std::optional<std::set<std::uint32_t>> tasks;  // by number
    std::optional<std::set<std::uint32_t>> actions;
    std::optional<std::set<std::uint32_t>> faults;
};

struct SubmittedTask {
    std::uint32_t number = 0;
    std::int64_t at_ms = 0;  // all moments count from the end of enrolment
    domain::TaskDefinition definition;
};

enum class ActionKind : std::uint8_t {
    Cancel,
    RerunFailed,
    RerunStep,
    RerunFrom,
    Skip,
    Override,
    Revoke,
    Pause,  // resumed a while later
    PauseEverything,
    Compensate,
    CompensateStep,
    Amend,
};
struct Action {
    std::uint32_t number = 0;
    std::int64_t at_ms = 0;
    ActionKind kind = ActionKind::Cancel;
    TaskId task;
    StepName step;
    std::uint32_t agent = 0;                                   // Revoke
    domain::RunStatus to = domain::RunStatus::Succeeded;       // Override
    std::uint64_t dice = 0;                                    // Amend: whatever is drawn for it
};

enum class FaultKind : std::uint8_t {
    CutConnection,    // both sides are told
    HalfOpen,         // only one side is told
    Partition,        // nothing passes
    PartitionToAgent,
    PartitionToCenter,
    FlakyNetwork,     // frames are lost, doubled, overtaken; a connection that lost something ends
    SlowNetwork,
    KillCenter,       // the process; its machine goes on
    CrashCenter,      // the power of its machine, sometimes in the middle of a write
    KillAgent,
    CrashAgent,
    WipeAgent,        // a crash, and the disk comes back empty
    SlowCenterDisk,
    SlowAgentDisk,
    FullCenterDisk,
    FullAgentDisk,
    RotSnapshot,
    RotAgentLog,
    RotCenterLog,
    CenterClockJump,  // wall clock
    AgentClockJump,
    OldPrimary,       // an orchestrator that was replaced still sends an order
};
inline constexpr std::uint32_t fault_kind_count = 22;
const char* to_text(FaultKind kind);
const char* to_text(ActionKind kind);

struct Fault {
    std::uint32_t number = 0;
    std::int64_t at_ms = 0;
    FaultKind kind = FaultKind::CutConnection;
    std::uint32_t agent = 0;
    std::int64_t duration_ms = 0;
    std::uint64_t dice = 0;  // whatever else is to be drawn for it
};

// The group of the first three agents.
inline constexpr const char* first_group = "first";

struct Scenario {
    std::uint64_t seed = 0;
    std::uint32_t agents = 1;
    std::vector<std::uint32_t> capacities;  // by agent
    std::uint64_t segment_size_bytes = 64u << 10;
    std::uint64_t snapshot_interval_events = 100;
    std::uint32_t failing_per_mille = 0;    // attempts that end badly, see conduct.h
    std::int64_t process_ms_max = 1000;
    std::vector<SubmittedTask> tasks;
    std::vector<Action> actions;
    std::vector<Fault> faults;

    std::int64_t last_moment_ms() const;  // after it nothing is done to the cluster any more
    bool rots_center_log() const;
};

Scenario make_scenario(std::uint64_t seed, const Limits& limits);

// Parts of make_scenario.
void add_tasks(Scenario& scenario, const Limits& limits);
void add_actions(Scenario& scenario, const Limits& limits);
void add_faults(Scenario& scenario, const Limits& limits);

// The stream of one part: the same for the same numbers, whatever else is drawn.
SeededRandom stream(std::uint64_t seed, std::uint64_t what, std::uint64_t number);
// Uniform in [low, high].
std::int64_t between(Random& random, std::int64_t low, std::int64_t high);
bool chance(Random& random, std::uint32_t per_mille);

}  // namespace apollo::sim
