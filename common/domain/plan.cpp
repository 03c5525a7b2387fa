// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/plan.h"

#include <algorithm>

namespace apollo::domain {

std::uint32_t Plan::step_of_run(std::uint32_t run) const {
    APOLLO_ASSERT(run < run_count);
    return run_steps[run];
}

const NodeId& Plan::node_of_run(std::uint32_t run) const {
    const PlanStep& step = steps[step_of_run(run)];
    return nodes[step.nodes[run - step.first_run]];
}

std::optional<std::uint32_t> Plan::find_step(const StepName& step) const {
    const auto at = std::lower_bound(steps_by_name.begin(), steps_by_name.end(), step,
                                     [](const auto& entry, const StepName& name) { return entry.first < name; });
    if (at == steps_by_name.end() || at->first != step) return std::nullopt;
    return at->second;
}

std::optional<std::uint32_t> Plan::run_on(std::uint32_t step, std::uint32_t node) const {
    const PlanStep& s = steps[step];
    const auto at = std::lower_bound(s.nodes.begin(), s.nodes.end(), node);
    if (at == s.nodes.end() || *at != node) return std::nullopt;
    return s.first_run + static_cast<std::uint32_t>(at - s.nodes.begin());
}

std::optional<std::uint32_t> Plan::find_run(const StepName& step, const NodeId& node) const {
    const auto step_index = find_step(step);
    if (!step_index) return std::nullopt;
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), node);
    if (at == nodes.end() || *at != node) return std::nullopt;
    return run_on(*step_index, static_cast<std::uint32_t>(at - nodes.begin()));
}

namespace {

std::vector<NodeId> all_nodes(const std::vector<std::vector<NodeId>>& step_nodes) {
    std::vector<NodeId> nodes;
    for (const auto& list : step_nodes) nodes.insert(nodes.end(), list.begin(), list.end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void resolve_settings(const TaskDefinition& task, const StepDefinition& step, PlanStep& out) {
    out.timeout_ms = step.timeout_ms.value_or(task.timeout_ms.value_or(0));
    out.retry_policy = step.retry_policy.value_or(task.retry_policy.value_or(RetryPolicy{}));
    out.tiered = !step.retry_policy && !task.retry_policy;
    out.priority = step.priority.value_or(task.priority);
}

void resolve_roll_out(const StepDefinition& step, const NodeRanks* ranks, const std::vector<NodeId>& nodes, PlanStep& out) {
    if (!step.roll_out.any()) return;
    out.rolls_out = true;
    if (const auto& tolerance = step.roll_out.tolerance) {
        const std::uint64_t share = std::uint64_t{tolerance->value} * out.nodes.size() / 100;
        out.tolerated = tolerance->percent ? static_cast<std::uint32_t>(share) : tolerance->value;
    } else if (!step.roll_out.ranks.empty()) {
        out.tolerated = 0;
    }
    if (ranks == nullptr || ranks->empty()) return;
    // Ranks that no node has are left out, so that none is waited for.
    std::map<std::uint32_t, std::uint32_t> places;
    for (const auto& [node, rank] : *ranks) places.emplace(rank, 0);
    for (auto& [rank, place] : places) place = out.rank_count++;
    for (std::uint32_t node : out.nodes) {
        const auto at = ranks->find(nodes[node]);
        out.ranks.push_back(at == ranks->end() ? out.rank_count - 1 : places.at(at->second));
    }
}

}  // namespace

std::shared_ptr<const Plan> make_plan(TaskDefinition definition, const std::vector<std::vector<NodeId>>& step_nodes,
                                      const std::vector<NodeRanks>& step_ranks) {
    APOLLO_ASSERT(step_nodes.size() == definition.steps.size());
    auto plan = std::make_shared<Plan>();
    plan->nodes = all_nodes(step_nodes);
    plan->steps.resize(definition.steps.size());
    for (std::uint32_t i = 0; i < definition.steps.size(); ++i) {
        plan->steps_by_name.emplace_back(definition.steps[i].name, i);
    }
    std::sort(plan->steps_by_name.begin(), plan->steps_by_name.end());
    for (std::uint32_t i = 0; i < definition.steps.size(); ++i) {
        PlanStep& step = plan->steps[i];
        resolve_settings(definition, definition.steps[i], step);
        for (const NodeId& node : step_nodes[i]) {
            const auto at = std::lower_bound(plan->nodes.begin(), plan->nodes.end(), node);
            step.nodes.push_back(static_cast<std::uint32_t>(at - plan->nodes.begin()));
        }
        std::sort(step.nodes.begin(), step.nodes.end());
        step.nodes.erase(std::unique(step.nodes.begin(), step.nodes.end()), step.nodes.end());
        APOLLO_ASSERT(!step.nodes.empty());
        resolve_roll_out(definition.steps[i], step_ranks.empty() ? nullptr : &step_ranks[i], plan->nodes, step);
        plan->rolls_out = plan->rolls_out || step.rolls_out;
        step.first_run = plan->run_count;
        plan->run_count += static_cast<std::uint32_t>(step.nodes.size());
        plan->run_steps.insert(plan->run_steps.end(), step.nodes.size(), i);
        for (const StepName& name : definition.steps[i].depends_on) {
            const auto upstream = plan->find_step(name);
            APOLLO_ASSERT(upstream.has_value());
            step.depends_on.push_back(*upstream);
            plan->steps[*upstream].dependents.push_back(i);
        }
    }
    plan->definition = std::move(definition);
    return plan;
}

namespace {

// Follows unfinished dependencies until a step repeats; every step left over by Kahn's algorithm has one.
std::vector<std::uint32_t> find_cycle(const std::vector<std::vector<std::uint32_t>>& depends_on,
                                      const std::vector<bool>& placed) {
    std::uint32_t at = 0;
    while (placed[at]) ++at;
    std::vector<std::int64_t> seen(depends_on.size(), -1);
    std::vector<std::uint32_t> path;
    while (seen[at] < 0) {
        seen[at] = static_cast<std::int64_t>(path.size());
        path.push_back(at);
        for (std::uint32_t upstream : depends_on[at]) {
            if (!placed[upstream]) {
                at = upstream;
                break;
            }
        }
    }
    std::vector<std::uint32_t> cycle(path.begin() + seen[at], path.end());
    cycle.push_back(at);
    return cycle;
}

}  // namespace

// Kahn, Topological sorting of large networks, CACM 5(11), 1962. Without recursion: chains of 20,000 steps are normal.
Order topological_order(const std::vector<std::vector<std::uint32_t>>& depends_on) {
    Order order;
    std::vector<std::vector<std::uint32_t>> dependents(depends_on.size());
    std::vector<std::uint32_t> open(depends_on.size(), 0);
    for (std::uint32_t i = 0; i < depends_on.size(); ++i) {
        for (std::uint32_t upstream : depends_on[i]) {
            dependents[upstream].push_back(i);
            ++open[i];
        }
    }
    std::vector<bool> placed(depends_on.size(), false);
    for (std::uint32_t i = 0; i < open.size(); ++i) {
        if (open[i] == 0) order.steps.push_back(i);
    }
    for (std::size_t k = 0; k < order.steps.size(); ++k) {
        const std::uint32_t step = order.steps[k];
        placed[step] = true;
        for (std::uint32_t dependent : dependents[step]) {
            if (--open[dependent] == 0) order.steps.push_back(dependent);
        }
    }
    if (order.steps.size() < depends_on.size()) order.cycle = find_cycle(depends_on, placed);
    return order;
}

}  // namespace apollo::domain
