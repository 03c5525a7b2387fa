// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Everything that is known, as a pure function of the log: state = fold(apply, events). Dense arrays, because a
// log of ten million events is folded in about a second and a GUI seeks through it.
//
// A State is owned by one thread. It is never shared: other threads fold their own from the same events.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/domain/event.h"

namespace apollo::domain {

// What a run means for those that depend on it.
enum class Outcome : std::uint8_t { Open, Good, Bad, Unneeded };

// Hot part of a run: all a transition touches.
struct Run {
    RunStatus status = RunStatus::Pending;
    Outcome outcome = Outcome::Open;  // SUCCEEDED, SKIPPED: Good; FAILED, TIMEOUT, CANCELLED, quarantined, blocked: Bad; unneeded: Unneeded
    bool blocked = false;             // its trigger can no longer be met, or its node was revoked
    bool unneeded = false;            // it waits for a failure that did not come, or for a step that is unneeded itself
    bool quarantined = false;         // an event of it was lost to damage; a person or a rerun decides
    bool accepted = false;            // the agent has the dispatched attempt in its queue
    Attempt attempt;                  // the newest that started, or was given up without starting
    Attempt dispatched_attempt;       // the newest that was sent
    Attempt claimed_attempt;          // the newest that its node ever spoke of, also where that changed nothing
    Version version;
    std::uint32_t retries = 0;        // since the budget was last renewed
    std::uint32_t undo_tries = 0;     // how often its undoing was begun, until it fails for good or something else begins; see undone.h
    bool undo_wanted = false;         // what it did is to be undone, in its turn
    std::uint32_t open_dependencies = 0;  // upstream steps (per_node: runs) without a final result
    std::uint32_t bad_dependencies = 0;
    std::uint32_t unneeded_dependencies = 0;
    TaskIndex task = no_task;
    NodeIndex node = no_node;         // the enrolled node it is for; no_node: historical, or the enrolment was lost
};

// True while an attempt of it is on its way to, or on, its node: it takes one of the node's places.
bool is_live(const Run& run);
// The number of its next attempt: one that nobody has used.
Attempt next_attempt(const Run& run);
// True if it can still move without a person: neither settled, blocked, unneeded nor quarantined.
bool can_proceed(const Run& run);

// Cold part: what people look at.
struct RunDetails {
    WallTime dispatched_at;   // of the newest attempt; 0 = not
    WallTime started_at;      // agent's clock
    WallTime ended_at;        // agent's clock
    WallTime updated_at;      // recorded time of the last change
    WallTime retry_recorded_at;
    std::int64_t retry_delay_ms = 0;  // meaningful while RETRYING
    std::optional<std::int32_t> exit_code;
    std::int32_t signal_number = 0;
    FailureClass failure_class = FailureClass::None;  // of the newest attempt that ended
    std::string message;
    std::string output_json;
    std::string output_text;
    std::optional<ArtifactRef> artifact;
};

struct Task {
    TaskId id;
    std::shared_ptr<const Plan> plan;
    std::string definition_sha256;
    ArtifactRef definition;
    OperatorName submitted_by;
    std::string note;
    RunIndex first_run;
    WallTime submitted_at;
    WallTime deadline_from;   // from when the task's deadline counts: its submission, or a person's newest rerun
    WallTime paused_at;       // recorded time of the pause that holds; 0 = not paused
    WallTime ended_at;        // recorded time of the event that ended it; 0 while it has not
    Position submitted_position;
    Position last_position;   // newest event of this task
    bool cancel_requested = false;
    bool compensation_requested = false;
    StepName compensation_target;  // of that request: the step, with all that depends on it; empty: the whole task
    bool paused = false;
    bool historical = false;
    TaskStatus status = TaskStatus::Pending;
    std::uint32_t count[run_status_count] = {};  // runs per status
    std::uint32_t blocked_count = 0;             // PENDING runs that are blocked
    std::uint32_t quarantined_count = 0;
    std::uint32_t proceed_count = 0;             // runs that can still move without a person
    std::uint32_t undo_count = 0;                // runs that are still to be undone
    std::uint32_t pardoned_count = 0;            // failed or blocked runs that their step tolerates
    std::uint32_t open_task_dependencies = 0;    // depends_on tasks that have not ended
    std::uint32_t bad_task_dependencies = 0;     // … that ended otherwise than SUCCEEDED
    struct StepCount {
        std::uint32_t open = 0;  // runs whose outcome is Open
        std::uint32_t bad = 0;
        std::uint32_t unneeded = 0;
        // Of steps with limits over their nodes only:
        std::uint32_t begun = 0;   // runs that have begun and are not through: each holds one of max_parallel_nodes
        std::uint32_t failed = 0;  // FAILED, TIMEOUT or quarantined: counts against the tolerance
        std::uint32_t pardonable = 0;  // FAILED, TIMEOUT or blocked, and not quarantined
        std::uint32_t pardoned = 0;    // those that do not make the task fail
        std::vector<std::uint32_t> open_by_rank;
    };
    std::vector<StepCount> steps;
};

// Failures in a row of one kind of work; see BREAKER_OPENED.
struct Breaker {
    std::uint32_t failures = 0;   // attempts in a row that failed or timed out
    bool open = false;
    Position opened_position;     // of the event that opened it last
    WallTime opened_at;
};

// What is known of an intent from the attempts of it that ended.
struct IntentHistory {
    static constexpr std::size_t capacity = 128;
    Breaker breaker;
    std::vector<std::int64_t> durations_ms;  // of the newest successes, as a ring
    std::uint32_t next = 0;                  // where the next duration goes
};
// The duration that `percent` of the kept ones do not exceed; nullopt when there are fewer than `at_least`.
std::optional<std::int64_t> duration_percentile_ms(const IntentHistory& history, std::uint32_t percent, std::size_t at_least);

// Raised and not yet cleared.
struct Alert {
    Position position;   // of the ALERT_RAISED event
    std::string key;     // the condition; empty: something that happened once, cleared when it is acknowledged
    std::string message;
    TaskIndex task = no_task;
    NodeIndex node = no_node;
    WallTime raised_at;
    bool acknowledged = false;
    OperatorName acknowledged_by;
};

enum class NodeStatus : std::uint8_t { Connected, Unreachable, Conservative, Draining, Revoked };
const char* to_text(NodeStatus status);  // "connected"

// Which events of one life of an agent's WAL are already in the log: all up to `contiguous`, and those in `beyond`.
struct OriginProgress {
    Incarnation incarnation;
    Sequence contiguous;
    std::vector<Sequence> beyond;  // ascending
};

struct Node {
    NodeFacts facts;
    NodeStatus status = NodeStatus::Unreachable;
    std::vector<OriginProgress> origins;  // newest incarnation last
    WallTime last_change_at;
    std::uint32_t live_runs = 0;  // see is_live
    bool draining = false;        // kept beside the status: a node that comes back is still draining
    Breaker breaker;
};

struct DeadLetter {
    Position position;  // of the DEAD_LETTERED event
    WallTime recorded_at;
    NodeIndex node = no_node;  // whose report it is
    Attempt attempt;
    DeadLettered content;
};

// Indexes whose state, readiness or flags changed in one or more applied events. May repeat.
struct Changes {
    std::vector<RunIndex> runs;
    std::vector<TaskIndex> tasks;
    std::vector<NodeIndex> nodes;
    void clear() { runs.clear(); tasks.clear(); nodes.clear(); }
};

// Somebody who was let in, besides the local operator.
struct Operator {
    OperatorName name;
    OperatorRole role = OperatorRole::Viewer;
    std::string certificate_serial;  // the newest; an older one is worth nothing
    WallTime added_at;
    bool revoked = false;
};

// A stretch of the log that could not be read and was dealt with.
struct KnownDamage {
    Position first;
    Position last;
    friend bool operator==(const KnownDamage&, const KnownDamage&) = default;
};

struct State {
    Position position;  // of the last applied event
    Epoch epoch;
    std::vector<Task> tasks;
    std::vector<Run> runs;
    std::vector<RunDetails> details;  // parallel to runs
    std::vector<Node> nodes;
    std::vector<DeadLetter> dead_letters;
    std::vector<KnownDamage> known_damage;
    std::vector<Alert> alerts;  // open ones, oldest first
    std::map<IntentName, IntentHistory> intents;
    std::vector<Operator> operators;  // in the order in which they were first added
    bool dispatch_paused = false;     // by a person
    WallTime dispatch_paused_at;
    // Runs of all tasks, derived like the counters of a task.
    std::uint32_t waiting_retries = 0;   // RETRYING and not sent yet
    std::uint32_t undo_backlog = 0;      // still to be undone, or being undone
    std::uint32_t undoing_runs = 0;      // COMPENSATING
    std::uint32_t quarantined_runs = 0;
    bool dispatch_throttled = false;  // by the watermark of the retry queue: nothing new starts
    EventHeader last;                 // of the newest event: what it should have been followed by is decided again after a crash
    std::uint64_t refused_changes = 0;  // events whose change was illegal and had no effect; 0 in a healthy log

