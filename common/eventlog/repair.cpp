// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/repair.h"

#include <algorithm>
#include <map>
#include <optional>

#include "common/base/file_copy.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/segment_scan.h"

namespace apollo::eventlog {

namespace {

Result<std::string> read_segment(Disk& disk, const std::string& folder, const std::string& name) {
    auto file = open_segment(disk, folder, name);
    if (!file) return file.error();
    const auto size = (*file)->size();
    if (!size) return size.error();
    return (*file)->read_at(0, static_cast<std::size_t>(*size));
}

class Healer {
public:
    Healer(Disk& disk, const RepairFolders& folders, const LogWriter::OwnerOfBody& owner_of_body)
        : m_disk(disk), m_folders(folders), m_owner_of_body(owner_of_body) {}

    // An error of kind Refused says why the copy does not help.
    Status heal(const std::string& name, const std::vector<Damage>& places, bool only_look) {
        auto bytes = mended_bytes(name, places);
        if (!bytes) return bytes.error();
        if (auto made = m_disk.make_folder(m_folders.set_aside); !made) return made;
        // Under the segment's own name in a folder of its own, so that it can be read as one.
        const std::string folder = m_folders.set_aside + "/healed";
        if (auto made = m_disk.make_folder(folder); !made) return made;
        if (auto written = m_disk.write_file_atomically(folder + "/" + name, as_bytes(*bytes)); !written) return written;
        auto done = reads_whole(folder, name);
        if (done && !only_look) return put_in_place(folder, name);
        (void)m_disk.remove(folder + "/" + name);
        return done;
    }

private:
    Result<std::string> mended_bytes(const std::string& name, const std::vector<Damage>& places) {
        if (!segment_exists(m_disk, m_folders.copy, name)) return Error{ErrorKind::Refused, "the copy does not hold " + name};
        const auto good = look_at_segment(m_disk, m_folders.copy, name);
        if (!good) return good.error();
        if (!good->header_intact) return Error{ErrorKind::Refused, name + " is hurt in the copy, too"};
        auto from = read_segment(m_disk, m_folders.copy, name);
        if (!from) return from.error();
        if (!segment_exists(m_disk, m_folders.log, name)) {
            if (shares_a_segment()) return from;
            return Error{ErrorKind::Refused, "the copy has no segment in common with this log; it may belong to another one"};
        }
        const auto hurt = look_at_segment(m_disk, m_folders.log, name);
        if (!hurt) return hurt.error();
        if (hurt->seed_known && (hurt->seed != good->seed || hurt->first != good->first)) {
            return Error{ErrorKind::Refused, name + " of the copy belongs to another log"};
        }
        auto bytes = read_segment(m_disk, m_folders.log, name);
        if (!bytes) return bytes.error();
        for (const Damage& place : places) {
            if (auto taken = take(*bytes, *from, place, name); !taken) return taken.error();
        }
        return bytes;
    }

    // A whole segment can only be trusted to be of this log by its neighbours.
    bool shares_a_segment() const {
        const auto segments = list_segments(m_disk, m_folders.log);
        if (!segments || segments->empty()) return true;
        return std::any_of(segments->begin(), segments->end(), [&](const SegmentFile& ours) {
            if (!ours.seed_known || !segment_exists(m_disk, m_folders.copy, ours.name)) return false;
            const auto theirs = look_at_segment(m_disk, m_folders.copy, ours.name);
            return theirs && theirs->seed_known && theirs->seed == ours.seed;
        });
    }

    static Status take(std::string& bytes, const std::string& from, const Damage& place, const std::string& name) {
        const bool is_cut_off = place.offset + place.length >= bytes.size();
        const std::uint64_t end = is_cut_off ? from.size() : place.offset + place.length;
        if (place.offset >= from.size() || end > from.size()) return Error{ErrorKind::Refused, name + " of the copy ends before the damage"};
        bytes.resize(std::max<std::size_t>(bytes.size(), end));
        bytes.replace(place.offset, end - place.offset, from, place.offset, end - place.offset);
        return success();
    }

