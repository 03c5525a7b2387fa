// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Opens one TLS connection to an orchestrator. Asynchronous; lives on an event loop's thread.
#pragma once

#include <QObject>
#include <QSslSocket>
#include <QTimer>
#include <functional>
#include <memory>

#include "common/transport/identity.h"
#include "common/transport/tls_channel.h"

namespace apollo::transport {

struct ServerAddress {
    std::string host;
    std::uint16_t port = 0;
};
// "HOST:PORT" or "[V6]:PORT"; BadInput otherwise.
Result<ServerAddress> server_address_from_text(const std::string& text);

class TlsConnector final : public QObject {
    Q_OBJECT
public:
    // With an empty certificate in `credentials` one connects as a stranger (to enrol). `ca_fingerprint` (64 hex digits)
    // trusts the one CA that has it, when ca_pem is not known yet.
    TlsConnector(ServerAddress address, Credentials credentials, std::string ca_fingerprint = {});

    // One of the callbacks follows, once; afterwards the connector is of no use. Unreachable in at most `deadline_ms`.
    void start(int deadline_ms = 4000);

    std::function<void(std::unique_ptr<TlsChannel>)> on_connected;
    std::function<void(const Error& error)> on_failed;
    // The orchestrator's CA, once connected (PEM).
    const std::string& ca_pem() const { return m_ca_pem; }

private:
    void encrypted();
    void fail(ErrorKind kind, const std::string& reason);
    bool accept_by_fingerprint();

    ServerAddress m_address;
    Credentials m_credentials;
    std::string m_ca_fingerprint;
    std::string m_ca_pem;
    std::unique_ptr<QSslSocket> m_socket;
    QTimer m_deadline;
    bool m_done = false;
};

}  // namespace apollo::transport
