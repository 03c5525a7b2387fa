// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/forecast_text.h"
#include "app/cli/status_table.h"
#include "app/cli/task_file.h"
#include "app/cli/task_wait.h"
#include "common/base/clock.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

Result<std::shared_ptr<const domain::State>> state_of(const api::Session& session, std::optional<TaskId> task) {
    return await<std::shared_ptr<const domain::State>>([&](auto done) { session.history->fetch_state(task, std::move(done)); });
}

int task_validate(Context& context) {
    auto file = context.required("file");
    if (!file) return fail(file.error());
    auto definition = read_task_file(*file);
    if (!definition) return report_task_file(context, definition.error());
    if (context.json()) {
        print_json({{"ok", true}, {"task_id", definition->definition.task_id.empty() ? Json(nullptr) : Json(definition->definition.task_id.text)},
                    {"steps", definition->definition.steps.size()}, {"definition_sha256", definition->sha256}, {"warnings", definition->warnings}});
    } else {
        for (const std::string& warning : definition->warnings) std::fprintf(stderr, "%s: warning: %s\n", file->c_str(), warning.c_str());
        print("ok: " + counted(definition->definition.steps.size(), "step"));
        print(effective_policies(definition->definition));
    }
    return exit_done;
}

int task_submit(Context& context) {
    auto file = context.required("file");
    if (!file) return fail(file.error());
    auto timeout = context.options().integer("timeout", 0, 1, 365 * 86400);
    if (!timeout) return fail(timeout.error());
    auto definition = read_task_file(*file);
    if (!definition) return report_task_file(context, definition.error());
    for (const std::string& warning : definition->warnings) std::fprintf(stderr, "%s: warning: %s\n", file->c_str(), warning.c_str());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto result = await<domain::CommandResult>([&](auto done) {
        session->commands->send(domain::SubmitTask{definition->definition}, std::move(done));
    });
    if (!result) return fail(result.error());
    domain::TaskStatus status = result->task_status;
    int code = exit_done;
    if (context.options().has("wait")) {
        auto waited = wait_for_end(*session, result->task, *timeout * 1000, nullptr);
        if (!waited) return fail(waited.error());
        status = waited->status;
        code = waited->exit_code;
    }
    if (context.json()) print_json({{"task_id", result->task.text}, {"state", to_text(status)}, {"created", result->created}});
    else print(result->task.text + " " + to_text(status) + (result->created ? "" : " (known already)"));
    return code;
}

int task_status(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto state = state_of(*session, TaskId{*id});
    if (!state) return fail(state.error());
    const domain::Task* task = (*state)->find_task(TaskId{*id});
    if (!task) return fail(no_such_task(*id));
    if (context.json()) return print_json(status_document(**state, *task)), exit_done;
    print_status(**state, *task, "");
    if (task->status != domain::TaskStatus::Running) return exit_done;
    auto all = state_of(*session, std::nullopt);
    if (!all) return fail(all.error());
    const auto index = (*all)->task_by_id.find(TaskId{*id});
    if (index == (*all)->task_by_id.end()) return exit_done;
    const auto forecast = domain::forecast(**all, index->second, SystemClock().now().wall);
    print(expectation_text(**all, (*all)->tasks[index->second.value], forecast) + "; see: apollo-cli task forecast");
    return exit_done;
}

int task_forecast(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    // What is known of such steps stands in all tasks.
    auto state = state_of(*session, std::nullopt);
    if (!state) return fail(state.error());
    const auto index = (*state)->task_by_id.find(TaskId{*id});
    if (index == (*state)->task_by_id.end()) return fail(no_such_task(*id));
    const domain::Task& task = (*state)->tasks[index->second.value];
    if (!task.plan) return fail(exit_no, "the definition of task " + *id + " cannot be read");
    const auto forecast = domain::forecast(**state, index->second, SystemClock().now().wall);
    if (context.json()) print_json(forecast_document(**state, task, forecast));
    else print_forecast(**state, task, forecast);
    return exit_done;
}

