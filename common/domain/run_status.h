// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The state machine of one run (task × step × node). The table below is the only place that knows which change is legal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/domain/event_type.h"

namespace apollo::domain {

enum class RunStatus : std::uint8_t {
    Pending = 0,
    Dispatched = 1,
    Running = 2,
    Succeeded = 3,
    Failed = 4,
    Retrying = 5,
    Timeout = 6,
    Cancelled = 7,
    Compensating = 8,
    Compensated = 9,
    Skipped = 10,
};
inline constexpr std::size_t run_status_count = 11;

// A whole task's state, derived from its runs.
enum class TaskStatus : std::uint8_t { Pending, Running, Compensating, Cancelled, Failed, Compensated, Succeeded };

const char* to_text(RunStatus status);    // "PENDING"
const char* to_text(TaskStatus status);   // "PENDING"
std::optional<RunStatus> run_status_from_text(const std::string& text);
std::optional<TaskStatus> task_status_from_text(const std::string& text);

// FAILED, TIMEOUT, CANCELLED, SUCCEEDED, SKIPPED, COMPENSATED: nothing happens by itself any more.
bool is_settled(RunStatus status);
// True for a task state that --wait waits for.
bool is_ended(TaskStatus status);

struct Edge {
    RunStatus from;
    EventType cause;
    RunStatus to;
    const char* reason;
};

// Every legal edge, each with its reason.
std::span<const Edge> transition_table();

// The one check, whatever caused the change (agent, timer, dependency, operator). `wanted` is what a MANUAL_OVERRIDE or
// RECONCILED event asks for and is ignored for all others. nullopt: illegal, nothing may change.
std::optional<RunStatus> transition(RunStatus from, EventType cause, std::optional<RunStatus> wanted = std::nullopt);

}  // namespace apollo::domain
