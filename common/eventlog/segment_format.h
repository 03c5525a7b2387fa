// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Bytes of segment headers, frames and file names, as FORMAT.md says. Pure functions; any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "common/eventlog/record.h"

namespace apollo::eventlog {

inline constexpr std::size_t segment_header_size = 64;
inline constexpr std::uint32_t format_version = 1;
// Owner of an index record (position 0): who owns each position of a sealed segment. Inside an index: not known.
inline constexpr std::uint32_t index_owner = 0xFFFFFFFEu;
inline constexpr std::uint32_t unknown_owner = index_owner;

using SegmentIdentity = std::array<std::uint8_t, 16>;

struct SegmentHeader {
    std::uint32_t version = format_version;
    SegmentIdentity identity{};
    Position first;
    Position durable;
};

std::string encode_header(const SegmentHeader& header);
// Empty if the bytes are not a header whose CRC holds.
std::optional<SegmentHeader> decode_header(ByteView bytes);
// What the identity contributes to each frame's CRC.
std::uint32_t frame_seed(const SegmentIdentity& identity);

std::string segment_name(Position first);
// Empty if it is not the name of a segment.
std::optional<Position> position_of_name(const std::string& name);

inline std::uint64_t padded(std::uint64_t size) { return (size + 7) & ~std::uint64_t{7}; }
inline std::uint64_t record_size(std::uint32_t body_size) { return padded(frame_size + body_size); }

Frame decode_frame(const std::uint8_t* bytes);
std::uint32_t crc_of_frame(const std::uint8_t* bytes, std::uint32_t seed);
// True if these 32 bytes are an intact frame: CRC, size within its limit, and nothing that no writer writes.
bool is_intact_frame(const std::uint8_t* bytes, const Frame& frame, std::uint32_t seed);

// Appends frame, body and padding to `out`. Sizes and CRCs are filled in here.
void append_record(std::string& out, std::uint32_t seed, std::uint32_t owner, Position position, Position durable,
                   ByteView body);
inline void append_mark(std::string& out, std::uint32_t seed, Position durable) {
    append_record(out, seed, no_owner, Position{0}, durable, {});
}
// One or more index records (each within the body limit) for the positions from `first` on.
void append_index(std::string& out, std::uint32_t seed, Position first, const std::vector<std::uint32_t>& owners,
                  Position durable);

struct IndexPart {
    Position first;
    std::vector<std::uint32_t> owners;
};
std::optional<IndexPart> decode_index(ByteView body);

}  // namespace apollo::eventlog
