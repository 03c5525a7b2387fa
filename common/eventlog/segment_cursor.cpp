// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/segment_cursor.h"

#include <algorithm>

namespace apollo::eventlog {

namespace {

constexpr std::size_t chunk_size = 256 * 1024;

bool only_zeros(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

}  // namespace

SegmentCursor::SegmentCursor(std::unique_ptr<File> file, std::uint32_t seed, std::uint64_t offset, Position last)
    : m_file(std::move(file)), m_seed(seed), m_offset(offset), m_last(last) {}

bool SegmentCursor::is_expected(const std::uint8_t* bytes, const Frame& frame) const {
    return is_intact_frame(bytes, frame, m_seed) && (frame.position.value == 0 || frame.position > m_last);
}

SegmentCursor::Parsed SegmentCursor::parse(Item& item, std::size_t& needed) const {
    item.frame_intact = false;
    item.offset = m_offset;
    needed = frame_size;
    const std::uint64_t begin = m_offset - m_buffer_offset;
    if (m_offset < m_buffer_offset || begin + frame_size > m_buffer.size()) return Parsed::TooShort;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(m_buffer.data()) + begin;
    const std::size_t have = m_buffer.size() - begin;
    item.frame = decode_frame(bytes);
    if (!is_expected(bytes, item.frame)) return Parsed::Bad;

    item.frame_intact = true;
    item.length = record_size(item.frame.body_size);
    needed = frame_size + item.frame.body_size;
    if (have < needed) return Parsed::TooShort;
    item.body = ByteView(bytes + frame_size, item.frame.body_size);
    if (crc32c(item.body) != item.frame.body_crc) return Parsed::Bad;
    const std::size_t padding = std::min<std::size_t>(have, item.length) - needed;
    item.padding_intact = true;
    for (std::size_t i = 0; i < padding; ++i) item.padding_intact = item.padding_intact && bytes[needed + i] == 0;
    if (item.frame.position.value != 0) {
        item.kind = Item::Kind::Record;
    } else {
        item.kind = item.frame.owner == index_owner ? Item::Kind::Index : Item::Kind::Mark;
    }
    return Parsed::Whole;
}

Item SegmentCursor::peek() {
    Item item;
    std::size_t needed = 0;
    if (parse(item, needed) == Parsed::Whole) return item;
    refill(std::max(chunk_size, needed + 8));  // a writer may have completed what was half there
    Parsed parsed = parse(item, needed);
    if (parsed == Parsed::TooShort && needed > m_buffer.size() && needed > chunk_size) {
        refill(needed + 8);
        parsed = parse(item, needed);
    }
    if (parsed == Parsed::Whole) return item;
    item.kind = m_buffer.empty() ? Item::Kind::End : Item::Kind::Unreadable;
    return item;
}

void SegmentCursor::accept(const Item& item) {
    m_offset = item.offset + item.length;
    if (item.frame.position.value != 0) m_last = item.frame.position;
}

void SegmentCursor::skip_to(std::uint64_t offset, Position last) {
    m_offset = padded(offset);
    m_last = std::max(m_last, last);
}

void SegmentCursor::refill(std::size_t size) {
    m_buffer_offset = m_offset;
    m_buffer.clear();
    const std::uint64_t end = file_size();
    if (end <= m_offset) return;
    m_buffer = read(m_offset, static_cast<std::size_t>(std::min<std::uint64_t>(size, end - m_offset)));
}

Found SegmentCursor::find_behind(const Item& unreadable) {
    // The size in an intact frame is proven, so what stands inside its hurt body is not searched.
    if (unreadable.frame_intact && unreadable.offset + unreadable.length <= file_size()) {
        return find_from(unreadable.offset + unreadable.length);
    }
    return find_from(unreadable.offset + 8);
}

Found SegmentCursor::find_from(std::uint64_t offset) {
    for (offset = padded(offset);;) {
        const std::string bytes = read(offset, chunk_size);
        if (bytes.size() < frame_size) return {file_size(), std::nullopt};
        const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
        std::size_t at = 0;
        for (; at + frame_size <= bytes.size(); at += 8) {
            const Frame frame = decode_frame(data + at);
            if (is_expected(data + at, frame)) return {offset + at, frame};
        }
        offset += at;
    }
}

Position SegmentCursor::durable_from(std::uint64_t offset) {
    Position highest;
    for (Found found = find_from(offset); found.frame; found = find_from(offset)) {
        highest = std::max(highest, found.frame->durable);
        offset = found.offset + record_size(found.frame->body_size);
    }
    return highest;
}

std::uint64_t SegmentCursor::file_size() {
    auto size = m_file->size();
    if (size) return *size;
    m_error = size.error();
    return 0;
}

std::string SegmentCursor::read(std::uint64_t offset, std::size_t size) {
    auto bytes = m_file->read_at(offset, size);
    if (bytes) return std::move(bytes).value();
    m_error = bytes.error();
    return {};
}

bool SegmentCursor::only_zeros_from(std::uint64_t offset) {
    for (;;) {
        const std::string bytes = read(offset, chunk_size);
        if (bytes.empty()) return true;
        if (!only_zeros(bytes)) return false;
        offset += bytes.size();
    }
}

}  // namespace apollo::eventlog
