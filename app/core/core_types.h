// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What goes into the orchestrator's core and what comes out. Plain values; the core does no I/O.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "common/base/result.h"
#include "common/domain/command.h"
#include "common/domain/event.h"

namespace apollo::core {

struct CoreSettings {
    std::int64_t acknowledgement_timeout_ms = 10000;  // a dispatch that nobody confirmed is sent again
    std::uint32_t dispatches_per_attempt = 3;         // … so many times in all, then the attempt is TIMEOUT
    std::int64_t execution_grace_ms = 30000;          // beyond a step's timeout, before the center itself decides
    std::int64_t progress_interval_ms = 30000;        // an attempt whose time is over must show progress within this
    std::int64_t node_lost_after_ms = 30000;          // three heartbeats without a frame
    std::int64_t autonomy_window_ms = 60000;          // after its last frame a node takes nothing new by itself
    std::int64_t state_sync_interval_ms = 300000;     // between two comparisons with each node; 0 = only when it connects
    bool repairs_differences = true;                  // false: a fault that tests plant; what differs is left as it is
    std::int64_t dispatch_interval_ms = 1000;         // the longest a ready run may wait for a look at it
    double retry_rate_per_s = 50;                     // retries that may start per second, over all nodes
    double retry_burst = 100;                         // … at once after a quiet time
    std::uint32_t retry_queue_limit = 10000;          // waiting retries; alert at 80 %, nothing new is dispatched from 90 %
    std::uint32_t breaker_failures = 200;             // so many failed attempts in a row open the breaker of an intent or node
    std::int64_t breaker_reset_ms = 30000;            // until one attempt is let through on trial
    std::uint32_t compensations_at_once = 50;         // undoing attempts that are on their way, over all nodes
    std::uint32_t compensation_tries = 4;             // attempts at undoing one run, then a person is asked
    std::int64_t clock_offset_alert_ms = 2000;
    std::int64_t failure_rate_hold_ms = 300000;       // how long more than 5 % must fail before the alert
    // What intents declare for steps that do not.
    std::map<IntentName, domain::Idempotency> intent_idempotency;
};

// Begins the key of an alert about something that happened, not about a condition: it is over when it is acknowledged.
inline const std::string once_prefix = "once:";

// Who gives a command.
struct Caller {
    OperatorName name;
};

// An event as a node sent it.
struct NodeReport {
    Sequence sequence;
    domain::EventType type = domain::EventType::Accepted;
    TaskId task;
    StepName step;
    Attempt attempt;
    WallTime origin_time;
    domain::Payload payload;
};

// ---- effects: only carried out once the log says that everything up to the core's position is durable ----

struct SendDispatch {
    NodeIndex node;
    RunIndex run;
    Attempt attempt;
};
struct SendCancel {
    NodeIndex node;
    RunIndex run;
    Attempt attempt;
    std::string reason;
};
// What the node may go on with by itself; never null.
struct SendSlice {
    std::shared_ptr<const struct Slice> slice;
};
struct AskedAttempt {
    RunIndex run;
    Attempt attempt;
};
struct SendSnapshotQuery {
    NodeIndex node;
    std::uint64_t query = 0;
    std::vector<AskedAttempt> asked;
};
struct SendProgressQuery {
    NodeIndex node;
    RunIndex run;
    Attempt attempt;
};
// Ends an attempt of a run that is not known here.
struct SendStop {
    NodeIndex node;
    TaskId task;
    StepName step;
    Attempt attempt;
    std::string reason;
};
struct SendAck {
    NodeIndex node;
    Incarnation incarnation;
    Sequence acked;
};
struct Answer {
    std::uint64_t request = 0;
    Result<domain::CommandResult> result;
};
struct WelcomeNode {
    NodeIndex node;
    Sequence acked;
};
struct RefuseNode {
    NodeId node;
    std::string reason;
};

using Effect = std::variant<SendDispatch, SendCancel, SendSlice, SendSnapshotQuery, SendProgressQuery, SendStop, SendAck, Answer, WelcomeNode, RefuseNode>;

// Events in the order of their positions, to be appended as one batch; effects that wait for them.
struct Output {
    std::vector<domain::Event> events;
    std::vector<Effect> effects;
};

}  // namespace apollo::core
