// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where the agent says what happens: stderr, or the file of a service that has none. Main thread.
#pragma once

#include <cstdio>
#include <string>

namespace apollo::agent {

std::FILE* log_stream();
// For the rest of this process.
void set_log_stream(std::FILE* stream);

// One line with the time.
void log_line(const std::string& text);

}  // namespace apollo::agent
