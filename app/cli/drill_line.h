// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A line between an agent and its orchestrator that a drill can cut: bytes vanish, sockets stay, nobody is told. On the
// thread of the event loop.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace apollo::cli {

class DrillLine final : public QObject {
public:
    // Passes everything that comes to port() of this machine on to host and port.
    DrillLine(std::string host, std::uint16_t port);
    ~DrillLine() override;

    // 0: it could not listen.
    std::uint16_t port() const { return m_server.serverPort(); }
    void cut() { m_cut = true; }
    // What was connected meanwhile has lost bytes and is reset; new connections pass.
    void join();

private:
    struct Pair {
        std::unique_ptr<QTcpSocket> near_end;
        std::unique_ptr<QTcpSocket> far_end;
        bool lossy = false;
    };

    void accept();
    void pass_on(Pair& pair, QTcpSocket& from, QTcpSocket& to);
    void pass_end_on(Pair& pair, QTcpSocket& other);
    void drop_closed();

    const std::string m_host;
    const std::uint16_t m_port;
    bool m_cut = false;
    QTcpServer m_server;
    std::vector<std::unique_ptr<Pair>> m_pairs;
};

}  // namespace apollo::cli
