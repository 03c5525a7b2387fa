// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/machine_packages.h"

#include <signal.h>
#include <unistd.h>

#include <QProcess>

namespace apollo::updater {

// There are many kinds of packages; installer/linux/upgrade-package knows one.
bool keeps_packages(const Disk&, const std::string&) { return false; }

Status save_installed(Disk&, const std::string&, const std::string&) { return Error{ErrorKind::NotFound, "no program is named that knows this machine's packages"}; }

std::vector<std::string> install_command(const std::string& file) { return {file}; }

std::string meaning_of_exit_code(int) { return {}; }

bool changed_nothing(int) { return false; }

std::string describe_machine_service() { return {}; }

void prepare_tool(Disk&, const std::string&, QProcess& process) {
    process.setChildProcessModifier([] { ::setsid(); });
}

void end_tool(std::int64_t pid) { ::kill(-static_cast<pid_t>(pid), SIGKILL); }

}  // namespace apollo::updater
