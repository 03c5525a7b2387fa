// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Alerts, breakers, dead letters, pauses and the durations of intents: what is folded beside tasks and nodes. Internal to
// the reducer.
#pragma once

#include "common/domain/state.h"

namespace apollo::domain {

// An event that is about no run, task or node.
void apply_condition(State& state, const Event& event);
// An attempt ended (SUCCEEDED, FAILED, TIMED_OUT): counts for its intent's and its node's breaker and the durations.
void note_attempt_end(State& state, const Event& event, const RunDetails& details);
// The breaker of that name ("intent:NAME", "node:NAME"); nullptr if nothing of that kind is known.
const Breaker* find_breaker(const State& state, const std::string& name);

}  // namespace apollo::domain
