// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/operator_role.h"

#include <array>

namespace apollo::domain {

namespace {

constexpr std::array<const char*, operator_role_count> role_names{"viewer", "operator", "admin"};

}  // namespace

const char* to_text(OperatorRole role) { return role_names[static_cast<std::size_t>(role)]; }

std::optional<OperatorRole> operator_role_from_text(const std::string& text) {
    for (std::size_t k = 0; k < role_names.size(); ++k) {
        if (text == role_names[k]) return static_cast<OperatorRole>(k);
    }
    return std::nullopt;
}

}  // namespace apollo::domain
