// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Tasks of every shape, and operators who interfere. A new kind of action: one entry in action_weights, one case in
// perform_action (operators.cpp).
#include <algorithm>
#include <array>

#include "tests/sim/scenario.h"

namespace apollo::sim {

namespace {

constexpr std::int64_t busy_ms = 60000;  // tasks come and operators act within this time

constexpr std::array<const char*, 12> action_names{"cancel", "rerun --failed", "rerun --step",     "rerun --from", "skip",             "override",
                                                   "revoke", "pause",          "pause everything", "compensate",   "compensate --step", "amend"};
constexpr std::array<std::uint32_t, 12> action_weights{8, 8, 4, 4, 4, 4, 1, 4, 1, 4, 4, 8};

ActionKind draw_action(Random& random) {
    std::uint64_t total = 0;
    for (const std::uint32_t weight : action_weights) total += weight;
    std::uint64_t dice = random.below(total);
    for (std::size_t k = 0; k < action_weights.size(); ++k) {
        if (dice < action_weights[k]) return static_cast<ActionKind>(k);
        dice -= action_weights[k];
    }
    return ActionKind::Cancel;
}

NodeId node_id(std::uint64_t agent) { return NodeId{"n" + std::to_string(agent + 1)}; }

domain::Selector draw_nodes(Random& random, std::uint32_t agents, std::uint32_t most) {
    domain::Selector selector;
    if (chance(random, 150)) {
        selector.kind = domain::Selector::Kind::Group;
        selector.group = first_group;
        return selector;
    }
    const std::uint64_t count = 1 + random.below(std::min(most, agents));
    for (std::uint64_t k = 0; k < count; ++k) selector.nodes.push_back(node_id(random.below(agents)));
    std::sort(selector.nodes.begin(), selector.nodes.end());
    selector.nodes.erase(std::unique(selector.nodes.begin(), selector.nodes.end()), selector.nodes.end());
    return selector;
}

domain::RetryPolicy draw_retries(Random& random) {
    domain::RetryPolicy policy;
    policy.max_retries = static_cast<std::uint32_t>(random.below(4));
    policy.initial_interval_ms = between(random, 100, 3000);
    policy.max_interval_ms = policy.initial_interval_ms * between(random, 1, 8);
    policy.backoff = chance(random, 300) ? domain::Backoff::Fixed : domain::Backoff::Exponential;
    return policy;
}

domain::Idempotency draw_idempotency(Random& random) {
    const std::uint64_t dice = random.below(10);
    if (dice < 6) return domain::Idempotency::IdempotentWrite;
    if (dice < 8) return domain::Idempotency::Checkpoint;
    return dice == 8 ? domain::Idempotency::UniqueKey : domain::Idempotency::Compensate;
}

// Drawn from a stream of its own, so that everything else of a seed stays as it was.
domain::RollOutDefinition draw_roll_out(Random& random, std::uint32_t agents) {
    domain::RollOutDefinition roll_out;
    if (!chance(random, 150)) return roll_out;
    if (chance(random, 700)) roll_out.max_parallel_nodes = 1 + static_cast<std::uint32_t>(random.below(3));
    if (chance(random, 500)) roll_out.tolerance = domain::Tolerance{static_cast<std::uint32_t>(random.below(3)), false};
    if (chance(random, 200)) roll_out.tolerance = domain::Tolerance{static_cast<std::uint32_t>(random.below(60)), true};
    if (chance(random, 300)) roll_out.ranks = {draw_nodes(random, agents, 3), draw_nodes(random, agents, 3)};
    return roll_out;
}

domain::StepDefinition draw_step(Random& random, std::uint32_t number, std::uint32_t agents, std::uint32_t most_nodes) {
    domain::StepDefinition step;
    step.name = StepName{"s" + std::to_string(number)};
    step.intent = IntentName{"run_command"};
    step.params_json = R"({"argv":["true"]})";
    step.idempotency = draw_idempotency(random);
    const std::uint64_t upstream = number == 0 ? 0 : random.below(std::min<std::uint64_t>(number, 3) + 1);
    for (std::uint64_t k = 0; k < upstream; ++k) step.depends_on.push_back(StepName{"s" + std::to_string(random.below(number))});
    std::sort(step.depends_on.begin(), step.depends_on.end());
    step.depends_on.erase(std::unique(step.depends_on.begin(), step.depends_on.end()), step.depends_on.end());
    if (!step.depends_on.empty()) {
        step.per_node = chance(random, 250);
        const std::uint64_t dice = random.below(10);
        if (dice == 8) step.trigger = domain::Trigger::AllDone;
        if (dice == 9) step.trigger = domain::Trigger::AnyFailed;
    }
    if (chance(random, 200)) step.retry_policy = draw_retries(random);
    if (chance(random, 400)) step.compensate = domain::CompensationDefinition{IntentName{"run_command"}, R"({"argv":["undo"]})", 5000};
    if (chance(random, 200)) step.priority = static_cast<domain::Priority>(random.below(3));
    if (chance(random, 200)) step.timeout_ms = between(random, 1000, 20000);
    // Steps of per_node kind keep the task's nodes, so that each has its own upstream.
    if (!step.per_node && chance(random, 250)) step.target_selector = draw_nodes(random, agents, most_nodes);
    return step;
}

domain::TaskDefinition draw_task(Random& random, std::uint32_t number, const Scenario& scenario, const Limits& limits) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId{"t" + std::to_string(number)};
    definition.intent = IntentName{"simulated"};
    // Many nodes or many steps, not both: a run is to take a fraction of a second.
    const std::uint32_t most_nodes = chance(random, 200) ? 12 : 3;
    const std::int64_t most_steps = most_nodes > 3 ? 6 : 14;
    definition.target_selector = draw_nodes(random, scenario.agents, most_nodes);
    definition.timeout_ms = between(random, 5000, 30000);
    definition.retry_policy = draw_retries(random);
    definition.priority = static_cast<domain::Priority>(random.below(3));
    if (chance(random, 200)) definition.on_failure = domain::OnFailure::Compensate;
    if (chance(random, 100)) definition.deadline_ms = between(random, 10000, 60000);
    if (chance(random, 150)) definition.retry_policy.reset();
    if (number > 0 && chance(random, 150)) definition.depends_on.push_back(TaskId{"t" + std::to_string(random.below(number))});
    const auto count = static_cast<std::uint32_t>(between(random, 1, most_steps));
    for (std::uint32_t k = 0; k < count; ++k) definition.steps.push_back(draw_step(random, k, scenario.agents, most_nodes));
    SeededRandom roll_outs = stream(scenario.seed, 9, number);
    for (domain::StepDefinition& step : definition.steps) step.roll_out = draw_roll_out(roll_outs, scenario.agents);
    if (limits.steps && definition.steps.size() > *limits.steps) definition.steps.resize(std::max(1u, *limits.steps));
    return definition;
}

bool is_kept(const std::optional<std::set<std::uint32_t>>& kept, std::uint32_t number) { return !kept || kept->contains(number); }

}  // namespace

