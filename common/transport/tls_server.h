// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Listens for TLS 1.3. Peers with a certificate of the own CA come through as agents or operators; peers without one come
// through as strangers (Role::None), who may only enrol; everybody else is refused with a reason.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <set>

#include "common/transport/identity.h"
#include "common/transport/tls_channel.h"

class QSslServer;

namespace apollo::transport {

class TlsServer final : public QObject {
    Q_OBJECT
public:
    explicit TlsServer(const Credentials& credentials);
    ~TlsServer() override;

    // Port 0: any free one. Io with the reason ("address already in use").
    Status listen(const std::string& host, std::uint16_t port);
    std::uint16_t port() const;
    std::string host() const;
    void close();

    // The receiver owns the channel, sets its callbacks and calls start().
    std::function<void(std::unique_ptr<TlsChannel>)> on_connection;
    // One line for the log; rate-limited by whoever writes it.
    std::function<void(const std::string& address, const std::string& reason)> on_refused;

private:
    void accept_pending();
    void follow(QSslSocket* socket);
    void refuse(const std::string& address, const std::string& reason);

    std::set<const void*> m_knocking;  // neither accepted nor refused yet
    std::unique_ptr<QSslServer> m_server;
};

}  // namespace apollo::transport
