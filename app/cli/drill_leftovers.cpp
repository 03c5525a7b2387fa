// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_leftovers.h"

#include <algorithm>
#include <map>

#include "common/base/clock.h"

namespace apollo::cli {

namespace {

bool is_left_task(const domain::Task& task) { return !task.historical && !domain::is_ended(task.status) && !drill_of(task.id.text).empty(); }
bool is_left_node(const domain::Node& node) { return node.status != domain::NodeStatus::Revoked && !drill_of(node.facts.node.text).empty(); }

WallTime newest_change(const domain::State& state, const domain::Task& task) {
    WallTime newest = task.submitted_at;
    for (std::uint32_t k = 0; task.plan && k < task.plan->run_count; ++k) newest = std::max(newest, state.details[task.first_run.value + k].updated_at);
    return newest;
}

}  // namespace

std::string drill_of(const std::string& name) {
    constexpr std::string_view begin = "drill-";
    constexpr std::size_t digits = 8;
    const std::string id = name.substr(0, begin.size() + digits);
    const bool fits = name.starts_with(begin) && name.size() > id.size() && name[id.size()] == '-' &&
                      std::all_of(id.begin() + begin.size(), id.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    return fits ? id : std::string();
}

std::vector<std::string> dead_drills(const domain::State& state, WallTime now, std::int64_t silent_ms) {
    std::map<std::string, WallTime> newest;
    for (const domain::Node& node : state.nodes) {
        if (!is_left_node(node)) continue;
        // One that is connected is alive.
        const bool is_alive = node.status == domain::NodeStatus::Connected || node.status == domain::NodeStatus::Draining;
        WallTime& change = newest[drill_of(node.facts.node.text)];
        change = std::max(change, is_alive ? now : node.last_change_at);
    }
    for (const domain::Task& task : state.tasks) {
        if (!is_left_task(task)) continue;
        WallTime& change = newest[drill_of(task.id.text)];
        change = std::max(change, newest_change(state, task));
    }
    std::vector<std::string> dead;
    for (const auto& [id, change] : newest) {
        if (now.ms - change.ms > silent_ms) dead.push_back(id);
    }
    return dead;
}

void clear_leftovers(DrillWatch& watch, std::int64_t silent_ms) {
    const domain::Justification why{"", "left by a drill that was killed"};
    for (const std::string& id : dead_drills(watch.state(), SystemClock().now().wall, silent_ms)) {
        std::vector<TaskId> tasks;
        std::vector<NodeId> nodes;
        for (const domain::Task& task : watch.state().tasks) {
            if (is_left_task(task) && drill_of(task.id.text) == id) tasks.push_back(task.id);
        }
        for (const domain::Node& node : watch.state().nodes) {
            if (is_left_node(node) && drill_of(node.facts.node.text) == id) nodes.push_back(node.facts.node);
        }
        for (const TaskId& task : tasks) {
            auto cancelled = watch.ask(domain::CancelTask{task, why});
            watch.note("", cancelled ? "cancelled " + task.text + ", left by a drill that was killed" : cancelled.error().message);
        }
        for (const NodeId& node : nodes) {
            auto revoked = watch.ask(domain::RevokeNode{node, why});
            watch.note(node.text, revoked ? "revoked; left by a drill that was killed" : revoked.error().message);
        }
    }
}

}  // namespace apollo::cli
