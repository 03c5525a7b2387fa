// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What an operator may do. Each role may do what the ones before it may.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apollo::domain {

enum class OperatorRole : std::uint8_t {
    Viewer,    // look at everything
    Operator,  // change tasks, queues, alerts; drain nodes
    Admin,     // let nodes and operators in, and shut them out
};
inline constexpr std::uint32_t operator_role_count = 3;

const char* to_text(OperatorRole role);  // "viewer", "operator", "admin"
std::optional<OperatorRole> operator_role_from_text(const std::string& text);

// Who can read the data folder's keys: always an admin, never added or revoked.
inline constexpr const char* local_operator = "local-operator";

}  // namespace apollo::domain
