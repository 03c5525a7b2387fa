// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/segment_scan.h"

#include <algorithm>

#include "common/eventlog/owner_proof.h"

namespace apollo::eventlog {

namespace {

std::uint64_t missing_count(const Damage& damage) {
    return damage.first_missing > damage.last_missing ? 0 : damage.last_missing.value - damage.first_missing.value + 1;
}

}  // namespace

SegmentScan::SegmentScan(std::unique_ptr<File> file, SegmentFile segment, const LogWriter::OwnerOfBody& owner_of_body)
    : m_segment(std::move(segment)),
      m_owner_of_body(owner_of_body),
      m_cursor(std::move(file), m_segment.seed, segment_header_size,
               m_segment.first.value == 0 ? Position{0} : m_segment.first.previous()),
      m_last(m_cursor.last()),
      m_durable(m_segment.durable) {}

Status SegmentScan::run() {
    if (!m_segment.seed_known) {
        m_tail = Tail{0, m_segment.size};
        return success();
    }
    if (!m_segment.header_intact) damage_without_positions(0, segment_header_size);
    for (;;) {
        const Item item = m_cursor.peek();
        if (item.kind == Item::Kind::End) break;
        if (item.kind == Item::Kind::Unreadable) {
            if (!take_unreadable(item)) break;
            continue;
        }
        if (item.kind == Item::Kind::Record) take_record(item);
        if (item.kind == Item::Kind::Index) {
            if (auto part = decode_index(item.body)) m_index.push_back(std::move(*part));
        }
        m_durable = std::max(m_durable, item.frame.durable);
        if (!item.padding_intact) {
            const std::uint64_t used = frame_size + item.frame.body_size;
            damage_without_positions(item.offset + used, item.length - used);
        }
        m_cursor.accept(item);
    }
    if (m_cursor.error()) return *m_cursor.error();
    return success();
}

void SegmentScan::damage_without_positions(std::uint64_t offset, std::uint64_t length) {
    m_damage.push_back({m_segment.name, offset, length, m_last.next(), m_last, {}});
}

void SegmentScan::take_record(const Item& item) {
    const Position position = item.frame.position;
    if (position != m_last.next() || !m_pending.empty()) {
        if (position != m_last.next() && m_durable < position.previous()) m_doubtful = true;
        resolve(position.previous());
    }
    m_owners.push_back(item.frame.owner);
    m_last = m_last_readable = position;
    ++m_events;
}

// False: nothing readable follows.
bool SegmentScan::take_unreadable(const Item& item) {
    const Found found = m_cursor.find_behind(item);
    if (!found.frame) {
        m_tail = Tail{item.offset, found.offset - item.offset};
        join_tail();
        return false;
    }
    m_pending.push_back({item.offset, found.offset - item.offset});
    if (item.frame_intact && item.frame.position.value != 0) {
        m_durable = std::max(m_durable, item.frame.durable);
        if (m_durable < item.frame.position) m_doubtful = true;
        resolve(item.frame.position);
    }
    m_cursor.skip_to(found.offset, m_last);
    return true;
}

// An intact frame whose body is cut off is not readable: what stands unreadable before it belongs to the tail.
void SegmentScan::join_tail() {
    while (!m_pending.empty() && m_pending.back().offset + m_pending.back().length == m_tail->offset) {
        m_tail->offset = m_pending.back().offset;
        m_tail->length += m_pending.back().length;
        m_pending.pop_back();
    }
}

// Positions behind m_last up to `until` are missing; the first unreadable region is where they stood.
void SegmentScan::resolve(Position until) {
    if (m_pending.empty()) m_pending.push_back({m_cursor.offset(), 0});
    for (const Tail& region : m_pending) {
        Damage damage{m_segment.name, region.offset, region.length, m_last.next(), until, {}};
        note_missing(damage);
        m_last = std::max(m_last, until);
        m_damage.push_back(std::move(damage));
    }
    m_pending.clear();
}

void SegmentScan::note_missing(Damage& damage) {
    const std::uint64_t count = missing_count(damage);
    if (count == 0) {
        damage.last_missing = damage.first_missing.previous();
        return;
    }
    if (damage.length > 0 && m_segment.seed_known) {
        const auto size = static_cast<std::size_t>(std::min(damage.length, proof_limit_bytes));
        const std::string bytes = m_cursor.read(damage.offset, size);
        damage.owners = prove_owners(as_bytes(bytes), m_segment.seed, count, m_owner_of_body);
    }
    m_owners.insert(m_owners.end(), damage.owners.begin(), damage.owners.end());
    m_owners.insert(m_owners.end(), static_cast<std::size_t>(count - damage.owners.size()), unknown_owner);
}

Position SegmentScan::highest_known() const {
    Position highest = std::max(m_last, m_durable);
    for (const IndexPart& part : m_index) {
        highest = std::max(highest, Position{part.first.value + part.owners.size() - 1});
    }
    return highest;
}

void SegmentScan::settle_before(Position next_first) {
    if (m_tail) m_pending.push_back(*m_tail);
    m_tail.reset();
    // Without an index nothing says where this segment ended, so what is missing is put down to it.
    const Position until = sealed() ? std::min(highest_known(), next_first.previous()) : next_first.previous();
    if (!m_pending.empty() || m_last < until) resolve(std::max(until, m_last));
    apply_index();
}

void SegmentScan::settle_as_newest() {
    Position until = highest_known();
    if (!m_segment.seed_known && !m_segment.empty && !m_cursor.only_zeros_from(0)) {
        // Something was here and nothing of it can be verified: no position it may have held is given out again.
        until = Position{m_last.value + m_segment.size / frame_size};
    }
    if (m_last < until && m_tail) {
        m_pending.push_back(*m_tail);
        m_tail.reset();
    }
    if (!m_pending.empty() || m_last < until) resolve(until);
    apply_index();
}

void SegmentScan::apply_index() {
    for (const IndexPart& part : m_index) {
        for (std::size_t i = 0; i < part.owners.size(); ++i) {
            const std::uint64_t at = part.first.value + i - m_segment.first.value;
            if (part.first < m_segment.first || at >= m_owners.size()) continue;
            if (m_owners[at] == unknown_owner) m_owners[at] = part.owners[i];
        }
    }
    for (Damage& damage : m_damage) {
        if (damage.owners.size() == missing_count(damage)) continue;
        damage.owners.clear();
        for (Position p = damage.first_missing; p <= damage.last_missing; p = p.next()) {
            const std::uint32_t owner = m_owners[p.value - m_segment.first.value];
            if (owner != unknown_owner) damage.owners.push_back(owner);
        }
    }
}

}  // namespace apollo::eventlog
