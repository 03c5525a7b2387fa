// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What stands in an attempt's folder before its guard begins and after it is gone (../shim/RECORDS.md). Same on every system.
#pragma once

#include <optional>
#include <string>

#include "common/base/launcher.h"

namespace apollo::agent {

// BadInput for what no process can be started with.
Status check_spec(const LaunchSpec& spec);
// Not synced: it matters only to a guard that starts now. Renamed, so that a guard never reads half of it.
Status write_spec(const LaunchSpec& spec);
// What the folder says once no guard lives there. Lost: what is still left of the tree has been killed when this returns.
Evidence conclude(const std::string& folder, std::optional<ExitRecord>& record);
// For a guard that ended before the command was started.
ExitRecord guard_failed(std::optional<int> exit_code);

}  // namespace apollo::agent
