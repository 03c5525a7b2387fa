// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Snapshots of opaque state beside the log: DIR/snapshots/<watermark, 20 digits>.snapshot, each with magic, version,
// watermark, size and SHA-256 so that a bad one is recognised and the next older one taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/base/ids.h"

namespace apollo::eventlog {

struct Snapshot {
    Position watermark;  // the state holds everything up to here
    std::string bytes;
};

class SnapshotStore {
public:
    SnapshotStore(Disk& disk, std::string folder) : m_disk(disk), m_folder(std::move(folder)) {}

    // Atomic and durable. Keeps the newest `keep` snapshots and removes older ones.
    Status write(const Snapshot& snapshot, std::size_t keep = 3);
    // The newest valid one whose watermark is at most `limit`; nullopt if none. What was skipped as bad goes to `warnings`.
    std::optional<Snapshot> newest(Position limit, std::vector<std::string>& warnings) const;

    // Of the newest whole one above `limit`; `limit` if there is none. It proves that the log once reached it.
    Position newest_above(Position limit) const;
    // Those above `limit` are kept under another name and never taken again.
    Status set_aside_above(Position limit);

private:
    std::optional<Snapshot> read(Position watermark, std::string& trouble) const;

    Disk& m_disk;
    std::string m_folder;
};

}  // namespace apollo::eventlog
