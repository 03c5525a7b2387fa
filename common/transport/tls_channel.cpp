// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/tls_channel.h"

namespace apollo::transport {

namespace {

constexpr qint64 read_piece_bytes = 64 * 1024;
constexpr qint64 send_limit_bytes = 8 * 1024 * 1024;
constexpr int partial_frame_deadline_ms = 30000;

}  // namespace

TlsChannel::TlsChannel(std::unique_ptr<QSslSocket> socket, PeerIdentity peer)
    : m_socket(std::move(socket)),
      m_peer(std::move(peer)),
      m_frames(m_peer.role == PeerIdentity::Role::None ? stranger_frame_limit_bytes : frame_limit_bytes) {
    m_socket->setReadBufferSize(read_piece_bytes);
    m_partial_deadline.setSingleShot(true);
    m_partial_deadline.setInterval(partial_frame_deadline_ms);
    connect(&m_partial_deadline, &QTimer::timeout, this, [this] { end("a frame was not complete after 30 s"); });
    connect(m_socket.get(), &QSslSocket::disconnected, this, [this] {
        end(m_close_reason.empty() ? "the peer closed the connection" : m_close_reason);
    });
    connect(m_socket.get(), &QSslSocket::errorOccurred, this, [this] { end(m_socket->errorString().toStdString()); });
    connect(m_socket.get(), &QSslSocket::encryptedBytesWritten, this, [this] {
        if (!m_refused_send || m_ended || waiting_bytes() > send_limit_bytes / 2) return;
        m_refused_send = false;
        if (on_drained) on_drained();
    });
}

TlsChannel::~TlsChannel() {
    m_ended = true;
    m_socket->disconnect(this);
    m_socket->abort();
}

void TlsChannel::start() {
    connect(m_socket.get(), &QSslSocket::readyRead, this, &TlsChannel::read);
    // What came before we listened has no signal of its own any more.
    QMetaObject::invokeMethod(this, &TlsChannel::read, Qt::QueuedConnection);
}

qint64 TlsChannel::waiting_bytes() const { return m_socket->bytesToWrite() + m_socket->encryptedBytesToWrite(); }

bool TlsChannel::send(ByteView frame) {
    if (m_ended || !m_close_reason.empty()) return false;
    if (waiting_bytes() > send_limit_bytes) {
        m_refused_send = true;
        return false;
    }
    const std::string header = frame_header(frame.size());
    m_socket->write(header.data(), static_cast<qint64>(header.size()));
    m_socket->write(reinterpret_cast<const char*>(frame.data()), static_cast<qint64>(frame.size()));
    return true;
}

void TlsChannel::close(const std::string& reason) {
    if (m_ended || !m_close_reason.empty()) return;
    m_close_reason = reason.empty() ? "closed" : reason;
    m_socket->disconnectFromHost();
}

void TlsChannel::read() {
    while (!m_ended && m_socket->bytesAvailable() > 0) {
        const QByteArray piece = m_socket->read(read_piece_bytes);
        if (piece.isEmpty()) break;
        const auto fault = m_frames.add(as_bytes({piece.constData(), static_cast<std::size_t>(piece.size())}));
        deliver();
        if (fault && !m_ended) return end(*fault);
    }
}

void TlsChannel::deliver() {
    while (!m_ended) {
        const auto frame = m_frames.next();
        if (!frame) break;
        if (on_frame) on_frame(*frame);
    }
    if (m_ended) return;
    if (m_frames.holds_partial_frame()) {
        if (!m_partial_deadline.isActive()) m_partial_deadline.start();
    } else {
        m_partial_deadline.stop();
    }
}

void TlsChannel::end(const std::string& reason) {
    if (m_ended) return;
    m_ended = true;
    m_partial_deadline.stop();
    m_socket->abort();
    // The callback may destroy this channel; it must not do so below a signal of our own socket.
    QMetaObject::invokeMethod(
        this, [this, reason] { if (on_closed) on_closed(reason); }, Qt::QueuedConnection);
}

}  // namespace apollo::transport
