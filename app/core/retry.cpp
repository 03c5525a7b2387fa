// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/retry.h"

#include <algorithm>

namespace apollo::core {

namespace {

// The tiers of a step without a policy of its own: fast, then slowly, then a person is asked.
constexpr std::uint32_t fast_tries = 3, slow_tries = 5;
constexpr std::int64_t fast_ms = 5000, slow_ms = 60000;

}  // namespace

std::int64_t retry_delay_ms(const domain::RetryPolicy& policy, std::uint32_t retry) {
    if (policy.backoff == domain::Backoff::Fixed) return policy.initial_interval_ms;
    std::int64_t delay = policy.initial_interval_ms;
    for (std::uint32_t i = 1; i < retry && delay < policy.max_interval_ms; ++i) delay *= 2;
    return std::min(delay, policy.max_interval_ms);
}

std::int64_t tier_delay_ms(std::uint32_t retry) { return retry <= fast_tries ? fast_ms : slow_ms; }

std::uint32_t retry_limit(const domain::PlanStep& step) { return step.tiered ? fast_tries + slow_tries : step.retry_policy.max_retries; }

std::optional<domain::Idempotency> idempotency_of(const domain::StepDefinition& step, const CoreSettings& settings) {
    if (step.idempotency) return step.idempotency;
    const auto known = settings.intent_idempotency.find(step.intent);
    if (known == settings.intent_idempotency.end()) return std::nullopt;
    return known->second;
}

namespace {

// Whether an attempt whose end nobody saw may simply be made again.
bool may_repeat_lost(std::optional<domain::Idempotency> idempotency) {
    return idempotency == domain::Idempotency::IdempotentWrite || idempotency == domain::Idempotency::Checkpoint ||
           idempotency == domain::Idempotency::Compensate;  // once it was undone
}

// What waits for something else that is broken gains nothing from haste.
RetryDecision tier_of(std::uint32_t retries, domain::FailureClass failure) {
    const bool slow_only = failure == domain::FailureClass::Dependency;
    if (retries >= (slow_only ? slow_tries : fast_tries + slow_tries)) {
        return {false, 0, 0, "all fast and slow tries are used up; a person decides"};
    }
    return {true, slow_only ? slow_ms : tier_delay_ms(retries + 1), retries + 1, {}};
}

}  // namespace

bool is_undone_before_retry(const domain::State& state, RunIndex index, const CoreSettings& settings) {
    return idempotency_of(state.step_of(index), settings) == domain::Idempotency::Compensate;
}

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
    if (plan.tiered) return tier_of(run.retries, failure);
    if (run.retries >= plan.retry_policy.max_retries) return {false, 0, 0, "all tries are used up"};
    const std::uint32_t number = run.retries + 1;
    return {true, retry_delay_ms(plan.retry_policy, number), number, {}};
}

}  // namespace apollo::core
