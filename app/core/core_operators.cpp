// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Operators are let in with a role and shut out again.
#include "app/core/orchestrator_core.h"

namespace apollo::core {

using domain::CommandResult;
using domain::EventType;

Result<CommandResult> OrchestratorCore::add_operator(Now now, Output& output, const Caller& caller, const domain::AddOperator& command) {
    if (!is_valid_name(command.name.text) || command.name.text == domain::local_operator) {
        return Error{ErrorKind::BadInput, "'" + command.name.text + "' cannot be an operator's name; use letters, digits, '.', '_' and '-', and not " + domain::local_operator};
    }
    const domain::Operator* known = m_state->find_operator(command.name);
    if (known && !known->revoked) {
        return Error{ErrorKind::Refused, "there is an operator " + command.name.text + " already; revoke it first, or choose another name"};
    }
    domain::Event event;
    event.header.type = EventType::OperatorAdded;
    domain::OperatorAction action = action_of("add", caller, command.why);
    action.target = command.name.text;
    action.role = command.role;
    action.certificate_serial = command.certificate_serial;
    event.payload = std::move(action);
    emit(now, output, std::move(event));
    CommandResult result;
    result.affected = 1;
    result.created = true;
    result.position = m_state->position;
    result.certificate_pem = command.certificate_pem;
    result.ca_pem = command.ca_pem;
    return result;
}

Result<CommandResult> OrchestratorCore::revoke_operator(Now now, Output& output, const Caller& caller, const domain::RevokeOperator& command) {
    if (command.name.text == domain::local_operator) {
        return Error{ErrorKind::Refused, "the local operator is whoever can read the data folder; it cannot be revoked"};
    }
    const domain::Operator* known = m_state->find_operator(command.name);
    if (!known) return Error{ErrorKind::NotFound, "there is no operator " + command.name.text + "; see: apollo-cli operator list"};
    CommandResult result;
    if (!known->revoked) {
        domain::Event event;
        event.header.type = EventType::OperatorRevoked;
        domain::OperatorAction action = action_of("revoke", caller, command.why);
        action.target = command.name.text;
        action.role = known->role;
        event.payload = std::move(action);
        emit(now, output, std::move(event));
        result.affected = 1;
    }
    result.position = m_state->position;
    return result;
}

}  // namespace apollo::core
