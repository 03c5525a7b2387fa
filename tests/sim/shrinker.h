// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Cuts a failing run down: fewer faults, actions, tasks, agents and steps, as long as a violation of the same kind appears.
#pragma once

#include <functional>

#include "tests/sim/run.h"

namespace apollo::sim {

using RunOnce = std::function<Report(const RunRequest&)>;

struct Shrunk {
    RunRequest request;
    Report report;          // of the smallest run
    unsigned runs = 0;      // that were tried
};
// `failed`: the report of `request`, with at least one violation. At most `budget` runs are made.
Shrunk shrink(const RunRequest& request, const Report& failed, unsigned budget, const RunOnce& run);

}  // namespace apollo::sim
