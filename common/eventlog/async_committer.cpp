// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/async_committer.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "common/base/assert.h"

namespace apollo::eventlog {

namespace {

// Bodies one behind the other in one buffer, so that handing a batch over costs no allocation per record.
struct Batch {
    struct Entry {
        std::size_t size = 0;
        std::uint32_t owner = 0;
    };
    std::string bodies;
    std::vector<Entry> entries;

    void add(ByteView body, std::uint32_t owner) {
        bodies.append(as_text(body));
        entries.push_back({body.size(), owner});
    }
    void clear() {
        bodies.clear();
        entries.clear();
    }
};

}  // namespace

struct AsyncCommitter::Impl {
    Impl(std::unique_ptr<LogWriter> w, Callbacks c) : writer(std::move(w)), callbacks(std::move(c)), last(writer->last()) {}

    void run();
    Result<Position> commit(Batch& batch);
    bool wait_for_work(Batch& batch);

    std::unique_ptr<LogWriter> writer;  // the thread's alone while it runs
    Callbacks callbacks;
    std::mutex mutex;  // guards queued and stopping
    std::condition_variable wake;
    Batch queued;
    bool stopping = false;
    Position last;                 // the owner's
    std::optional<Status> result;  // the thread's until it is joined, then the owner's
    std::thread thread;
};

// Takes what is queued; false when there is nothing and there will be nothing.
bool AsyncCommitter::Impl::wait_for_work(Batch& batch) {
    std::unique_lock lock(mutex);
    wake.wait(lock, [this] { return stopping || !queued.entries.empty(); });
    std::swap(batch, queued);
    return !batch.entries.empty();
}

Result<Position> AsyncCommitter::Impl::commit(Batch& batch) {
    std::size_t at = 0;
    for (const Batch::Entry& entry : batch.entries) {
        writer->append(as_bytes(std::string_view(batch.bodies).substr(at, entry.size)), entry.owner);
        at += entry.size;
    }
    batch.clear();
    return writer->commit();
}

void AsyncCommitter::Impl::run() {
    Batch batch;
    while (wait_for_work(batch)) {
        const auto durable = commit(batch);
        if (!durable) {
            result = durable.error();
            if (callbacks.on_failed) callbacks.on_failed(durable.error());
            return;
        }
        if (callbacks.on_durable) callbacks.on_durable(*durable);
        bool idle = false;
        {
            const std::lock_guard lock(mutex);
            idle = queued.entries.empty();
        }
        if (!idle) continue;
        if (auto marked = writer->mark_idle(); !marked) {
            result = marked;
            if (callbacks.on_failed) callbacks.on_failed(marked.error());
            return;
        }
    }
    result = writer->close();
}

AsyncCommitter::AsyncCommitter(std::unique_ptr<LogWriter> writer, Callbacks callbacks)
    : m_impl(std::make_unique<Impl>(std::move(writer), std::move(callbacks))) {
    m_impl->thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

AsyncCommitter::~AsyncCommitter() { static_cast<void>(stop()); }

Position AsyncCommitter::append(ByteView body, std::uint32_t owner) {
    APOLLO_ASSERT(body.size() <= body_limit_bytes);
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->queued.add(body, owner);
    }
    m_impl->wake.notify_one();
    m_impl->last = m_impl->last.next();
    return m_impl->last;
}

Position AsyncCommitter::last() const { return m_impl->last; }

Status AsyncCommitter::stop() {
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->wake.notify_one();
    if (m_impl->thread.joinable()) m_impl->thread.join();
    return *m_impl->result;
}

}  // namespace apollo::eventlog
