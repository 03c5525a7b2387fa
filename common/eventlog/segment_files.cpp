// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/segment_files.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "common/eventlog/crc32c_unwind.h"
#include "common/eventlog/packed_segment.h"

namespace apollo::eventlog {

namespace {

constexpr std::size_t search_limit_bytes = 4 << 20;  // how far a segment without header is searched for a whole record

struct Witness {
    std::uint32_t seed = 0;
    std::uint64_t length = 0;  // of the record
};

// What a record at `at` says about the seed of its segment; only a body whose CRC holds vouches for its frame. A frame that is
// hurt itself would prove a wrong seed, and with it its own wrong numbers: they must at least be possible in this file.
std::optional<Witness> seed_from_record(ByteView bytes, std::size_t at, Position first, std::uint64_t file_size) {
    const std::uint8_t* data = bytes.data() + at;
    const Frame frame = decode_frame(data);
    if (frame.body_size == 0 || frame.body_size > body_limit_bytes) return std::nullopt;
    if (frame.body_size > bytes.size() - at - frame_size) return std::nullopt;
    if (frame.position < first || frame.position.value - first.value > file_size / frame_size) return std::nullopt;
    if (frame.durable >= frame.position) return std::nullopt;
    if (crc32c({data + frame_size, frame.body_size}) != frame.body_crc) return std::nullopt;
    return Witness{crc32c_unwind({data, 4}, crc32c_unwind({data + 8, 24}, frame.frame_crc)), record_size(frame.body_size)};
}

// The first seed that two records agree on; where there is only one record, its own.
std::optional<std::uint32_t> recover_seed(const File& file, Position first, std::uint64_t file_size) {
    auto read = file.read_at(0, search_limit_bytes);
    if (!read) return std::nullopt;
    const ByteView bytes = as_bytes(*read);
    std::set<std::uint32_t> seen;
    for (std::size_t at = segment_header_size; at + frame_size <= bytes.size();) {
        const auto witness = seed_from_record(bytes, at, first, file_size);
        if (witness && !seen.insert(witness->seed).second) return witness->seed;
        at += witness ? witness->length : 8;
    }
    if (seen.size() != 1) return std::nullopt;
    return *seen.begin();
}

constexpr std::string_view packed_suffix = ".zst";

}  // namespace

std::string packed_path(const std::string& folder, const std::string& name) { return folder + "/" + name + std::string(packed_suffix); }

bool segment_exists(const Disk& disk, const std::string& folder, const std::string& name) {
    return disk.exists(folder + "/" + name) || disk.exists(packed_path(folder, name));
}

Result<std::unique_ptr<File>> open_segment(Disk& disk, const std::string& folder, const std::string& name) {
    // The plain one goes when the compressed one is complete: in this order one of them is found.
    auto plain = disk.open(folder + "/" + name, OpenMode::Read);
    if (plain || !disk.exists(packed_path(folder, name))) return plain;
    auto packed = disk.open(packed_path(folder, name), OpenMode::Read);
    if (!packed) return packed.error();
    auto opened = open_packed(std::move(packed).value());
    if (!opened) return Error{opened.error().kind, packed_path(folder, name) + ": " + opened.error().message};
    return opened;
}

Result<SegmentFile> look_at_segment(Disk& disk, const std::string& folder, const std::string& name) {
    const std::string path = folder + "/" + name;
    auto file = open_segment(disk, folder, name);
    if (!file) return file.error();
    auto size = (*file)->size();
    if (!size) return size.error();
    auto bytes = (*file)->read_at(0, segment_header_size);
    if (!bytes) return bytes.error();

    SegmentFile segment;
    segment.name = name;
    segment.packed = !disk.exists(path);
    segment.size = *size;
    if (const auto header = decode_header(as_bytes(*bytes))) {
        if (header->version != format_version) {
            return Error{ErrorKind::Unsupported, path + " has log format " + std::to_string(header->version) +
                                                     ", this program reads format 1; use a newer program"};
        }
        segment.first = header->first;
        segment.durable = header->durable;
        segment.seed = frame_seed(header->identity);
        segment.header_intact = segment.seed_known = true;
        return segment;
    }
    segment.first = position_of_name(name).value_or(Position{0});
    segment.empty = *size <= segment_header_size;
    if (const auto seed = recover_seed(**file, segment.first, *size)) {
        segment.seed = *seed;
        segment.seed_known = true;
    }
    return segment;
}

Result<std::vector<SegmentFile>> list_segments(Disk& disk, const std::string& folder) {
    auto names = disk.list(folder);
    if (!names) return names.error();
    std::vector<SegmentFile> segments;
    std::set<std::string> plain_names;
    for (const std::string& name : *names) {
        plain_names.insert(name.ends_with(packed_suffix) ? name.substr(0, name.size() - packed_suffix.size()) : name);
    }
    for (const std::string& name : plain_names) {
        if (!position_of_name(name)) continue;
        auto segment = look_at_segment(disk, folder, name);
        if (!segment) return segment.error();
        segments.push_back(std::move(segment).value());
    }
    std::stable_sort(segments.begin(), segments.end(),
                     [](const SegmentFile& a, const SegmentFile& b) { return a.first < b.first; });
    return segments;
}

}  // namespace apollo::eventlog
