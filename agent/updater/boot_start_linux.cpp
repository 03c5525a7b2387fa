// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/boot_start.h"

namespace apollo::updater {

Status begin_boot_start(const std::string&, const std::string&) { return success(); }

void end_boot_start() {}

int run_at_boot(const std::function<int()>& work) { return work(); }

}  // namespace apollo::updater
