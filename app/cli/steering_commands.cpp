// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Pause, resume, explain, amend and compensate a task; pause and resume the whole orchestrator.
#include <algorithm>

#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "app/cli/task_file.h"

namespace apollo::cli {

namespace {

int report_change(Context& context, const Result<domain::CommandResult>& result, const std::string& done, const std::string& unchanged) {
    if (!result) return fail(result.error());
    if (context.json()) {
        print_json({{"task_id", result->task.text}, {"state", to_text(result->task_status)}, {"changed", result->affected}, {"position", result->position.value}});
    } else {
        print(result->task.text + " " + (result->affected > 0 ? done : unchanged));
    }
    return exit_done;
}

int task_pause(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    return report_change(context, ask(context, domain::PauseTask{TaskId{*id}, why_of(context)}), "is paused: what runs finishes, nothing new starts",
                         "was paused already");
}

int task_resume(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    return report_change(context, ask(context, domain::ResumeTask{TaskId{*id}, why_of(context)}), "goes on", "was not paused");
}

int task_compensate(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    const auto result = ask(context, domain::CompensateTask{TaskId{*id}, filter_of(context), why_of(context)});
    if (!result) return fail(result.error());
    const std::string nothing_begun = result->task_status == domain::TaskStatus::Compensating ? "is being undone already" : "is " + std::string(to_text(result->task_status)) + ": no step had anything to undo";
    return report_change(context, result, "is being undone", nothing_begun);
}

int task_explain(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto result = ask(context, domain::ExplainTask{TaskId{*id}, filter_of(context)});
    if (!result) return fail(result.error());
    if (context.json()) {
        Json causes = Json::array();
        for (const domain::ResultRow& row : result->rows) {
            causes.push_back({{"step", row.step}, {"node", row.node}, {"state", row.what}, {"cause", row.detail}});
        }
        print_json({{"task_id", *id}, {"state", to_text(result->task_status)}, {"causes", causes}});
        return exit_done;
    }
    std::vector<std::vector<std::string>> rows{{"STEP", "NODE", "STATE", "WHY"}};
    for (const domain::ResultRow& row : result->rows) rows.push_back({row.step, row.node, row.what, row.detail});
    print_table(rows);
    return exit_done;
}

bool is_refused(const domain::CommandResult& result) {
    return std::any_of(result.rows.begin(), result.rows.end(), [](const domain::ResultRow& row) { return row.what == "refuse"; });
}

void print_changes(Context& context, const TaskId& id, const domain::CommandResult& result, bool dry_run) {
    if (context.json()) {
        Json changes = Json::array();
        for (const domain::ResultRow& row : result.rows) {
            changes.push_back({{"step", row.step.empty() ? Json(nullptr) : Json(row.step)}, {"what", row.what}, {"detail", row.detail}});
        }
        print_json({{"task_id", id.text}, {"state", to_text(result.task_status)}, {"dry_run", dry_run}, {"changes", changes}, {"position", result.position.value}});
        return;
    }
    if (result.rows.empty()) return print(id.text + ": the definition is the same; nothing changes");
    std::vector<std::vector<std::string>> rows{{"STEP", "CHANGE", "DETAIL"}};
    for (const domain::ResultRow& row : result.rows) rows.push_back({row.step.empty() ? "(task)" : row.step, row.what, row.detail});
    print_table(rows);
    if (is_refused(result)) return print("nothing was changed; it is refused for what the table says");
    print(dry_run ? "nothing was changed; without --dry-run this would be done" : "the task was amended");
}

int task_amend(Context& context) {
    auto file = context.required("file");
    if (!file) return fail(file.error());
    auto read = read_task_file(*file);
    if (!read) return report_task_file(context, read.error());
    domain::TaskDefinition definition = read->definition;
    if (context.options().has("task-id")) {
        const TaskId id{context.options().value("task-id")};
        if (!definition.task_id.empty() && definition.task_id != id) {
            return fail(exit_bad_input, *file + " is task " + definition.task_id.text + ", not " + id.text);
        }
        definition.task_id = id;
    }
    if (definition.task_id.empty()) return fail(exit_bad_input, "which task? " + *file + " has no task_id; add --task-id ID");
    const bool dry_run = context.options().has("dry-run");
    auto result = ask(context, domain::AmendTask{definition, dry_run, why_of(context)});
    if (!result) return fail(result.error());
    print_changes(context, definition.task_id, *result, dry_run);
    return is_refused(*result) ? exit_no : exit_done;
}

int report_dispatch(Context& context, const Result<domain::CommandResult>& result, const std::string& text) {
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"changed", result->affected}, {"position", result->position.value}});
    else print(text);
    return exit_done;
}

