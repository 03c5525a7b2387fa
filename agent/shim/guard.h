// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Guards one command from its start to its proven end.
#pragma once

#include <functional>
#include <string>

#include "common/base/launcher.h"

namespace apollo::shim {

// Runs the command and returns when nothing of its tree lives any more. `on_executed` is called once, as soon as the command
// is known to be executed; never when it could not be. Once per process.
ExitRecord guard_command(const LaunchSpec& spec, const std::string& folder, WallTime started_at, const std::function<void()>& on_executed);

}  // namespace apollo::shim
