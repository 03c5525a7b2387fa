// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One attempt from its spec to its exit record: the part of the guard that is the same on every system.
#pragma once

#include <functional>
#include <string>

namespace apollo::shim {

// Of the guard program (RECORDS.md).
enum ExitCode { recorded = 0, bad_usage = 2, not_first = 3, nothing_run = 4, not_recorded = 5 };

// Says it on stderr; returns the code.
int complain(ExitCode code, const std::string& text);
// Returns the program's exit code. `on_executed` as in guard.h.
int run_attempt(const std::string& folder, const std::function<void()>& on_executed);

}  // namespace apollo::shim
