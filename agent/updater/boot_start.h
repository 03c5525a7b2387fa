// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Lets the machine itself go on with an upgrade when it starts again, also where the new agent ends at once. On Windows that is a
// service which exists only meanwhile; on Linux a unit of the package (installer/linux/units/apollo-agent-upgrade.service) is there always.
#pragma once

#include <functional>
#include <string>

#include "common/base/result.h"

namespace apollo::updater {

// `program`: the updater's copy, which is there as long as the upgrade is.
Status begin_boot_start(const std::string& program, const std::string& data_folder);
void end_boot_start();
// Runs it, and answers the service manager where that has started this process.
int run_at_boot(const std::function<int()>& work);

}  // namespace apollo::updater
