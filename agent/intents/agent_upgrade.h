// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The intent `upgrade_agent`: this node's agent is replaced by a package that lies in the center, and put back if it does not come
// up again. A program of its own does it (agent/updater), since the agent ends on the way.
#pragma once

#include <optional>
#include <string>

namespace apollo::agent {

inline constexpr const char* upgrade_agent_intent = "upgrade_agent";

// Where packages lie that came from the center.
inline std::string packages_folder(const std::string& data_folder) { return data_folder + "/packages"; }

// The SHA-256 of the package that the params name; nullopt when they name none.
std::optional<std::string> package_of(const std::string& params_json);

}  // namespace apollo::agent
