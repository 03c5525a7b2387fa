// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/folder_scan.h"

#include <algorithm>
#include <iterator>

#include "common/eventlog/log_reader.h"
#include "common/eventlog/segment_scan.h"

namespace apollo::eventlog {

namespace {

Damage missing(const std::string& segment, Position first, Position last) { return {segment, 0, 0, first, last, {}}; }

// In the newest segment if that one was still written to; else whole segments are gone.
Damage lost_end(const FolderScan& scan, Position known_end) {
    Damage damage = missing(segment_name(scan.highest_known.next()), scan.highest_known.next(), known_end);
    if (!scan.newest || scan.newest->closed) return damage;
    damage.segment = scan.newest->file.name;
    damage.offset = scan.newest->end;
    damage.length = scan.newest->file.size - scan.newest->end;
    return damage;
}

class FolderScanner {
public:
    FolderScanner(Disk& disk, const std::string& folder, const LogWriter::OwnerOfBody& owner_of_body)
        : m_disk(disk), m_folder(folder), m_owner_of_body(owner_of_body) {}

    Result<FolderScan> run() {
        auto listed = list_segments(m_disk, m_folder);
        if (!listed) return listed.error();
        m_segments = std::move(listed).value();
        drop_unborn();
        for (std::size_t i = 0; i < m_segments.size(); ++i) {
            if (auto done = scan(i); !done) return done.error();
        }
        m_scan.report.segments = static_cast<std::uint32_t>(m_segments.size());
        return std::move(m_scan);
    }

private:
    // Only the newest can be one; an older file without a header has lost it.
    void drop_unborn() {
        while (!m_segments.empty() && m_segments.back().empty) {
            m_scan.unborn.push_back(m_segments.back().name);
            m_segments.pop_back();
        }
    }

    Status scan(std::size_t i) {
        const SegmentFile& file = m_segments[i];
        auto& damage = m_scan.report.damage;
        if (file.header_intact && file.name != segment_name(file.first)) {
            damage.push_back({file.name, 0, 0, file.first, Position{file.first.value - 1}, {}});
        }
        if (file.first <= m_scan.highest_known) {  // a copy of what was read already
            damage.push_back({file.name, 0, file.size, m_scan.highest_known.next(), m_scan.highest_known, {}});
            return success();
        }
        if (file.first > m_scan.highest_known.next()) {
            const Position first = m_scan.highest_known.next();
            damage.push_back(missing(segment_name(first), first, Position{file.first.value - 1}));
            m_scan.highest_known = Position{file.first.value - 1};
        }
        auto opened = open_segment(m_disk, m_folder, file.name);
        if (!opened) return opened.error();
        SegmentScan segment(std::move(opened).value(), file, m_owner_of_body);
        if (auto read = segment.run(); !read) return read.error();
        if (i + 1 < m_segments.size()) {
            segment.settle_before(m_segments[i + 1].first);
        } else {
            segment.settle_as_newest();
        }
        take(segment, i + 1 == m_segments.size());
        return success();
    }

    void take(SegmentScan& segment, bool is_newest) {
        OpenReport& report = m_scan.report;
        std::move(segment.damage().begin(), segment.damage().end(), std::back_inserter(report.damage));
        report.events += segment.events();
        report.last = std::max(report.last, segment.last_readable());
        m_scan.highest_known = std::max(m_scan.highest_known, segment.last());
        if (!is_newest) return;

        m_scan.doubtful = segment.doubtful();
        const SegmentFile& file = segment.segment();
        m_scan.newest = NewestSegment{file, segment.owners(), segment.sealed() || file.packed || !file.header_intact, file.size};
        if (!segment.tail()) return;
        m_scan.newest->end = segment.tail()->offset;
        m_scan.cut_needed = true;
        note_torn_tail(file.name, *segment.tail());
    }

    // Zeros to the end of the file are space that was never written; nobody needs to hear of them.
    void note_torn_tail(const std::string& name, const Tail& tail) {
        auto file = open_segment(m_disk, m_folder, name);
        if (file) {
            SegmentCursor cursor(std::move(file).value(), 0, tail.offset, Position{0});
            if (cursor.only_zeros_from(tail.offset)) return;
        }
        m_scan.report.torn_bytes = tail.length;
        m_scan.report.torn_segment = name;
        m_scan.report.torn_offset = tail.offset;
    }

    Disk& m_disk;
    const std::string& m_folder;
    const LogWriter::OwnerOfBody& m_owner_of_body;
    std::vector<SegmentFile> m_segments;
    FolderScan m_scan;
};

}  // namespace

Result<FolderScan> scan_folder(Disk& disk, const std::string& folder, const LogWriter::OwnerOfBody& owner_of_body) {
    return FolderScanner(disk, folder, owner_of_body).run();
}

Result<OpenReport> verify(Disk& disk, const std::string& folder, const LogWriter::OwnerOfBody& owner_of_body, Position known_end) {
    constexpr int tries = 3;
    for (int i = 1;; ++i) {
        auto scan = scan_folder(disk, folder, owner_of_body);
        if (!scan) return scan.error();
        if (scan->doubtful && i < tries) continue;
        if (known_end > scan->highest_known) scan->report.damage.push_back(lost_end(*scan, known_end));
        return std::move(scan->report);
    }
}

}  // namespace apollo::eventlog
