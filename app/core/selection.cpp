// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/selection.h"

#include <algorithm>

namespace apollo::core {

namespace {

bool usable(const domain::Node& node) { return !node.facts.node.empty() && node.status != domain::NodeStatus::Revoked; }

std::string describe(const domain::Selector& selector) {
    switch (selector.kind) {
        case domain::Selector::Kind::Label: return "label " + selector.key + "=" + selector.value;
        case domain::Selector::Kind::Group: return "group " + selector.group;
        case domain::Selector::Kind::Nodes: return "nodes";
    }
    return {};
}

bool matches(const domain::Node& node, const domain::Selector& selector) {
    if (selector.kind == domain::Selector::Kind::Label) {
        const auto label = node.facts.labels.find(selector.key);
        return label != node.facts.labels.end() && label->second == selector.value;
    }
    return std::find(node.facts.groups.begin(), node.facts.groups.end(), selector.group) != node.facts.groups.end();
}

bool belongs(const domain::Node& node, const domain::Selector& selector) {
    if (selector.kind != domain::Selector::Kind::Nodes) return matches(node, selector);
    return std::find(selector.nodes.begin(), selector.nodes.end(), node.facts.node) != selector.nodes.end();
}

}  // namespace

Result<std::vector<NodeId>> resolve_selector(const domain::State& state, const domain::Selector& selector) {
    std::vector<NodeId> nodes;
    if (selector.kind == domain::Selector::Kind::Nodes) {
        for (const NodeId& id : selector.nodes) {
            const domain::Node* node = state.find_node(id);
            if (!node || !usable(*node)) {
                return Error{ErrorKind::BadInput, "node " + id.text + " is not enrolled here; see: apollo-cli node list"};
            }
            nodes.push_back(id);
        }
    } else {
        for (const domain::Node& node : state.nodes) {
            if (usable(node) && matches(node, selector)) nodes.push_back(node.facts.node);
        }
    }
    if (nodes.empty()) {
        return Error{ErrorKind::BadInput, "no enrolled node has " + describe(selector) + "; see: apollo-cli node list"};
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

Result<std::vector<std::vector<NodeId>>> resolve_steps(const domain::State& state, const domain::TaskDefinition& definition) {
    std::vector<std::vector<NodeId>> step_nodes;
    step_nodes.reserve(definition.steps.size());
    std::optional<std::vector<NodeId>> common;
    for (const domain::StepDefinition& step : definition.steps) {
        if (!step.target_selector && common) {
            step_nodes.push_back(*common);
            continue;
        }
        const auto& selector = step.target_selector ? step.target_selector : definition.target_selector;
        if (!selector) return Error{ErrorKind::BadInput, "step " + step.name.text + " has no target_selector and neither has the task"};
        auto nodes = resolve_selector(state, *selector);
        if (!nodes) return Error{ErrorKind::BadInput, "step " + step.name.text + ": " + nodes.error().message};
        if (!step.target_selector) common = *nodes;
        step_nodes.push_back(std::move(nodes).value());
    }
    return step_nodes;
}

domain::NodeRanks resolve_ranks(const domain::State& state, const domain::RollOutDefinition& roll_out, const std::vector<NodeId>& nodes) {
    domain::NodeRanks ranks;
    if (roll_out.ranks.empty()) return ranks;
    for (const NodeId& id : nodes) {
        const domain::Node* node = state.find_node(id);
        std::uint32_t rank = 0;
        while (rank < roll_out.ranks.size() && !(node && belongs(*node, roll_out.ranks[rank]))) ++rank;
        ranks[id] = rank;
    }
    return ranks;
}

std::vector<domain::NodeRanks> resolve_ranks(const domain::State& state, const domain::TaskDefinition& definition,
                                             const std::vector<std::vector<NodeId>>& step_nodes) {
    std::vector<domain::NodeRanks> ranks;
    for (std::size_t k = 0; k < definition.steps.size(); ++k) ranks.push_back(resolve_ranks(state, definition.steps[k].roll_out, step_nodes[k]));
    return ranks;
}

namespace {

Status check_filter(const domain::Task& task, const domain::RunFilter& filter) {
    const domain::Plan& plan = *task.plan;
    if (filter.step && !plan.find_step(*filter.step)) {
        return Error{ErrorKind::BadInput, "task " + task.id.text + " has no step " + filter.step->text};
    }
    if (filter.node && !std::binary_search(plan.nodes.begin(), plan.nodes.end(), *filter.node)) {
        return Error{ErrorKind::BadInput, "task " + task.id.text + " does not run on node " + filter.node->text};
    }
    return success();
}

}  // namespace

Result<std::vector<RunIndex>> select_runs(const domain::State&, const domain::Task& task, const domain::RunFilter& filter) {
    if (auto checked = check_filter(task, filter); !checked) return checked.error();
    const domain::Plan& plan = *task.plan;
    const auto step = filter.step ? plan.find_step(*filter.step) : std::nullopt;
    std::vector<RunIndex> runs;
    for (std::uint32_t k = 0; k < plan.run_count; ++k) {
        if (step && plan.step_of_run(k) != *step) continue;
        if (filter.node && plan.node_of_run(k) != *filter.node) continue;
        runs.push_back(RunIndex{task.first_run.value + k});
    }
    if (runs.empty()) {
        return Error{ErrorKind::BadInput, "step " + filter.step->text + " of task " + task.id.text + " does not run on node " + filter.node->text};
    }
    return runs;
}

Result<std::vector<RunIndex>> select_runs_from(const domain::State&, const domain::Task& task, const domain::RunFilter& filter) {
    if (auto checked = check_filter(task, filter); !checked) return checked.error();
    if (!filter.step) return Error{ErrorKind::BadInput, "--from needs --step"};
    const domain::Plan& plan = *task.plan;
    std::vector<bool> wanted(plan.steps.size(), false);
    std::vector<std::uint32_t> queue{*plan.find_step(*filter.step)};
    while (!queue.empty()) {
        const std::uint32_t step = queue.back();
        queue.pop_back();
        if (wanted[step]) continue;
        wanted[step] = true;
        queue.insert(queue.end(), plan.steps[step].dependents.begin(), plan.steps[step].dependents.end());
    }
    std::vector<RunIndex> runs;
    for (std::uint32_t k = 0; k < plan.run_count; ++k) {
        if (!wanted[plan.step_of_run(k)]) continue;
        if (filter.node && plan.node_of_run(k) != *filter.node) continue;
        runs.push_back(RunIndex{task.first_run.value + k});
    }
    return runs;
}

}  // namespace apollo::core