const char* to_text(ActionKind kind) { return action_names[static_cast<std::size_t>(kind)]; }

void add_tasks(Scenario& scenario, const Limits& limits) {
    SeededRandom random = stream(scenario.seed, 3, 0);
    const auto count = static_cast<std::uint32_t>(between(random, 1, 6));
    for (std::uint32_t k = 0; k < count; ++k) {
        if (!is_kept(limits.tasks, k)) continue;
        SeededRandom own = stream(scenario.seed, 4, k);
        SubmittedTask task;
        task.number = k;
        task.at_ms = k == 0 ? 0 : between(own, 0, busy_ms / 2);
        task.definition = draw_task(own, k, scenario, limits);
        scenario.tasks.push_back(std::move(task));
    }
}

void add_actions(Scenario& scenario, const Limits& limits) {
    SeededRandom random = stream(scenario.seed, 5, 0);
    const auto count = static_cast<std::uint32_t>(chance(random, 250) ? 0 : between(random, 1, 10));
    for (std::uint32_t k = 0; k < count; ++k) {
        if (!is_kept(limits.actions, k)) continue;
        SeededRandom own = stream(scenario.seed, 6, k);
        Action action;
        action.number = k;
        action.at_ms = between(own, 100, busy_ms);
        action.kind = draw_action(own);
        action.task = TaskId{"t" + std::to_string(own.below(6))};
        action.step = StepName{"s" + std::to_string(own.below(8))};
        action.agent = static_cast<std::uint32_t>(own.below(scenario.agents));
        constexpr std::array targets{domain::RunStatus::Succeeded, domain::RunStatus::Failed, domain::RunStatus::Skipped, domain::RunStatus::Pending};
        action.to = targets[own.below(targets.size())];
        action.dice = own.below(1ull << 60);
        scenario.actions.push_back(std::move(action));
    }
}

}  // namespace apollo::sim
