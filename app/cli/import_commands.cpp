// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/commands.h"
#include "app/interchange/wfformat.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

int import_wfformat(Context& context) {
    if (context.options().words().empty()) return fail(exit_bad_input, "name the file: apollo-cli import wfformat FILE");
    const std::string file = context.options().words()[0];
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return fail(exit_bad_input, bytes.error().message);
    const TaskId id = context.options().has("task-id") ? TaskId{context.options().value("task-id")} : interchange::task_id_of_file(file);
    if (!is_valid_name(id.text)) return fail(exit_bad_input, "'" + id.text + "' is no valid task id");
    auto workflow = interchange::read_wfformat(*bytes, id);
    if (!workflow) return fail(exit_bad_input, file + ":" + workflow.error().message);
    // Without an orchestrator on the folder one is run inside this process for as long as the import takes.
    cli::Doors::Embedded embedded;
    if (context.orchestrator_runs()) {
        auto session = context.session();
        if (!session) return fail(session.error());
        embedded.session = *session;
    } else {
        auto opened = context.doors().open_embedded(context.data_folder());
        if (!opened) return fail(opened.error());
        embedded = std::move(opened).value();
    }
    auto result = await<domain::CommandResult>([&](auto done) { embedded.session.commands->send(workflow->task, std::move(done)); });
    embedded.session = {};
    if (!result) return fail(result.error());
    if (context.json()) {
        print_json({{"task_id", result->task.text}, {"steps", workflow->steps}, {"edges", workflow->edges},
                    {"schema", workflow->schema.empty() ? Json(nullptr) : Json(workflow->schema)}, {"warnings", workflow->warnings}});
        return exit_done;
    }
    for (const std::string& warning : workflow->warnings) std::fprintf(stderr, "%s: warning: %s\n", file.c_str(), warning.c_str());
    print(result->task.text + ": " + std::to_string(workflow->steps) + " steps, " + std::to_string(workflow->edges) + " edges");
    return exit_done;
}

}  // namespace

std::vector<Verb> import_verbs() {
    return {{"import", "wfformat", "take in a WfCommons trace as the history of a task", {{"task-id", "ID", "the task's id (default: the file's name)"}},
             import_wfformat, true}};
}

}  // namespace apollo::cli
