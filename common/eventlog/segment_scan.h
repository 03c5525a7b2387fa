// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Reads one segment as a whole and sorts what is unreadable into damage and a tail.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/eventlog/log_writer.h"
#include "common/eventlog/segment_cursor.h"
#include "common/eventlog/segment_files.h"

namespace apollo::eventlog {

struct Tail {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

class SegmentScan {
public:
    SegmentScan(std::unique_ptr<File> file, SegmentFile segment, const LogWriter::OwnerOfBody& owner_of_body);

    // Reads to the end of the file.
    Status run();
    // Called once after run(). Another segment follows whose first position is `next_first`: all that is unreadable is damage.
    void settle_before(Position next_first);
    // The newest segment: unreadable bytes at the end are a torn tail unless a durable position is missing.
    void settle_as_newest();

    const SegmentFile& segment() const { return m_segment; }
    std::vector<Damage>& damage() { return m_damage; }
    std::uint64_t events() const { return m_events; }
    Position last() const { return m_last; }                    // readable or known to be missing
    Position last_readable() const { return m_last_readable; }  // 0 = none in this segment
    Position durable() const { return m_durable; }
    bool sealed() const { return !m_index.empty(); }
    const std::optional<Tail>& tail() const { return m_tail; }
    // Damage beyond what was known to be durable: beside a running writer it may be a write half seen.
    bool doubtful() const { return m_doubtful; }
    // By position from the segment's first; unknown_owner where it is not known.
    const std::vector<std::uint32_t>& owners() const { return m_owners; }

private:
    void take_record(const Item& item);
    bool take_unreadable(const Item& item);
    void join_tail();
    void resolve(Position until);
    void note_missing(Damage& damage);
    void apply_index();
    Position highest_known() const;
    void damage_without_positions(std::uint64_t offset, std::uint64_t length);

    SegmentFile m_segment;
    const LogWriter::OwnerOfBody& m_owner_of_body;
    SegmentCursor m_cursor;
    std::vector<Damage> m_damage;
    std::vector<Tail> m_pending;  // unreadable, and how many positions are missing there is not known yet
    std::optional<Tail> m_tail;
    std::uint64_t m_events = 0;
    Position m_last;
    Position m_last_readable;
    Position m_durable;
    bool m_doubtful = false;
    std::vector<std::uint32_t> m_owners;
    std::vector<IndexPart> m_index;
};

}  // namespace apollo::eventlog
