// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A Channel over one TLS 1.3 socket. Bounded in both directions: what a peer sends is read in pieces of 64 KiB, a frame
// that does not get complete within a deadline or is too large costs the peer its connection.
#pragma once

#include <QObject>
#include <QSslSocket>
#include <QTimer>
#include <memory>

#include "common/base/channel.h"
#include "common/transport/frame_buffer.h"

namespace apollo::transport {

class TlsChannel final : public QObject, public Channel {
    Q_OBJECT
public:
    // Takes over an encrypted socket. Lives on the socket's thread. Frames start to flow once on_frame is set and start()
    // was called.
    TlsChannel(std::unique_ptr<QSslSocket> socket, PeerIdentity peer);
    ~TlsChannel() override;

    void start();
    bool send(ByteView frame) override;
    void close(const std::string& reason) override;
    const PeerIdentity& peer() const override { return m_peer; }

private:
    void read();
    void deliver();
    void end(const std::string& reason);
    qint64 waiting_bytes() const;

    std::unique_ptr<QSslSocket> m_socket;
    PeerIdentity m_peer;
    FrameBuffer m_frames;
    QTimer m_partial_deadline;
    std::string m_close_reason;
    bool m_ended = false;
    bool m_refused_send = false;
};

}  // namespace apollo::transport
