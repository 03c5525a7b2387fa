// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/read_task.h"

#include "common/definition/callback_url.h"
#include "common/definition/keys.h"
#include "common/definition/read_params.h"
#include "common/definition/read_parts.h"

namespace apollo::definition {

namespace {

void read_depends_on(const Node& node, domain::TaskDefinition& task, Report& report) {
    const auto* items = read_list(node, "'depends_on'", report);
    if (items == nullptr) return;
    std::set<std::string> known;
    for (const Node* item : *items) {
        const auto name = read_name(*item, "task id", report);
        if (!name) continue;
        if (*name == task.task_id.text) {
            report.fault(*item, "the task depends on itself: " + *name + " -> " + *name);
        } else if (known.insert(*name).second) {
            task.depends_on.emplace_back(*name);
        } else {
            report.warn(*item, "'" + *name + "' is named twice in 'depends_on'; once counts");
        }
    }
}

void read_callback_url(const Node& node, domain::TaskDefinition& task, Report& report) {
    const auto url = read_text(node, "'callback_url'", report);
    if (!url) return;
    if (const std::string fault = fault_of_callback_url(*url); !fault.empty()) return report.fault(node, "'callback_url' " + fault);
    task.callback_url = *url;
}

void read_metadata(const Node& node, domain::TaskDefinition& task, Report& report) {
    if (!node.is_map()) {
        report.fault(node, "'metadata' must be a map of keys and values");
        return;
    }
    for (const auto& [key, value] : merged_entries(node, report)) task.metadata[key->text] = read_json(*value, report);
}

void read_common(const MapReader& reader, domain::TaskDefinition& task, Report& report) {
    if (const Node* value = reader.find("task_id")) {
        task.task_id = TaskId{read_name(*value, "task_id", report).value_or("")};
    }
    if (const Node* value = reader.find("intent")) task.intent = IntentName{read_name(*value, "intent", report).value_or("")};
    if (const Node* value = reader.find("target_selector")) task.target_selector = read_selector(*value, report);
    if (const Node* value = reader.find("timeout")) task.timeout_ms = read_seconds_as_ms(*value, "'timeout'", report);
    if (const Node* value = reader.find("retry_policy")) task.retry_policy = read_retry_policy(*value, report);
    if (const Node* value = reader.find("depends_on")) read_depends_on(*value, task, report);
    if (const Node* value = reader.find("callback_url")) read_callback_url(*value, task, report);
    if (const Node* value = reader.find("metadata")) read_metadata(*value, task, report);
    if (const Node* value = reader.find("priority")) task.priority = read_priority(*value, report).value_or(domain::Priority::Medium);
    if (const Node* value = reader.find("deadline")) task.deadline_ms = read_seconds_as_ms(*value, "'deadline'", report);
    if (const Node* value = reader.find("on_failure")) {
        const auto choice = read_choice(*value, "on_failure", domain::on_failure_from_text, on_failure_words(), report);
        task.on_failure = choice.value_or(domain::OnFailure::Stop);
    }
}

// A task of one intent is a task of one step that is named like the intent.
void read_single_step(const MapReader& reader, domain::TaskDefinition& task, std::vector<StepSource>& sources, Report& report) {
    for (const char* key : {"target_selector", "timeout", "retry_policy"}) reader.require(key);
    task.single_intent = true;
    domain::StepDefinition step;
    step.name = StepName{task.intent.text};
    step.intent = task.intent;
    const Node* params = reader.find("params");
    step.params_json = read_params(step.intent.text, params, reader.node(), report);
    StepSource source;
    source.node = source.name = &reader.node();
    if (params != nullptr) source.references = references_in_params(*params, report);
    const Node* compensate = reader.find("compensate");
    if (compensate != nullptr) {
        step.compensate = read_compensation(*compensate, report);
        source.own_references = references_in_params(*compensate, report);
    }
    const Node* idempotency = reader.find("idempotency");
    if (idempotency != nullptr) step.idempotency = read_idempotency(*idempotency, report);
    if (idempotency == nullptr || step.idempotency) {
        check_idempotency(step.intent.text, step.idempotency, compensate != nullptr, reader.node(), report);
    }
    step.roll_out = read_roll_out(reader);
    task.steps.push_back(std::move(step));
    sources.push_back(std::move(source));
}

void read_steps(const Node& steps, const MapReader& reader, domain::TaskDefinition& task, std::vector<StepSource>& sources,
                Report& report) {
    for (const char* key : {"params", "idempotency", "compensate", "max_parallel_nodes", "tolerance", "ranks"}) {
        if (const Node* node = reader.find(key)) {
            report.fault(*node, "'" + std::string(key) + "' belongs to a step; a task with 'steps' has none of its own");
        }
    }
    const auto* items = read_list(steps, "'steps'", report);
    if (items == nullptr) return;
    if (items->empty()) report.fault(steps, "'steps' is empty; a task has at least one step");
    for (const Node* item : *items) {
        StepSource& source = sources.emplace_back();
        const domain::StepDefinition& step = task.steps.emplace_back(read_step(*item, source, report));
        if (!item->is_map()) continue;
        if (reader.find("target_selector") == nullptr && !source.has_selector) {
            report.fault(*item, "step '" + step.name.text + "' has no 'target_selector' and the task has none either");
        }
        if (reader.find("timeout") == nullptr && !source.has_timeout) {
            report.warn(*item, "step '" + step.name.text + "' has no 'timeout' and the task has none either; twice the P99 of what its "
                               "intent took before is taken, and the task is refused where that is not known");
        }
    }
}

}  // namespace

domain::TaskDefinition read_task(const Node& root, std::vector<StepSource>& sources, Report& report) {
    const MapReader reader(root, "a task", task_keys(), report);
    domain::TaskDefinition task;
    if (!root.is_map()) return task;
    read_common(reader, task, report);
    if (const Node* steps = reader.find("steps")) {
        read_steps(*steps, reader, task, sources, report);
    } else if (reader.find("intent") != nullptr) {
        read_single_step(reader, task, sources, report);
    } else {
        report.fault(root, "a task needs an 'intent' or 'steps'");
    }
    return task;
}

}  // namespace apollo::definition
