// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/task_builder.h"

namespace apollo::testing {

domain::StepDefinition step(const std::string& name, const std::vector<std::string>& depends_on) {
    domain::StepDefinition step;
    step.name = StepName{name};
    step.intent = IntentName{"run_command"};
    step.params_json = R"({"argv":["true"]})";
    step.idempotency = domain::Idempotency::IdempotentWrite;
    for (const std::string& upstream : depends_on) step.depends_on.emplace_back(upstream);
    return step;
}

domain::TaskDefinition task(const std::string& id, std::vector<domain::StepDefinition> steps, const std::vector<std::string>& nodes) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId{id};
    definition.intent = IntentName{"test"};
    definition.timeout_ms = 60000;
    definition.retry_policy = domain::RetryPolicy{3, 1000, 8000, domain::Backoff::Exponential};
    domain::Selector selector;
    for (const std::string& node : nodes) selector.nodes.emplace_back(node);
    definition.target_selector = selector;
    definition.steps = std::move(steps);
    return definition;
}

std::shared_ptr<const domain::Plan> plan(const domain::TaskDefinition& definition) {
    return domain::make_plan(definition, std::vector<std::vector<NodeId>>(definition.steps.size(), definition.target_selector->nodes));
}

domain::TaskDefinition layered_task(const std::string& id, std::uint32_t layers, std::uint32_t width, const std::vector<std::string>& nodes) {
    std::vector<domain::StepDefinition> steps;
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        for (std::uint32_t k = 0; k < width; ++k) {
            std::vector<std::string> upstream;
            for (std::uint32_t j = 0; layer > 0 && j < std::min(3u, width); ++j) {
                upstream.push_back("s" + std::to_string(layer - 1) + "-" + std::to_string((k + j) % width));
            }
            steps.push_back(step("s" + std::to_string(layer) + "-" + std::to_string(k), upstream));
        }
    }
    return task(id, std::move(steps), nodes);
}

}  // namespace apollo::testing
