// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Who may give which command.
#pragma once

#include <optional>
#include <string>

#include "common/base/result.h"
#include "common/domain/command.h"
#include "common/domain/state.h"

namespace apollo::core {

// The least role that may give it; viewers may give what changes nothing.
domain::OperatorRole role_needed(const domain::Command& command);

// What somebody with this name and certificate may do; nullopt: nothing, since it was revoked or never added.
std::optional<domain::OperatorRole> role_of(const domain::State& state, const OperatorName& name, const std::string& certificate_serial);

// NotAllowed names the roles.
Status check_permission(const domain::State& state, const OperatorName& name, const std::string& certificate_serial, const domain::Command& command);

}  // namespace apollo::core
