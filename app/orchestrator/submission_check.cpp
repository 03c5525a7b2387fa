// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/submission_check.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "common/definition/intents.h"
#include "common/domain/plan.h"

namespace apollo::orchestrator {

namespace {

// Whoever sends a definition without a file had nobody to read it.
Status check_params(const std::string& place, const IntentName& intent, const std::string& params_json) {
    const definition::BuiltinIntent* builtin = definition::find_builtin(intent.text);
    if (builtin == nullptr) return success();
    const auto params = nlohmann::json::parse(params_json.empty() ? "{}" : params_json, nullptr, false);
    if (!params.is_object()) return bad_input(place + ": 'params' must be a map of keys and values");
    const auto faults = definition::faults_of_params(*builtin, params);
    return faults.empty() ? success() : Status(bad_input(place + ": " + faults[0].reason));
}

Status check_step(const domain::TaskDefinition& task, const domain::StepDefinition& step) {
    if (!is_valid_name(step.name.text)) return bad_input("'" + step.name.text + "' is no valid step name");
    if (step.intent.empty()) return bad_input("step " + step.name.text + " has no intent");
    const auto timeout_ms = step.timeout_ms ? step.timeout_ms : task.timeout_ms;
    if (timeout_ms && *timeout_ms <= 0) return bad_input("the timeout of step " + step.name.text + " is not positive");
    if (step.intent.text == "run_command" && !step.idempotency) return bad_input("step " + step.name.text + " runs a command and declares no idempotency");
    const std::string place = "step " + step.name.text;
    if (auto checked = check_params(place, step.intent, step.params_json); !checked) return checked;
    return step.compensate ? check_params(place + ", compensate", step.compensate->intent, step.compensate->params_json) : success();
}

}  // namespace

Status check_submission(const domain::TaskDefinition& definition) {
    if (!is_valid_name(definition.task_id.text)) return bad_input("'" + definition.task_id.text + "' is no valid task_id");
    if (definition.steps.empty()) return bad_input("a task needs at least one step");
    std::unordered_map<StepName, std::uint32_t> index;
    for (const domain::StepDefinition& step : definition.steps) {
        if (!index.emplace(step.name, static_cast<std::uint32_t>(index.size())).second) return bad_input("step " + step.name.text + " stands twice in the task");
        if (auto checked = check_step(definition, step); !checked) return checked;
    }
    std::vector<std::vector<std::uint32_t>> depends_on(definition.steps.size());
    for (std::size_t i = 0; i < definition.steps.size(); ++i) {
        for (const StepName& name : definition.steps[i].depends_on) {
            const auto at = index.find(name);
            if (at == index.end()) return bad_input("step " + definition.steps[i].name.text + " depends on unknown step " + name.text);
            depends_on[i].push_back(at->second);
        }
    }
    const domain::Order order = domain::topological_order(depends_on);
    if (order.cycle.empty()) return success();
    std::string path;
    for (std::uint32_t step : order.cycle) path += (path.empty() ? "" : " -> ") + definition.steps[step].name.text;
    return bad_input("the steps depend on each other in a circle: " + path);
}

}  // namespace apollo::orchestrator
