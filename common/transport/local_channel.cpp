// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/local_channel.h"

#include <QMetaObject>
#include <QMutex>
#include <QObject>
#include <QThread>
#include <string>

namespace apollo::transport {

namespace {

class LocalEnd;

// Both ends as long as they live; the mutex guards only the two pointers.
struct Link {
    QMutex mutex;
    LocalEnd* ends[2] = {nullptr, nullptr};
};

class LocalEnd final : public QObject, public Channel {
public:
    LocalEnd(std::shared_ptr<Link> link, int side, PeerIdentity peer)
        : m_link(std::move(link)), m_side(side), m_peer(std::move(peer)) {}

    ~LocalEnd() override {
        {
            const QMutexLocker lock(&m_link->mutex);
            m_link->ends[m_side] = nullptr;
        }
        to_other([](LocalEnd& other) { other.end("the other end is gone"); });
    }

    bool send(ByteView frame) override {
        if (m_ended) return false;
        to_other([bytes = std::string(as_text(frame))](LocalEnd& other) {
            if (!other.m_ended && other.on_frame) other.on_frame(as_bytes(bytes));
        });
        return true;
    }

    void close(const std::string& reason) override {
        to_other([](LocalEnd& other) { other.end("the other end closed"); });
        QMetaObject::invokeMethod(this, [this, reason] { end(reason); }, Qt::QueuedConnection);
    }

    const PeerIdentity& peer() const override { return m_peer; }

private:
    template <typename Action>
    void to_other(Action action) {
        const QMutexLocker lock(&m_link->mutex);
        LocalEnd* other = m_link->ends[1 - m_side];
        // Queued on the other end's thread; Qt drops it if that end is destroyed first.
        if (other) QMetaObject::invokeMethod(other, [other, action] { action(*other); }, Qt::QueuedConnection);
    }

    void end(const std::string& reason) {
        if (m_ended) return;
        m_ended = true;
        if (on_closed) on_closed(reason);
    }

    std::shared_ptr<Link> m_link;
    int m_side;
    PeerIdentity m_peer;
    bool m_ended = false;
};

}  // namespace

std::pair<std::unique_ptr<Channel>, std::unique_ptr<Channel>> make_local_channel(QThread* first_thread, PeerIdentity first_peer,
                                                                                 QThread* second_thread, PeerIdentity second_peer) {
    auto link = std::make_shared<Link>();
    auto first = std::make_unique<LocalEnd>(link, 0, std::move(first_peer));
    auto second = std::make_unique<LocalEnd>(link, 1, std::move(second_peer));
    link->ends[0] = first.get();
    link->ends[1] = second.get();
    first->moveToThread(first_thread);
    second->moveToThread(second_thread);
    return {std::move(first), std::move(second)};
}

}  // namespace apollo::transport
