// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Appends records to a folder of segments. One writer per folder (who uses it holds the folder's lock).
//
// Group commit: append() only queues (any number of records make a batch); commit() writes everything queued with one
// write and one fdatasync and returns the position that is durable then. The caller decides on which thread commit runs;
// AsyncCommitter (async_committer.h) runs it on a thread of its own.
//
// A failed write or sync stops the writer for good: what the medium holds is unknown from then on, so trying again could
// acknowledge what is lost. Every later call returns the same error; open the folder again to find out what is there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/base/ids.h"
#include "common/base/random.h"
#include "common/eventlog/record.h"

namespace apollo::eventlog {

struct LogSettings {
    std::string folder;
    std::uint64_t segment_size_bytes = 100ull << 20;  // a segment is closed when the next record would pass it
    Random* random = nullptr;  // identities of new segments; absent: the system's. Must outlive the writer
};

// What opening found. Damage is not an error: the log opens and the caller quarantines what it touched.
struct Damage {
    std::string segment;       // file name
    std::uint64_t offset = 0;  // where the unreadable bytes begin
    std::uint64_t length = 0;
    Position first_missing;    // positions that are not readable; first > last: none missing (only marks or padding hurt)
    Position last_missing;
    // Owners that are proven (one entry each, may be shorter than the number of missing positions): from an intact frame,
    // from an intact body via `owner_of_body`, or from the index at the end of a sealed segment.
    std::vector<std::uint32_t> owners;
};

struct OpenReport {
    Position last;                     // highest readable position, 0 = empty log
    std::uint64_t events = 0;
    std::uint32_t segments = 0;
    std::vector<Damage> damage;
    std::uint64_t torn_bytes = 0;      // cut from the end of the newest segment
    std::string torn_segment;
    std::uint64_t torn_offset = 0;
};

class LogWriter {
public:
    // Scans what is there, cuts a torn tail (only beyond the last durable mark), and stands ready at report.last + 1.
    // `owner_of_body` reads the owner out of an intact body whose frame is damaged; may be empty.
    using OwnerOfBody = std::function<std::uint32_t(ByteView body)>;
    static Result<std::unique_ptr<LogWriter>> open(Disk& disk, LogSettings settings, OwnerOfBody owner_of_body,
                                                   OpenReport& report);
    // Before anything is appended: others (a snapshot, a projection) prove that the log once reached `known_end`, which is behind
    // its end now. Goes on behind it, in a new segment, so that no position is given out twice; the gap reads as damage from then on.
    Status go_on_behind(Position known_end);
    ~LogWriter();  // writes what is queued is NOT done here; call close()

    // Queues one record and gives its position (dense, from 1). body at most body_limit_bytes. After an error
    // nothing is queued and the position is 0; commit() says why.
    Position append(ByteView body, std::uint32_t owner);
    bool has_queued() const;
    // Writes and syncs everything queued. Returns the highest durable position.
    Result<Position> commit();
    // Writes a mark that names the durable position, without a sync: called when nothing waits, so that a later flipped byte
    // in the last record is known to be damage and not a torn tail.
    Status mark_idle();
    // Commits, marks, and syncs. The writer is of no use afterwards.
    Status close();

    Position last() const;     // highest position given out
    Position durable() const;

private:
    struct Impl;
    explicit LogWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::eventlog
