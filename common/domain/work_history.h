// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How long work of one kind took and how often it failed, from the runs that a state knows. Steps of different tasks with the
// same name and intent are the same work. Where none of them ever succeeded, what the intent took counts (IntentHistory, the
// source of default timeouts, too). Pure.
//
// A state keeps each run's newest attempt and how many there were, so durations are those of newest attempts, and all attempts
// before a success count as failed: also one that a person repeated though it had gone well.
#pragma once

#include <map>
#include <utility>

#include "common/domain/state.h"

namespace apollo::domain {

struct WorkHistory {
    // With fewer successes nothing is said about what is unusual; the rule of default timeouts, too.
    static constexpr std::size_t needed_for_p99 = 5;

    std::vector<std::int64_t> durations_ms;  // of successes, ascending
    bool of_intent = false;                  // durations are those of all steps of the intent
    std::uint32_t attempts = 0;              // that ended
    std::uint32_t failed_attempts = 0;

    // The duration that `percent` of them do not exceed; nullopt: none ever succeeded.
    std::optional<std::int64_t> percentile_ms(std::uint32_t percent) const;
    std::optional<std::int64_t> p99_ms() const;
};

using WorkKind = std::pair<IntentName, StepName>;

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
