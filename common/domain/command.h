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
struct CreateNodeToken {
    std::int64_t ttl_ms = 3600 * 1000;
};
struct RevokeNode {
    NodeId node;
    Justification why;
};
// A finished history from elsewhere. Positions, epochs, task and run indexes of the events are filled in at append.
struct ImportTask {
    TaskDefinition definition;
    std::vector<std::vector<NodeId>> step_nodes;
    std::string note;
    std::vector<Event> events;  // header.run counted from the task's first run; origin_time as recorded elsewhere
};

using Command = std::variant<SubmitTask, CancelTask, RerunTask, SkipRuns, OverrideRuns, CreateNodeToken, RevokeNode, ImportTask>;

// The answer of a command that was carried out; a refusal is an Error.
struct CommandResult {
    TaskId task;                  // SubmitTask, ImportTask and commands on a task
    TaskStatus task_status = TaskStatus::Pending;
    bool created = false;         // SubmitTask: false = this very definition was known
    std::uint32_t affected = 0;   // runs changed
    Position position;            // everything up to here is durable and reflects the command
    std::string token;            // CreateNodeToken
    std::string ca_fingerprint;   // CreateNodeToken
    WallTime expires_at;          // CreateNodeToken
};

}  // namespace apollo::domain
