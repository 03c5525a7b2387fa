// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The segments of a folder, in the order of what their headers say (a name is only a hint).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/eventlog/segment_format.h"

namespace apollo::eventlog {

struct SegmentFile {
    std::string name;             // of the plain file, also when only the compressed one is there
    bool packed = false;          // compressed; see packed_segment.h
    Position first;
    Position durable;             // from the header
    std::uint64_t size = 0;
    std::uint32_t seed = 0;
    bool header_intact = false;
    bool seed_known = false;      // false: nothing in it can be verified
    bool empty = false;           // created but never given a header: a crash came between
};

// Opens a segment for reading by the name of its plain file, in whichever form it is there.
Result<std::unique_ptr<File>> open_segment(Disk& disk, const std::string& folder, const std::string& name);
bool segment_exists(const Disk& disk, const std::string& folder, const std::string& name);
// Where the compressed form of that segment is.
std::string packed_path(const std::string& folder, const std::string& name);

// Unsupported if a segment was written by a newer version of the format.
Result<std::vector<SegmentFile>> list_segments(Disk& disk, const std::string& folder);
Result<SegmentFile> look_at_segment(Disk& disk, const std::string& folder, const std::string& name);

}  // namespace apollo::eventlog
