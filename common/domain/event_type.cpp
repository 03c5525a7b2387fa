// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/event_type.h"

#include <array>

namespace apollo::domain {

namespace {

struct Name {
    EventType type;
    const char* text;
};

constexpr std::array<Name, 40> names{{
    {EventType::TaskSubmitted, "TASK_SUBMITTED"},
    {EventType::TaskAmended, "TASK_AMENDED"},
    {EventType::TaskCancelRequested, "TASK_CANCEL_REQUESTED"},
    {EventType::TaskPaused, "TASK_PAUSED"},
    {EventType::TaskResumed, "TASK_RESUMED"},
    {EventType::TaskCompensationRequested, "TASK_COMPENSATION_REQUESTED"},
    {EventType::Dispatched, "DISPATCHED"},
    {EventType::Accepted, "ACCEPTED"},
    {EventType::Started, "STARTED"},
    {EventType::Succeeded, "SUCCEEDED"},
    {EventType::Failed, "FAILED"},
    {EventType::TimedOut, "TIMED_OUT"},
    {EventType::RetryScheduled, "RETRY_SCHEDULED"},
    {EventType::Cancelled, "CANCELLED"},
    {EventType::CompensationStarted, "COMPENSATION_STARTED"},
    {EventType::Compensated, "COMPENSATED"},
    {EventType::CompensationFailed, "COMPENSATION_FAILED"},
    {EventType::ManualOverride, "MANUAL_OVERRIDE"},
    {EventType::Reconciled, "RECONCILED"},
    {EventType::RunQuarantined, "RUN_QUARANTINED"},
    {EventType::RunReleased, "RUN_RELEASED"},
    {EventType::NodeEnrolled, "NODE_ENROLLED"},
    {EventType::NodeConnected, "NODE_CONNECTED"},
    {EventType::NodeLost, "NODE_LOST"},
    {EventType::NodeConservative, "NODE_CONSERVATIVE"},
    {EventType::NodeDrained, "NODE_DRAINED"},
    {EventType::NodeRevoked, "NODE_REVOKED"},
    {EventType::BreakerOpened, "BREAKER_OPENED"},
    {EventType::BreakerClosed, "BREAKER_CLOSED"},
    {EventType::DispatchPaused, "DISPATCH_PAUSED"},
    {EventType::DispatchResumed, "DISPATCH_RESUMED"},
    {EventType::DeadLettered, "DEAD_LETTERED"},
    {EventType::DeadLetterRequeued, "DEAD_LETTER_REQUEUED"},
    {EventType::DeadLetterDropped, "DEAD_LETTER_DROPPED"},
    {EventType::AlertRaised, "ALERT_RAISED"},
    {EventType::AlertAcked, "ALERT_ACKED"},
    {EventType::AlertCleared, "ALERT_CLEARED"},
    {EventType::OperatorAdded, "OPERATOR_ADDED"},
    {EventType::OperatorRevoked, "OPERATOR_REVOKED"},
    {EventType::PrimaryElected, "PRIMARY_ELECTED"},
}};

}  // namespace

const char* to_text(EventType type) {
    for (const Name& name : names) {
        if (name.type == type) return name.text;
    }
    return "UNKNOWN";
}

std::optional<EventType> event_type_from_text(const std::string& text) {
    for (const Name& name : names) {
        if (text == name.text) return name.type;
    }
    return std::nullopt;
}

bool is_known(EventType type) {
    for (const Name& name : names) {
        if (name.type == type) return true;
    }
    return false;
}

}  // namespace apollo::domain
