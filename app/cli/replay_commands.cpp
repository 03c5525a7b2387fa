// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <map>

#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/event_walk.h"
#include "app/cli/status_table.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

int replay_state(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto at = context.options().integer("at", INT64_MAX, 0, INT64_MAX);
    if (!at) return fail(at.error());
    const auto limit = static_cast<std::uint64_t>(*at);
    auto state = walk_events(context, [limit](const domain::Event& event, const domain::State&) { return event.header.position.value <= limit; });
    if (!state) return fail(state.error());
    const domain::Task* task = (*state)->find_task(TaskId{*id});
    if (!task) {
        return fail(exit_no, "at position " + std::to_string((*state)->position.value) + " there is no task " + *id);
    }
    if (context.json()) {
        print_json(status_document(**state, *task));
        return exit_done;
    }
    print_status(**state, *task, " at position " + std::to_string((*state)->position.value));
    return exit_done;
}

struct Timelines {
    std::map<std::uint32_t, Json> by_run;
    std::map<std::uint32_t, domain::RunStatus> last;

    void note(domain::State& state, const domain::Event& event) {
        domain::apply(state, event);
        const domain::EventHeader& header = event.header;
        if (!domain::is_of_run(header) || header.run.value >= state.runs.size()) return;
        const domain::RunStatus now = state.runs[header.run.value].status;
        const auto known = last.find(header.run.value);
        if (known != last.end() && known->second == now) return;
        last[header.run.value] = now;
        by_run[header.run.value].push_back({{"position", header.position.value}, {"state", to_text(now)}, {"attempt", state.runs[header.run.value].attempt.value},
                                            {"time", time_json(header.recorded_time)}});
    }
};

int replay_timeline(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    auto at = context.options().integer("at", INT64_MAX, 0, INT64_MAX);
    if (!at) return fail(at.error());
    const auto limit = static_cast<std::uint64_t>(*at);
    Timelines timelines;
    domain::State after;
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State&) {
        if (event.header.position.value > limit) return false;
        timelines.note(after, event);
        return true;
    });
    if (!state) return fail(state.error());
    const domain::Task* task = after.find_task(TaskId{*id});
    if (!task) return fail(exit_no, "there is no task " + *id + " up to that position");
    Json runs = Json::array();
    for (std::uint32_t k = 0; k < task->plan->run_count; ++k) {
        const RunIndex run{task->first_run.value + k};
        Json changes = timelines.by_run.count(run.value) ? timelines.by_run[run.value] : Json::array();
        runs.push_back({{"step", after.step_of(run).name.text}, {"node", after.node_of(run).text}, {"changes", std::move(changes)}});
    }
    if (context.json()) {
        print_json({{"task_id", *id}, {"submitted_at", time_json(task->submitted_at)}, {"submitted_position", task->submitted_position.value}, {"runs", runs}});
        return exit_done;
    }
    for (const Json& run : runs) {
        print(run["step"].get<std::string>() + " on " + run["node"].get<std::string>());
        for (const Json& change : run["changes"]) {
            print("  " + change["position"].dump() + "  " + (change["time"].is_null() ? "—" : change["time"].get<std::string>()) + "  " +
                  change["state"].get<std::string>() + "  attempt " + change["attempt"].dump());
        }
    }
    return exit_done;
}

}  // namespace

std::vector<Verb> replay_verbs() {
    const OptionSpec id{"task-id", "ID", "the task"};
    const OptionSpec at{"at", "P", "position in the log (default: the end)"};
    const OptionSpec dir{"log-dir", "DIR", "folder of segments (default: DATA/log)"};
    return {{"replay", "state", "the task as it was when the log stood at a position", {id, at, dir}, replay_state},
            {"replay", "timeline", "every change of every run, with position and time", {id, at, dir}, replay_timeline}};
}

}  // namespace apollo::cli
