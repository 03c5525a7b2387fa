// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/agent_upgrade.h"

#include <nlohmann/json.hpp>

#include "agent/intents/params.h"

namespace apollo::agent {

std::optional<std::string> package_of(const std::string& params_json) {
    const auto params = parse_object(params_json, "params");
    if (!params || !params->contains("sha256") || !(*params)["sha256"].is_string()) return std::nullopt;
    const auto sha256 = (*params)["sha256"].get<std::string>();
    const bool valid = sha256.size() == 64 && sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
    return valid ? std::optional(sha256) : std::nullopt;
}

}  // namespace apollo::agent
