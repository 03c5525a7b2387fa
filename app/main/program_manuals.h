// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the programs of this folder say about themselves: options, help, manual pages.
#pragma once

#include <optional>

#include "common/manual/manual.h"

namespace apollo::programs {

manual::Program orchestrator_manual();
manual::Program control_manual();

// Answers --help, --version and --manual on the standard output; the exit code when one of them was asked for.
std::optional<int> answer_about_itself(const manual::Program& program, const Options& options);

}  // namespace apollo::programs