    Status reads_whole(const std::string& folder, const std::string& name) {
        auto segment = look_at_segment(m_disk, folder, name);
        if (!segment) return segment.error();
        auto file = open_segment(m_disk, folder, name);
        if (!file) return file.error();
        SegmentScan scan(std::move(file).value(), *segment, m_owner_of_body);
        if (auto read = scan.run(); !read) return read;
        const auto next = first_behind(segment->first);
        // An orchestrator that was started on the hurt log has given these positions out again.
        if (next && scan.last() >= *next) {
            return Error{ErrorKind::Refused, "the copy holds events up to " + std::to_string(scan.last().value) + ", and this log has gone on with others from " +
                                                 std::to_string(next->value) + " on; keep this log, or restore the copy instead (apollo-cli log restore)"};
        }
        if (next) scan.settle_before(*next);
        else scan.settle_as_newest();
        if (scan.damage().empty()) return success();
        return Error{ErrorKind::Refused, "the copy's " + name + " is hurt or ends before the damage"};
    }

    std::optional<Position> first_behind(Position first) const {
        const auto segments = list_segments(m_disk, m_folders.log);
        if (!segments) return std::nullopt;
        for (const SegmentFile& segment : *segments) {
            if (segment.first > first && !segment.empty) return segment.first;
        }
        return std::nullopt;
    }

    Status put_in_place(const std::string& folder, const std::string& name) {
        const std::string plain = m_folders.log + "/" + name, packed = packed_path(m_folders.log, name);
        for (const std::string& hurt : {plain, packed}) {
            if (!m_disk.exists(hurt)) continue;
            if (auto kept = copy_file(m_disk, hurt, m_folders.set_aside + "/" + hurt.substr(m_folders.log.size() + 1)); !kept) return kept;
        }
        if (auto synced = m_disk.sync_folder(m_folders.set_aside); !synced) return synced;
        // The plain form is read before a packed one, so the hurt packed one may still be there a moment.
        if (auto moved = m_disk.rename(folder + "/" + name, plain); !moved) return moved;
        if (auto synced = m_disk.sync_folder(m_folders.log); !synced) return synced;
        if (m_disk.exists(packed)) {
            if (auto removed = m_disk.remove(packed); !removed) return removed;
        }
        return m_disk.sync_folder(m_folders.log);
    }

    Disk& m_disk;
    const RepairFolders& m_folders;
    const LogWriter::OwnerOfBody& m_owner_of_body;
};

}  // namespace

namespace {

// One pass over what is damaged now.
Result<std::vector<HealedPlace>> heal_places(Disk& disk, const RepairFolders& folders, const LogWriter::OwnerOfBody& owner_of_body, Position known_end, bool only_look) {
    auto report = verify(disk, folders.log, owner_of_body, known_end);
    if (!report) return report.error();
    std::map<std::string, std::vector<Damage>> by_segment;
    for (Damage& damage : report->damage) {
        if (damage.first_missing <= damage.last_missing || damage.length > 0) by_segment[damage.segment].push_back(std::move(damage));
    }
    Healer healer(disk, folders, owner_of_body);
    std::vector<HealedPlace> places;
    for (const auto& [name, damages] : by_segment) {
        const auto healed = healer.heal(name, damages, only_look);
        if (!healed && healed.error().kind != ErrorKind::Refused) return healed.error();
        for (const Damage& damage : damages) places.push_back({damage, healed ? std::string() : healed.error().message});
    }
    return places;
}

bool is_healed(const HealedPlace& place) { return place.obstacle.empty(); }

// The end that is lost for good.
std::optional<HealedPlace> place_behind(Position last_of_both, Position known_end) {
    if (known_end <= last_of_both) return std::nullopt;
    return HealedPlace{{"", 0, 0, last_of_both.next(), known_end, {}}, "the copy ends before them, too"};
}

}  // namespace

Result<std::vector<HealedPlace>> repair(Disk& disk, const RepairFolders& folders, const LogWriter::OwnerOfBody& owner_of_body, bool only_look, Position known_end) {
    auto copy = verify(disk, folders.copy, owner_of_body);
    if (!copy) return copy.error();
    auto log = verify(disk, folders.log, owner_of_body);
    if (!log) return log.error();
    const auto lost = place_behind(std::max(log->last, copy->last), known_end);
    std::vector<HealedPlace> all;
    // Of a lost end each pass brings back one segment; the next one is seen missing only then.
    while (true) {
        auto places = heal_places(disk, folders, owner_of_body, copy->last, only_look);
        if (!places) return places.error();
        const bool again = !only_look && std::any_of(places->begin(), places->end(), is_healed);
        for (HealedPlace& place : *places) {
            if (!again || is_healed(place)) all.push_back(std::move(place));
        }
        if (again) continue;
        if (lost) all.push_back(*lost);
        return all;
    }
}

}  // namespace apollo::eventlog
