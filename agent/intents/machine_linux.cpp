// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <sys/statvfs.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "agent/intents/machine.h"

namespace apollo::agent {

// The first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks.
CpuTimes cpu_times() {
    std::ifstream file("/proc/stat");
    std::string label;
    file >> label;
    CpuTimes times;
    for (int field = 0; field < 8; ++field) {
        std::uint64_t ticks = 0;
        file >> ticks;
        times.total += ticks;
        if (field != 3 && field != 4) times.busy += ticks;
    }
    return times;
}

Space memory_space() {
    std::ifstream file("/proc/meminfo");
    Space space;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string name;
        std::uint64_t kib = 0;
        fields >> name >> kib;
        if (name == "MemTotal:") space.total_bytes = kib * 1024;
        if (name == "MemAvailable:") space.free_bytes = kib * 1024;
    }
    return space;
}

Result<Space> disk_space(const std::string& path) {
    struct statvfs info {};
    if (::statvfs(path.c_str(), &info) != 0) {
        return Error{ErrorKind::NotFound, "cannot measure the file system of " + path + ": " + std::strerror(errno)};
    }
    return Space{static_cast<std::uint64_t>(info.f_blocks) * info.f_frsize, static_cast<std::uint64_t>(info.f_bfree) * info.f_frsize};
}

std::string system_disk() { return "/"; }

std::optional<std::array<double, 3>> load_averages() {
    std::ifstream file("/proc/loadavg");
    std::array<double, 3> load{};
    file >> load[0] >> load[1] >> load[2];
    return load;
}

std::int64_t uptime_s() {
    double seconds = 0;
    std::ifstream("/proc/uptime") >> seconds;
    return static_cast<std::int64_t>(seconds);
}

}  // namespace apollo::agent
