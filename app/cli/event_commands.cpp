// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/event_follow.h"
#include "app/cli/event_names.h"
#include "app/cli/event_rows.h"
#include "app/cli/event_walk.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

// Nothing fits: because what is named does not exist, or because there is nothing of it.
Status check_names(Context& context, const WantedEvents& wanted) {
    auto state = fetch_state(context, wanted.task.empty() ? std::nullopt : std::optional(TaskId{wanted.task}));
    return state ? names_exist(**state, wanted) : Status(state.error());
}

Result<WantedEvents> wanted_events(const Context& context) {
    constexpr std::int64_t no_limit = INT64_MAX;
    const Options& options = context.options();
    const auto from = options.integer("from", 0, 0, no_limit), to = options.integer("to", no_limit, 0, no_limit);
    if (!from) return from.error();
    if (!to) return to.error();
    if (*from > *to) return bad_input("--from " + std::to_string(*from) + " lies behind --to " + std::to_string(*to));
    if (options.has("follow") && options.has("to")) return bad_input("--follow goes on for good, and --to ends it; leave one out");
    return WantedEvents{options.value("task-id"), options.value("step"), options.value("node"), static_cast<std::uint64_t>(*from), static_cast<std::uint64_t>(*to)};
}

int event_list(Context& context) {
    const auto wanted = wanted_events(context);
    if (!wanted) return fail(wanted.error());
    const auto session = context.session();
    if (!session) return fail(session.error());
    if (context.options().has("follow")) return follow_events(context, *session, *wanted);
    Json events = Json::array();
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State& before) {
        Json document = event_document(before, event);
        if (fits(*wanted, document)) events.push_back(std::move(document));
        return event.header.position.value < wanted->to;
    });
    if (!state) return fail(state.error());
    if (events.empty()) {
        if (auto known = check_names(context, *wanted); !known) return fail(known.error());
    }
    if (context.json()) {
        print_json({{"events", events}});
        return exit_done;
    }
    if (events.empty()) {
        const bool ranged = context.options().has("from") || context.options().has("to");
        return print(ranged ? "no events in that range" : "no events"), exit_done;
    }
    std::vector<std::vector<std::string>> rows{event_columns()};
    for (const Json& event : events) rows.push_back(event_row(event));
    print_table(rows);
    return exit_done;
}

int artifact_get(Context& context) {
    if (context.options().words().empty()) return fail(exit_bad_input, "name the artifact: apollo-cli artifact get SHA256");
    auto session = context.session();
    if (!session) return fail(session.error());
    const ArtifactId id{context.options().words()[0]};
    auto content = await<std::string>([&](auto done) { session->history->fetch_artifact(id, std::move(done)); });
    if (!content) return fail(content.error());
    if (!context.options().has("out")) {
        std::fwrite(content->data(), 1, content->size(), stdout);
        return exit_done;
    }
    SystemDisk disk;
    const std::string file = context.options().value("out");
    if (auto written = disk.write_file_atomically(file, as_bytes(*content)); !written) return fail(written.error());
    if (context.json()) print_json({{"sha256", id.text}, {"size", content->size()}, {"file", file}});
    return exit_done;
}

}  // namespace

std::vector<Verb> event_verbs() {
    return {{"event", "list", "the events of a task",
             {{"task-id", "ID", "only this task"}, {"step", "NAME", "only this step"}, {"node", "ID", "only of this node"},
              {"from", "P", "from this position on"}, {"to", "P", "up to this position"},
              {"follow", "", "go on with what happens from now on, after the last ten there are, or all from --from; also of what does not exist yet; with --json a document a line"}},
             event_list},
            {"artifact", "get", "the exact bytes of a stored output", {{"out", "FILE", "write them to a file"}}, artifact_get, true}};
}

}  // namespace apollo::cli
