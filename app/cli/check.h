// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One finding of `apollo-cli doctor`: what was looked at, whether it is well, and what to do if not.
#pragma once

#include <string>
#include <vector>

namespace apollo::cli {

struct Check {
    std::string name;     // snake_case; scripts know it by this
    bool ok = true;
    std::string message;  // one sentence
    std::string advice;   // empty when all is well
};

// Not well as soon as there is one finding; the message names the first few and says how many there are in all.
Check make_check(const std::string& name, const std::vector<std::string>& findings, const std::string& when_well, const std::string& advice);

}  // namespace apollo::cli
