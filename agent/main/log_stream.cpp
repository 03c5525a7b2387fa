// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/log_stream.h"

#include <cstdio>
#include <optional>

#include "common/base/clock.h"

namespace apollo::agent {

namespace {

struct Place {
    SystemDisk disk;
    std::optional<LogFile> file;  // absent: stderr
};

Place& place() {
    static Place here;
    return here;
}

}  // namespace

Status log_to_file(const std::string& path) {
    auto file = LogFile::open(place().disk, path, LogLimits{});
    if (!file) return file.error();
    place().file.emplace(std::move(*file));
    return success();
}

void limit_log_file(const LogLimits& limits) {
    if (place().file) place().file->set_limits(limits);
}

void log_text(const std::string& text) {
    if (place().file) return place().file->append(text);
    std::fputs(text.c_str(), stderr);
    // Not everywhere is it written at once, and a process that is killed takes the rest with it.
    std::fflush(stderr);
}

void log_line(const std::string& text) { log_text(to_rfc3339(SystemClock().now().wall) + " " + text + "\n"); }

}  // namespace apollo::agent
