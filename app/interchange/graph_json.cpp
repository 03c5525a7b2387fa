// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/graph_json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "app/interchange/gzip.h"
#include "app/interchange/names.h"

namespace apollo::interchange {

namespace {

Error bad_graph(const std::string& why) { return Error{ErrorKind::BadInput, "1:1: " + why}; }

std::string id_text(const nlohmann::json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

struct Graph {
    std::vector<std::string> ids;
    std::vector<std::string> names;
    std::vector<std::vector<std::uint32_t>> depends_on;
    std::uint32_t edges = 0;
    std::vector<std::string> warnings;
};

Status read_tasks(const nlohmann::json& document, Graph& graph, std::unordered_map<std::string, std::uint32_t>& index) {
    for (const auto& task : document["tasks"]) {
        if (!task.is_object() || !task.contains("id")) return bad_graph("each of \"tasks\" must be an object with an \"id\"");
        const std::string id = id_text(task["id"]);
        if (!index.emplace(id, graph.ids.size()).second) return bad_graph("two tasks have the id '" + id + "'");
        graph.ids.push_back(id);
        graph.names.push_back(task.contains("name") ? id_text(task["name"]) : id);
    }
    graph.depends_on.resize(graph.ids.size());
    return success();
}

Status read_edges(const nlohmann::json& document, Graph& graph, const std::unordered_map<std::string, std::uint32_t>& index) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::uint32_t unknown = 0;
    for (const auto& edge : document.value("edges", nlohmann::json::array())) {
        if (!edge.is_array() || edge.size() < 2) return bad_graph("each of \"edges\" must be [from, to]");
        const auto from = index.find(id_text(edge[0])), to = index.find(id_text(edge[1]));
        if (from == index.end() || to == index.end()) {
            ++unknown;
            continue;
        }
        if (!seen.emplace(from->second, to->second).second) continue;
        graph.depends_on[to->second].push_back(from->second);
        ++graph.edges;
    }
    if (unknown > 0) graph.warnings.push_back(std::to_string(unknown) + " edges name tasks that the file does not have; they are left out");
    return success();
}

ImportedWorkflow define(Graph graph, const TaskId& task_id) {
    ImportedWorkflow out;
    out.steps = static_cast<std::uint32_t>(graph.ids.size());
    out.edges = graph.edges;
    out.warnings = std::move(graph.warnings);
    out.task.note = "a graph without times";
    domain::TaskDefinition& definition = out.task.definition;
    definition.task_id = task_id;
    definition.intent = IntentName{"imported"};
    Names names;
    const bool by_name = std::set<std::string>(graph.names.begin(), graph.names.end()).size() == graph.names.size();
    for (std::size_t k = 0; k < graph.ids.size(); ++k) {
        domain::StepDefinition& step = definition.steps.emplace_back();
        step.name = StepName{names.take(valid_name(by_name ? graph.names[k] : graph.ids[k], "step"))};
        step.intent = IntentName{"imported"};
        step.idempotency = domain::Idempotency::IdempotentWrite;
        step.params_json = nlohmann::json{{"name", graph.names[k].substr(0, 512)}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        out.task.step_nodes.push_back({NodeId{"unknown"}});
    }
    for (std::size_t k = 0; k < graph.ids.size(); ++k)
        for (const std::uint32_t upstream : graph.depends_on[k]) definition.steps[k].depends_on.push_back(definition.steps[upstream].name);
    return out;
}

}  // namespace

Result<ImportedWorkflow> read_graph(std::string_view bytes, const TaskId& task_id) {
    std::string unpacked;
    if (is_gzip(bytes)) {
        auto plain = gunzip(bytes, unpacked_limit_bytes);
        if (!plain) return plain.error();
        unpacked = std::move(plain).value();
        bytes = unpacked;
    }
    const auto document = nlohmann::json::parse(bytes, nullptr, false);
    if (document.is_discarded()) return bad_graph("this is no JSON");
    if (!document.is_object() || !document.contains("tasks") || !document["tasks"].is_array() || document["tasks"].empty())
        return bad_graph("this is no graph: it needs a list \"tasks\" that is not empty");
    Graph graph;
    std::unordered_map<std::string, std::uint32_t> index;
    if (auto read = read_tasks(document, graph, index); !read) return read.error();
    if (auto read = read_edges(document, graph, index); !read) return read.error();
    const domain::Order order = domain::topological_order(graph.depends_on);
    if (!order.cycle.empty()) {
        std::string path;
        for (const std::uint32_t k : order.cycle) path += (path.empty() ? "" : " -> ") + graph.ids[k];
        return bad_graph("the tasks depend on each other in a circle: " + path);
    }
    return define(std::move(graph), task_id);
}

}  // namespace apollo::interchange
