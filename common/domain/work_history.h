// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How long work of one kind took and how often it failed, from the runs that a state knows. Steps of the same name and intent in tasks
// of the same intent are the same work, and nothing else is: two commands have no more in common than that both are commands. Pure.
//
// A state keeps each run's newest attempt and how many there were, so durations are those of newest attempts, and all attempts
// before a success count as failed: also one that a person repeated though it had gone well.
#pragma once

#include <compare>
#include <map>

#include "common/domain/state.h"

namespace apollo::domain {

struct WorkHistory {
    // With fewer successes nothing is said about what is unusual; the rule of default timeouts, too.
    static constexpr std::size_t needed_for_p99 = 5;

    std::vector<std::int64_t> durations_ms;  // of successes, ascending
    std::uint32_t attempts = 0;              // that ended
    std::uint32_t failed_attempts = 0;

    // The duration that `percent` of them do not exceed; nullopt: none ever succeeded.
    std::optional<std::int64_t> percentile_ms(std::uint32_t percent) const;
    std::optional<std::int64_t> p99_ms() const;
};

struct WorkKind {
    IntentName task_intent;
    IntentName intent;
    StepName step;
    std::string command;  // params of a task that is a run_command and nothing else: only they say what is done
    friend auto operator<=>(const WorkKind&, const WorkKind&) = default;
};
WorkKind kind_of(const TaskDefinition& task, const StepDefinition& step);

struct NodeRecord {
    std::uint32_t attempts = 0;  // that ended, of all tasks
    std::uint32_t failed_attempts = 0;
};

struct Records {
    std::map<WorkKind, WorkHistory> work;  // an entry for each kind of step of the task
    std::vector<NodeRecord> nodes;         // by NodeIndex
};
// Of all that is known in the state, for the steps of one task.
Records records_for(const State& state, const Plan& plan);

// Of a RUNNING run, as the orchestrator's clock tells it.
std::int64_t running_ms(const State& state, RunIndex run, WallTime now);

// Share in percent, rounded; nullopt: nothing is known.
std::optional<std::uint32_t> risk_percent(std::uint32_t attempts, std::uint32_t failed_attempts);

}  // namespace apollo::domain
