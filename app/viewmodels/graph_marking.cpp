// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_marking.h"

#include <algorithm>

namespace apollo::viewmodels {

std::vector<RunIndex> runs_of_node(const Navigator& navigator, const GraphModel& model, std::uint32_t node) {
    std::vector<RunIndex> runs;
    const domain::Task* task = navigator.task();
    if (!task) return runs;
    for (const std::uint32_t step : model.steps_of(node)) {
        const domain::PlanStep& planned = task->plan->steps[step];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k)
            runs.push_back(RunIndex{task->first_run.value + planned.first_run + k});
    }
    return runs;
}

std::vector<std::uint32_t> marked_nodes(const Navigator& navigator, const GraphModel& model) {
    std::vector<std::uint32_t> nodes;
    const domain::Task* task = navigator.task();
    if (!task) return nodes;
    for (const RunIndex run : navigator.chosen().runs) {
        const auto node = model.node_of_step(task->plan->step_of_run(run.value - task->first_run.value));
        if (node) nodes.push_back(*node);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void toggle_node(Navigator& navigator, const GraphModel& model, std::optional<std::uint32_t> from, std::uint32_t node) {
    std::vector<RunIndex> marked = navigator.marked_runs();
    // Who has selected a step means all of its runs.
    if (navigator.chosen().runs.empty() && from && from != node) marked = runs_of_node(navigator, model, *from);
    const std::vector<RunIndex> own = runs_of_node(navigator, model, node);
    const bool all = std::all_of(own.begin(), own.end(), [&](RunIndex run) { return navigator.is_marked(run); });
    std::erase_if(marked, [&](RunIndex run) { return std::find(own.begin(), own.end(), run) != own.end(); });
    if (!all) marked.insert(marked.end(), own.begin(), own.end());
    navigator.mark_runs(std::move(marked));
}

void extend_marks(Navigator& navigator, const GraphModel& model, std::uint32_t from, std::uint32_t to) {
    std::vector<RunIndex> marked = navigator.chosen().runs.empty() ? runs_of_node(navigator, model, from) : navigator.chosen().runs;
    const std::vector<RunIndex> own = runs_of_node(navigator, model, to);
    marked.insert(marked.end(), own.begin(), own.end());
    navigator.select_step(model.look(to, navigator.cursor()).worst_step);
    navigator.mark_runs(std::move(marked));
}

void mark_nodes(Navigator& navigator, const GraphModel& model, const std::vector<std::uint32_t>& nodes) {
    std::vector<RunIndex> marked;
    for (const std::uint32_t node : nodes) {
        const std::vector<RunIndex> own = runs_of_node(navigator, model, node);
        marked.insert(marked.end(), own.begin(), own.end());
    }
    navigator.mark_runs(std::move(marked));
}

}  // namespace apollo::viewmodels
