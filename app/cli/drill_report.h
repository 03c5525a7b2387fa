// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a drill saw, when, and what it concludes from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/context.h"

namespace apollo::cli {

struct DrillReport {
    struct Moment {
        std::int64_t at_ms = 0;  // since the drill began
        WallTime time;
        std::string node;        // empty: the center, or all of them
        std::string what;        // one sentence
    };
    struct Promise {
        std::string name;
        bool kept = false;
        std::string message;
    };

    std::string place;  // "own", "running", "named"
    std::vector<Moment> moments;
    std::vector<Promise> promises;
    // Each from the moment of its cause; absent: it did not happen.
    std::optional<std::int64_t> detection_ms;    // faults → the center has declared both nodes lost
    std::optional<std::int64_t> takeover_ms;     // cut → the node goes on alone with a step it had not begun
    std::optional<std::int64_t> adoption_ms;     // restart of the killed agent → its running step is its own again
    std::optional<std::int64_t> repair_ms;       // restart without its log → the lost attempt is replaced
    std::optional<std::int64_t> convergence_ms;  // last fault lifted → the center knows all that nodes did
    std::int64_t duration_ms = 0;
    std::string trouble;  // what the drill waited for in vain; empty: nothing
    std::string folder;   // kept to be looked at; empty: removed
    std::string note;     // what this kind of drill cannot show; empty: nothing

    bool converged() const;
};

void print_drill(const DrillReport& report, bool json);

}  // namespace apollo::cli
