// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How packages of the agent are kept and installed where no program of the installation knows it: on Windows a package is the
// installer, which leaves a copy of itself in DATA/upgrade.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/base/result.h"

class QProcess;

namespace apollo::updater {

// Whether this machine can do without such a program.
bool keeps_packages(const Disk& disk, const std::string& data_folder);
// Writes a package of what is installed to FILE.
Status save_installed(Disk& disk, const std::string& data_folder, const std::string& file);
// What installs FILE, and what an exit code of it means; empty: nothing that is known.
std::vector<std::string> install_command(const std::string& file);
std::string meaning_of_exit_code(int exit_code);
bool changed_nothing(int exit_code);
// As Tools::describe_service.
std::string describe_machine_service();
// Tools show no window, and unpack what they need where nobody else can exchange it: DATA/upgrade/temp.
void prepare_tool(Disk& disk, const std::string& data_folder, QProcess& process);
// Ends one that was prepared so; on Linux with what it has started.
void end_tool(std::int64_t pid);

}  // namespace apollo::updater
