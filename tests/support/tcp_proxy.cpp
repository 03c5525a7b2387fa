// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/tcp_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

#include "common/base/assert.h"

namespace apollo::testing {

namespace {

sockaddr_in local_address(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool send_all(int to, const char* bytes, ssize_t count) {
    while (count > 0) {
        const ssize_t sent = ::send(to, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        count -= sent;
    }
    return true;
}

}  // namespace

TcpProxy::TcpProxy(std::uint16_t target_port) : m_target_port(target_port) {
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = local_address(0);
    socklen_t size = sizeof address;
    APOLLO_ASSERT(::bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(m_listener, 64) == 0);
    APOLLO_ASSERT(::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { work(); });
}

TcpProxy::~TcpProxy() {
    m_stop = true;
    m_thread.join();
    for (Pair& pair : m_pairs) reset(pair);
    ::close(m_listener);
}

void TcpProxy::join() {
    m_join = true;
    m_mode = Mode::Pass;
}

void TcpProxy::work() {
    constexpr int look_again_ms = 10;
    while (!m_stop) {
        if (m_join.exchange(false)) {
            for (Pair& pair : m_pairs) {
                if (pair.lossy) reset(pair);
            }
        }
        if (m_mode == Mode::Reset) {
            for (Pair& pair : m_pairs) reset(pair);
        }
        m_pairs.remove_if([](const Pair& pair) { return pair.near_end < 0; });
        std::vector<pollfd> ends{{m_listener, POLLIN, 0}};
        for (const Pair& pair : m_pairs) {
            ends.push_back({pair.near_end, POLLIN, 0});
            ends.push_back({pair.far_end, POLLIN, 0});
        }
        ::poll(ends.data(), ends.size(), look_again_ms);
        std::size_t at = 1;
        for (Pair& pair : m_pairs) {
            const bool near_ready = ends[at].revents != 0, far_ready = ends[at + 1].revents != 0;
            at += 2;
            const bool alive = (!near_ready || pass_on(pair, pair.near_end, pair.far_end)) && (!far_ready || pass_on(pair, pair.far_end, pair.near_end));
            if (!alive) reset(pair);
        }
        if (ends[0].revents != 0) accept_one();
    }
}

void TcpProxy::accept_one() {
    Pair pair;
    pair.near_end = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (pair.near_end < 0) return;
    pair.far_end = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = local_address(m_target_port);
    const bool connected = ::connect(pair.far_end, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (!connected || m_mode == Mode::Reset) return reset(pair);
    m_pairs.push_back(pair);
}

// False: that end is gone.
bool TcpProxy::pass_on(Pair& pair, int from, int to) {
    char bytes[65536];
    const ssize_t count = ::recv(from, bytes, sizeof bytes, 0);
    if (count <= 0) return false;
    if (m_mode == Mode::Pass) return send_all(to, bytes, count);
    pair.lossy = true;
    return true;
}

void TcpProxy::reset(Pair& pair) {
    const linger at_once{1, 0};
    for (int* end : {&pair.near_end, &pair.far_end}) {
        if (*end < 0) continue;
        ::setsockopt(*end, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        ::close(*end);
        *end = -1;
    }
}

}  // namespace apollo::testing
