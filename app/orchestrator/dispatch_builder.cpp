// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/dispatch_builder.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "common/base/sha256.h"
#include "common/codec/value_codec.h"
#include "common/definition/parse.h"

namespace apollo::orchestrator {

namespace {

using nlohmann::json;

// A slice becomes one record of the agent's log.
constexpr std::size_t slice_limit_bytes = 512u << 10;

json output_of(const domain::RunDetails& details) {
    if (!details.output_json.empty()) {
        json value = json::parse(details.output_json, nullptr, false);
        if (!value.is_discarded()) return value;
    }
    if (!details.output_text.empty()) return details.output_text;
    return nullptr;
}

// The run of an upstream step whose output a run on `node` sees: the same node's, else the only one there is.
std::optional<RunIndex> upstream_run(const domain::Task& task, std::uint32_t step, std::uint32_t node) {
    const domain::Plan& plan = *task.plan;
    if (const auto same = plan.run_on(step, node)) return RunIndex{task.first_run.value + *same};
    if (plan.steps[step].nodes.size() == 1) return RunIndex{task.first_run.value + plan.steps[step].first_run};
    return std::nullopt;
}

json input_of(const domain::State& state, RunIndex run) {
    const domain::Task& task = state.task_of(run);
    const domain::Plan& plan = *task.plan;
    json steps = json::object();
    for (std::uint32_t upstream : state.plan_step_of(run).depends_on) {
        json nodes = json::object();
        const domain::PlanStep& step = plan.steps[upstream];
        for (std::uint32_t k = 0; k < step.nodes.size(); ++k) {
            const RunIndex of{task.first_run.value + step.first_run + k};
            nodes[plan.nodes[step.nodes[k]].text] = {{"state", to_text(state.runs[of.value].status)},
                                                     {"output", output_of(state.details[of.value])}};
        }
        steps[plan.definition.steps[upstream].name.text] = {{"nodes", nodes}};
    }
    return {{"task_id", task.id.text}, {"metadata", json::object()}, {"steps", steps}};
}

Result<std::string> look_up_output(const domain::State& state, RunIndex run, const StepName& name, const std::string& key) {
    const domain::Task& task = state.task_of(run);
    const std::string reference = "${steps." + name.text + ".output." + key + "}";
    const auto step = task.plan->find_step(name);
    if (!step) return Error{ErrorKind::Refused, reference + " names a step that is not in the task"};
    const domain::PlanStep& own = state.plan_step_of(run);
    const std::uint32_t node = own.nodes[run.value - task.first_run.value - own.first_run];
    const auto upstream = upstream_run(task, *step, node);
    if (!upstream) return Error{ErrorKind::Refused, reference + " is ambiguous: that step ran on several nodes, none of them this one"};
    const json output = output_of(state.details[upstream->value]);
    if (!output.is_object() || !output.contains(key)) {
        return Error{ErrorKind::Refused, reference + " has no value: the output of step " + name.text + " on " +
                                             state.node_of(*upstream).text + " has no key " + key};
    }
    return output[key].dump(-1, ' ', false, json::error_handler_t::replace);
}

// Of what the definition asks for. References to outputs are not filled in yet, so that it is the same however often it is sent.
std::uint64_t content_digest(const IntentName& intent, const std::string& params_json) {
    const std::string text = intent.text + '\0' + params_json;
    return std::stoull(sha256_hex(as_bytes(text)).substr(0, 16), nullptr, 16);
}

// All but the params.
void fill_order(const domain::State& state, RunIndex run, Attempt attempt, wire::Dispatch& out) {
    const domain::PlanStep& plan = state.plan_step_of(run);
    build_key(state, run, attempt, *out.mutable_key());
    out.set_task_index(state.runs[run.value].task.value);
    out.set_run_index(run.value);
    out.set_epoch(state.epoch.value);
    out.set_intent(state.step_of(run).intent.text);
    out.set_content_digest(content_digest(state.step_of(run).intent, state.step_of(run).params_json));
    out.set_input_json(input_of(state, run).dump(-1, ' ', false, json::error_handler_t::replace));
    out.set_timeout_ms(plan.timeout_ms);
    if (state.step_of(run).limits.any()) codec::encode_limits(state.step_of(run).limits, *out.mutable_limits());
    out.set_priority(static_cast<std::uint32_t>(plan.priority));
}

// Outputs that the params of the run refer to and that are there already.
void add_known_results(const domain::State& state, RunIndex run, const std::string& params_json, wire::SliceStep& out) {
    const domain::Task& task = state.task_of(run);
    const domain::PlanStep& own = state.plan_step_of(run);
    const std::uint32_t node = own.nodes[run.value - task.first_run.value - own.first_run];
    std::set<std::uint32_t> seen;
    const auto look = [&](const StepName& name, const std::string&) -> Result<std::string> {
        const auto step = task.plan->find_step(name);
        const auto upstream = step && seen.insert(*step).second ? upstream_run(task, *step, node) : std::nullopt;
        if (upstream && state.runs[upstream->value].outcome == domain::Outcome::Good) {
            const domain::RunDetails& details = state.details[upstream->value];
            wire::StepResult& result = *out.add_results();
            result.set_step(name.text);
            result.set_attempt(state.runs[upstream->value].attempt.value);
            result.set_good(true);
            result.set_output_json(details.output_json);
            result.set_output_text(details.output_text);
        }
        return std::string("null");
    };
    (void)definition::substitute_outputs(params_json, look);
}

}  // namespace

bool is_there(const domain::State& state, RunIndex run) { return run.value < state.runs.size() && state.runs[run.value].task != no_task; }

void build_key(const domain::State& state, RunIndex run, Attempt attempt, wire::RunKey& out) {
    out.set_task_id(state.task_of(run).id.text);
    out.set_step(state.step_of(run).name.text);
    out.set_node(state.node_of(run).text);
    out.set_attempt(attempt.value);
}

namespace {

// An undoing attempt runs the step's compensating action; it sees what the step was given and what it left.
Status build_undoing(const domain::State& state, RunIndex run, const domain::CompensationDefinition& compensate, wire::Dispatch& out) {
    auto params = definition::substitute_outputs(compensate.params_json, [&](const StepName& name, const std::string& key) {
        return look_up_output(state, run, name, key);
    });
    if (!params) return params.error();
    out.set_intent(compensate.intent.text);
    out.set_content_digest(content_digest(compensate.intent, compensate.params_json));
    out.set_params_json(std::move(params).value());
    json input = input_of(state, run);
    input["output"] = output_of(state.details[run.value]);
    out.set_input_json(input.dump(-1, ' ', false, json::error_handler_t::replace));
    out.set_timeout_ms(compensate.timeout_ms.value_or(state.plan_step_of(run).timeout_ms));
    out.set_idempotency(static_cast<std::uint32_t>(domain::Idempotency::IdempotentWrite) + 1);
    return success();
}

}  // namespace

Status build_dispatch(const domain::State& state, const core::SendDispatch& dispatch, wire::Dispatch& out) {
    const domain::StepDefinition& step = state.step_of(dispatch.run);
    if (domain::is_compensating(state.runs[dispatch.run.value]) && step.compensate) {
        fill_order(state, dispatch.run, dispatch.attempt, out);
        return build_undoing(state, dispatch.run, *step.compensate, out);
    }
    auto params = definition::substitute_outputs(step.params_json, [&](const StepName& name, const std::string& key) {
        return look_up_output(state, dispatch.run, name, key);
    });
    if (!params) return params.error();
    fill_order(state, dispatch.run, dispatch.attempt, out);
    out.set_params_json(std::move(params).value());
    return success();
}

void build_slice(const domain::State& state, const core::Slice& slice, wire::Slice& out) {
    out.set_task_id(state.tasks[slice.task.value].id.text);
    out.set_epoch(slice.epoch.value);
    out.set_position(slice.position.value);
    for (const core::SliceEntry& entry : slice.entries) {
        // An amendment may have given the task's runs other numbers since; the next slice follows.
        if (state.runs[entry.run.value].task != slice.task) continue;
        wire::SliceStep& step = *out.add_steps();
        const domain::StepDefinition& definition = state.step_of(entry.run);
        fill_order(state, entry.run, entry.attempt, *step.mutable_order());
        step.mutable_order()->set_params_json(definition.params_json);
        if (entry.idempotency) step.mutable_order()->set_idempotency(static_cast<std::uint32_t>(*entry.idempotency) + 1);
        step.set_is_retry(entry.is_retry);
        step.set_trigger(static_cast<std::uint32_t>(definition.trigger));
        step.set_upstream_failed(entry.upstream_failed);
        step.set_delay_ms(entry.delay_ms);
        for (const core::SliceEntry::Wait& wait : entry.waits_for) {
            step.add_waits_for()->set_step(state.tasks[slice.task.value].plan->definition.steps[wait.step].name.text);
            step.mutable_waits_for()->rbegin()->set_attempt(wait.attempt.value);
        }
        for (const std::int64_t delay_ms : entry.retry_delays_ms) step.add_retry_delays_ms(delay_ms);
        add_known_results(state, entry.run, definition.params_json, step);
        if (out.ByteSizeLong() <= slice_limit_bytes) continue;
        out.mutable_steps()->RemoveLast();
        return;
    }
}

}  // namespace apollo::orchestrator
