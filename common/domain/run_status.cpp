// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/run_status.h"

#include <array>

namespace apollo::domain {

namespace {

using S = RunStatus;
using E = EventType;

constexpr auto table = std::to_array<Edge>({
    {S::Pending, E::Dispatched, S::Dispatched, "the scheduler sends a ready run to its node"},
    {S::Dispatched, E::Accepted, S::Dispatched, "the agent has it in its queue"},
    {S::Dispatched, E::Started, S::Running, "the agent started the process"},
    {S::Running, E::Succeeded, S::Succeeded, "the process ended well"},
    {S::Running, E::Failed, S::Failed, "the process ended badly, could not start, or was lost"},
    {S::Running, E::TimedOut, S::Timeout, "the attempt took longer than its timeout"},
    {S::Dispatched, E::TimedOut, S::Timeout, "three dispatches of this attempt were never acknowledged"},
    {S::Dispatched, E::Failed, S::Failed, "the node was revoked or refused the run for good"},
    {S::Failed, E::RetryScheduled, S::Retrying, "a try is left"},
    {S::Timeout, E::RetryScheduled, S::Retrying, "a try is left"},
    {S::Retrying, E::Dispatched, S::Retrying, "the next attempt is sent; the state stays until it starts"},
    {S::Retrying, E::Accepted, S::Retrying, "the agent has the next attempt in its queue"},
    {S::Retrying, E::Started, S::Running, "the next attempt started"},
    {S::Retrying, E::Failed, S::Failed, "given up"},
    {S::Timeout, E::Failed, S::Failed, "given up"},
    {S::Pending, E::Cancelled, S::Cancelled, "cancelled before it was sent"},
    {S::Dispatched, E::Cancelled, S::Cancelled, "cancelled before it started"},
    {S::Running, E::Cancelled, S::Cancelled, "the agent confirms that the process tree is dead"},
    {S::Retrying, E::Cancelled, S::Cancelled, "cancel wins over retry"},
    {S::Succeeded, E::CompensationStarted, S::Compensating, "its effect is to be undone"},
    {S::Failed, E::CompensationStarted, S::Compensating, "a failed attempt is undone before its retry"},
    {S::Timeout, E::CompensationStarted, S::Compensating, "a timed out attempt is undone before its retry"},
    {S::Cancelled, E::CompensationStarted, S::Compensating, "what it did before the cancel is undone"},
    {S::Compensating, E::Accepted, S::Compensating, "the agent has the undoing in its queue"},
    {S::Compensating, E::Started, S::Compensating, "the undoing runs"},
    {S::Compensating, E::Failed, S::Compensating, "the undoing failed and is tried again"},
    {S::Compensating, E::TimedOut, S::Compensating, "the undoing took too long and is tried again"},
    {S::Compensating, E::CompensationStarted, S::Compensating, "the undoing is tried again"},
    {S::Compensating, E::Compensated, S::Compensated, "undone"},
    {S::Compensated, E::RetryScheduled, S::Retrying, "undone, and a try is left"},
    {S::Compensating, E::CompensationFailed, S::Failed, "the undoing failed; a person decides"},
    {S::Compensated, E::Dispatched, S::Compensated, "a new start is sent; the state stays until it starts"},
    {S::Compensated, E::Accepted, S::Compensated, "the agent has the new start in its queue"},
    {S::Compensated, E::Started, S::Running, "a new start"},
    {S::Timeout, E::Reconciled, S::Running, "the node says that the attempt still runs"},
    {S::Timeout, E::Reconciled, S::Succeeded, "a success that came late, before a retry was claimed"},
    {S::Timeout, E::Reconciled, S::Failed, "a failure that came late, before a retry was claimed"},
    {S::Retrying, E::Reconciled, S::Succeeded, "a success that came late, before the retry was claimed"},
    {S::Pending, E::ManualOverride, S::Skipped, "a person skips it"},
});

constexpr std::array<const char*, run_status_count> run_names{
    "PENDING", "DISPATCHED", "RUNNING",      "SUCCEEDED",   "FAILED", "RETRYING",
    "TIMEOUT", "CANCELLED",  "COMPENSATING", "COMPENSATED", "SKIPPED"};
constexpr std::array<const char*, 7> task_names{"PENDING", "RUNNING",     "COMPENSATING", "CANCELLED",
                                                "FAILED",  "COMPENSATED", "SUCCEEDED"};

// A person may move any settled run, and one whose retry has not been sent (the reducer looks at that); the rules that are "forbidden for good" hold for everything but this event.
bool override_allowed(RunStatus from, RunStatus to) {
    const bool target = to == S::Succeeded || to == S::Failed || to == S::Skipped || to == S::Pending;
    return target && (is_settled(from) || from == S::Retrying || (from == S::Pending && to == S::Skipped));
}

}  // namespace

const char* to_text(RunStatus status) { return run_names[static_cast<std::size_t>(status)]; }
const char* to_text(TaskStatus status) { return task_names[static_cast<std::size_t>(status)]; }

std::optional<RunStatus> run_status_from_text(const std::string& text) {
    for (std::size_t i = 0; i < run_names.size(); ++i) {
        if (text == run_names[i]) return static_cast<RunStatus>(i);
    }
    return std::nullopt;
}

std::optional<TaskStatus> task_status_from_text(const std::string& text) {
    for (std::size_t i = 0; i < task_names.size(); ++i) {
        if (text == task_names[i]) return static_cast<TaskStatus>(i);
    }
    return std::nullopt;
}

bool is_settled(RunStatus status) {
    return status == S::Failed || status == S::Timeout || status == S::Cancelled || status == S::Succeeded ||
           status == S::Skipped || status == S::Compensated;
}

bool is_ended(TaskStatus status) {
    return status == TaskStatus::Cancelled || status == TaskStatus::Failed || status == TaskStatus::Compensated ||
           status == TaskStatus::Succeeded;
}

std::span<const Edge> transition_table() { return table; }

std::optional<RunStatus> transition(RunStatus from, EventType cause, std::optional<RunStatus> wanted) {
    if (cause == E::ManualOverride) {
        if (!wanted || !override_allowed(from, *wanted)) return std::nullopt;
        return wanted;
    }
    for (const Edge& edge : table) {
        if (edge.from != from || edge.cause != cause) continue;
        if (cause == E::Reconciled && wanted != edge.to) continue;
        return edge.to;
    }
    return std::nullopt;
}

}  // namespace apollo::domain
