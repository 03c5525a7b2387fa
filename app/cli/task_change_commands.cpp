// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <cctype>

#include "app/cli/asking.h"
#include "app/cli/commands.h"

namespace apollo::cli {

namespace {

int send(Context& context, const domain::Command& command) {
    auto result = ask(context, command);
    if (!result) return fail(result.error());
    if (context.json()) {
        print_json({{"task_id", result->task.text}, {"state", to_text(result->task_status)}, {"changed", result->affected}, {"position", result->position.value}});
    } else {
        const bool ending = std::holds_alternative<domain::CancelTask>(command) && !domain::is_ended(result->task_status);
        print(result->task.text + (ending ? " is being cancelled: what runs is being ended on its nodes" : std::string(" ") + to_text(result->task_status)) +
              " (events: " + std::to_string(result->affected) + ")");
    }
    return exit_done;
}

int task_cancel(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    return send(context, domain::CancelTask{TaskId{*id}, why_of(context)});
}

int task_rerun(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    if (context.options().has("from") && !context.options().has("step")) return fail(exit_bad_input, "--from needs --step");
    return send(context, domain::RerunTask{TaskId{*id}, filter_of(context), context.options().has("from"), context.options().has("failed"), why_of(context)});
}

int task_skip(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    return send(context, domain::SkipRuns{TaskId{*id}, filter_of(context), why_of(context)});
}

int task_override(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto to = context.required("to");
    if (!to) return fail(to.error());
    std::string upper = *to;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const auto status = domain::run_status_from_text(upper);
    using domain::RunStatus;
    const bool fits = status == RunStatus::Succeeded || status == RunStatus::Failed || status == RunStatus::Skipped || status == RunStatus::Pending;
    if (!fits) return fail(exit_bad_input, "--to must be one of SUCCEEDED FAILED SKIPPED PENDING, not '" + *to + "'");
    return send(context, domain::OverrideRuns{TaskId{*id}, filter_of(context), *status, why_of(context)});
}

}  // namespace

std::vector<Verb> task_change_verbs() {
    const OptionSpec id{"task-id", "ID", "the task"};
    const OptionSpec step{"step", "NAME", "only this step"};
    const OptionSpec node{"node", "ID", "only on this node"};
    const OptionSpec by{"operator", "NAME", "on whose behalf; who you are is in your certificate"};
    const OptionSpec reason{"reason", "TEXT", "why; stands in the log"};
    return {
        {"task", "cancel", "end a task; running processes are ended on their nodes", {id, by, reason}, task_cancel},
        {"task", "rerun", "run again what did not succeed, or what is named",
         {id, step, node, {"from", "", "with --step: also everything that depends on it"}, {"failed", "", "only what failed"}, by, reason}, task_rerun},
        {"task", "skip", "let a step count as done without running it", {id, step, node, by, reason}, task_skip},
        {"task", "override", "put a step into a state by a person's decision",
         {id, step, node, {"to", "STATE", "SUCCEEDED, FAILED, SKIPPED or PENDING"}, by, reason}, task_override},
    };
}

}  // namespace apollo::cli
