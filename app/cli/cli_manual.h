// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Every verb, and the manual that is made of them.
#pragma once

#include "app/cli/commands.h"
#include "common/manual/manual.h"

namespace apollo::cli {

std::vector<Verb> all_verbs();
std::vector<OptionSpec> common_options();
manual::Program cli_manual();

}  // namespace apollo::cli
