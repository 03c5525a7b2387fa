// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/log_stream.h"

#include "common/base/clock.h"

namespace apollo::agent {

namespace {

std::FILE*& current() {
    static std::FILE* stream = stderr;
    return stream;
}

}  // namespace

std::FILE* log_stream() { return current(); }

void set_log_stream(std::FILE* stream) { current() = stream; }

void log_line(const std::string& text) { std::fprintf(log_stream(), "%s %s\n", to_rfc3339(SystemClock().now().wall).c_str(), text.c_str()); }

}  // namespace apollo::agent
