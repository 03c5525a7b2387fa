// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a state tells about trouble: runs, nodes, queues, pauses. Pure: time and measurements are handed in.
#pragma once

#include <string>
#include <vector>

#include "app/api/api.h"
#include "app/cli/check.h"

namespace apollo::cli {

struct Circumstances {
    WallTime now;                             // of a folder that nothing runs on: when its newest event was recorded
    bool live = false;                        // an orchestrator runs and has measured `nodes`
    std::vector<api::NodeMeasurement> nodes;  // those seen since the orchestrator started
};

std::vector<Check> check_state(const domain::State& state, const Circumstances& circumstances);

// "task / step on node"
std::string run_name(const domain::State& state, RunIndex run);

}  // namespace apollo::cli
