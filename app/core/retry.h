// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What follows a failed or timed-out attempt. Pure functions of state and failure.
#pragma once

#include <optional>

#include "app/core/core_types.h"
#include "common/domain/state.h"

namespace apollo::core {

// Delay before retry number `retry` (from 1): initial × 2^(retry-1) up to the maximum, or always initial.
std::int64_t retry_delay_ms(const domain::RetryPolicy& policy, std::uint32_t retry);

// The same for a step without a policy: three fast ones, then five slow ones.
std::int64_t tier_delay_ms(std::uint32_t retry);
std::uint32_t retry_limit(const domain::PlanStep& step);

// The step's own declaration or its intent's; nullopt if neither is known here (a site intent known to agents only).
std::optional<domain::Idempotency> idempotency_of(const domain::StepDefinition& step, const CoreSettings& settings);

// Whether a failed attempt of it is undone before anything else follows.
bool is_undone_before_retry(const domain::State& state, RunIndex run, const CoreSettings& settings);

struct RetryDecision {
    bool retry = false;
    std::int64_t delay_ms = 0;
    std::uint32_t number = 0;
    std::string why_not;  // one sentence when retry is false
};
// For a run that has just become FAILED or TIMEOUT.
RetryDecision decide_retry(const domain::State& state, RunIndex run, domain::FailureClass failure, const CoreSettings& settings);

}  // namespace apollo::core
