// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Numbers of event types as they stand in the log. Only appended, never reused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apollo::domain {

enum class EventType : std::uint16_t {
    TaskSubmitted = 1,
    TaskAmended = 2,
    TaskCancelRequested = 3,
    TaskPaused = 4,
    TaskResumed = 5,
    TaskCompensationRequested = 6,  // undo what succeeded: a person, or on_failure and deadline
    Dispatched = 10,
    Accepted = 11,
    Started = 12,
    Succeeded = 13,
    Failed = 14,
    TimedOut = 15,
    RetryScheduled = 16,
    Cancelled = 17,
    CompensationStarted = 20,
    Compensated = 21,
    CompensationFailed = 22,
    ManualOverride = 30,
    Reconciled = 31,
    RunQuarantined = 32,
    RunReleased = 33,
    NodeEnrolled = 40,
    NodeConnected = 41,
    NodeLost = 42,
    NodeConservative = 43,
    NodeDrained = 44,
    NodeRevoked = 45,
    BreakerOpened = 50,
    BreakerClosed = 51,
    DispatchPaused = 52,
    DispatchResumed = 53,
    DeadLettered = 60,
    DeadLetterRequeued = 61,
    DeadLetterDropped = 62,
    AlertRaised = 70,
    AlertAcked = 71,
    AlertCleared = 72,
    OperatorAdded = 80,
    OperatorRevoked = 81,
    PrimaryElected = 90,
};

const char* to_text(EventType type);  // "TASK_SUBMITTED"; "UNKNOWN" for a number this build does not know
std::optional<EventType> event_type_from_text(const std::string& text);
bool is_known(EventType type);

}  // namespace apollo::domain
