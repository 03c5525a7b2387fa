// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Follows one task's events until it has ended.
#pragma once

#include <functional>

#include "app/api/api.h"

namespace apollo::cli {

using OnChange = std::function<void(const domain::State& state, const domain::Event& event)>;

// What every verb that waits for a task ends with.
struct Waited {
    domain::TaskStatus status = domain::TaskStatus::Pending;
    int exit_code = 0;  // exit_done: it has SUCCEEDED; exit_no: it ended otherwise, or time ran out, which has been said then
};

// `timeout_ms` 0 = none. Unreachable if the orchestrator is gone for longer than 30 s.
Result<Waited> wait_for_end(const api::Session& session, const TaskId& task, std::int64_t timeout_ms, const OnChange& on_change);
// One line per change of a run.
void print_change(const domain::State& state, const domain::Event& event);

}  // namespace apollo::cli
