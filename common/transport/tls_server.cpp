// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/tls_server.h"

#include <QHostInfo>
#include <QSslCertificate>
#include <QSslError>
#include <QSslServer>

#include "common/transport/tls_configuration.h"

namespace apollo::transport {

namespace {

constexpr int handshake_deadline_ms = 10000;
constexpr int pending_limit = 4096;

std::string address_of(const QSslSocket& socket) {
    return socket.peerAddress().toString().toStdString() + ":" + std::to_string(socket.peerPort());
}

// Strangers show no certificate at all; whoever shows one must be right in every respect.
std::string fault_of(const QSslSocket& socket) {
    if (socket.peerCertificate().isNull()) return {};
    for (const QSslError& error : socket.sslHandshakeErrors()) return error.errorString().toStdString();
    return {};
}

Result<QHostAddress> resolve(const std::string& host) {
    QHostAddress address(QString::fromStdString(host));
    if (!address.isNull()) return address;
    const QHostInfo info = QHostInfo::fromName(QString::fromStdString(host));
    if (info.addresses().isEmpty()) return Error{ErrorKind::BadInput, "cannot listen on " + host + ": no such address"};
    return info.addresses().first();
}

// QSslServer drops what does not begin like TLS without a word; so each socket is followed from the beginning.
class Door final : public QSslServer {
public:
    std::function<void(QSslSocket* socket)> on_knock;

protected:
    void incomingConnection(qintptr descriptor) override {
        QSslServer::incomingConnection(descriptor);
        const auto sockets = findChildren<QSslSocket*>(QString(), Qt::FindDirectChildrenOnly);
        if (!sockets.isEmpty()) on_knock(sockets.last());
    }
};

}  // namespace

TlsServer::TlsServer(const Credentials& credentials) {
    auto door = std::make_unique<Door>();
    door->on_knock = [this](QSslSocket* socket) { follow(socket); };
    m_server = std::move(door);
    QSslConfiguration configuration = tls_configuration(credentials);
    configuration.setPeerVerifyMode(QSslSocket::QueryPeer);
    m_server->setSslConfiguration(configuration);
    m_server->setHandshakeTimeout(handshake_deadline_ms);
    // Qt's limit of 30 counts unfinished handshakes, so that thirty silent connections would keep everybody else out.
    m_server->setMaxPendingConnections(pending_limit);
    connect(m_server.get(), &QSslServer::pendingConnectionAvailable, this, &TlsServer::accept_pending);
    connect(m_server.get(), &QSslServer::errorOccurred, this, [this](QSslSocket* socket, QAbstractSocket::SocketError) {
        if (m_knocking.erase(socket) == 1) refuse(address_of(*socket), socket->errorString().toStdString());
    });
}

TlsServer::~TlsServer() { m_knocking.clear(); }

void TlsServer::follow(QSslSocket* socket) {
    if (!m_knocking.insert(socket).second) return;
    connect(socket, &QObject::destroyed, this, [this, socket, address = address_of(*socket)] {
        if (m_knocking.erase(socket) == 1) refuse(address, "it does not speak TLS");
    });
}

Status TlsServer::listen(const std::string& host, std::uint16_t port) {
    auto address = resolve(host);
    if (!address) return address.error();
    if (!m_server->listen(*address, port)) {
        return Error{ErrorKind::Io, "cannot listen on " + host + ":" + std::to_string(port) + ": " +
                                        m_server->errorString().toStdString() +
                                        "; stop what uses the port or choose another with --listen"};
    }
    return success();
}

std::uint16_t TlsServer::port() const { return m_server->serverPort(); }
std::string TlsServer::host() const { return m_server->serverAddress().toString().toStdString(); }
void TlsServer::close() { m_server->close(); }

void TlsServer::refuse(const std::string& address, const std::string& reason) {
    if (on_refused) on_refused(address, reason);
}

void TlsServer::accept_pending() {
    while (auto* raw = qobject_cast<QSslSocket*>(m_server->nextPendingConnection())) {
        std::unique_ptr<QSslSocket> socket(raw);
        socket->setParent(nullptr);
        m_knocking.erase(raw);
        const std::string address = address_of(*socket);
        if (const std::string fault = fault_of(*socket); !fault.empty()) {
            refuse(address, "its certificate is not accepted: " + fault);
            socket->abort();
            socket.release()->deleteLater();
            continue;
        }
        PeerIdentity peer;
        if (!socket->peerCertificate().isNull()) peer = identity_of_certificate(der_of(socket->peerCertificate()));
        peer.address = address;
        if (on_connection) on_connection(std::make_unique<TlsChannel>(std::move(socket), std::move(peer)));
    }
}

}  // namespace apollo::transport
