// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_line.h"

#include <QHostAddress>
#include <algorithm>

namespace apollo::cli {

DrillLine::DrillLine(std::string host, std::uint16_t port) : m_host(std::move(host)), m_port(port) {
    connect(&m_server, &QTcpServer::newConnection, this, [this] { accept(); });
    m_server.listen(QHostAddress::LocalHost, 0);
}

DrillLine::~DrillLine() {
    for (auto& pair : m_pairs) {
        pair->near_end->disconnect(this);
        pair->far_end->disconnect(this);
    }
}

void DrillLine::accept() {
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        auto pair = std::make_unique<Pair>();
        socket->setParent(nullptr);
        pair->near_end.reset(socket);
        pair->far_end = std::make_unique<QTcpSocket>();
        Pair& ends = *pair;
        for (QTcpSocket* one : {ends.near_end.get(), ends.far_end.get()}) {
            QTcpSocket* other = one == ends.near_end.get() ? ends.far_end.get() : ends.near_end.get();
            connect(one, &QTcpSocket::readyRead, this, [this, &ends, one, other] { pass_on(ends, *one, *other); });
            connect(one, &QTcpSocket::disconnected, this, [this, &ends, other] { pass_end_on(ends, *other); });
            connect(one, &QTcpSocket::errorOccurred, this, [this, &ends, other] { pass_end_on(ends, *other); });
        }
        connect(ends.far_end.get(), &QTcpSocket::connected, this, [this, &ends] { pass_on(ends, *ends.near_end, *ends.far_end); });
        ends.far_end->connectToHost(QString::fromStdString(m_host), m_port);
        m_pairs.push_back(std::move(pair));
    }
}

void DrillLine::pass_on(Pair& pair, QTcpSocket& from, QTcpSocket& to) {
    if (m_cut) {
        pair.lossy = pair.lossy || from.bytesAvailable() > 0;
        from.readAll();
        return;
    }
    if (to.state() == QAbstractSocket::ConnectedState) to.write(from.readAll());
}

void DrillLine::pass_end_on(Pair& pair, QTcpSocket& other) {
    // Over a line that is cut nobody hears that the other end has closed.
    if (m_cut) pair.lossy = true;
    else other.disconnectFromHost();
    QMetaObject::invokeMethod(this, [this] { drop_closed(); }, Qt::QueuedConnection);
}

void DrillLine::drop_closed() {
    const auto closed = [](const std::unique_ptr<Pair>& pair) {
        return pair->near_end->state() == QAbstractSocket::UnconnectedState && pair->far_end->state() == QAbstractSocket::UnconnectedState;
    };
    m_pairs.erase(std::remove_if(m_pairs.begin(), m_pairs.end(), closed), m_pairs.end());
}

void DrillLine::join() {
    m_cut = false;
    for (auto& pair : m_pairs) {
        if (!pair->lossy) continue;
        pair->near_end->abort();
        pair->far_end->abort();
    }
}

}  // namespace apollo::cli
