// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/log_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/eventlog/owner_proof.h"
#include "common/eventlog/segment_cursor.h"
#include "common/eventlog/segment_files.h"

namespace apollo::eventlog {

namespace {

constexpr Position no_limit{~0ull};

}  // namespace

struct LogReader::Impl {
    Impl(Disk& d, std::string f, Position after) : disk(d), folder(std::move(f)), given(after) {}

    bool stop(const Error& why);
    bool begin();
    bool enter(std::size_t index);
    bool find_successor();
    bool go_on();
    enum class Doubt { LookAgain, OnItsWay, Lost };
    Doubt judge(Item& item, Found& found, Position limit);
    bool skip_unreadable(Item item, Position limit);
    bool is_proven(const Item& item, const Found& found, Position limit);
    void report(std::uint64_t offset, std::uint64_t length, Position last_missing);
    void report_missing_segment(Position last_missing);
    bool has_next_listed() const { return current + 1 < segments.size(); }

    Disk& disk;
    std::string folder;
    Position given;  // last record given out, or where reading began
    std::vector<SegmentFile> segments;
    std::size_t current = 0;
    std::unique_ptr<SegmentCursor> cursor;
    bool complete = false;  // a successor was seen before the present look at this segment: nothing more is written to it
    bool hurt = false;      // this segment had unreadable bytes, so its successor's name cannot be told
    Position known;         // read, or reported as missing
    Position durable;       // highest that the files name
    std::optional<Error> error;
    const std::function<void(const Damage&)>* on_damage = nullptr;
};

bool LogReader::Impl::stop(const Error& why) {
    error = why;
    return false;
}

// The last segment that begins at or before the first record wanted.
bool LogReader::Impl::begin() {
    auto listed = list_segments(disk, folder);
    if (!listed) return stop(listed.error());
    segments = std::move(listed).value();
    while (!segments.empty() && segments.back().empty) segments.pop_back();
    if (segments.empty()) return false;
    std::size_t start = 0;
    while (start + 1 < segments.size() && segments[start + 1].first <= given.next()) ++start;
    known = std::min(given, segments[start].first.previous());
    return enter(start);
}

bool LogReader::Impl::enter(std::size_t index) {
    const SegmentFile& segment = segments[index];
    auto file = open_segment(disk, folder, segment.name);
    if (!file) return stop(file.error());
    if (segment.first > known.next()) report_missing_segment(segment.first.previous());
    current = index;
    complete = hurt = false;
    durable = std::max(durable, segment.durable);
    cursor = std::make_unique<SegmentCursor>(std::move(file).value(), segment.seed, segment_header_size, known);
    if (!segment.header_intact && segment.seed_known) report(0, segment_header_size, known);
    return true;
}

// Usually the successor is named by the position behind the last one; only a damaged end makes a listing necessary.
bool LogReader::Impl::find_successor() {
    if (has_next_listed()) return true;
    if (!hurt) {
        const std::string name = segment_name(known.next());
        if (name == segments[current].name || !segment_exists(disk, folder, name)) return false;
        auto segment = look_at_segment(disk, folder, name);
        if (!segment) return stop(segment.error());
        if (!segment->header_intact) return false;
        segments.push_back(std::move(segment).value());
        return true;
    }
    auto listed = list_segments(disk, folder);
    if (!listed) return stop(listed.error());
    for (SegmentFile& segment : *listed) {
        if (segment.header_intact && segment.first > segments[current].first) segments.push_back(std::move(segment));
    }
    return has_next_listed();
}

// At the end of what is there. False: nothing further for now.
bool LogReader::Impl::go_on() {
    if (!find_successor()) return false;
    if (complete) return enter(current + 1);
    complete = true;  // look once more: the writer may have gone on here before it made the successor
    return true;
}

bool LogReader::Impl::is_proven(const Item& item, const Found& found, Position limit) {
    const Position missing = known.next();
    Position proven = limit == no_limit ? durable : std::max(durable, limit);
    if (!found.frame && !item.frame_intact) return missing <= proven;
    if (found.frame) proven = std::max(proven, cursor->durable_from(found.offset));
    return missing <= proven;
}

LogReader::Impl::Doubt LogReader::Impl::judge(Item& item, Found& found, Position limit) {
    found = cursor->find_behind(item);
    if (find_successor()) {
        if (complete) return Doubt::Lost;
        complete = true;
        return Doubt::LookAgain;
    }
    if (!is_proven(item, found, limit)) return Doubt::OnItsWay;
    // A writer may have completed it between the look at it and the look at what proves that it was once complete: only a
    // look after the proof counts.
    item = cursor->peek();
    if (item.kind != Item::Kind::Unreadable) return Doubt::LookAgain;
    found = cursor->find_behind(item);
    return Doubt::Lost;
}

// False: what stands there may still be on its way.
bool LogReader::Impl::skip_unreadable(Item item, Position limit) {
    const bool was_hurt = std::exchange(hurt, true);
    Found found;
    const Doubt doubt = judge(item, found, limit);
    if (doubt != Doubt::Lost) {
        hurt = was_hurt;
        return doubt == Doubt::LookAgain;
    }
    Position last_missing = known;
    if (found.frame && found.frame->position.value != 0) {
        last_missing = found.frame->position.previous();
    } else if (found.frame) {
        last_missing = std::max(known, found.frame->durable);
    } else if (has_next_listed()) {
        last_missing = segments[current + 1].first.previous();
    } else {
        last_missing = item.frame_intact ? item.frame.position : limit == no_limit ? durable : std::max(durable, limit);
    }
    report(item.offset, found.offset - item.offset, last_missing);
    cursor->skip_to(found.offset, known);
    return true;
}

void LogReader::Impl::report(std::uint64_t offset, std::uint64_t length, Position last_missing) {
    Damage damage{segments[current].name, offset, length, known.next(), last_missing, {}};
    if (length > 0 && last_missing > known) {
        const std::string bytes = cursor->read(offset, static_cast<std::size_t>(std::min(length, proof_limit_bytes)));
        damage.owners = prove_owners(as_bytes(bytes), segments[current].seed, last_missing.value - known.value, {});
    }
    known = std::max(known, last_missing);
    if (on_damage != nullptr && *on_damage) (*on_damage)(damage);
}

void LogReader::Impl::report_missing_segment(Position last_missing) {
    const Damage damage{segment_name(known.next()), 0, 0, known.next(), last_missing, {}};
    known = last_missing;
    if (on_damage != nullptr && *on_damage) (*on_damage)(damage);
}

Result<std::unique_ptr<LogReader>> LogReader::open(Disk& disk, std::string folder, Position after) {
    auto names = disk.list(folder);
    if (!names) return names.error();
    return std::unique_ptr<LogReader>(new LogReader(std::make_unique<Impl>(disk, std::move(folder), after)));
}

LogReader::LogReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { m_impl->on_damage = &on_damage; }
LogReader::~LogReader() = default;

bool LogReader::next(Record& record, Position limit) {
    Impl& s = *m_impl;
    s.error.reset();
    if (!s.cursor && !s.begin()) return false;
    for (;;) {
        const Item item = s.cursor->peek();
        if (item.kind == Item::Kind::End) {
            if (!s.go_on()) return false;
            continue;
        }
        if (item.kind == Item::Kind::Unreadable) {
            if (!s.skip_unreadable(item, limit)) return false;
            continue;
        }
        const Position position = item.frame.position;
        if (item.kind == Item::Kind::Record && position > limit) return false;
        s.durable = std::max(s.durable, item.frame.durable);
        if (item.kind == Item::Kind::Record && position != s.known.next()) s.report(item.offset, 0, position.previous());
        if (!item.padding_intact) {
            const std::uint64_t used = frame_size + item.frame.body_size;
            s.report(item.offset + used, item.length - used, s.known);
        }
        s.cursor->accept(item);
        if (item.kind != Item::Kind::Record) continue;
        s.known = position;
        if (position <= s.given) continue;
        s.given = position;
        s.error.reset();  // what stood in the way of a look ahead did not matter
        record = {position, item.frame.owner, item.body};
        return true;
    }
}

Position LogReader::position() const { return m_impl->given; }
const std::optional<Error>& LogReader::error() const { return m_impl->error; }

}  // namespace apollo::eventlog
