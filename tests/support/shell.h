// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a test lets this system's shell do, said for each: sh and cmd.
#pragma once

#include <string>
#include <vector>

namespace apollo::test_support {

// The argv that runs the one or the other.
std::vector<std::string> shell(const std::string& for_sh, const std::string& for_cmd);

}  // namespace apollo::test_support
