// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/runner/stray_processes.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>

#include "agent/shim/attempt_files.h"

// The header of glibc 2.36 does not say it itself.
extern "C" {
#include <sys/pidfd.h>
}

namespace apollo::agent {

namespace {

// Handles, not numbers: a pid can be given to another process between looking and killing.
using Handles = std::map<pid_t, int>;

bool belongs_to(pid_t pid, const std::string& entry) {
    const std::string environment = shim::read_small_file("/proc/" + std::to_string(pid) + "/environ");
    return environment.starts_with(entry) || environment.find(std::string(1, '\0') + entry) != std::string::npos;
}

Handles find_strays(const std::string& folder) {
    const std::string entry = "APOLLO_RUN_FOLDER=" + folder + std::string(1, '\0');
    Handles found;
    DIR* processes = ::opendir("/proc");
    if (processes == nullptr) return found;
    while (const dirent* item = ::readdir(processes)) {
        const pid_t pid = static_cast<pid_t>(std::strtol(item->d_name, nullptr, 10));
        if (pid <= 1 || pid == ::getpid() || !belongs_to(pid, entry)) continue;
        const int handle = ::pidfd_open(pid, 0);
        if (handle < 0) continue;
        // The handle is for certain of the process whose environment was read only if it still reads the same.
        if (belongs_to(pid, entry)) {
            found[pid] = handle;
        } else {
            ::close(handle);
        }
    }
    ::closedir(processes);
    return found;
}

void wait_for_end(int handle, int limit_ms) {
    pollfd watched{handle, POLLIN, 0};
    ::poll(&watched, 1, limit_ms);
}

}  // namespace

StrayReport end_stray_processes(const std::string& folder) {
    using std::chrono::steady_clock;
    const auto deadline = steady_clock::now() + std::chrono::seconds(2);
    StrayReport report;
    while (true) {
        const Handles strays = find_strays(folder);
        const bool late = steady_clock::now() >= deadline;
        for (const auto& [pid, handle] : strays) {
            if (::pidfd_send_signal(handle, SIGKILL, nullptr, 0) == 0) ++report.killed;
            if (late) report.survivors += (report.survivors.empty() ? "" : " ") + std::to_string(pid);
        }
        for (const auto& [pid, handle] : strays) {
            if (!late) wait_for_end(handle, 100);
            // When the agent is process 1 of a container it is their parent now.
            ::waitpid(pid, nullptr, WNOHANG);
            ::close(handle);
        }
        if (strays.empty() || late) return report;
    }
}

}  // namespace apollo::agent
