// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <signal.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "agent/updater/call_off.h"

namespace apollo::updater {

// Where packages keep it only its user makes anything.
Status check_data_folder(const std::string&) { return success(); }

Status end_updater(std::int64_t process) {
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe", failed);
    // A number may be somebody else's by now; what was replaced since is called "NAME (deleted)".
    if (failed || !program.filename().string().starts_with("apollo-updater")) return success();
    if (::kill(static_cast<pid_t>(process), SIGKILL) == 0 || errno == ESRCH) return success();
    return Error{ErrorKind::Io, "cannot end the updater (process " + std::to_string(process) + "): " + std::strerror(errno)};
}

}  // namespace apollo::updater
