// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/compaction.h"

#include <algorithm>

#include "common/eventlog/packed_segment.h"
#include "common/eventlog/segment_files.h"

namespace apollo::eventlog {

namespace {

constexpr const char* unfinished = ".part";

std::uint64_t file_size(Disk& disk, const std::string& path) {
    const auto file = disk.open(path, OpenMode::Read);
    const auto size = file ? (*file)->size() : Result<std::uint64_t>(std::uint64_t{0});
    return size ? *size : 0;
}

Status replace_by_packed(Disk& disk, const std::string& folder, const std::string& name) {
    const std::string plain = folder + "/" + name, packed = packed_path(folder, name), part = packed + unfinished;
    if (auto made = pack(disk, plain, part); !made) {
        (void)disk.remove(part);
        return made;
    }
    if (auto renamed = disk.rename(part, packed); !renamed) return renamed;
    if (auto synced = disk.sync_folder(folder); !synced) return synced;
    if (auto removed = disk.remove(plain); !removed) return removed;
    return disk.sync_folder(folder);
}

}  // namespace

Result<CompactReport> compact(Disk& disk, const std::string& folder, std::uint32_t keep_plain, std::uint32_t max_segments) {
    const auto segments = list_segments(disk, folder);
    if (!segments) return segments.error();
    CompactReport report;
    report.segments = static_cast<std::uint32_t>(segments->size());
    const std::size_t kept = std::max<std::size_t>(1, keep_plain);
    for (std::size_t k = 0; k < segments->size(); ++k) {
        const SegmentFile& segment = (*segments)[k];
        const std::string path = segment.packed ? packed_path(folder, segment.name) : folder + "/" + segment.name;
        const std::uint64_t before = file_size(disk, path);
        report.bytes_before += before;
        const bool is_due = !segment.packed && !segment.empty && k + kept < segments->size() && report.compressed < max_segments;
        if (!is_due) {
            report.bytes_after += before;
            continue;
        }
        if (auto replaced = replace_by_packed(disk, folder, segment.name); !replaced) return replaced.error();
        ++report.compressed;
        report.bytes_after += file_size(disk, packed_path(folder, segment.name));
    }
    return report;
}

}  // namespace apollo::eventlog