bool matches_meta(const domain::Task& task, const std::string& wanted) {
    const auto equals = wanted.find('=');
    const auto entry = task.plan->definition.metadata.find(wanted.substr(0, equals));
    if (entry == task.plan->definition.metadata.end()) return false;
    if (equals == std::string::npos) return true;
    const Json value = Json::parse(entry->second, nullptr, false);
    return (value.is_string() ? value.get<std::string>() : entry->second) == wanted.substr(equals + 1);
}

int task_list(Context& context) {
    std::optional<domain::TaskStatus> wanted;
    if (context.options().has("state")) {
        std::string text = context.options().value("state");
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        wanted = domain::task_status_from_text(text);
        if (!wanted) return fail(exit_bad_input, "--state must be one of PENDING RUNNING COMPENSATING CANCELLED FAILED COMPENSATED SUCCEEDED");
    }
    std::optional<WallTime> since;
    if (context.options().has("since")) {
        since = from_rfc3339(context.options().value("since"));
        if (!since) return fail(exit_bad_input, "--since must be a time like 2026-01-31T08:00:00Z");
    }
    auto session = context.session();
    if (!session) return fail(session.error());
    auto state = state_of(*session, std::nullopt);
    if (!state) return fail(state.error());
    std::vector<const domain::Task*> tasks;
    for (const domain::Task& task : (*state)->tasks) {
        if (!task.plan || (wanted && task.status != *wanted) || (since && task.submitted_at < *since)) continue;
        bool meta_fits = true;
        for (const std::string& meta : context.options().values("meta")) meta_fits = meta_fits && matches_meta(task, meta);
        if (meta_fits) tasks.push_back(&task);
    }
    if (context.json()) {
        print_json(task_list_document(**state, tasks));
        return exit_done;
    }
    if (tasks.empty()) return print("no tasks"), exit_done;
    std::vector<std::vector<std::string>> rows{{"TASK", "STATE", "INTENT", "PRIORITY", "SUBMITTED", "ENDED"}};
    for (const domain::Task* task : tasks) {
        const bool paused = task->paused && !domain::is_ended(task->status);
        rows.push_back({task->id.text, to_text(task->status) + std::string(paused ? " (paused)" : ""), task->plan->definition.intent.text, to_text(task->plan->definition.priority),
                        time_text(task->submitted_at), time_text(task->ended_at)});
    }
    print_table(rows);
    return exit_done;
}

int task_watch(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto timeout = context.options().integer("timeout", 0, 1, 365 * 86400);
    if (!timeout) return fail(timeout.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto waited = wait_for_end(*session, TaskId{*id}, *timeout * 1000, context.json() ? nullptr : print_change);
    if (!waited) return fail(waited.error());
    if (!context.json()) {
        print(*id + " " + to_text(waited->status));
        return waited->exit_code;
    }
    auto state = state_of(*session, TaskId{*id});
    if (!state) return fail(state.error());
    if (const domain::Task* task = (*state)->find_task(TaskId{*id})) print_json(status_document(**state, *task));
    return waited->exit_code;
}

}  // namespace

std::vector<Verb> task_verbs() {
    const OptionSpec file{"file", "F", "the task's YAML file"};
    const OptionSpec id{"task-id", "ID", "the task"};
    const OptionSpec timeout{"timeout", "S", "seconds to wait at most; then exit code 1"};
    return {
        {"task", "validate", "check a task file; every fault with its place", {file}, task_validate},
        {"task", "submit", "hand a task to the orchestrator", {file, {"wait", "", "until the task has ended; exit code 1 unless it has succeeded"}, timeout}, task_submit},
        {"task", "status", "the state of every step on every node", {id}, task_status},
        {"task", "forecast", "when it is expected to end, what decides about that, what takes unusually long, and how likely it fails", {id}, task_forecast},
        {"task", "list", "tasks and their states",
         {{"state", "S", "only tasks in that state"}, {"since", "TIME", "only tasks submitted since (RFC 3339)"}, {"meta", "K=V", "only tasks with that metadata", true}},
         task_list},
        {"task", "watch", "print changes until the task ends; exit code 1 unless it has succeeded", {id, timeout}, task_watch},
    };
}

}  // namespace apollo::cli
