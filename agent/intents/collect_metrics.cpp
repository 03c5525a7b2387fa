// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <sys/statvfs.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "common/base/bytes.h"

namespace apollo::agent {

namespace {

struct CpuTimes {
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
};

// The first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks. Guest time is part of user.
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

double rounded(double value) { return static_cast<double>(static_cast<std::int64_t>(value * 10 + 0.5)) / 10; }

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : rounded(100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

double cpu_percent() {
    const CpuTimes before = cpu_times();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const CpuTimes after = cpu_times();
    return percent(after.busy - before.busy, after.total - before.total);
}

void add_memory(nlohmann::json& output) {
    std::ifstream file("/proc/meminfo");
    std::uint64_t total = 0;
    std::uint64_t available = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string name;
        std::uint64_t kib = 0;
        fields >> name >> kib;
        if (name == "MemTotal:") total = kib * 1024;
        if (name == "MemAvailable:") available = kib * 1024;
    }
    output["memory_total_bytes"] = total;
    output["memory_used_bytes"] = total - available;
    output["memory_used_percent"] = percent(total - available, total);
}

Status add_disk(nlohmann::json& output, const std::string& path) {
    struct statvfs info {};
    if (::statvfs(path.c_str(), &info) != 0) {
        return Error{ErrorKind::NotFound, "cannot measure the file system of " + path + ": " + std::strerror(errno)};
    }
    const std::uint64_t total = static_cast<std::uint64_t>(info.f_blocks) * info.f_frsize;
    const std::uint64_t used = total - static_cast<std::uint64_t>(info.f_bfree) * info.f_frsize;
    output["disk_total_bytes"] = total;
    output["disk_used_bytes"] = used;
    output["disk_used_percent"] = percent(used, total);
    return success();
}

void add_load(nlohmann::json& output) {
    std::ifstream file("/proc/loadavg");
    double load_1m = 0;
    double load_5m = 0;
    double load_15m = 0;
    file >> load_1m >> load_5m >> load_15m;
    output["load_1m"] = load_1m;
    output["load_5m"] = load_5m;
    output["load_15m"] = load_15m;
}

}  // namespace

Result<nlohmann::json> collect_metrics(const BuiltinInput& input) {
    nlohmann::json output;
    std::string path = "/";
    if (input.params.contains("path")) {
        auto given = absolute_path(input.params, "path");
        if (!given) return given.error();
        path = *given;
    }
    if (auto disk = add_disk(output, path); !disk) return disk.error();
    output["cpu_percent"] = cpu_percent();
    output["cpu_count"] = std::thread::hardware_concurrency();
    add_memory(output);
    add_load(output);
    double uptime_s = 0;
    std::ifstream("/proc/uptime") >> uptime_s;
    output["uptime_s"] = static_cast<std::int64_t>(uptime_s);
    char hostname[256] = {};
    ::gethostname(hostname, sizeof hostname - 1);
    output["hostname"] = to_valid_utf8(hostname);
    return output;
}

}  // namespace apollo::agent
