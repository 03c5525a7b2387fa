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

enum class Phase : std::uint8_t {
    Queued,     // claimed, waiting for a slot
    Starting,   // the launcher was asked
    Running,    // it said that the command is executed
    Ended,      // the terminal event is in the log
    Forbidden,  // cancelled before it was ever seen
};

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
    ResourceLimits limits;
    std::uint64_t content_digest = 0;  // of what the definition asks for here; 0: not told
    friend bool operator==(const DispatchOrder&, const DispatchOrder&) = default;
};

// What a step of this task left on this node, as its dependents may see it.
struct StepResult {
    StepName step;
    Attempt attempt;
    bool good = false;  // false: it failed for good
    std::string output_json;
    std::string output_text;
    friend bool operator==(const StepResult&, const StepResult&) = default;
};

// A step that this node may start by itself while it is cut off from the center.
struct SliceStep {
    struct Wait {
        StepName step;
        Attempt attempt;  // that one or a later one
        friend bool operator==(const Wait&, const Wait&) = default;
    };
    DispatchOrder order;             // its params still hold their references; its attempt is the next that may be claimed
    bool is_retry = false;           // the attempt before is on its way or here: only after that one failed
    std::vector<Wait> waits_for;     // steps on this node without a result yet
    domain::Trigger trigger = domain::Trigger::AllSucceeded;
    bool upstream_failed = false;    // something it depends on is known to have failed
    std::vector<std::int64_t> retry_delays_ms;  // one for each try that is left after this one (is_retry: with this one)
    std::int64_t delay_ms = 0;       // not before so long after the slice arrived
    std::vector<StepResult> results; // of steps its params refer to, as far as the center knew them
    friend bool operator==(const SliceStep&, const SliceStep&) = default;
};

// The part of a task's plan that this node can judge by itself. It replaces the task's older one; without steps it revokes it.
struct Slice {
    TaskId task;
    Epoch epoch;
    Position position;  // of the center's log when it was made
    std::vector<SliceStep> steps;
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
struct SliceRecord {
    Slice slice;
};
// The connection began (every slice is void then) or ended; `at`: when the last frame came.
struct LinkRecord {
    bool up = false;
    Now at;
};
using AgentRecord = std::variant<IncarnationRecord, ClaimRecord, CancelRecord, NodeEventRecord, SliceRecord, LinkRecord>;

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
// What is known of attempts, when every event up to last_sequence is durable.
struct AttemptReport {
    RunKey key;
    Phase phase = Phase::Queued;
    Sequence end_sequence;  // Ended; of the incarnation in which it ended
};
struct SendSnapshot {
    std::uint64_t query = 0;
    Incarnation incarnation;
    Sequence last_sequence;
    std::vector<AttemptReport> attempts;
};
using Effect = std::variant<StartRun, KillRun, SendEvents, SendDispatchAnswer, SendSnapshot, NeedNewIncarnation>;

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
