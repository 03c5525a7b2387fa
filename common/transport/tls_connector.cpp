// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/tls_connector.h"

#include <QSslCertificate>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "common/transport/tls_configuration.h"

namespace apollo::transport {

namespace {

// A name or an address, without brackets.
bool is_host(const std::string& text) {
    const auto is_of_host = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0 || std::string_view(".-_:%").find(static_cast<char>(c)) != std::string_view::npos; };
    return !text.empty() && std::all_of(text.begin(), text.end(), is_of_host);
}

}  // namespace

Result<ServerAddress> server_address_from_text(const std::string& text) {
    const auto colon = text.rfind(':');
    const Error bad{ErrorKind::BadInput, "'" + text + "' is no server address; write HOST:PORT, for example localhost:7411"};
    if (colon == std::string::npos || colon == 0) return bad;
    std::string host = text.substr(0, colon);
    if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    if (!is_host(host)) return bad;
    const std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos) return bad;
    const int port = std::stoi(digits);
    if (port > 65535) return bad;
    return ServerAddress{host, static_cast<std::uint16_t>(port)};
}

TlsConnector::TlsConnector(ServerAddress address, Credentials credentials, std::string ca_fingerprint)
    : m_address(std::move(address)),
      m_credentials(std::move(credentials)),
      m_ca_fingerprint(std::move(ca_fingerprint)),
      m_socket(std::make_unique<QSslSocket>()) {
    QSslConfiguration configuration = tls_configuration(m_credentials);
    // By fingerprint: the chain is checked in encrypted(), before a byte of ours is sent.
    configuration.setPeerVerifyMode(m_ca_fingerprint.empty() ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    m_socket->setSslConfiguration(configuration);
    m_socket->setPeerVerifyName(QString::fromLatin1(server_name));
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { fail(ErrorKind::Unreachable, "no answer in time"); });
    connect(m_socket.get(), &QSslSocket::encrypted, this, &TlsConnector::encrypted);
    connect(m_socket.get(), &QSslSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        const bool refused = error == QAbstractSocket::SslHandshakeFailedError;
        fail(refused ? ErrorKind::NotAllowed : ErrorKind::Unreachable, m_socket->errorString().toStdString());
    });
}

void TlsConnector::start(int deadline_ms) {
    m_deadline.start(deadline_ms);
    m_socket->connectToHostEncrypted(QString::fromStdString(m_address.host), m_address.port, QString::fromLatin1(server_name));
}

bool TlsConnector::accept_by_fingerprint() {
    const std::string leaf = der_of(m_socket->peerCertificate());
    for (const QSslCertificate& certificate : m_socket->peerCertificateChain()) {
        const std::string der = der_of(certificate);
        if (fingerprint_of_der(der) != m_ca_fingerprint) continue;
        m_ca_pem = certificate.toPem().toStdString();
        return is_issued_by(leaf, der);
    }
    return false;
}

void TlsConnector::encrypted() {
    if (m_done) return;
    if (!m_ca_fingerprint.empty() && !accept_by_fingerprint()) {
        return fail(ErrorKind::NotAllowed, "its CA is not the one the token names; the address is wrong or somebody listens in between");
    }
    m_done = true;
    m_deadline.stop();
    m_socket->disconnect(this);
    PeerIdentity peer;
    peer.role = PeerIdentity::Role::Operator;  // the orchestrator itself; its frames have the full limit
    peer.name = server_name;
    peer.address = m_address.host + ":" + std::to_string(m_address.port);
    auto channel = std::make_unique<TlsChannel>(std::move(m_socket), std::move(peer));
    QMetaObject::invokeMethod(
        this, [this, shared = std::make_shared<std::unique_ptr<TlsChannel>>(std::move(channel))] {
            if (on_connected) on_connected(std::move(*shared));
        }, Qt::QueuedConnection);
}

void TlsConnector::fail(ErrorKind kind, const std::string& reason) {
    if (m_done) return;
    m_done = true;
    m_deadline.stop();
    const Error error{kind, "cannot reach the orchestrator at " + m_address.host + ":" + std::to_string(m_address.port) + ": " + reason};
    QMetaObject::invokeMethod(this, [this, error] { if (on_failed) on_failed(error); }, Qt::QueuedConnection);
}

}  // namespace apollo::transport
