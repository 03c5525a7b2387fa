// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The api over a connection: to an orchestrator elsewhere (TLS), or to one in this process (a local channel).
#pragma once

#include <memory>
#include <string>

#include "app/api/api.h"
#include "app/client/connection.h"
#include "common/transport/identity.h"
#include "common/transport/tls_connector.h"

namespace apollo::client {

// Belongs to the calling thread. Connects at the first question or subscription.
api::Session make_session(ChannelFactory factory, std::string title, int silence_limit_ms = 0);  // see Connection
api::Session make_remote_session(const transport::ServerAddress& address, const transport::Credentials& credentials);

// Where the orchestrator of a data folder listens, and the local operator's credentials. Unreachable if none runs there.
struct LocalAccess {
    transport::ServerAddress address;
    transport::Credentials credentials;
};
// A profile is a folder ~/.config/apollo/profiles/NAME with operator.key, operator.crt, ca.crt and a file `server` that holds
// HOST:PORT; `address`, when not empty, is used instead of that. BadInput says what is missing.
std::string profile_folder(const std::string& name);
// A new key for an operator, and the request to certify it.
Result<transport::SigningRequest> make_operator_request(const std::string& name);
Status store_profile(const std::string& folder, const transport::Credentials& credentials, const transport::ServerAddress& server);
Result<LocalAccess> find_profile(const std::string& name, const std::string& address);
Result<api::Session> make_profile_session(const std::string& name, const std::string& address);

Result<LocalAccess> find_local_orchestrator(const std::string& data_folder);

}  // namespace apollo::client
