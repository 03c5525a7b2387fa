// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A command as the line for apollo-cli that sends the same.
#pragma once

#include <QString>

#include "common/domain/command.h"

namespace apollo::viewmodels {

// A word for a POSIX shell, quoted where it must be.
QString shell_word(const std::string& text);
// `wants_reason`: stand in "TEXT" for a reason that is still missing. Empty for commands that need a file or that the shell
// does not know.
QString command_line(const domain::Command& command, bool wants_reason);

}  // namespace apollo::viewmodels
