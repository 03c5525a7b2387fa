// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/plan_codec.h"

#include <unordered_map>

namespace apollo::codec {

namespace {

Error bad_plan(const std::string& what) { return {ErrorKind::Damaged, "a stored definition is not usable: " + what}; }

Status check_graph(const domain::TaskDefinition& definition) {
    std::unordered_map<StepName, std::uint32_t> index;
    for (const auto& step : definition.steps) {
        if (!index.emplace(step.name, static_cast<std::uint32_t>(index.size())).second) {
            return bad_plan("step " + step.name.text + " stands twice in it");
        }
    }
    if (definition.steps.empty()) return bad_plan("it has no steps");
    std::vector<std::vector<std::uint32_t>> depends_on(definition.steps.size());
    for (std::size_t i = 0; i < definition.steps.size(); ++i) {
        for (const StepName& name : definition.steps[i].depends_on) {
            const auto at = index.find(name);
            if (at == index.end()) return bad_plan("step " + definition.steps[i].name.text + " depends on unknown " + name.text);
            depends_on[i].push_back(at->second);
        }
    }
    if (!domain::topological_order(depends_on).cycle.empty()) return bad_plan("its dependencies are circular");
    return success();
}

}  // namespace

void encode_plan(const domain::Plan& plan, wire::Plan& out) {
    encode_definition(plan.definition, *out.mutable_definition());
    for (const NodeId& node : plan.nodes) out.add_nodes(node.text);
    for (const domain::PlanStep& step : plan.steps) {
        wire::StepNodes& stored = *out.add_steps();
        stored.mutable_nodes()->Assign(step.nodes.begin(), step.nodes.end());
        stored.mutable_ranks()->Assign(step.ranks.begin(), step.ranks.end());
    }
}

Result<std::shared_ptr<const domain::Plan>> decode_plan(const wire::Plan& in) {
    domain::TaskDefinition definition = decode_definition(in.definition());
    if (auto checked = check_graph(definition); !checked) return checked.error();
    if (in.steps_size() != static_cast<int>(definition.steps.size())) return bad_plan("steps and their nodes differ in number");
    std::vector<std::vector<NodeId>> step_nodes;
    std::vector<domain::NodeRanks> step_ranks;
    for (const wire::StepNodes& step : in.steps()) {
        if (step.nodes_size() == 0) return bad_plan("a step has no node");
        if (step.ranks_size() != 0 && step.ranks_size() != step.nodes_size()) return bad_plan("a step's ranks and its nodes differ in number");
        domain::NodeRanks& ranks = step_ranks.emplace_back();
        std::vector<NodeId>& nodes = step_nodes.emplace_back();
        for (std::uint32_t node : step.nodes()) {
            if (node >= static_cast<std::uint32_t>(in.nodes_size())) return bad_plan("a step names a node that is not there");
            nodes.emplace_back(in.nodes(static_cast<int>(node)));
            if (step.ranks_size() != 0) ranks[nodes.back()] = step.ranks(static_cast<int>(nodes.size()) - 1);
        }
    }
    return domain::make_plan(std::move(definition), step_nodes, step_ranks);
}

std::string plan_to_bytes(const domain::Plan& plan) {
    wire::Plan message;
    encode_plan(plan, message);
    return message.SerializeAsString();
}

Result<std::shared_ptr<const domain::Plan>> plan_from_bytes(const std::string& bytes) {
    wire::Plan message;
    if (!message.ParseFromString(bytes)) return bad_plan("its bytes cannot be read");
    return decode_plan(message);
}

}  // namespace apollo::codec
