// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/plan_codec.h"
#include "common/codec/value_codec.h"

namespace apollo::codec {

namespace {

void encode(const domain::RetryPolicy& value, wire::RetryPolicy& out) {
    out.set_max_retries(value.max_retries);
    out.set_initial_interval_ms(value.initial_interval_ms);
    out.set_max_interval_ms(value.max_interval_ms);
    out.set_backoff(static_cast<std::uint32_t>(value.backoff));
}

domain::RetryPolicy decode(const wire::RetryPolicy& in) {
    return {in.max_retries(), in.initial_interval_ms(), in.max_interval_ms(), decode_enum<domain::Backoff>(in.backoff(), 2)};
}

void encode(const domain::Selector& value, wire::Selector& out) {
    out.set_kind(static_cast<std::uint32_t>(value.kind));
    out.set_key(value.key);
    out.set_value(value.value);
    out.set_group(value.group);
    for (const NodeId& node : value.nodes) out.add_nodes(node.text);
}

domain::Selector decode(const wire::Selector& in) {
    domain::Selector value;
    value.kind = decode_enum<domain::Selector::Kind>(in.kind(), 3);
    value.key = in.key();
    value.value = in.value();
    value.group = in.group();
    for (const std::string& node : in.nodes()) value.nodes.emplace_back(node);
    return value;
}

void encode(const domain::RollOutDefinition& value, wire::RollOut& out) {
    out.set_max_parallel_nodes(value.max_parallel_nodes);
    if (value.tolerance) {
        out.set_tolerance(value.tolerance->value);
        out.set_tolerance_is_percent(value.tolerance->percent);
    }
    for (const domain::Selector& rank : value.ranks) encode(rank, *out.add_ranks());
}

domain::RollOutDefinition decode(const wire::RollOut& in) {
    domain::RollOutDefinition value;
    value.max_parallel_nodes = in.max_parallel_nodes();
    if (in.has_tolerance()) value.tolerance = domain::Tolerance{in.tolerance(), in.tolerance_is_percent()};
    for (const wire::Selector& rank : in.ranks()) value.ranks.push_back(decode(rank));
    return value;
}

void encode(const domain::StepDefinition& step, wire::StepDefinition& out) {
    out.set_name(step.name.text);
    out.set_intent(step.intent.text);
    out.set_params_json(step.params_json);
    for (const StepName& name : step.depends_on) out.add_depends_on(name.text);
    out.set_trigger(static_cast<std::uint32_t>(step.trigger));
    if (step.idempotency) out.set_idempotency(static_cast<std::uint32_t>(*step.idempotency));
    if (step.compensate) {
        out.mutable_compensate()->set_intent(step.compensate->intent.text);
        out.mutable_compensate()->set_params_json(step.compensate->params_json);
        if (step.compensate->timeout_ms) out.mutable_compensate()->set_timeout_ms(*step.compensate->timeout_ms);
    }
    out.set_per_node(step.per_node);
    if (step.target_selector) encode(*step.target_selector, *out.mutable_target_selector());
    if (step.timeout_ms) out.set_timeout_ms(*step.timeout_ms);
    if (step.retry_policy) encode(*step.retry_policy, *out.mutable_retry_policy());
    if (step.priority) out.set_priority(static_cast<std::uint32_t>(*step.priority));
    if (step.limits.any()) encode_limits(step.limits, *out.mutable_limits());
    if (step.roll_out.any()) encode(step.roll_out, *out.mutable_roll_out());
}

domain::StepDefinition decode(const wire::StepDefinition& in) {
    domain::StepDefinition step;
    step.name = StepName{in.name()};
    step.intent = IntentName{in.intent()};
    step.params_json = in.params_json();
    for (const std::string& name : in.depends_on()) step.depends_on.emplace_back(name);
    step.trigger = decode_enum<domain::Trigger>(in.trigger(), 3);
    if (in.has_idempotency()) step.idempotency = decode_enum<domain::Idempotency>(in.idempotency(), 4);
    if (in.has_compensate()) {
        step.compensate = domain::CompensationDefinition{IntentName{in.compensate().intent()}, in.compensate().params_json(), {}};
        if (in.compensate().has_timeout_ms()) step.compensate->timeout_ms = in.compensate().timeout_ms();
    }
    step.per_node = in.per_node();
    if (in.has_target_selector()) step.target_selector = decode(in.target_selector());
    if (in.has_timeout_ms()) step.timeout_ms = in.timeout_ms();
    if (in.has_retry_policy()) step.retry_policy = decode(in.retry_policy());
    step.limits = decode_limits(in.limits());
    step.roll_out = decode(in.roll_out());
    if (in.has_priority()) step.priority = decode_enum<domain::Priority>(in.priority(), 3);
    return step;
}

}  // namespace

void encode_definition(const domain::TaskDefinition& definition, wire::TaskDefinition& out) {
    out.set_task_id(definition.task_id.text);
    out.set_intent(definition.intent.text);
    out.set_single_intent(definition.single_intent);
    if (definition.target_selector) encode(*definition.target_selector, *out.mutable_target_selector());
    if (definition.timeout_ms) out.set_timeout_ms(*definition.timeout_ms);
    if (definition.retry_policy) encode(*definition.retry_policy, *out.mutable_retry_policy());
    for (const TaskId& id : definition.depends_on) out.add_depends_on(id.text);
    out.set_callback_url(definition.callback_url);
    for (const auto& [key, value] : definition.metadata) (*out.mutable_metadata())[key] = value;
    out.set_priority(static_cast<std::uint32_t>(definition.priority));
    if (definition.deadline_ms) out.set_deadline_ms(*definition.deadline_ms);
    out.set_on_failure(static_cast<std::uint32_t>(definition.on_failure));
    for (const domain::StepDefinition& step : definition.steps) encode(step, *out.add_steps());
}

domain::TaskDefinition decode_definition(const wire::TaskDefinition& in) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId{in.task_id()};
    definition.intent = IntentName{in.intent()};
    definition.single_intent = in.single_intent();
    if (in.has_target_selector()) definition.target_selector = decode(in.target_selector());
    if (in.has_timeout_ms()) definition.timeout_ms = in.timeout_ms();
    if (in.has_retry_policy()) definition.retry_policy = decode(in.retry_policy());
    for (const std::string& id : in.depends_on()) definition.depends_on.emplace_back(id);
    definition.callback_url = in.callback_url();
    definition.metadata.insert(in.metadata().begin(), in.metadata().end());
    definition.priority = decode_enum<domain::Priority>(in.priority(), 3);
    if (in.has_deadline_ms()) definition.deadline_ms = in.deadline_ms();
    definition.on_failure = decode_enum<domain::OnFailure>(in.on_failure(), 2);
    definition.steps.reserve(static_cast<std::size_t>(in.steps_size()));
    for (const wire::StepDefinition& step : in.steps()) definition.steps.push_back(decode(step));
    return definition;
}

}  // namespace apollo::codec
