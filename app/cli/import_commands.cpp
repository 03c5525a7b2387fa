// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/commands.h"
#include "app/interchange/archive.h"
#include "app/interchange/export_file.h"
#include "app/interchange/graph_json.h"
#include "app/interchange/wfformat.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

// Without an orchestrator on the folder one is run inside this process for as long as the import takes.
Result<domain::CommandResult> send(Context& context, const domain::ImportTask& task) {
    cli::Doors::Embedded embedded;
    if (context.orchestrator_runs()) {
        auto session = context.session();
        if (!session) return session.error();
        embedded.session = *session;
    } else {
        auto opened = context.doors().open_embedded(context.data_folder());
        if (!opened) return opened.error();
        embedded = std::move(opened).value();
    }
    auto result = await<domain::CommandResult>([&](auto done) { embedded.session.commands->send(task, std::move(done)); });
    embedded.session = {};
    return result;
}

int report(Context& context, const std::string& file, const interchange::ImportedWorkflow& workflow) {
    auto result = send(context, workflow.task);
    if (!result) return fail(result.error());
    if (context.json()) {
        print_json({{"task_id", result->task.text}, {"steps", workflow.steps}, {"edges", workflow.edges},
                    {"schema", workflow.schema.empty() ? Json(nullptr) : Json(workflow.schema)}, {"warnings", workflow.warnings}});
        return exit_done;
    }
    for (const std::string& warning : workflow.warnings) std::fprintf(stderr, "%s: warning: %s\n", file.c_str(), warning.c_str());
    print(result->task.text + ": " + std::to_string(workflow.steps) + " steps, " + std::to_string(workflow.edges) + " edges");
    return exit_done;
}

using Read = Result<interchange::ImportedWorkflow> (*)(std::string_view bytes, const TaskId& id);

int import_file(Context& context, const char* what, Read read) {
    if (context.options().words().empty()) return fail(exit_bad_input, std::string("name the file: apollo-cli import ") + what + " FILE");
    const std::string file = context.options().words()[0];
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return fail(exit_bad_input, bytes.error().message);
    const TaskId id = context.options().has("task-id") ? TaskId{context.options().value("task-id")} : interchange::task_id_of_file(file);
    if (!is_valid_name(id.text)) return fail(exit_bad_input, "'" + id.text + "' is no valid task id");
    auto workflow = read(*bytes, id);
    if (!workflow) return fail(exit_bad_input, file + ":" + workflow.error().message);
    return report(context, file, *workflow);
}

int import_wfformat(Context& context) { return import_file(context, "wfformat", interchange::read_wfformat); }
int import_graph(Context& context) { return import_file(context, "graph", interchange::read_graph); }

int import_archive(Context& context) {
    if (context.options().words().empty()) return fail(exit_bad_input, "name the file: apollo-cli import apollo FILE");
    const std::string file = context.options().words()[0];
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return fail(exit_bad_input, bytes.error().message);
    auto record = interchange::read_archive(*bytes);
    if (!record) return fail(exit_bad_input, file + ":1:1: " + record.error().message);
    const TaskId id = context.options().has("task-id") ? TaskId{context.options().value("task-id")} : record->id;
    if (!is_valid_name(id.text)) return fail(exit_bad_input, "'" + id.text + "' is no valid task id");
    interchange::ImportedWorkflow workflow;
    workflow.task = interchange::import_of(*record, id);
    workflow.steps = static_cast<std::uint32_t>(record->plan->steps.size());
    for (const domain::PlanStep& step : record->plan->steps) workflow.edges += static_cast<std::uint32_t>(step.depends_on.size());
    return report(context, file, workflow);
}

}  // namespace

std::vector<Verb> import_verbs() {
    return {{"import", "wfformat", "take in a WfCommons trace as the history of a task", {{"task-id", "ID", "the task's id (default: the file's name)"}},
             import_wfformat, true},
            {"import", "graph", "take in a graph without times, to look at", {{"task-id", "ID", "the task's id (default: the file's name)"}},
             import_graph, true},
            {"import", "apollo", "take in a task of another orchestrator as a history", {{"task-id", "ID", "another id for it (default: its own)"}},
             import_archive, true}};
}

}  // namespace apollo::cli
