// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A line between two programs that a test can cut: silently (bytes vanish, sockets stay) or with a reset. A thread of its
// own does the work; every call may come from the test's thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <thread>

namespace apollo::testing {

class TcpProxy {
public:
    // Listens on a free port of 127.0.0.1 and passes everything on to `target_port` there.
    explicit TcpProxy(std::uint16_t target_port);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    std::uint16_t port() const { return m_port; }
    void cut_silently() { m_mode = Mode::Silent; }
    void cut_with_reset() { m_mode = Mode::Reset; }
    // What was connected while the line was silent has lost bytes and is reset; new connections pass.
    void join();

private:
    enum class Mode { Pass, Silent, Reset };
    struct Pair {
        int near_end = -1;
        int far_end = -1;
        bool lossy = false;  // bytes were swallowed
    };

    void work();
    void accept_one();
    bool pass_on(Pair& pair, int from, int to);
    static void reset(Pair& pair);

    const std::uint16_t m_target_port;
    std::uint16_t m_port = 0;
    int m_listener = -1;
    std::atomic<Mode> m_mode = Mode::Pass;
    std::atomic<bool> m_stop = false;
    std::atomic<bool> m_join = false;
    std::list<Pair> m_pairs;  // the thread's
    std::thread m_thread;
};

}  // namespace apollo::testing