    // Look-ups only; never iterated, since hash order differs from machine to machine.
    std::unordered_map<TaskId, TaskIndex> task_by_id;
    std::unordered_map<NodeId, NodeIndex> node_by_id;
    std::unordered_map<TaskId, std::vector<TaskIndex>> waiting_for_task;  // tasks that name it in depends_on

    const Task* find_task(const TaskId& id) const;
    const Operator* find_operator(const OperatorName& name) const;
    const Node* find_node(const NodeId& id) const;
    std::optional<RunIndex> find_run(const TaskId& task, const StepName& step, const NodeId& node) const;
    const Task& task_of(RunIndex run) const { return tasks[runs[run.value].task.value]; }
    const StepDefinition& step_of(RunIndex run) const;
    const PlanStep& plan_step_of(RunIndex run) const;
    const NodeId& node_of(RunIndex run) const;
};

// Still to be undone: wanted, and neither undone yet nor failed at it.
bool awaits_undo(const Run& run);
// Its turn has come: it awaits undoing, is at rest, and nothing that depends on it still has an effect.
bool is_undo_due(const State& state, RunIndex run);
// An attempt of it undoes what an earlier one did.
bool is_compensating(const Run& run);

// PENDING, neither blocked nor unneeded, its trigger met, its turn in the step's roll-out, its task neither waiting for another task, paused,
// cancelled nor historical.
bool is_ready(const State& state, RunIndex run);
// Of a PENDING run: what it depends on has come so far that its trigger fires.
bool is_triggered(const State& state, RunIndex run);
// The flags of `task status`, in the order blocked, unneeded, paused, quarantined, unreachable.
std::vector<const char*> flags_of(const State& state, RunIndex run);
// True if this event of that origin is already in the log.
bool is_known_event(const Node& node, Incarnation incarnation, Sequence sequence);
// Highest sequence of that incarnation below which nothing is missing; 0 = none seen.
Sequence contiguous_sequence(const Node& node, Incarnation incarnation);

}  // namespace apollo::domain
