// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/archive.h"

#include <algorithm>
#include <variant>

#include "agent/spool/record_codec.h"
#include "common/eventlog/compaction.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/segment_files.h"

namespace apollo::agent {

namespace {

struct Content {
    Sequence newest;        // event of the incarnation that was the present one at its end
    WallTime newest_time;   // of all records up to its end
    bool begins_life = false;
    bool readable = true;
};

// Of the segments from `from` on: what their records say. A damaged one is for a person, not for the archive.
Result<std::vector<Content>> look_into(Disk& disk, const std::string& folder, const std::vector<eventlog::SegmentFile>& segments, std::size_t from) {
    auto reader = eventlog::LogReader::open(disk, folder, Position{segments[from].first.value - 1});
    if (!reader) return reader.error();
    std::vector<Content> contents(segments.size() - from);
    std::size_t at = 0;
    (*reader)->on_damage = [&](const eventlog::Damage&) { contents[at].readable = false; };
    eventlog::Record record;
    while ((*reader)->next(record)) {
        while (at + 1 < contents.size() && record.position >= segments[from + at + 1].first) {
            ++at;
            contents[at].newest_time = contents[at - 1].newest_time;
        }
        Content& content = contents[at];
        const auto decoded = decode_record(record.body);
        if (!decoded) {
            content.readable = false;
            continue;
        }
        if (std::holds_alternative<IncarnationRecord>(*decoded)) {
            content.begins_life = true;
            content.newest = Sequence{};
        } else if (const auto* event = std::get_if<NodeEventRecord>(&*decoded)) {
            content.newest = std::max(content.newest, event->sequence);
            content.newest_time = std::max(content.newest_time, event->origin_time);
        }
    }
    if ((*reader)->error()) return *(*reader)->error();
    return contents;
}

// How many of them, from the oldest on, are closed, acknowledged and old.
std::size_t count_due(const std::vector<Content>& contents, Sequence acked, WallTime older_than) {
    // What lies before the present life's beginning was sent again in it.
    std::size_t present_life = 0;
    for (std::size_t k = 0; k < contents.size(); ++k) {
        if (contents[k].begins_life) present_life = k;
    }
    std::size_t due = 0;
    while (due + 1 < contents.size()) {
        const Content& one = contents[due];
        const bool is_acked = due < present_life || one.newest <= acked;
        if (!one.readable || !is_acked || !(one.newest_time < older_than)) break;
        ++due;
    }
    return due;
}

}  // namespace

Result<ArchiveReport> archive_old_segments(Disk& disk, const std::string& wal_folder, Sequence acked, WallTime older_than, std::uint32_t max_segments) {
    const auto segments = eventlog::list_segments(disk, wal_folder);
    if (!segments) return segments.error();
    std::size_t first_plain = 0;
    while (first_plain < segments->size() && (*segments)[first_plain].packed) ++first_plain;
    ArchiveReport report;
    if (first_plain + 1 >= segments->size()) return report;  // the newest is being written
    const auto contents = look_into(disk, wal_folder, *segments, first_plain);
    if (!contents) return contents.error();
    const std::size_t due = std::min<std::size_t>(count_due(*contents, acked, older_than), max_segments);
    if (due == 0) return report;
    const auto compacted = eventlog::compact(disk, wal_folder, static_cast<std::uint32_t>(segments->size() - first_plain - due), max_segments);
    if (!compacted) return compacted.error();
    return ArchiveReport{compacted->compressed, compacted->bytes_before, compacted->bytes_after};
}

}  // namespace apollo::agent
