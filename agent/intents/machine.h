// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The machine's own figures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

// Since the machine's start, in a unit of the system's; guest time is part of busy time.
struct CpuTimes {
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
};
CpuTimes cpu_times();

struct Space {
    std::uint64_t total_bytes = 0;
    std::uint64_t free_bytes = 0;  // memory: what programs could still get
};
Space memory_space();
// NotFound when the path names no file system.
Result<Space> disk_space(const std::string& path);
// The disk with the system on it.
std::string system_disk();

// Processes that run or wait to, averaged over 1, 5 and 15 minutes; absent where the system does not count them (Windows).
std::optional<std::array<double, 3>> load_averages();
std::int64_t uptime_s();

}  // namespace apollo::agent
