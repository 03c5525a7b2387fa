// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Certificates: the own CA, keys that never leave their machine, signing requests. P-256, SHA-256, by OpenSSL.
// The subject says who one is: CN = node id or operator name, OU = "agent", "operator" or "orchestrator".
#pragma once

#include <string>

#include "common/base/channel.h"
#include "common/base/disk.h"
#include "common/base/ids.h"
#include "common/base/result.h"

namespace apollo::transport {

// The name every orchestrator's certificate carries, so that an agent may reach it by any address.
inline constexpr const char* server_name = "apollo-orchestrator";

struct Credentials {
    std::string key_pem;          // private; files with it get mode 0600
    std::string certificate_pem;
    std::string ca_pem;
};

// A new private key and a request to sign it. The key stays where it was made.
struct SigningRequest {
    std::string key_pem;
    std::string csr_pem;
};
Result<SigningRequest> make_signing_request(const std::string& common_name);

class CertificateAuthority {
public:
    // Reads FOLDER/ca.key and ca.crt, or makes them at the first start. The folder gets mode 0700, keys 0600.
    static Result<CertificateAuthority> open_or_create(Disk& disk, const std::string& folder);

    const std::string& certificate_pem() const { return m_certificate_pem; }
    // SHA-256 of the certificate's DER, lower-case hex.
    const std::string& fingerprint() const { return m_fingerprint; }

    // A key and certificate made here (server, operators).
    Result<Credentials> issue(const std::string& common_name, PeerIdentity::Role role) const;
    Result<Credentials> issue_server() const;
    // Signs a node's own request; the subject is set by us, whatever the request says. BadInput for a broken request.
    Result<std::string> sign_agent(const std::string& csr_pem, const NodeId& node) const;
    // The same for an operator's own request.
    Result<std::string> sign_operator(const std::string& csr_pem, const OperatorName& name) const;

private:
    Result<std::string> sign_request(const std::string& csr_pem, const std::string& common_name, PeerIdentity::Role role) const;

    std::string m_key_pem;
    std::string m_certificate_pem;
    std::string m_fingerprint;
};

// Reads FOLDER/NAME.key, NAME.crt and ca.crt.
Result<Credentials> load_credentials(Disk& disk, const std::string& folder, const std::string& name);
Status store_credentials(Disk& disk, const std::string& folder, const std::string& name, const Credentials& credentials);

// What a verified certificate says. Role::None if it names no known role.
PeerIdentity identity_of_certificate(const std::string& certificate_der);
std::string fingerprint_of_der(const std::string& certificate_der);
// True if `ca` signed `certificate` (both DER).
bool is_issued_by(const std::string& certificate_der, const std::string& ca_der);

}  // namespace apollo::transport
