// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Lets nodes in: one-time tokens, the CA, certificates for nodes' own keys.
#pragma once

#include <memory>

#include "apollo.pb.h"
#include "app/orchestrator/engine.h"
#include "common/transport/identity.h"
#include "common/transport/token.h"

namespace apollo::orchestrator {

class Enrolment {
public:
    // Opens or makes the CA, the server's and the local operator's credentials.
    static Result<std::unique_ptr<Enrolment>> open(Engine& engine, Disk& disk, const DataPaths& paths);

    // {"token", "ca_fingerprint", "expires_at"} in the result's fields.
    Result<domain::CommandResult> create_token(std::int64_t ttl_ms);
    // Uses the token up, signs, and has the node enrolled; `answer` is called when the enrolment is durable (or refused).
    void enrol(const wire::EnrolRequest& request, const std::string& address, const std::function<void(const wire::EnrolAnswer&)>& answer);

    // Signs the request and fills in what the answer needs. BadInput for a broken request.
    Status certify(domain::AddOperator& command) const;

    const transport::Credentials& server_credentials() const { return m_server; }
    const std::string& ca_fingerprint() const { return m_authority.fingerprint(); }

private:
    Enrolment(Engine& engine, transport::CertificateAuthority authority, transport::TokenStore tokens)
        : m_engine(engine), m_authority(std::move(authority)), m_tokens(std::move(tokens)) {}
    Status open_credentials(Disk& disk, const DataPaths& paths);

    Engine& m_engine;
    transport::CertificateAuthority m_authority;
    transport::TokenStore m_tokens;
    transport::Credentials m_server;
};

}  // namespace apollo::orchestrator
