// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What an operator asked for, checked and normalised, without positions in a file. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/resource_limits.h"

namespace apollo::domain {

enum class Priority : std::uint8_t { High, Medium, Low };
enum class Trigger : std::uint8_t { AllSucceeded, AllDone, AnyFailed };
enum class Idempotency : std::uint8_t { UniqueKey, IdempotentWrite, Checkpoint, Compensate };
enum class OnFailure : std::uint8_t { Stop, Compensate };
enum class Backoff : std::uint8_t { Exponential, Fixed };

struct RetryPolicy {
    std::uint32_t max_retries = 3;           // 0 = no retry at all
    std::int64_t initial_interval_ms = 5000;
    std::int64_t max_interval_ms = 60000;
    Backoff backoff = Backoff::Exponential;
    friend bool operator==(const RetryPolicy&, const RetryPolicy&) = default;
};

// Which enrolled nodes a step is for; resolved once, at submission.
struct Selector {
    enum class Kind : std::uint8_t { Label, Group, Nodes };
    Kind kind = Kind::Nodes;
    std::string key;            // Label
    std::string value;          // Label
    std::string group;          // Group
    std::vector<NodeId> nodes;  // Nodes; sorted, without repetition
    friend bool operator==(const Selector&, const Selector&) = default;
};

struct CompensationDefinition {
    IntentName intent;
    std::string params_json = "{}";
    std::optional<std::int64_t> timeout_ms;
    friend bool operator==(const CompensationDefinition&, const CompensationDefinition&) = default;
};

// How many nodes may go wrong: a number, or a share of the step's nodes (rounded down).
struct Tolerance {
    std::uint32_t value = 0;
    bool percent = false;
    friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

// How a step goes over its nodes; see roll_out.h.
struct RollOutDefinition {
    std::uint32_t max_parallel_nodes = 0;  // 0 = all at once
    std::optional<Tolerance> tolerance;    // absent: failures do not keep it from other nodes; with ranks: none is tolerated
    std::vector<Selector> ranks;           // a node belongs to the first that it fits; those that fit none come last
    bool any() const { return max_parallel_nodes > 0 || tolerance || !ranks.empty(); }
    friend bool operator==(const RollOutDefinition&, const RollOutDefinition&) = default;
};

struct StepDefinition {
    StepName name;
    IntentName intent;
    std::string params_json = "{}";  // one JSON object, compact, keys sorted
    std::vector<StepName> depends_on;  // in the order written, without repetition
    Trigger trigger = Trigger::AllSucceeded;
    std::optional<Idempotency> idempotency;  // absent: the intent's own
    std::optional<CompensationDefinition> compensate;
    bool per_node = false;
    std::optional<Selector> target_selector;       // absent: the task's
    std::optional<std::int64_t> timeout_ms;        // absent: the task's
    std::optional<RetryPolicy> retry_policy;       // absent: the task's
    std::optional<Priority> priority;              // absent: the task's
    ResourceLimits limits;
    RollOutDefinition roll_out;
    friend bool operator==(const StepDefinition&, const StepDefinition&) = default;
};

struct TaskDefinition {
    TaskId task_id;  // empty until generated at submission
    IntentName intent;          // of a task of one intent; else what the file says, for people
    bool single_intent = false;  // written without `steps`: steps holds the one step named like the intent
    std::optional<Selector> target_selector;
    std::optional<std::int64_t> timeout_ms;  // of one attempt of a step
    std::optional<RetryPolicy> retry_policy;
    std::vector<TaskId> depends_on;
    std::string callback_url;
    std::map<std::string, std::string> metadata;  // key → compact JSON value
    Priority priority = Priority::Medium;
    std::optional<std::int64_t> deadline_ms;  // of the whole task, from its submission
    OnFailure on_failure = OnFailure::Stop;
    std::vector<StepDefinition> steps;  // never empty
    friend bool operator==(const TaskDefinition&, const TaskDefinition&) = default;
};

const char* to_text(Priority value);      // "high"
const char* to_text(Trigger value);       // "all_succeeded"
const char* to_text(Idempotency value);   // "unique_key"
const char* to_text(OnFailure value);     // "stop"
const char* to_text(Backoff value);       // "exponential"
std::optional<Priority> priority_from_text(const std::string& text);
std::optional<Trigger> trigger_from_text(const std::string& text);
std::optional<Idempotency> idempotency_from_text(const std::string& text);
std::optional<OnFailure> on_failure_from_text(const std::string& text);
std::optional<Backoff> backoff_from_text(const std::string& text);

}  // namespace apollo::domain
