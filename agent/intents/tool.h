// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Other programs that intents are made of (systemctl), run to their end without a shell.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/result.h"

namespace apollo::agent {

struct ToolResult {
    int exit_code = 0;    // 128 + signal if one ended it
    std::string output;   // stdout and stderr, at most 64 KiB
};

// NotFound if there is no such program; Timeout if it had to be killed, with what it had started (Linux: its process group).
Result<ToolResult> run_tool(const std::vector<std::string>& argv, std::int64_t timeout_ms);

}  // namespace apollo::agent
