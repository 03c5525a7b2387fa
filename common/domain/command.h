// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What somebody asks the orchestrator to do. A command is not a fact: it may be refused, and only its events are logged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/ids.h"
#include "common/domain/event.h"

namespace apollo::domain {

// Which runs of a task; absent = all.
struct RunFilter {
    std::optional<StepName> step;
    std::optional<NodeId> node;
};

// Why, and for whom. The operator's own name comes from the certificate, never from here.
struct Justification {
    std::string on_behalf_of;
    std::string reason;
};

struct SubmitTask {
    TaskDefinition definition;  // task_id empty: one is generated
};
struct CancelTask {
    TaskId task;
    Justification why;
};
struct RerunTask {
    TaskId task;
    RunFilter filter;
    bool from = false;    // the step and all that depends on it
    bool failed = false;  // only what failed
    Justification why;
};
struct SkipRuns {
    TaskId task;
    RunFilter filter;
    Justification why;
};
struct OverrideRuns {
    TaskId task;
    RunFilter filter;
    RunStatus to = RunStatus::Succeeded;
    Justification why;
};
// No new step of the task starts until it is resumed; what runs finishes, waiting retries stand still.
struct PauseTask {
    TaskId task;
    Justification why;
};
struct ResumeTask {
    TaskId task;
    Justification why;
};
// The same for everything this orchestrator dispatches.
struct PauseDispatch {
    Justification why;
};
struct ResumeDispatch {
    Justification why;
};
// Another definition for a task that exists. What was dispatched or is done cannot change.
struct AmendTask {
    TaskDefinition definition;  // task_id names the task
    bool dry_run = false;       // only say what would change (rows of the result)
    Justification why;
};
// Undoes what succeeded: the step and before it all that depends on it, in reverse order; without a step the whole task.
struct CompensateTask {
    TaskId task;
    RunFilter filter;
    Justification why;
};
// One sentence per cause why runs of the task do not run (rows of the result). Changes nothing.
struct ExplainTask {
    TaskId task;
    RunFilter filter;
};
// No new work for the node; what runs there finishes. `undo` takes it back.
struct DrainNode {
    NodeId node;
    bool undo = false;
    Justification why;
};
// Asks nodes (absent: all that are connected) to compare what they know with what the orchestrator knows.
struct ReconcileNodes {
    std::optional<NodeId> node;
};
struct RequeueDeadLetter {
    Position letter;
    Justification why;
};
struct DropDeadLetter {
    Position letter;
    Justification why;
};
struct AcknowledgeAlert {
    Position alert;
    Justification why;
};
struct CloseBreaker {
    std::string breaker;  // "intent:NAME" or "node:NAME"
    Justification why;
};
struct CreateNodeToken {
    std::int64_t ttl_ms = 3600 * 1000;
};
struct RevokeNode {
    NodeId node;
    Justification why;
};
// Lets somebody in. The key stays where the request was made.
struct AddOperator {
    OperatorName name;
    OperatorRole role = OperatorRole::Viewer;
    std::string csr_pem;
    // Filled in by the orchestrator when it signs.
    std::string certificate_pem;
    std::string certificate_serial;
    std::string ca_pem;
    Justification why;
};
struct RevokeOperator {
    OperatorName name;
    Justification why;
};
// Content that nodes will fetch (a package, say), one piece of it; see common/protocol.
struct StoreArtifact {
    ArtifactId artifact;
    std::uint64_t offset = 0;
    std::string content;
    bool last = false;
};
// A finished history from elsewhere. Positions, epochs, task and run indexes of the events are filled in at append.
struct ImportTask {
    TaskDefinition definition;
    std::vector<std::vector<NodeId>> step_nodes;
    std::string note;
    std::vector<Event> events;  // header.run counted from the task's first run; origin_time as recorded elsewhere
};

using Command = std::variant<SubmitTask, CancelTask, RerunTask, SkipRuns, OverrideRuns, CreateNodeToken, RevokeNode, ImportTask, PauseTask,
                             ResumeTask, PauseDispatch, ResumeDispatch, AmendTask, CompensateTask, ExplainTask, DrainNode, ReconcileNodes,
                             RequeueDeadLetter, DropDeadLetter, AcknowledgeAlert, CloseBreaker, AddOperator, RevokeOperator, StoreArtifact>;

// One line of a preview or an explanation.
struct ResultRow {
    std::string step;    // empty: the task as a whole
    std::string node;    // empty: all nodes of the step
    std::string what;    // AmendTask: "add", "remove", "rewire", "change", "keep", "refuse"; ExplainTask: the run's state
    std::string detail;  // one sentence
    friend bool operator==(const ResultRow&, const ResultRow&) = default;
};

// The answer of a command that was carried out; a refusal is an Error.
struct CommandResult {
    TaskId task;                  // SubmitTask, ImportTask and commands on a task
    TaskStatus task_status = TaskStatus::Pending;
    bool created = false;         // SubmitTask: false = this very definition was known
    std::uint32_t affected = 0;   // runs changed
    Position position;            // everything up to here is durable and reflects the command
    std::string token;            // CreateNodeToken
    std::string ca_fingerprint;   // CreateNodeToken
    std::string certificate_pem;  // AddOperator
    std::string ca_pem;           // AddOperator
    WallTime expires_at;          // CreateNodeToken
    std::vector<ResultRow> rows;  // AmendTask, ExplainTask
};

}  // namespace apollo::domain
