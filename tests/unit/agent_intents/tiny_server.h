// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An HTTP server of one answer at a time, on a thread of its own, that remembers what it was asked.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace apollo::agent {

class TinyServer {
public:
    // Gives the whole answer to a whole request.
    explicit TinyServer(std::function<std::string(const std::string& request)> answer) : m_answer(std::move(answer)) {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(m_listener, reinterpret_cast<sockaddr*>(&address), size);
        ::listen(m_listener, 16);
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        port = ntohs(address.sin_port);
        m_thread = std::thread([this] { work(); });
    }
    ~TinyServer() {
        m_stop = true;
        m_thread.join();
        ::close(m_listener);
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
    void work() {
        while (!m_stop) {
            pollfd wanted{m_listener, POLLIN, 0};
            if (::poll(&wanted, 1, 20) <= 0) continue;
            const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            std::string request;
            char bytes[4096];
            while (!is_whole(request)) {
                const ssize_t count = ::recv(fd, bytes, sizeof bytes, 0);
                if (count <= 0) break;
                request.append(bytes, static_cast<std::size_t>(count));
            }
            {
                const std::lock_guard lock(m_mutex);
                m_requests.push_back(request);
            }
            const std::string answer = m_answer(request);
            ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL);
            ::shutdown(fd, SHUT_WR);
            while (::recv(fd, bytes, sizeof bytes, 0) > 0) {
            }
            ::close(fd);
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
    int m_listener = -1;
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;  // guards m_requests
    std::vector<std::string> m_requests;
    std::thread m_thread;
};

}  // namespace apollo::agent
