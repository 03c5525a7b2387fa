// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/check.h"

#include <algorithm>

namespace apollo::cli {

namespace {

constexpr std::size_t shown_findings = 3;

}  // namespace

Check make_check(const std::string& name, const std::vector<std::string>& findings, const std::string& when_well, const std::string& advice) {
    if (findings.empty()) return {name, true, when_well, ""};
    std::string message;
    for (std::size_t k = 0; k < std::min(findings.size(), shown_findings); ++k) message += (k == 0 ? "" : "; ") + findings[k];
    if (findings.size() > shown_findings) message += "; and " + std::to_string(findings.size() - shown_findings) + " more";
    return {name, false, message, advice};
}

}  // namespace apollo::cli
