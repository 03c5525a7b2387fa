// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What goes into and comes out of the agent core. Plain values.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/ids.h"
#include "common/base/launcher.h"
#include "common/base/time.h"
#include "common/domain/event.h"

namespace apollo::agent {

// One execution of a run on this node.
struct RunKey {
    TaskId task;
    StepName step;
    NodeId node;
    Attempt attempt;
    friend auto operator<=>(const RunKey&, const RunKey&) = default;
    friend bool operator==(const RunKey&, const RunKey&) = default;
};

// "task/step attempt 2", for sentences.
std::string to_text(const RunKey& key);

// What the center asks for.
struct DispatchOrder {
    RunKey key;
    TaskIndex task_index = no_task;
    RunIndex run_index = no_run;
    Epoch epoch;
    IntentName intent;
    std::string params_json = "{}";
    std::string input_json = "{}";
    std::int64_t timeout_ms = 0;
    domain::Priority priority = domain::Priority::Medium;
    std::optional<domain::Idempotency> idempotency;
    friend bool operator==(const DispatchOrder&, const DispatchOrder&) = default;
};

// ---- records of the agent's own log, in the order they happened ----

// Sequence numbers start again at 1 behind it, and what was not acknowledged follows once more with new numbers.
struct IncarnationRecord {
    Incarnation incarnation;
};
// From here on the attempt is this agent's to carry out, once.
struct ClaimRecord {
    DispatchOrder order;
};
// The center wants this attempt to end, or never to begin.
struct CancelRecord {
    RunKey key;
    std::string reason;
};
struct NodeEventRecord {
    Sequence sequence;
    domain::EventType type = domain::EventType::Accepted;
    RunKey key;
    TaskIndex task_index = no_task;
    RunIndex run_index = no_run;
    WallTime origin_time;
    domain::Payload payload;
};
using AgentRecord = std::variant<IncarnationRecord, ClaimRecord, CancelRecord, NodeEventRecord>;

// ---- effects: carried out in their order, and only when every record up to theirs is durable ----

// Resolve the intent and launch; answered by on_started, on_ended or on_not_started.
struct StartRun {
    DispatchOrder order;
};
// End the whole tree; on_ended follows.
struct KillRun {
    RunKey key;
};
// Events of unacked() from `first` to `last` may be sent (again).
struct SendEvents {
    Sequence first;
    Sequence last;
};
struct SendDispatchAnswer {
    enum class Kind { Accepted, AlreadyRunning, AlreadyDone, Refused };
    RunKey key;
    Kind kind = Kind::Refused;
    std::string reason;  // Refused only
};
// The center has seen events of this incarnation that this log does not hold (it was restored from an older copy): write
// down a new incarnation and call start_new_incarnation.
struct NeedNewIncarnation {};
using Effect = std::variant<StartRun, KillRun, SendEvents, SendDispatchAnswer, NeedNewIncarnation>;

struct Output {
    std::vector<AgentRecord> records;
    std::vector<Effect> effects;
};

// How an attempt ended, with what the process left.
struct ProcessEnd {
    ExitRecord record;
    std::string output_json;                         // what it wrote to APOLLO_OUTPUT (one JSON value), or empty
    std::string output_text;                         // short valid UTF-8 output, or empty
    std::optional<domain::ArtifactRef> artifact;     // else the whole output
};

}  // namespace apollo::agent
