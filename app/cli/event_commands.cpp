// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/event_walk.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

struct WantedEvents {
    std::string task;
    std::string step;
    std::string node;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

bool fits(const WantedEvents& wanted, const Json& document) {
    const auto equals = [&](const char* key, const std::string& text) { return text.empty() || document[key] == text; };
    const std::uint64_t position = document["position"].get<std::uint64_t>();
    return equals("task_id", wanted.task) && equals("step", wanted.step) && equals("node", wanted.node) && position >= wanted.from && position <= wanted.to;
}

// What an operator looks for first: who and why, how it ended, how long until the next try.
std::string detail_of(const Json& payload) {
    if (!payload.is_object()) return {};
    std::string detail;
    const auto add = [&](const char* key, const char* label) {
        const auto at = payload.find(key);
        if (at == payload.end() || at->is_null() || at->is_object() || at->is_array()) return;
        const std::string text = at->is_string() ? at->get<std::string>() : at->dump();
        detail += (detail.empty() ? "" : ", ") + std::string(label) + truncate_utf8(text, 120);
    };
    add("verb", "");
    add("to", "to ");
    add("operator", "by ");
    add("on_behalf_of", "for ");
    add("reason", "because: ");
    add("delay_ms", "next try in ms: ");
    add("message", "");
    for (char& c : detail) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return detail;
}

// Nothing fits: because what is named does not exist, or because there is nothing of it.
Status check_names(Context& context, const WantedEvents& wanted) {
    const std::optional<TaskId> only = wanted.task.empty() ? std::nullopt : std::optional(TaskId{wanted.task});
    auto state = fetch_state(context, only);
    if (!state) return state.error();
    if (only && !(*state)->find_task(*only)) return no_such_task(wanted.task);
    if (!wanted.node.empty() && !(*state)->find_node(NodeId{wanted.node})) return Error{ErrorKind::NotFound, "there is no node " + wanted.node + "; see: apollo-cli node list"};
    if (wanted.step.empty()) return success();
    for (const domain::Task& task : (*state)->tasks) {
        if ((!only || task.id == *only) && task.plan && task.plan->find_step(StepName{wanted.step})) return success();
    }
    return Error{ErrorKind::NotFound, only ? "task " + wanted.task + " has no step " + wanted.step + "; see: apollo-cli task status --task-id " + wanted.task
                                           : "no task has a step " + wanted.step};
}

int event_list(Context& context) {
    constexpr std::int64_t no_limit = INT64_MAX;
    auto from = context.options().integer("from", 0, 0, no_limit);
    auto to = context.options().integer("to", no_limit, 0, no_limit);
    if (!from) return fail(from.error());
    if (!to) return fail(to.error());
    if (*from > *to) return fail(exit_bad_input, "--from " + std::to_string(*from) + " lies behind --to " + std::to_string(*to));
    if (auto session = context.session(); !session) return fail(session.error());
    const WantedEvents wanted{context.options().value("task-id"), context.options().value("step"), context.options().value("node"),
                        static_cast<std::uint64_t>(*from), static_cast<std::uint64_t>(*to)};
    Json events = Json::array();
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State& before) {
        Json document = event_document(before, event);
        if (fits(wanted, document)) events.push_back(std::move(document));
        return event.header.position.value < wanted.to;
    });
    if (!state) return fail(state.error());
    if (events.empty()) {
        if (auto known = check_names(context, wanted); !known) return fail(known.error());
    }
    if (context.json()) {
        print_json({{"events", events}});
        return exit_done;
    }
    if (events.empty()) {
        const bool ranged = context.options().has("from") || context.options().has("to");
        return print(ranged ? "no events in that range" : "no events"), exit_done;
    }
    std::vector<std::vector<std::string>> rows{{"POSITION", "TIME", "TYPE", "TASK", "STEP", "NODE", "ATTEMPT", "DETAIL"}};
    const auto cell = [](const Json& value) { return value.is_null() ? std::string("—") : value.is_string() ? value.get<std::string>() : value.dump(); };
    for (const Json& event : events) {
        rows.push_back({cell(event["position"]), cell(event["recorded_time"]), cell(event["type"]), cell(event["task_id"]), cell(event["step"]),
                        cell(event["node"]), cell(event["attempt"]), detail_of(event["payload"])});
    }
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
              {"from", "P", "from this position on"}, {"to", "P", "up to this position"}},
             event_list},
            {"artifact", "get", "the exact bytes of a stored output", {{"out", "FILE", "write them to a file"}}, artifact_get, true}};
}

}  // namespace apollo::cli
