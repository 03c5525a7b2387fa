// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent's own log: what the core decided, durable before anybody hears of it.
//
// Files: WAL folder (segments of common/eventlog), DATA/incarnation (a copy of the WAL's incarnation, for people and for
// doctor), DATA/acked (how far the center has everything; only saves sending again, so it may be old or missing).
#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "agent/core/messages.h"
#include "common/base/disk.h"
#include "common/eventlog/async_committer.h"

namespace apollo::agent {

struct SpoolSettings {
    std::string data_folder;  // absolute, exists
    std::string wal_folder;   // absolute
    std::uint64_t segment_size_bytes = 16ull << 20;
};

struct SpoolReport {
    std::uint64_t records = 0;
    bool damaged = false;               // something of the past is missing: a new incarnation must be started
    std::vector<std::string> warnings;  // one sentence each
};

// One thread with an event loop; both callbacks come on it, never from inside a call.
class Spool {
public:
    // Hands every readable record to `replay`, in order. Whoever calls holds the lock of the data folder.
    static Result<std::unique_ptr<Spool>> open(Disk& disk, SpoolSettings settings,
                                               const std::function<void(const AgentRecord&)>& replay, SpoolReport& report);
    ~Spool();

    // A record must not be larger than this when it is encoded.
    static constexpr std::size_t record_limit_bytes = eventlog::body_limit_bytes;
    // Queued, durable some time later.
    Position append(const AgentRecord& record);
    Position last() const { return m_committer->last(); }
    Position durable() const { return m_durable; }

    // Durable events of that incarnation with sequences from `first` to `last`, read from the disk; fewer if the log is damaged.
    std::vector<NodeEventRecord> read_events(Incarnation incarnation, Sequence first, Sequence last);

    // The newest event that ended each of these attempts, read from the disk; those that the log does not hold are left out.
    std::map<RunKey, NodeEventRecord> find_ends(const std::set<RunKey>& attempts);

    Sequence acked(Incarnation incarnation) const;
    Status save_acked(Incarnation incarnation, Sequence acked);
    Status save_incarnation(Incarnation incarnation);

    // Commits what is queued and closes the log.
    Status stop();

    std::function<void()> on_durable;
    // The disk is full or broken: nothing that is not durable by now ever will be. Open the spool again to go on.
    std::function<void(const std::string& reason)> on_failed;

private:
    Spool(Disk& disk, SpoolSettings settings);
    void start(std::unique_ptr<eventlog::LogWriter> writer);

    Disk& m_disk;
    const SpoolSettings m_settings;
    Position m_durable;
    std::unique_ptr<QObject> m_mailbox;  // where the committer's thread posts to
    std::unique_ptr<eventlog::AsyncCommitter> m_committer;
};

}  // namespace apollo::agent
