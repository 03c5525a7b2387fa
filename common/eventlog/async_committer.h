// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Runs LogWriter::commit on a thread of its own: sync at once, whatever arrives meanwhile is the next batch. No linger.
#pragma once

#include <functional>
#include <memory>

#include "common/eventlog/log_writer.h"

namespace apollo::eventlog {

// append() and stop() are called from one thread (the owner). `on_durable` and `on_failed` are called on the committer's
// thread; the owner posts them to its own event loop. After on_failed nothing is appended any more.
class AsyncCommitter {
public:
    struct Callbacks {
        std::function<void(Position durable)> on_durable;
        std::function<void(const Error& error)> on_failed;
    };
    AsyncCommitter(std::unique_ptr<LogWriter> writer, Callbacks callbacks);
    ~AsyncCommitter();  // stop()

    // Copies the body. Never blocks on the disk.
    Position append(ByteView body, std::uint32_t owner);
    Position last() const;
    // Commits what is queued, closes the log and joins the thread.
    Status stop();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::eventlog
