// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_named.h"

#include "common/base/assert.h"
#include "common/definition/parse.h"

namespace apollo::cli {

namespace {

domain::TaskDefinition harmless_task(const std::string& id, const std::vector<std::string>& nodes) {
    const auto step = [](const char* name) {
        return Json{{"name", name}, {"intent", "run_command"}, {"idempotency", "idempotent_write"}, {"params", {{"argv", {"true"}}}}};
    };
    Json second = step("s2");
    second["depends_on"] = {"s1"};
    const Json document{{"task_id", id},
                        {"intent", "drill"},
                        {"target_selector", {{"type", "nodes"}, {"nodes", nodes}}},
                        {"timeout", 60},
                        {"retry_policy", {{"max_retries", 0}}},
                        {"metadata", {{"drill", true}}},
                        {"steps", {step("s1"), second}}};
    definition::Parsed parsed = definition::parse(document.dump());
    APOLLO_ASSERT(parsed.faults.empty());
    return std::move(parsed.definition);
}

std::size_t count_starts(const DrillWatch& watch, const std::string& task) {
    std::size_t count = 0;
    for (const DrillWatch::Seen& one : watch.events()) {
        if (one.header.type != domain::EventType::Started || !domain::is_of_run(one.header)) continue;
        if (watch.state().task_of(one.header.run).id.text == task) ++count;
    }
    return count;
}

Status run_task(DrillWatch& watch, const domain::TaskDefinition& task) {
    auto submitted = watch.ask(domain::SubmitTask{task});
    if (!submitted) return submitted.error();
    const std::string id = task.task_id.text;
    watch.note("", "submitted " + id + ", two steps that do nothing");
    auto ended = watch.wait_for("for the end of " + id + " on the named nodes", [&] {
        const domain::Task* known = watch.state().find_task(task.task_id);
        return known && domain::is_ended(known->status);
    });
    if (!ended) {
        auto cancelled = watch.ask(domain::CancelTask{task.task_id, {"", "the drill is over"}});
        watch.note("", cancelled ? "cancelled " + id : cancelled.error().message);
        return ended;
    }
    if (!watch.is_ended_well(id)) return Error{ErrorKind::Refused, id + " has failed; see: apollo-cli task status --task-id " + id};
    watch.note("", id + " has succeeded");
    return success();
}

}  // namespace

Status drill_named_nodes(DrillWatch& watch, DrillReport& report, const std::vector<std::string>& nodes, const std::string& id) {
    report.note = "Named nodes are neither killed nor cut off: their machines cannot be reached from here but through their agents, and real work may run there.\n"
                  "To see detection, take-over and repair there, stop an agent by hand and watch it; or drill without --node, with agents of the drill's own.";
    for (const std::string& node : nodes) {
        if (watch.state().node_by_id.count(NodeId{node}) == 0) return Error{ErrorKind::NotFound, "there is no node " + node + "; see: apollo-cli node list"};
        if (!watch.is_here(NodeId{node})) return Error{ErrorKind::Refused, "node " + node + " is not connected"};
    }
    const domain::TaskDefinition first = harmless_task(id + "-t-first", nodes), last = harmless_task(id + "-t-last", nodes);
    const std::int64_t begun_ms = watch.elapsed_ms();
    if (auto run = run_task(watch, first); !run) return run;
    auto again = watch.ask(domain::SubmitTask{first});
    if (!again) return again.error();
    watch.note("", "submitted " + first.task_id.text + " once more");
    const std::int64_t asked_ms = watch.elapsed_ms();
    for (const std::string& node : nodes) {
        auto asked = watch.ask(domain::ReconcileNodes{NodeId{node}});
        if (!asked) return asked.error();
        watch.note(node, "asked what it knows");
    }
    // A node answers that before it reports on what it is given afterwards.
    if (auto run = run_task(watch, last); !run) return run;
    report.convergence_ms = watch.elapsed_ms() - begun_ms;
    const std::size_t repairs = watch.repairs_since(asked_ms, nodes);
    const std::size_t starts = count_starts(watch, first.task_id.text), wanted = 2 * nodes.size();
    report.promises.push_back({"effects", starts == wanted, std::to_string(starts) + " starts of " + std::to_string(wanted) + " steps"});
    report.promises.push_back({"duplicates", !again->created, again->created ? "the repeated submission was taken for a new task" : "the repeated submission changed nothing"});
    report.promises.push_back({"agreement", repairs == 0, repairs == 0 ? "the comparison found nothing to repair" : std::to_string(repairs) + " differences were found and repaired"});
    return success();
}

}  // namespace apollo::cli
