// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <signal.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "agent/updater/call_off.h"

namespace apollo::updater {

// Where packages keep it only its user makes anything.
Status check_data_folder(const std::string&) { return success(); }

namespace {

// Empty also where the kernel does not tell.
std::vector<pid_t> children_of(const std::string& process) {
    std::vector<pid_t> children;
    std::ifstream list("/proc/" + process + "/task/" + process + "/children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
    return children;
}

}  // namespace

Status end_updater(std::int64_t process) {
    const std::string number = std::to_string(process);
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/" + number + "/exe", failed);
    // A number may be somebody else's by now; what was replaced since is called "NAME (deleted)".
    if (failed || !program.filename().string().starts_with("apollo-updater")) return success();
    // It starts no other one meanwhile.
    ::kill(static_cast<pid_t>(process), SIGSTOP);
    const std::vector<pid_t> children = children_of(number);
    if (::kill(static_cast<pid_t>(process), SIGKILL) != 0 && errno != ESRCH) {
        return Error{ErrorKind::Io, "cannot end the updater (process " + number + "): " + std::strerror(errno)};
    }
    // The upgrade program may wait for a package manager's lock, to install when that is free. What it has started comes to its end.
    for (const pid_t child : children) ::kill(child, SIGKILL);
    return success();
}

}  // namespace apollo::updater
