// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Compresses the closed segments of a log; see packed_segment.h. Safe beside a running writer and readers, and at any
// interruption: a segment's plain file goes only when its compressed one is durable and was read back.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/disk.h"

namespace apollo::eventlog {

struct CompactReport {
    std::uint32_t segments = 0;        // in the log
    std::uint32_t compressed = 0;      // by this call
    std::uint64_t bytes_before = 0;    // of all segments' files
    std::uint64_t bytes_after = 0;
};

// `keep_plain`: so many of the newest segments stay as they are; at least the newest one does. `max_segments`: so many at most
// in this call, the oldest first.
Result<CompactReport> compact(Disk& disk, const std::string& folder, std::uint32_t keep_plain, std::uint32_t max_segments = ~0u);

}  // namespace apollo::eventlog
