// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/shell.h"

namespace apollo::test_support {

std::vector<std::string> shell(const std::string& for_sh, const std::string&) { return {"/bin/sh", "-c", for_sh}; }

}  // namespace apollo::test_support
