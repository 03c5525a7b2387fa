// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/retry.h"

#include <algorithm>

namespace apollo::core {

std::int64_t retry_delay_ms(const domain::RetryPolicy& policy, std::uint32_t retry) {
    if (policy.backoff == domain::Backoff::Fixed) return policy.initial_interval_ms;
    std::int64_t delay = policy.initial_interval_ms;
    for (std::uint32_t i = 1; i < retry && delay < policy.max_interval_ms; ++i) delay *= 2;
    return std::min(delay, policy.max_interval_ms);
}

std::optional<domain::Idempotency> idempotency_of(const domain::StepDefinition& step, const CoreSettings& settings) {
    if (step.idempotency) return step.idempotency;
    const auto known = settings.intent_idempotency.find(step.intent);
    if (known == settings.intent_idempotency.end()) return std::nullopt;
    return known->second;
}

namespace {

// Whether an attempt whose end nobody saw may simply be made again.
bool may_repeat_lost(std::optional<domain::Idempotency> idempotency) {
    return idempotency == domain::Idempotency::IdempotentWrite || idempotency == domain::Idempotency::Checkpoint;
}

}  // namespace

RetryDecision decide_retry(const domain::State& state, RunIndex index, domain::FailureClass failure, const CoreSettings& settings) {
    const domain::Run& run = state.runs[index.value];
    const domain::StepDefinition& step = state.step_of(index);
    const domain::PlanStep& plan = state.plan_step_of(index);
    const auto idempotency = idempotency_of(step, settings);
    if (state.task_of(index).cancel_requested) return {false, 0, 0, "the task is being cancelled"};
    if (failure == domain::FailureClass::Permanent) return {false, 0, 0, "the failure is permanent; another try would fail alike"};
    if (failure == domain::FailureClass::Lost && !may_repeat_lost(idempotency)) {
        return {false, 0, 0, "nobody knows how far the lost attempt came and the step is not declared safe to repeat; a person decides"};
    }
    if (idempotency == domain::Idempotency::Compensate) {
        return {false, 0, 0, "the step must be compensated before it may run again; a person decides"};
    }
    if (run.retries >= plan.retry_policy.max_retries) return {false, 0, 0, "all tries are used up"};
    const std::uint32_t number = run.retries + 1;
    return {true, retry_delay_ms(plan.retry_policy, number), number, {}};
}

}  // namespace apollo::core
