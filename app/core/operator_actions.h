// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Decisions of people: (state, command) → events that would carry it out, or a refusal that says why. Pure.
#pragma once

#include <vector>

#include "app/core/core_types.h"
#include "common/domain/state.h"

namespace apollo::core {

// Drafts lack position, version, epoch and recorded time; the core fills them in as it applies them one by one.
struct Decision {
    TaskIndex task;
    std::vector<domain::Event> drafts;
};

Result<Decision> decide_cancel(const domain::State& state, const domain::CancelTask& command, const Caller& caller);
Result<Decision> decide_rerun(const domain::State& state, const domain::RerunTask& command, const Caller& caller);
Result<Decision> decide_skip(const domain::State& state, const domain::SkipRuns& command, const Caller& caller);
Result<Decision> decide_override(const domain::State& state, const domain::OverrideRuns& command, const Caller& caller);
Result<domain::Event> decide_revoke(const domain::State& state, const domain::RevokeNode& command, const Caller& caller);

// CANCELLED for every run of the task that waits and is not on its node.
std::vector<domain::Event> cancel_waiting_runs(const domain::State& state, TaskIndex task, const std::string& message);

// A run's event without position, version and epoch.
domain::Event draft_run_event(const domain::State& state, RunIndex run, domain::EventType type, Attempt attempt, domain::Payload payload);

}  // namespace apollo::core
