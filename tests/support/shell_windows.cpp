// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/shell.h"

namespace apollo::test_support {

std::vector<std::string> shell(const std::string&, const std::string& for_cmd) { return {"cmd.exe", "/c", for_cmd}; }

}  // namespace apollo::test_support
