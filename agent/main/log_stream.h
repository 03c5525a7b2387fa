// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where the agent says what happens: stderr, or the file of a service that has none. Main thread.
#pragma once

#include <string>

#include "agent/main/log_file.h"

namespace apollo::agent {

// For the rest of this process.
Status log_to_file(const std::string& path);
// Of the file; without one nothing.
void limit_log_file(const LogLimits& limits);

// As it is; a line ends with its line end.
void log_text(const std::string& text);
// One line with the time.
void log_line(const std::string& text);

}  // namespace apollo::agent
