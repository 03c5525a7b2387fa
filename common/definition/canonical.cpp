// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/sha256.h"
#include "common/definition/parse.h"

namespace apollo::definition {

namespace {

using nlohmann::json;

json value_of(const domain::Selector& selector) {
    switch (selector.kind) {
        case domain::Selector::Kind::Label: return {{"type", "label"}, {"key", selector.key}, {"value", selector.value}};
        case domain::Selector::Kind::Group: return {{"type", "group"}, {"group", selector.group}};
        case domain::Selector::Kind::Nodes: break;
    }
    auto nodes = json::array();
    for (const NodeId& node : selector.nodes) nodes.push_back(node.text);
    return {{"type", "nodes"}, {"nodes", nodes}};
}

json value_of(const domain::RetryPolicy& policy) {
    return {{"max_retries", policy.max_retries},
            {"initial_interval_ms", policy.initial_interval_ms},
            {"max_interval_ms", policy.max_interval_ms},
            {"backoff", domain::to_text(policy.backoff)}};
}

template <typename Id>
json sorted_texts(const std::vector<Id>& ids) {
    std::vector<std::string> texts;
    for (const Id& id : ids) texts.push_back(id.text);
    std::sort(texts.begin(), texts.end());
    return texts;
}

// Values come from the parser, so they are JSON; anything else stands as text rather than stopping the program.
json embedded(const std::string& text) {
    json value = json::parse(text, nullptr, false);
    return value.is_discarded() ? json(text) : value;
}

template <typename T>
void put(json& object, const char* key, const std::optional<T>& value) {
    if (value) object[key] = *value;
}

json value_of(const ResourceLimits& limits) {
    return {{"cpu_seconds", limits.cpu_seconds},
            {"memory_bytes", limits.memory_bytes},
            {"file_size_bytes", limits.file_size_bytes},
            {"open_files", limits.open_files}};
}

json value_of(const domain::RollOutDefinition& roll_out) {
    json value{{"max_parallel_nodes", roll_out.max_parallel_nodes}};
    if (const auto& tolerance = roll_out.tolerance) value["tolerance"] = {{"value", tolerance->value}, {"percent", tolerance->percent}};
    for (const domain::Selector& rank : roll_out.ranks) value["ranks"].push_back(value_of(rank));
    return value;
}

json value_of(const domain::StepDefinition& step) {
    json value{{"name", step.name.text},
               {"intent", step.intent.text},
               {"params", embedded(step.params_json)},
               {"depends_on", sorted_texts(step.depends_on)},
               {"trigger", domain::to_text(step.trigger)},
               {"per_node", step.per_node}};
    if (step.idempotency) value["idempotency"] = domain::to_text(*step.idempotency);
    if (step.compensate) {
        json compensate{{"intent", step.compensate->intent.text}, {"params", embedded(step.compensate->params_json)}};
        put(compensate, "timeout_ms", step.compensate->timeout_ms);
        value["compensate"] = std::move(compensate);
    }
    if (step.target_selector) value["target_selector"] = value_of(*step.target_selector);
    put(value, "timeout_ms", step.timeout_ms);
    if (step.retry_policy) value["retry_policy"] = value_of(*step.retry_policy);
    if (step.priority) value["priority"] = domain::to_text(*step.priority);
    if (step.limits.any()) value["limits"] = value_of(step.limits);
    if (step.roll_out.any()) value["roll_out"] = value_of(step.roll_out);
    return value;
}

}  // namespace

std::string canonical_text(const domain::TaskDefinition& task) {
    json value{{"intent", task.intent.text},
               {"single_intent", task.single_intent},
               {"depends_on", sorted_texts(task.depends_on)},
               {"callback_url", task.callback_url},
               {"priority", domain::to_text(task.priority)},
               {"on_failure", domain::to_text(task.on_failure)}};
    if (task.target_selector) value["target_selector"] = value_of(*task.target_selector);
    put(value, "timeout_ms", task.timeout_ms);
    put(value, "deadline_ms", task.deadline_ms);
    if (task.retry_policy) value["retry_policy"] = value_of(*task.retry_policy);
    auto& metadata = value["metadata"] = json::object();
    for (const auto& [key, text] : task.metadata) metadata[key] = embedded(text);
    auto& steps = value["steps"] = json::array();
    for (const auto& step : task.steps) steps.push_back(value_of(step));
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string definition_sha256(const domain::TaskDefinition& definition) {
    return sha256_hex(as_bytes(canonical_text(definition)));
}

}  // namespace apollo::definition
