// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Making the agent a service of this machine. On Linux the package's unit is that, and there is nothing here; on Windows the
// agent itself speaks to the service manager.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/options.h"

namespace apollo::agent {

// Options that only this system's agent has.
std::vector<OptionSpec> service_options();
// Does what the options ask for and returns the exit code; nullopt if they ask for none of it, or for the agent itself. Says on stderr what fails.
std::optional<int> carry_out_service_verb(const Options& options);

}  // namespace apollo::agent
