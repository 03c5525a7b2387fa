// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Gives the space of attempts back that ended long ago and that the center has.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "common/base/ids.h"
#include "common/base/time.h"

namespace apollo::agent {

struct CleanSettings {
    std::string runs_folder;              // DATA/runs: TASK/STEP/ATTEMPT and TASK/STEP/checkpoint
    std::int64_t max_age_ms = 0;          // since the attempt's folder was last written to
    std::size_t limit = 200;              // attempts removed in one pass
};

// True for an attempt that must stay, however old it is.
using KeepsAttempt = std::function<bool(const TaskId& task, const StepName& step, Attempt attempt)>;

// Removes what is older, and the folders of steps (with their checkpoint) and tasks that have nothing else left; the number
// of attempts removed. What cannot be removed is tried again in the next pass. Names that are not ours are left alone.
std::size_t clean_runs(const CleanSettings& settings, WallTime now, const KeepsAttempt& keeps);

}  // namespace apollo::agent
