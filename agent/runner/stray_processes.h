// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is left of a command whose guard was killed: nobody waits for these processes any more, but on Linux they carry
// APOLLO_RUN_FOLDER in their environment, and on Windows they are in the attempt's job.
#pragma once

#include <string>

namespace apollo::agent {

struct StrayReport {
    int killed = 0;
    std::string survivors;  // pids that did not die within 2 s, "12 34"; empty if none
};

// Sends KILL to every process of that attempt until none is found. Blocks for at most 2 s (usually some ms).
StrayReport end_stray_processes(const std::string& folder);

}  // namespace apollo::agent
