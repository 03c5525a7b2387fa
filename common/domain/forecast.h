// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// When a task is likely to end, which steps decide about that, what takes longer than it ever did, and how likely it fails:
// what is known of earlier runs, played forward from the state many times over. Pure: the same state and moment give the same
// answer; what looks like chance is a fixed sequence.
//
// Played: dependencies, triggers, places of nodes, limits over nodes, ranks, tries and their pauses. Not played: other tasks
// that want the same places, breakers, people. A run that has taken longer than all before it counts as ending now.
#pragma once

#include "common/domain/work_history.h"

namespace apollo::domain {

struct StepForecast {
    std::uint32_t step = 0;
    std::uint32_t open_runs = 0;  // neither ended nor blocked
    const WorkHistory* history = nullptr;  // in Forecast::records
};

struct SlowRun {
    RunIndex run;
    std::int64_t running_ms = 0;
    std::int64_t p99_ms = 0;
};

// It has run longer than anything of its kind before, so that nothing is known of what is left of it.
struct OverdueRun {
    RunIndex run;
    std::int64_t running_ms = 0;
    std::int64_t longest_ms = 0;  // of those before
    std::int64_t overdue_ms() const { return running_ms - longest_ms; }
};

// One link of the chain of runs that decides when the task ends: the next one waits for it, or for its place.
struct PathPart {
    RunIndex run;
    std::int64_t remaining_ms = 0;  // as it usually goes (P50)
};

// What the forecast counts with although it is not so, or need not be.
struct Assumption {
    enum class Kind : std::uint8_t {
        TaskPaused,        // … goes on now
        DispatchPaused,    // the whole orchestrator: goes on now
        BeingUndone,       // how long that takes is not foretold
        OtherTask,         // `subject`, on which it depends, ends now
        BlockedRuns,       // `count` of them are left out
        QuarantinedRuns,   // `count` of them are left out
        SilentNode,        // `subject` takes work now
    };
    Kind kind = Kind::TaskPaused;
    std::string subject;
    std::uint32_t count = 0;
};

struct Forecast {
    WallTime as_of;
    bool has_ended = false;               // then all below is empty
    // As likely before as after; nullopt: what is sure to run has never run before, see without_history, or cannot run, see is_held.
    // A task that fails ends, too, so that this may be before usual_end.
    std::optional<WallTime> end_p50;
    std::optional<WallTime> end_p90;
    bool is_held = false;                 // something that is to run does not begin as things are (assumptions say why): no end is foretold
    std::optional<std::uint32_t> risk_of_failure_percent;  // that the task fails; nullopt: not known
    bool risk_is_least = false;           // something that may run never ended before; it counts as no risk
    std::vector<PathPart> critical_path;  // in order of time
    WallTime usual_end;                   // of the critical path: nothing more fails, and all takes as long as it usually does
    std::vector<OverdueRun> overdue;      // they count as ending now, so all ends above are the earliest; the worst first
    std::vector<StepForecast> steps;      // those with open runs, in the order of the definition
    std::vector<SlowRun> slow;            // they run longer than 99 % of those before
    std::vector<NodeIndex> nodes;         // that open runs are for, ascending
    std::vector<std::uint32_t> without_history;  // open steps of which nothing is known
    std::vector<Assumption> assumptions;
    Records records;

    Forecast() = default;
    Forecast(Forecast&&) = default;
    Forecast& operator=(Forecast&&) = default;
};

Forecast forecast(const State& state, TaskIndex task, WallTime now);

}  // namespace apollo::domain
