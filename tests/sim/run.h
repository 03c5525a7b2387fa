// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One seed, one run, one report; in this process or in one of its own, so that a broken assumption of the product is a
// finding like any other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/sim/checker.h"
#include "tests/sim/plant.h"
#include "tests/sim/scenario.h"

namespace apollo::sim {

struct RunRequest {
    std::uint64_t seed = 1;
    Limits limits;
    Plant plant = Plant::None;
    bool print_trace = false;
    std::string keep_folder;  // the orchestrator's data folder is written there at the end; empty: not
};

struct Report {
    std::uint64_t seed = 0;
    std::vector<Violation> violations;
    std::string trace_hash;
    std::uint64_t events = 0;        // in the log
    std::uint64_t effects = 0;       // attempts that began to run
    std::int64_t virtual_ms = 0;
    std::uint32_t agents = 0;
    std::vector<std::string> newest_trace;
};

Report run_seed(const RunRequest& request);

// Runs all requests, at most `jobs` at a time, each in a process of its own. `on_report` gets the reports in the order of
// the requests; when it returns false nothing further is started.
void run_isolated(const std::function<bool(RunRequest& next)>& next_request, unsigned jobs, const std::function<bool(const Report&)>& on_report);

// The options that repeat this run.
std::string command_line(const RunRequest& request);
// "0,2-5"; "none" when empty.
std::string to_text(const std::set<std::uint32_t>& numbers);

}  // namespace apollo::sim
