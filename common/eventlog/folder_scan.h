// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Reads a whole log: what is in it, what is damaged, where a writer goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/eventlog/log_writer.h"
#include "common/eventlog/segment_files.h"

namespace apollo::eventlog {

struct NewestSegment {
    SegmentFile file;
    std::vector<std::uint32_t> owners;  // by position from the first
    bool closed = false;                // sealed, or without a header that can be trusted: nothing is appended to it
    std::uint64_t end = 0;              // of what is kept
};

struct FolderScan {
    OpenReport report;
    Position highest_known;               // readable, or known to have existed: never given out again
    std::optional<NewestSegment> newest;
    bool cut_needed = false;              // newest holds bytes behind `end`
    std::vector<std::string> unborn;      // created, but nothing was ever written to them
    bool doubtful = false;                // beside a running writer: scan again
};

// Changes nothing.
Result<FolderScan> scan_folder(Disk& disk, const std::string& folder, const LogWriter::OwnerOfBody& owner_of_body);

}  // namespace apollo::eventlog
