// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <cstdio>

#include "app/cli/commands.h"
#include "app/cli/event_walk.h"
#include "app/interchange/export_file.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

int export_task(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto format = context.required("format");
    if (!format) return fail(format.error());
    const bool is_json = *format == "chrome-trace" || *format == "wfformat";
    if (context.json() && !is_json && !context.options().has("out")) {
        return fail(exit_bad_input, "--json prints one JSON document, and " + *format + " is none: add --out FILE, or leave --json away");
    }
    interchange::RecordCollector collector(TaskId{*id});
    auto walked = walk_events(context, [&](const domain::Event& event, const domain::State&) {
        collector.take(event);
        return true;
    });
    if (!walked) return fail(walked.error());
    if (!(*walked)->find_task(TaskId{*id})) return fail(no_such_task(*id));
    auto record = collector.finish();
    if (!record) return fail(record.error());
    auto bytes = interchange::export_bytes(*record, *format);
    if (!bytes) return fail(bytes.error());
    const std::string out = context.options().value("out");
    if (out.empty()) {
        if (std::fwrite(bytes->data(), 1, bytes->size(), stdout) != bytes->size() || std::fflush(stdout) != 0)
            return fail(exit_no, "could not write to the standard output");
        return exit_done;
    }
    SystemDisk disk;
    if (auto written = disk.write_file_atomically(out, as_bytes(*bytes)); !written) return fail(written.error());
    if (context.json()) print_json({{"task_id", *id}, {"format", *format}, {"out", out}, {"bytes", bytes->size()}});
    return exit_done;
}

}  // namespace

std::vector<Verb> export_verbs() {
    return {{"export", "", "write a task for another tool or another machine",
             {{"task-id", "ID", "the task"},
              {"format", "FORMAT", "chrome-trace, wfformat, dot, csv or apollo", false, {"chrome-trace", "wfformat", "dot", "csv", "apollo"}},
              {"out", "FILE", "where to (default: the standard output)"}},
             export_task}};
}

}  // namespace apollo::cli
