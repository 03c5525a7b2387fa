// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/permissions.h"

namespace apollo::core {

using domain::OperatorRole;

OperatorRole role_needed(const domain::Command& command) {
    if (std::holds_alternative<domain::ExplainTask>(command)) return OperatorRole::Viewer;
    if (const auto* amend = std::get_if<domain::AmendTask>(&command)) return amend->dry_run ? OperatorRole::Viewer : OperatorRole::Operator;
    const bool lets_in_or_out = std::holds_alternative<domain::CreateNodeToken>(command) || std::holds_alternative<domain::RevokeNode>(command) ||
                                std::holds_alternative<domain::AddOperator>(command) || std::holds_alternative<domain::RevokeOperator>(command);
    return lets_in_or_out ? OperatorRole::Admin : OperatorRole::Operator;
}

std::optional<OperatorRole> role_of(const domain::State& state, const OperatorName& name, const std::string& certificate_serial) {
    if (name.text == domain::local_operator) return OperatorRole::Admin;
    const domain::Operator* known = state.find_operator(name);
    if (!known || known->revoked || known->certificate_serial != certificate_serial) return std::nullopt;
    return known->role;
}

Status check_permission(const domain::State& state, const OperatorName& name, const std::string& certificate_serial, const domain::Command& command) {
    const auto role = role_of(state, name, certificate_serial);
    if (!role) return Error{ErrorKind::NotAllowed, "operator " + name.text + " is not known here any more"};
    const OperatorRole needed = role_needed(command);
    if (*role >= needed) return success();
    return Error{ErrorKind::NotAllowed, "operator " + name.text + " has the role " + to_text(*role) + ", and this takes the role " + to_text(needed)};
}

}  // namespace apollo::core
