// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An HTTP server that writes down what is sent to it. On the thread of an event loop; see wait_until.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace apollo::testing {

// Answers each POST with the next of `answers` (0: closes without one), then with 200.
struct HttpReceiver {
    QTcpServer server;
    std::deque<int> answers;
    std::vector<std::string> bodies, signatures;

    HttpReceiver() {
        server.listen(QHostAddress::LocalHost);
        QObject::connect(&server, &QTcpServer::newConnection, &server, [this] {
            QTcpSocket* socket = server.nextPendingConnection();
            auto text = std::make_shared<QByteArray>();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, text] { read(*socket, *text); });
        });
    }
    std::string url() const { return url_at(server.serverPort()); }
    static std::string url_at(std::uint16_t port) { return "http://127.0.0.1:" + std::to_string(port) + "/done"; }
    // Runs the event loop meanwhile.
    static bool wait_until(const std::function<bool()>& condition, int timeout_ms) {
        QElapsedTimer timer;
        timer.start();
        while (!condition() && timer.elapsed() < timeout_ms) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        return condition();
    }
    static QByteArray header(const QByteArray& text, const QByteArray& name) {
        const auto at = text.toLower().indexOf(name);
        return at < 0 ? QByteArray() : text.mid(at + name.size(), text.indexOf("\r\n", at) - at - name.size()).trimmed();
    }
    void read(QTcpSocket& socket, QByteArray& text) {
        text += socket.readAll();
        const auto head = text.indexOf("\r\n\r\n");
        if (head < 0 || text.size() < head + 4 + header(text, "content-length:").toInt()) return;
        bodies.push_back(text.mid(head + 4).toStdString());
        signatures.push_back(header(text, "x-apollo-signature:").toStdString());
        const int status = answers.empty() ? 200 : answers.front();
        if (!answers.empty()) answers.pop_front();
        if (status != 0) socket.write("HTTP/1.1 " + QByteArray::number(status) + " x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        socket.disconnectFromHost();
    }
};

}  // namespace apollo::testing
