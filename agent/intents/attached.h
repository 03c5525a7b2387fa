// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Commands that run in this process's place: same output, same environment, no shell.
#pragma once

#include <string>
#include <vector>

namespace apollo::agent {

// True if the command ran and ended with 0. What cannot be executed is said on stderr.
bool succeeds(const std::vector<std::string>& argv);
// Runs the command instead of this program. Returns the exit code to end with, 126 or 127 if it cannot be executed.
int become(const std::vector<std::string>& argv);

}  // namespace apollo::agent
