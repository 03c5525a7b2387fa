// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/segment_format.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "common/base/assert.h"

namespace apollo::eventlog {

namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian and read in place");

constexpr char segment_magic[] = "APOLLOG1";
constexpr std::size_t index_part_limit = 65536;  // positions in one index record

template <typename T>
T load(const std::uint8_t* bytes) {
    T value{};
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <typename T>
void store(char* bytes, T value) {
    std::memcpy(bytes, &value, sizeof value);
}

std::uint32_t crc_of_header(ByteView bytes) { return crc32c(bytes.subspan(16), crc32c(bytes.first(12))); }

}  // namespace

std::string encode_header(const SegmentHeader& header) {
    std::string bytes(segment_header_size, '\0');
    std::memcpy(bytes.data(), segment_magic, 8);
    store(bytes.data() + 8, header.version);
    std::memcpy(bytes.data() + 16, header.identity.data(), header.identity.size());
    store(bytes.data() + 32, header.first.value);
    store(bytes.data() + 40, header.durable.value);
    store(bytes.data() + 12, crc_of_header(as_bytes(bytes)));
    return bytes;
}

std::optional<SegmentHeader> decode_header(ByteView bytes) {
    if (bytes.size() < segment_header_size) return std::nullopt;
    bytes = bytes.first(segment_header_size);
    if (std::memcmp(bytes.data(), segment_magic, 8) != 0) return std::nullopt;
    if (load<std::uint32_t>(bytes.data() + 12) != crc_of_header(bytes)) return std::nullopt;
    SegmentHeader header;
    header.version = load<std::uint32_t>(bytes.data() + 8);
    std::memcpy(header.identity.data(), bytes.data() + 16, header.identity.size());
    header.first = Position{load<std::uint64_t>(bytes.data() + 32)};
    header.durable = Position{load<std::uint64_t>(bytes.data() + 40)};
    return header;
}

std::uint32_t frame_seed(const SegmentIdentity& identity) { return crc32c(ByteView(identity)); }

std::string segment_name(Position first) {
    const std::string digits = std::to_string(first.value);
    return std::string(20 - digits.size(), '0') + digits + ".log";
}

std::optional<Position> position_of_name(const std::string& name) {
    if (name.size() != 24 || name.substr(20) != ".log") return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        if (name[i] < '0' || name[i] > '9') return std::nullopt;
        value = value * 10 + static_cast<std::uint64_t>(name[i] - '0');
    }
    return Position{value};
}

Frame decode_frame(const std::uint8_t* bytes) {
    Frame frame;
    frame.body_size = load<std::uint32_t>(bytes);
    frame.frame_crc = load<std::uint32_t>(bytes + 4);
    frame.body_crc = load<std::uint32_t>(bytes + 8);
    frame.owner = load<std::uint32_t>(bytes + 12);
    frame.position = Position{load<std::uint64_t>(bytes + 16)};
    frame.durable = Position{load<std::uint64_t>(bytes + 24)};
    return frame;
}

std::uint32_t crc_of_frame(const std::uint8_t* bytes, std::uint32_t seed) {
    return crc32c({bytes + 8, 24}, crc32c({bytes, 4}, seed));
}

bool is_intact_frame(const std::uint8_t* bytes, const Frame& frame, std::uint32_t seed) {
    if (frame.body_size > body_limit_bytes) return false;
    if (crc_of_frame(bytes, seed) != frame.frame_crc) return false;
    return frame.position.value != 0 || frame.body_size == 0 || frame.owner == index_owner;
}

void append_record(std::string& out, std::uint32_t seed, std::uint32_t owner, Position position, Position durable,
                   ByteView body) {
    APOLLO_ASSERT(body.size() <= body_limit_bytes);
    const auto body_size = static_cast<std::uint32_t>(body.size());
    const std::size_t at = out.size();
    char frame[frame_size];
    store(frame, body_size);
    store(frame + 8, crc32c(body));
    store(frame + 12, owner);
    store(frame + 16, position.value);
    store(frame + 24, durable.value);
    store(frame + 4, crc_of_frame(reinterpret_cast<const std::uint8_t*>(frame), seed));
    out.append(frame, frame_size);
    out.append(as_text(body));
    out.append(at + record_size(body_size) - out.size(), '\0');
}

void append_index(std::string& out, std::uint32_t seed, Position first, const std::vector<std::uint32_t>& owners,
                  Position durable) {
    for (std::size_t begin = 0; begin < owners.size(); begin += index_part_limit) {
        const std::size_t count = std::min(index_part_limit, owners.size() - begin);
        std::string body(8 + 4 * count, '\0');
        store(body.data(), first.value + begin);
        std::memcpy(body.data() + 8, owners.data() + begin, 4 * count);
        append_record(out, seed, index_owner, Position{0}, durable, as_bytes(body));
    }
}

std::optional<IndexPart> decode_index(ByteView body) {
    if (body.size() < 8 || body.size() % 4 != 0) return std::nullopt;
    IndexPart part;
    part.first = Position{load<std::uint64_t>(body.data())};
    part.owners.resize((body.size() - 8) / 4);
    std::memcpy(part.owners.data(), body.data() + 8, body.size() - 8);
    return part;
}

}  // namespace apollo::eventlog
