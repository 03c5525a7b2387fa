// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An immutable fact. The header holds all that transitions fold; the payload what people and definitions need.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/ids.h"
#include "common/base/time.h"
#include "common/domain/event_type.h"
#include "common/domain/operator_role.h"
#include "common/domain/plan.h"
#include "common/domain/run_status.h"

namespace apollo::domain {

// Longest payload text in the log (L4); what is longer is cut with a warning by whoever makes the event.
inline constexpr std::size_t payload_limit_bytes = 4096;
// Output up to this many bytes may stand in the event itself.
inline constexpr std::size_t inline_output_limit_bytes = 1024;

struct EventHeader {
    Position position;            // given at append
    WallTime recorded_time;       // orchestrator's clock at append
    WallTime origin_time;         // clock of whoever made the event
    Sequence sequence;            // of the origin node's incarnation; 0 = made by the orchestrator
    Epoch epoch;
    TaskIndex task = no_task;
    RunIndex run = no_run;        // TASK_SUBMITTED, TASK_AMENDED: the task's first run from then on
    NodeIndex node = no_node;     // origin node of an agent's event, or the node a NODE_* event is about
    Incarnation incarnation;      // of the origin node
    Attempt attempt;
    Version version;              // of the run after this event; 0 = the event is not one of a run, or is a mere fact
    EventType type = EventType::TaskSubmitted;
    // A fact that is kept and shown beside the state but changes nothing (late truth, illegal change).
    bool fact_only = false;

    friend bool operator==(const EventHeader&, const EventHeader&) = default;
};

// Whether events of this type bring a plan; their header.run is the task's first run from then on.
inline bool brings_plan(EventType type) { return type == EventType::TaskSubmitted || type == EventType::TaskAmended; }
// Whether header.run is the run that the event is about.
inline bool is_of_run(const EventHeader& header) { return header.run != no_run && !brings_plan(header.type); }

struct ArtifactRef {
    ArtifactId id;
    std::uint64_t size_bytes = 0;
    std::string media_type;
    friend bool operator==(const ArtifactRef&, const ArtifactRef&) = default;
};

struct TaskSubmitted {
    ArtifactRef definition;            // the encoded plan, durable before this event
    std::shared_ptr<const Plan> plan;  // filled in by whoever reads the event; never null in an applied event
    std::string definition_sha256;     // of the definition in canonical form; what "the same definition" compares
    OperatorName submitted_by;
    bool historical = false;           // imported: shown and replayed, never scheduled
    std::string note;                  // for people ("start times laid out from runtimes")
};

enum class FailureClass : std::uint8_t { None, Transient, Dependency, Permanent, Lost };

// SUCCEEDED, FAILED, TIMED_OUT, CANCELLED, COMPENSATED, COMPENSATION_FAILED, RECONCILED
struct RunEnded {
    std::optional<std::int32_t> exit_code;
    std::int32_t signal_number = 0;
    FailureClass failure_class = FailureClass::None;
    std::string message;                      // one UTF-8 sentence
    std::string output_json;                  // the step's summary (one JSON value), or empty
    std::string output_text;                  // short output, valid UTF-8, or empty
    std::optional<ArtifactRef> artifact;      // whole output when it is long or not text
    std::optional<RunStatus> to;              // RECONCILED only
};

struct RetryScheduled {
    std::int64_t delay_ms = 0;
    std::uint32_t retry = 0;  // which retry since the budget was last renewed, from 1
};

// What a person decided: MANUAL_OVERRIDE, TASK_CANCEL_REQUESTED, TASK_PAUSED, TASK_RESUMED, RUN_RELEASED …
struct OperatorAction {
    std::string verb;             // "rerun", "skip", "override", "cancel", …
    OperatorName operator_name;   // from the certificate
    std::string on_behalf_of;     // --operator
    std::string reason;
    std::optional<RunStatus> to;  // MANUAL_OVERRIDE
    Position about{};             // ALERT_ACKED, DEAD_LETTER_*: the event that it answers
    std::string target{};         // BREAKER_CLOSED: the breaker; OPERATOR_*: the operator
    std::optional<OperatorRole> role{};  // OPERATOR_*
    std::string certificate_serial{};    // OPERATOR_ADDED
};

// TASK_AMENDED. The task's runs get new numbers from header.run on; those that stay keep their state.
struct TaskAmended {
    ArtifactRef definition;            // the encoded new plan, durable before this event
    std::shared_ptr<const Plan> plan;  // as in TaskSubmitted
    std::string definition_sha256;
    OperatorAction action;
};

// DEAD_LETTERED: a report that could not be applied, kept so that it can be shown and tried again.
struct DeadLettered {
    std::string reason;  // one sentence
    EventType type = EventType::Accepted;
    TaskId task;
    StepName step;
    RunEnded ended;      // of a report that ended an attempt
};

// NODE_ENROLLED, NODE_CONNECTED: what is known of a node from then on.
struct NodeFacts {
    NodeId node;
    std::map<std::string, std::string> labels;
    std::vector<std::string> groups;
    std::string agent_version;
    std::uint32_t capacity = 0;
    std::string certificate_serial;
    std::string address;
};

// Plain words with an event of any other kind: NODE_LOST, RUN_QUARANTINED, DEAD_LETTERED, ALERT_*, STARTED …
struct Note {
    std::string message;
    std::string detail_json{};  // one JSON object, or empty
    // Positions of the log that it is about (ALERT_RAISED for damage: the unreadable ones); 0 = none.
    Position first{};
    Position last{};
    // What the event is about, for those that come in pairs: the alert's condition, the breaker ("intent:NAME").
    std::string key{};
};

using Payload = std::variant<std::monostate, TaskSubmitted, RunEnded, RetryScheduled, OperatorAction, NodeFacts, Note,
                             TaskAmended, DeadLettered>;

struct Event {
    EventHeader header;
    Payload payload;
};

// The plan that an event brings (TASK_SUBMITTED, TASK_AMENDED) and the artifact that holds it; nulls for any other.
struct PlanSlot {
    const ArtifactRef* reference = nullptr;
    std::shared_ptr<const Plan>* plan = nullptr;
};
PlanSlot plan_slot(Event& event);
std::shared_ptr<const Plan> plan_of(const Event& event);

const char* to_text(FailureClass value);  // "none", "transient", "dependency", "permanent", "lost"

}  // namespace apollo::domain
