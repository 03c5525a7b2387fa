// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "common/domain/agent_upgrades.h"
#include "common/domain/failure_text.h"
#include "common/domain/node_load.h"

namespace apollo::cli {

namespace {

int node_token(Context& context) {
    auto ttl = context.options().integer("ttl", 3600, 1, 30 * 86400);
    if (!ttl) return fail(ttl.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto result = await<domain::CommandResult>([&](auto done) { session->commands->send(domain::CreateNodeToken{*ttl * 1000}, std::move(done)); });
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"token", result->token}, {"ca_fingerprint", result->ca_fingerprint}, {"expires_at", to_rfc3339(result->expires_at)}});
    else print(result->token);
    return exit_done;
}

struct Nodes {
    std::shared_ptr<const domain::State> state;
    std::vector<api::NodeMeasurement> measured;

    const api::NodeMeasurement* find(const NodeId& node) const {
        for (const api::NodeMeasurement& one : measured) {
            if (one.node == node) return &one;
        }
        return nullptr;
    }
};

Result<Nodes> fetch_nodes(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return state.error();
    auto measured = measure_nodes(context);
    if (!measured) return measured.error();
    return Nodes{*state, *measured};
}

const char* state_text(const Nodes& nodes, const domain::Node& node) {
    const api::NodeMeasurement* measured = nodes.find(node.facts.node);
    const bool here = measured && measured->connected;
    if (node.status == domain::NodeStatus::Connected && !here) return to_text(domain::NodeStatus::Unreachable);
    return to_text(node.status);
}

Json upgrade_document(const domain::State& state, RunIndex run) {
    return {{"task_id", state.task_of(run).id.text}, {"state", to_text(state.runs[run.value].status)}, {"message", domain::failure_text(state.details[run.value])}};
}

Json node_document(const Nodes& nodes, const domain::Node& node, const domain::NodeLoad& load) {
    const api::NodeMeasurement* measured = nodes.find(node.facts.node);
    return {{"node", node.facts.node.text},
            {"state", state_text(nodes, node)},
            {"labels", node.facts.labels},
            {"groups", node.facts.groups},
            {"version", node.facts.agent_version.empty() ? Json(nullptr) : Json(node.facts.agent_version)},
            {"clock_offset_ms", measured && measured->clock_offset_ms ? Json(*measured->clock_offset_ms) : Json(nullptr)},
            {"running", load.running},
            {"queued", load.queued},
            {"capacity", node.facts.capacity},
            {"last_seen_at", time_json(measured ? measured->last_seen_at : WallTime{})}};
}

int node_list(Context& context) {
    auto nodes = fetch_nodes(context);
    if (!nodes) return fail(nodes.error());
    const auto upgrades = domain::newest_upgrades(*nodes->state);
    const std::vector<domain::NodeLoad> loads = domain::node_loads(*nodes->state);
    if (context.json()) {
        Json list = Json::array();
        for (std::uint32_t k = 0; k < nodes->state->nodes.size(); ++k) {
            list.push_back(node_document(*nodes, nodes->state->nodes[k], loads[k]));
            const auto upgrade = upgrades.find(NodeIndex{k});
            list.back()["upgrade"] = upgrade == upgrades.end() ? Json(nullptr) : upgrade_document(*nodes->state, upgrade->second);
        }
        print_json({{"nodes", list}});
        return exit_done;
    }
    if (nodes->state->nodes.empty()) return print("no nodes; let one join with: apollo-cli node token"), exit_done;
    std::vector<std::vector<std::string>> rows{{"NODE", "STATE", "LABELS", "GROUPS", "VERSION", "RUNNING", "QUEUED", "CAPACITY", "CLOCK OFFSET", "LAST SEEN"}};
    for (std::uint32_t k = 0; k < nodes->state->nodes.size(); ++k) {
        const domain::Node& node = nodes->state->nodes[k];
        std::string labels, groups;
        for (const auto& [key, value] : node.facts.labels) labels += (labels.empty() ? "" : ",") + key + "=" + value;
        for (const std::string& group : node.facts.groups) groups += (groups.empty() ? "" : ",") + group;
        const api::NodeMeasurement* measured = nodes->find(node.facts.node);
        rows.push_back({node.facts.node.text, state_text(*nodes, node), labels, groups, node.facts.agent_version.empty() ? "—" : node.facts.agent_version, std::to_string(loads[k].running), std::to_string(loads[k].queued), std::to_string(node.facts.capacity),
                        measured && measured->clock_offset_ms ? std::to_string(*measured->clock_offset_ms) + " ms" : "—",
                        time_text(measured ? measured->last_seen_at : WallTime{})});
    }
    print_table(rows);
    for (const auto& [node, run] : upgrades) {
        const domain::Run& upgrade = nodes->state->runs[run.value];
        if (upgrade.status == domain::RunStatus::Succeeded) continue;
        const std::string message = domain::failure_text(nodes->state->details[run.value]);
        print("upgrade of " + nodes->state->nodes[node.value].facts.node.text + ": " + to_text(upgrade.status) + (message.empty() ? "" : ", " + message));
    }
    return exit_done;
}

int node_revoke(Context& context) {
    auto node = context.required("node");
    if (!node) return fail(node.error());
    auto result = ask(context, domain::RevokeNode{NodeId{*node}, why_of(context)});
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"node", *node}, {"state", "revoked"}, {"position", result->position.value}});
    else print("node " + *node + (result->affected == 0 ? " was revoked already" : " revoked"));
    return exit_done;
}

int node_drain(Context& context) {
    auto node = context.required("node");
    if (!node) return fail(node.error());
    const bool undo = context.options().has("undo");
    auto result = ask(context, domain::DrainNode{NodeId{*node}, undo, why_of(context)});
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"node", *node}, {"draining", !undo}, {"changed", result->affected}, {"position", result->position.value}});
    else print("node " + *node + (undo ? " takes work again" : " gets nothing new; what runs there finishes"));
    return exit_done;
}

}  // namespace

std::vector<Verb> node_verbs() {
    return {
        {"node", "token", "make a one-time token with which a node joins", {{"ttl", "S", "seconds until it expires (default 3600)"}}, node_token},
        {"node", "list", "nodes, whether they are connected, what runs on them", {}, node_list},
        node_package_verb(),
        node_upgrade_verb(),
        {"node", "drain", "give a node nothing new; what runs there finishes",
         {{"node", "ID", "the node"}, {"undo", "", "let it take work again"}, {"operator", "NAME", "on whose behalf"}, {"reason", "TEXT", "why; stands in the log"}},
         node_drain},
        {"node", "revoke", "shut a node out at once",
         {{"node", "ID", "the node"}, {"operator", "NAME", "on whose behalf"}, {"reason", "TEXT", "why; stands in the log"}}, node_revoke},
    };
}

}  // namespace apollo::cli
