// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/fill_order.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/definition/parse.h"

namespace apollo::agent {

namespace {

using nlohmann::json;

json output_of(const StepResult& result) {
    json value = json::parse(result.output_json, nullptr, false);
    if (!value.is_discarded()) return value;
    if (!result.output_text.empty()) return result.output_text;
    return nullptr;
}

// Only what the center named as upstream is told to the step.
void put_into_input(json& input, const NodeId& node, const StepResult& result) {
    if (!input.is_object() || !input.contains("steps") || !input["steps"].is_object()) return;
    json& steps = input["steps"];
    if (!steps.contains(result.step.text)) return;
    steps[result.step.text]["nodes"][node.text] = {{"state", result.good ? "SUCCEEDED" : "FAILED"}, {"output", output_of(result)}};
}

}  // namespace

bool fill_order(DispatchOrder& order, const std::vector<StepResult>& results) {
    const auto look_up = [&](const StepName& step, const std::string& key) -> Result<std::string> {
        // The newest last: what happened here is newer than what came with the slice.
        const auto found = std::find_if(results.rbegin(), results.rend(), [&](const StepResult& one) { return one.step == step; });
        const json output = found == results.rend() ? json() : output_of(*found);
        if (!output.is_object() || !output.contains(key)) return Error{ErrorKind::NotFound, "no such output"};
        return output[key].dump(-1, ' ', false, json::error_handler_t::replace);
    };
    auto params = definition::substitute_outputs(order.params_json, look_up);
    json input = json::parse(order.input_json, nullptr, false);
    if (!params || input.is_discarded()) return false;
    for (const StepResult& result : results) put_into_input(input, order.key.node, result);
    order.params_json = std::move(*params);
    order.input_json = input.dump(-1, ' ', false, json::error_handler_t::replace);
    return true;
}

}  // namespace apollo::agent
