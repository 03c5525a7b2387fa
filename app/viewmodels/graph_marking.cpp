// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_marking.h"

#include <algorithm>
#include <cmath>

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
    return nodes_of_runs(navigator, model, navigator.chosen().runs);
}

std::uint32_t neighbour_of(const GraphLayout& layout, std::uint32_t from, int rank_step, int place_step) {
    std::uint32_t to = from;
    const auto& own = layout.layers[layout.ranks[from]];
    const auto at = std::find(own.begin(), own.end(), from) - own.begin() + place_step;
    if (place_step != 0 && at >= 0 && at < static_cast<std::ptrdiff_t>(own.size())) to = own[static_cast<std::size_t>(at)];
    double nearest = 1e30;
    for (const LayoutEdge& edge : layout.edges) {
        if (rank_step == 0) break;
        const std::uint32_t other = rank_step < 0 && edge.to == from ? edge.from : rank_step > 0 && edge.from == from ? edge.to : from;
        const double away = std::abs(layout.nodes[other].x - layout.nodes[from].x);
        if (other == from || away >= nearest) continue;
        nearest = away;
        to = other;
    }
    return to;
}

std::vector<std::uint32_t> nodes_of_runs(const Navigator& navigator, const GraphModel& model, const std::vector<RunIndex>& runs) {
    std::vector<std::uint32_t> nodes;
    const domain::Task* task = navigator.task();
    if (!task) return nodes;
    for (const RunIndex run : runs) {
        if (run < task->first_run || run.value - task->first_run.value >= task->plan->run_count) continue;
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
