// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <chrono>
#include <thread>

#include "agent/intents/builtin.h"
#include "agent/intents/machine.h"
#include "agent/intents/params.h"
#include "common/base/bytes.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

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

void add_space(nlohmann::json& output, const std::string& what, const Space& space) {
    const std::uint64_t used = space.total_bytes - space.free_bytes;
    output[what + "_total_bytes"] = space.total_bytes;
    output[what + "_used_bytes"] = used;
    output[what + "_used_percent"] = percent(used, space.total_bytes);
}

}  // namespace

Result<nlohmann::json> collect_metrics(const BuiltinInput& input) {
    nlohmann::json output;
    std::string path = system_disk();
    if (input.params.contains("path")) {
        auto given = absolute_path(input.params, "path");
        if (!given) return given.error();
        path = *given;
    }
    const auto disk = disk_space(path);
    if (!disk) return disk.error();
    add_space(output, "disk", *disk);
    output["cpu_percent"] = cpu_percent();
    output["cpu_count"] = std::thread::hardware_concurrency();
    add_space(output, "memory", memory_space());
    if (const auto load = load_averages()) {
        output["load_1m"] = (*load)[0];
        output["load_5m"] = (*load)[1];
        output["load_15m"] = (*load)[2];
    }
    output["uptime_s"] = uptime_s();
    output["hostname"] = to_valid_utf8(host_name());
    return output;
}

}  // namespace apollo::agent
