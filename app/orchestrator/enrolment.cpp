// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/enrolment.h"

#include <QSslCertificate>

namespace apollo::orchestrator {

namespace {

std::string serial_of_pem(const std::string& pem) {
    const QSslCertificate certificate(QByteArray::fromStdString(pem), QSsl::Pem);
    return transport::identity_of_certificate(certificate.toDer().toStdString()).serial;
}

}  // namespace

Result<std::unique_ptr<Enrolment>> Enrolment::open(Engine& engine, Disk& disk, const DataPaths& paths) {
    auto authority = transport::CertificateAuthority::open_or_create(disk, paths.pki());
    if (!authority) return authority.error();
    auto tokens = transport::TokenStore::open(disk, paths.tokens_file());
    if (!tokens) return tokens.error();
    std::unique_ptr<Enrolment> enrolment(new Enrolment(engine, std::move(authority).value(), std::move(tokens).value()));
    if (auto opened = enrolment->open_credentials(disk, paths); !opened) return opened.error();
    return enrolment;
}

Status Enrolment::open_credentials(Disk& disk, const DataPaths& paths) {
    if (!disk.exists(paths.pki() + "/server.crt")) {
        auto issued = m_authority.issue_server();
        if (!issued) return issued.error();
        if (auto stored = transport::store_credentials(disk, paths.pki(), "server", *issued); !stored) return stored;
    }
    if (!disk.exists(paths.pki() + "/operator.crt")) {
        auto issued = m_authority.issue(domain::local_operator, PeerIdentity::Role::Operator);
        if (!issued) return issued.error();
        if (auto stored = transport::store_credentials(disk, paths.pki(), "operator", *issued); !stored) return stored;
    }
    auto server = transport::load_credentials(disk, paths.pki(), "server");
    if (!server) return server.error();
    m_server = std::move(server).value();
    return success();
}

Result<domain::CommandResult> Enrolment::create_token(std::int64_t ttl_ms) {
    if (ttl_ms <= 0 || ttl_ms > 30ll * 24 * 3600 * 1000) {
        return Error{ErrorKind::BadInput, "a token may live from 1 second to 30 days; change --ttl"};
    }
    const Now now = m_engine.now();
    const WallTime expires_at{now.wall.ms + ttl_ms};
    auto secret = m_tokens.create(m_engine.random(), expires_at, now.wall);
    if (!secret) return secret.error();
    domain::CommandResult result;
    result.token = transport::to_text({std::move(secret).value(), m_authority.fingerprint()});
    result.ca_fingerprint = m_authority.fingerprint();
    result.expires_at = expires_at;
    result.position = m_engine.durable();
    return result;
}

Status Enrolment::certify(domain::AddOperator& command) const {
    auto certificate = m_authority.sign_operator(command.csr_pem, command.name);
    if (!certificate) return certificate.error();
    command.certificate_pem = std::move(certificate).value();
    command.certificate_serial = serial_of_pem(command.certificate_pem);
    command.ca_pem = m_authority.certificate_pem();
    return success();
}

void Enrolment::enrol(const wire::EnrolRequest& request, const std::string& address,
                      const std::function<void(const wire::EnrolAnswer&)>& answer) {
    wire::EnrolAnswer reply;
    const NodeId node{request.node()};
    const domain::Node* known = m_engine.state().find_node(node);
    if (!is_valid_name(node.text)) {
        reply.set_refused("a node id consists of letters, digits, '.', '_' and '-', at most 128, and begins with a letter or digit");
        return answer(reply);
    }
    if (known && known->status == domain::NodeStatus::Connected) {
        reply.set_refused("node " + node.text + " is enrolled and connected; stop it or choose another --node-id");
        return answer(reply);
    }
    // The request is looked at before the token is used up, so that a broken one costs nothing.
    auto certificate = m_authority.sign_agent(request.csr_pem(), node);
    Status redeemed = certificate ? m_tokens.redeem(request.token_secret(), m_engine.now().wall) : Status(certificate.error());
    if (!redeemed) {
        reply.set_refused(redeemed.error().message);
        return answer(reply);
    }
    domain::NodeFacts facts;
    facts.node = node;
    facts.address = address;
    facts.certificate_serial = serial_of_pem(*certificate);
    reply.set_certificate_pem(*certificate);
    reply.set_ca_pem(m_authority.certificate_pem());
    m_engine.carry_out(m_engine.core().enrol_node(m_engine.now(), facts));
    m_engine.after_durable([answer, reply] { answer(reply); });
}

}  // namespace apollo::orchestrator
