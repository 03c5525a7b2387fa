// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An HTTP server of one answer at a time, on a thread of its own, that remembers what it was asked.
#pragma once

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace apollo::agent {

class TinyServer {
public:
    // Gives the whole answer to a whole request.
    explicit TinyServer(std::function<std::string(const std::string& request)> answer) : m_answer(std::move(answer)) {
        std::promise<std::uint16_t> listening;
        m_thread = std::thread([&listening, this] { work(listening); });
        port = listening.get_future().get();
    }
    ~TinyServer() {
        m_stop = true;
        m_thread.join();
    }
    static std::string answer_of(int status, const std::string& body) {
        return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    }
    std::string url(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(port) + path; }
    std::vector<std::string> requests() {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }
    std::uint16_t port = 0;

private:
    static constexpr int look_again_ms = 20;
    static constexpr int patience_ms = 20000;

    void work(std::promise<std::uint16_t>& listening) {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost, 0);
        listening.set_value(server.serverPort());
        while (!m_stop) {
            if (!server.waitForNewConnection(look_again_ms)) continue;
            const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
            std::string request;
            while (!is_whole(request) && socket->waitForReadyRead(patience_ms)) request += socket->readAll().toStdString();
            {
                const std::lock_guard lock(m_mutex);
                m_requests.push_back(request);
            }
            socket->write(QByteArray::fromStdString(m_answer(request)));
            socket->disconnectFromHost();
            if (socket->state() != QAbstractSocket::UnconnectedState) socket->waitForDisconnected(patience_ms);
        }
    }
    static bool is_whole(const std::string& request) {
        const auto end = request.find("\r\n\r\n");
        if (end == std::string::npos) return false;
        const auto length = request.find("Content-Length: ");
        const std::size_t body = length == std::string::npos ? 0 : std::stoul(request.substr(length + 16));
        return request.size() >= end + 4 + body;
    }

    const std::function<std::string(const std::string&)> m_answer;
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;  // guards m_requests
    std::vector<std::string> m_requests;
    std::thread m_thread;
};

}  // namespace apollo::agent
