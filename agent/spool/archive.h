// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Archives what is old in the agent's own log: closed segments whose events the center has all acknowledged are compressed where
// they lie when their newest event is old enough. They stay readable, so nothing that a restart or a restored center asks for is
// lost; a tenth of the space remains. Safe beside the running spool.
#pragma once

#include "common/base/disk.h"
#include "common/base/ids.h"
#include "common/base/time.h"

namespace apollo::agent {

struct ArchiveReport {
    std::uint32_t segments = 0;      // archived by this call
    std::uint64_t bytes_before = 0;  // of the whole log
    std::uint64_t bytes_after = 0;
};

// `acked`: the center has all events of the log's present life up to there. At most `max_segments` segments, the oldest first.
Result<ArchiveReport> archive_old_segments(Disk& disk, const std::string& wal_folder, Sequence acked, WallTime older_than, std::uint32_t max_segments = ~0u);

}  // namespace apollo::agent