int orchestrator_pause(Context& context) {
    return report_dispatch(context, ask(context, domain::PauseDispatch{why_of(context)}), "paused: what runs finishes, nothing new starts anywhere");
}

int orchestrator_resume(Context& context) {
    return report_dispatch(context, ask(context, domain::ResumeDispatch{why_of(context)}), "dispatch goes on");
}

int orchestrator_status(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    std::map<std::string, std::uint32_t> tasks, nodes;
    for (const domain::Task& task : (*state)->tasks) {
        if (task.plan && !task.historical) ++tasks[to_text(task.status)];
    }
    for (const domain::Node& node : (*state)->nodes) ++nodes[to_text(node.status)];
    const Json document{{"position", (*state)->position.value},       {"epoch", (*state)->epoch.value},
                        {"paused", (*state)->dispatch_paused},        {"throttled", (*state)->dispatch_throttled},
                        {"tasks", tasks},                             {"nodes", nodes},
                        {"waiting_retries", (*state)->waiting_retries}, {"compensation_backlog", (*state)->undo_backlog},
                        {"quarantined_runs", (*state)->quarantined_runs}, {"dead_letters", (*state)->dead_letters.size()},
                        {"alerts", (*state)->alerts.size()}};
    if (context.json()) return print_json(document), exit_done;
    for (const auto& [key, value] : document.items()) print(key + ": " + (value.is_string() ? value.get<std::string>() : value.dump()));
    return exit_done;
}

int reconcile(Context& context) {
    domain::ReconcileNodes command;
    if (context.options().has("node")) command.node = NodeId{context.options().value("node")};
    auto result = ask(context, command);
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"asked", result->affected}, {"position", result->position.value}});
    else print("asked " + std::to_string(result->affected) + " nodes; each difference becomes an event, see: apollo-cli event list");
    return exit_done;
}

}  // namespace

std::vector<Verb> steering_verbs() {
    const OptionSpec id{"task-id", "ID", "the task"};
    const OptionSpec step{"step", "NAME", "only this step"};
    const OptionSpec node{"node", "ID", "only on this node"};
    return {
        {"task", "pause", "start nothing new of a task; what runs finishes", with_why({id}), task_pause},
        {"task", "resume", "let a paused task go on", with_why({id}), task_resume},
        {"task", "explain", "why a step is not running: what exactly it waits for", {id, step, node}, task_explain},
        {"task", "amend", "change the steps of a task that have not begun",
         with_why({id, {"file", "F", "the whole new definition"}, {"dry-run", "", "only show what would change"}}), task_amend},
        {"task", "compensate", "undo what a task did: a step with all that depends on it, or everything", with_why({id, step}), task_compensate},
        {"orchestrator", "pause", "start nothing new of any task", with_why({}), orchestrator_pause},
        {"orchestrator", "resume", "let everything go on", with_why({}), orchestrator_resume},
        {"reconcile", "", "compare what nodes know with what the orchestrator knows, and repair what differs",
         {{"node", "ID", "only this one (default: all that are connected)"}}, reconcile},
        {"orchestrator", "status", "position, pauses, queues and counts", {}, orchestrator_status},
    };
}

}  // namespace apollo::cli
