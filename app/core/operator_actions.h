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

// CANCELLED for every run that waits and is not on its node: of the whole task, or of `from` and all that depends on it. `why` begins
// each run's message, which goes on with how far it had come.
std::vector<domain::Event> cancel_waiting_runs(const domain::State& state, TaskIndex task, const std::string& why, const StepName& from = {});

// A run's event without position, version and epoch.
domain::Event draft_run_event(const domain::State& state, RunIndex run, domain::EventType type, Attempt attempt, domain::Payload payload);

// What an operator did, as it stands in the event. Longer reasons are cut.
domain::OperatorAction action_of(const char* verb, const Caller& caller, const domain::Justification& why,
                                 std::optional<domain::RunStatus> to = std::nullopt);
// NotFound names the command that lists tasks.
Result<TaskIndex> find_task(const domain::State& state, const TaskId& id);
// A task that may be changed, with a reason given; `verb` is for the sentence.
Result<TaskIndex> find_changeable(const domain::State& state, const TaskId& id, const domain::Justification& why, const char* verb);

}  // namespace apollo::core
