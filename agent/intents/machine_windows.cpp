// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/machine.h"

#include <windows.h>

#include "common/base/host.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

std::uint64_t ticks(const FILETIME& time) { return (static_cast<std::uint64_t>(time.dwHighDateTime) << 32) | time.dwLowDateTime; }

}  // namespace

CpuTimes cpu_times() {
    FILETIME idle{}, kernel{}, user{};
    if (::GetSystemTimes(&idle, &kernel, &user) == 0) return {};
    // The kernel's time has the idle time in it.
    const std::uint64_t total = ticks(kernel) + ticks(user);
    return {total - ticks(idle), total};
}

Space memory_space() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    if (::GlobalMemoryStatusEx(&memory) == 0) return {};
    return {memory.ullTotalPhys, memory.ullAvailPhys};
}

Result<Space> disk_space(const std::string& path) {
    ULARGE_INTEGER total{}, free{};
    if (::GetDiskFreeSpaceExW(windows::wide_path(path).c_str(), nullptr, &total, &free) == 0) {
        return Error{ErrorKind::NotFound, "cannot measure the file system of " + path + ": " + windows::message_of(::GetLastError())};
    }
    return Space{total.QuadPart, free.QuadPart};
}

std::string system_disk() {
    const std::string drive = environment_variable("SystemDrive");
    return (drive.empty() ? "C:" : drive) + "/";
}

std::optional<std::array<double, 3>> load_averages() { return std::nullopt; }

std::int64_t uptime_s() { return static_cast<std::int64_t>(::GetTickCount64() / 1000); }

}  // namespace apollo::agent
