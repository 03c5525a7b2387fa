// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/core/outcome.h"

#include "common/base/bytes.h"

namespace apollo::agent {

namespace {

using domain::EventType;
using domain::FailureClass;
using How = ExitRecord::How;

// Leaves room in a payload for output and names.
constexpr std::size_t message_limit_bytes = 512;

void add_sentence(std::string& message, const std::string& sentence) {
    if (!message.empty()) message += "; ";
    message += sentence;
}

void fill_exit(Outcome& outcome, const ExitRecord& record) {
    if (record.signal_number != 0) {
        outcome.payload.signal_number = record.signal_number;
    } else if (record.how != How::Lost) {
        outcome.payload.exit_code = record.exit_code;
    }
}

void classify(Outcome& outcome, const ExitRecord& record, bool cancel_wanted) {
    switch (record.how) {
    case How::Exited:
        outcome.type = record.exit_code == 0 ? EventType::Succeeded : EventType::Failed;
        if (record.exit_code != 0) outcome.payload.failure_class = failure_class_of_exit_code(record.exit_code);
        break;
    case How::Signaled:
        outcome.type = EventType::Failed;
        outcome.payload.failure_class = FailureClass::Transient;
        break;
    case How::TimedOut:
        outcome.type = EventType::TimedOut;
        outcome.payload.failure_class = FailureClass::Transient;
        break;
    case How::Cancelled:
        outcome.type = EventType::Cancelled;
        break;
    case How::CouldNotStart:
        outcome.type = cancel_wanted ? EventType::Cancelled : EventType::Failed;
        outcome.payload.failure_class = FailureClass::Permanent;
        break;
    case How::Lost:
        outcome.type = cancel_wanted ? EventType::Cancelled : EventType::Failed;
        outcome.payload.failure_class = FailureClass::Lost;
        break;
    }
}

}  // namespace

bool is_terminal(EventType type) {
    return type == EventType::Succeeded || type == EventType::Failed || type == EventType::TimedOut ||
           type == EventType::Cancelled;
}

FailureClass failure_class_of_exit_code(int exit_code) {
    if (exit_code == 75) return FailureClass::Transient;
    const bool permanent = exit_code == 126 || exit_code == 127 || (exit_code >= 64 && exit_code <= 78);
    return permanent ? FailureClass::Permanent : FailureClass::Transient;
}

Outcome outcome_of(const ProcessEnd& end, bool cancel_wanted) {
    Outcome outcome;
    classify(outcome, end.record, cancel_wanted);
    fill_exit(outcome, end.record);
    std::string message = end.record.message;
    if (message.empty() && outcome.type == EventType::Failed) {
        message = "exit code " + std::to_string(end.record.exit_code);
    }
    if (end.record.killed && outcome.type != EventType::Succeeded) add_sentence(message, "had to be killed");
    if (end.record.output_truncated) add_sentence(message, "its output was cut at the limit");
    outcome.payload.message = truncate_utf8(to_valid_utf8(message), message_limit_bytes);
    outcome.payload.output_json = end.output_json;
    outcome.payload.output_text = end.output_text;
    outcome.payload.artifact = end.artifact;
    return outcome;
}

}  // namespace apollo::agent
