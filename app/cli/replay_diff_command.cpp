// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// replay diff: two moments of a task, or two tasks, side by side.
#include <algorithm>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/event_walk.h"

namespace apollo::cli {

namespace {

constexpr std::uint64_t the_end = INT64_MAX;

struct Moment {
    Json status;                             // as `task status` gives it
    std::map<std::string, Json> runs;        // by "step on node"
    std::map<std::string, std::int64_t> set_after_ms;  // from the submission to the run's last change, by recorded times
};

std::string name_of(const Json& run) { return run["step"].get<std::string>() + " on " + run["node"].get<std::string>(); }

Result<Moment> moment_at(Context& context, const std::string& id, std::uint64_t position) {
    bool goes_on = false;  // beyond the position
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State&) {
        goes_on = event.header.position.value > position;
        return !goes_on;
    });
    if (!state) return state.error();
    // Compared with what never was, everything would look alike.
    if (position != the_end && !goes_on && (*state)->position.value < position) {
        return Error{ErrorKind::BadInput, "there is no position " + std::to_string(position) + "; the log ends at " + std::to_string((*state)->position.value)};
    }
    const domain::Task* task = (*state)->find_task(TaskId{id});
    if (!task) return Error{ErrorKind::NotFound, "at position " + std::to_string((*state)->position.value) + " there is no task " + id};
    Moment moment;
    moment.status = status_document(**state, *task);
    for (std::uint32_t k = 0; k < task->plan->run_count; ++k) {
        const Json& run = moment.status["runs"][k];
        const WallTime updated = (*state)->details[task->first_run.value + k].updated_at;
        moment.set_after_ms[name_of(run)] = updated.known() ? updated.ms - task->submitted_at.ms : INT64_MAX;
        moment.runs[name_of(run)] = run;
    }
    return moment;
}

// What people compare. Times differ always, positions and versions say nothing by themselves.
Json side_of(const Moment& moment, const std::string& name) {
    const auto run = moment.runs.find(name);
    if (run == moment.runs.end()) return nullptr;
    Json side;
    for (const char* key : {"state", "attempt", "exit_code", "message", "output", "flags"}) side[key] = run->second[key];
    return side;
}

Json differences_of(const Moment& left, const Moment& right) {
    std::map<std::string, Json> names = left.runs;
    names.insert(right.runs.begin(), right.runs.end());
    Json differences = Json::array();
    for (const auto& [name, run] : names) {
        Json from = side_of(left, name), to = side_of(right, name);
        if (from == to) continue;
        const auto after = right.set_after_ms.find(name);
        differences.push_back({{"step", run["step"]}, {"node", run["node"]}, {"left", std::move(from)}, {"right", std::move(to)},
                               {"after_ms", after == right.set_after_ms.end() || after->second == INT64_MAX ? Json(nullptr) : Json(after->second)}});
    }
    // What differed first comes first; what is not there on the right comes last.
    std::stable_sort(differences.begin(), differences.end(), [](const Json& a, const Json& b) {
        const auto when = [](const Json& one) { return one["after_ms"].is_null() ? INT64_MAX : one["after_ms"].get<std::int64_t>(); };
        return when(a) < when(b);
    });
    return differences;
}

std::string words_of(const Json& side) {
    if (side.is_null()) return "not there";
    std::string text = side["state"].get<std::string>() + " (attempt " + side["attempt"].dump();
    if (!side["exit_code"].is_null()) text += ", exit code " + side["exit_code"].dump();
    text += ")";
    for (const Json& flag : side["flags"]) text += " " + flag.get<std::string>();
    return text;
}

std::string title_of(const Json& status) {
    return status["task_id"].get<std::string>() + " at position " + status["position"].dump() + ": " + status["state"].get<std::string>();
}

int replay_diff(Context& context) {
    auto id = context.required("task-id");
    if (!id) return fail(id.error());
    const std::string other = context.options().value("other", *id);
    auto at = context.options().integer("at", INT64_MAX, 0, INT64_MAX), to = context.options().integer("to", INT64_MAX, 0, INT64_MAX);
    if (!at) return fail(at.error());
    if (!to) return fail(to.error());
    if (other == *id && *at == *to) return fail(exit_bad_input, "replay diff needs two moments of the task (--at P, --to P) or another task (--other ID)");
    auto left = moment_at(context, *id, static_cast<std::uint64_t>(*at));
    if (!left) return fail(left.error());
    auto right = moment_at(context, other, static_cast<std::uint64_t>(*to));
    if (!right) return fail(right.error());
    const Json differences = differences_of(*left, *right);
    if (context.json()) {
        const auto side = [](const Json& status) { return Json{{"task_id", status["task_id"]}, {"position", status["position"]}, {"state", status["state"]}}; };
        print_json({{"left", side(left->status)}, {"right", side(right->status)}, {"differences", differences}});
        return exit_done;
    }
    print("left:  " + title_of(left->status));
    print("right: " + title_of(right->status));
    if (differences.empty()) print("no step differs");
    for (const Json& one : differences) print(name_of(one) + ": " + words_of(one["left"]) + " → " + words_of(one["right"]));
    return exit_done;
}

}  // namespace

std::vector<Verb> replay_diff_verbs() {
    return {{"replay", "diff", "two moments of a task, or two tasks, side by side; what differed first comes first",
             {{"task-id", "ID", "the task"}, {"at", "P", "position of the left side (default: the end)"}, {"to", "P", "position of the right side (default: the end)"},
              {"other", "ID", "another task for the right side"}, {"log-dir", "DIR", "folder of segments (default: DATA/log)"}}, replay_diff}};
}

}  // namespace apollo::cli
