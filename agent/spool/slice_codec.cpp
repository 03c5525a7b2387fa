// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/record_codec.h"
#include "common/codec/value_codec.h"

namespace apollo::agent {

namespace {

constexpr std::size_t trigger_count = 3;

void encode_step(const SliceStep& step, wire::SliceStep& out) {
    encode_order(step.order, *out.mutable_order());
    out.set_is_retry(step.is_retry);
    for (const SliceStep::Wait& wait : step.waits_for) {
        auto* to = out.add_waits_for();
        to->set_step(wait.step.text);
        to->set_attempt(wait.attempt.value);
    }
    out.set_trigger(static_cast<std::uint32_t>(step.trigger));
    out.set_upstream_failed(step.upstream_failed);
    for (const std::int64_t delay_ms : step.retry_delays_ms) out.add_retry_delays_ms(delay_ms);
    out.set_delay_ms(step.delay_ms);
    for (const StepResult& result : step.results) {
        auto* to = out.add_results();
        to->set_step(result.step.text);
        to->set_attempt(result.attempt.value);
        to->set_good(result.good);
        to->set_output_json(result.output_json);
        to->set_output_text(result.output_text);
    }
}

Result<SliceStep> decode_step(const wire::SliceStep& in) {
    auto order = decode_order(in.order());
    if (!order) return order.error();
    SliceStep step;
    step.order = std::move(*order);
    step.is_retry = in.is_retry();
    for (const auto& wait : in.waits_for()) step.waits_for.push_back({StepName(wait.step()), Attempt(wait.attempt())});
    step.trigger = codec::decode_enum<domain::Trigger>(in.trigger(), trigger_count);
    step.upstream_failed = in.upstream_failed();
    step.retry_delays_ms.assign(in.retry_delays_ms().begin(), in.retry_delays_ms().end());
    step.delay_ms = in.delay_ms();
    for (const auto& result : in.results()) {
        step.results.push_back({StepName(result.step()), Attempt(result.attempt()), result.good(), result.output_json(), result.output_text()});
    }
    return step;
}

}  // namespace

void encode_slice(const Slice& slice, wire::Slice& out) {
    out.set_task_id(slice.task.text);
    out.set_epoch(slice.epoch.value);
    out.set_position(slice.position.value);
    for (const SliceStep& step : slice.steps) encode_step(step, *out.add_steps());
}

Result<Slice> decode_slice(const wire::Slice& in) {
    if (!is_valid_name(in.task_id())) return Error{ErrorKind::BadInput, "the task id of the slice is not valid"};
    Slice slice{TaskId(in.task_id()), Epoch(in.epoch()), Position(in.position()), {}};
    for (const wire::SliceStep& one : in.steps()) {
        auto step = decode_step(one);
        if (!step) return step.error();
        if (step->order.key.task != slice.task) return Error{ErrorKind::BadInput, "a step of the slice is of another task"};
        slice.steps.push_back(std::move(*step));
    }
    return slice;
}

}  // namespace apollo::agent
