// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>

#include "common/definition/keys.h"
#include "common/definition/read_params.h"
#include "common/definition/read_parts.h"
#include "common/definition/read_task.h"

namespace apollo::definition {

namespace {

void read_depends_on(const Node& node, domain::StepDefinition& step, StepSource& source, Report& report) {
    const auto* items = read_list(node, "'depends_on'", report);
    if (items == nullptr) return;
    std::set<std::string> known;
    for (const Node* item : *items) {
        const auto name = read_text(*item, "a step in 'depends_on'", report);
        if (!name) continue;
        if (!known.insert(*name).second) {
            report.warn(*item, "'" + *name + "' is named twice in 'depends_on'; once counts");
            continue;
        }
        step.depends_on.emplace_back(*name);
        source.depends_on.push_back(item);
    }
}

void read_overrides(const MapReader& reader, domain::StepDefinition& step, Report& report) {
    if (const Node* value = reader.find("target_selector")) step.target_selector = read_selector(*value, report);
    if (const Node* value = reader.find("timeout")) step.timeout_ms = read_seconds_as_ms(*value, "'timeout'", report);
    if (const Node* value = reader.find("retry_policy")) step.retry_policy = read_retry_policy(*value, report);
    step.roll_out = read_roll_out(reader);
    if (const Node* value = reader.find("limits")) step.limits = read_limits(*value, report);
    if (const Node* value = reader.find("priority")) step.priority = read_priority(*value, report);
}

}  // namespace

std::optional<domain::Idempotency> read_idempotency(const Node& node, Report& report) {
    return read_choice(node, "the idempotency", domain::idempotency_from_text, idempotency_words(), report);
}

domain::StepDefinition read_step(const Node& node, StepSource& source, Report& report) {
    const MapReader reader(node, "a step", step_keys(), report);
    domain::StepDefinition step;
    source.node = source.name = &node;
    if (!node.is_map()) return step;
    if (const Node* name = reader.require("name")) {
        source.name = name;
        step.name = StepName{read_name(*name, "step name", report).value_or("")};
    }
    const Node* intent = reader.require("intent");
    if (intent != nullptr) step.intent = IntentName{read_name(*intent, "intent", report).value_or("")};

    const Node* params = reader.find("params");
    step.params_json = read_params(step.intent.text, params, node, report);
    if (params != nullptr) source.references = references_in_params(*params, report);
    if (const Node* value = reader.find("depends_on")) read_depends_on(*value, step, source, report);
    if (const Node* value = reader.find("trigger")) {
        const auto trigger = read_choice(*value, "the trigger", domain::trigger_from_text, trigger_words(), report);
        step.trigger = trigger.value_or(domain::Trigger::AllSucceeded);
        if (step.trigger == domain::Trigger::AnyFailed && step.depends_on.empty()) {
            report.fault(*value, "any_failed waits for a failure of something the step depends on; give it depends_on");
        }
    }
    if (const Node* value = reader.find("per_node")) step.per_node = read_bool(*value, "'per_node'", report).value_or(false);
    const Node* compensate = reader.find("compensate");
    if (compensate != nullptr) {
        step.compensate = read_compensation(*compensate, report);
        source.own_references = references_in_params(*compensate, report);
    }
    const Node* idempotency = reader.find("idempotency");
    if (idempotency != nullptr) step.idempotency = read_idempotency(*idempotency, report);
    if (idempotency == nullptr || step.idempotency) {
        check_idempotency(step.intent.text, step.idempotency, compensate != nullptr, node, report);
    }
    read_overrides(reader, step, report);
    source.has_selector = reader.find("target_selector") != nullptr;
    source.has_timeout = reader.find("timeout") != nullptr;
    return step;
}

}  // namespace apollo::definition
