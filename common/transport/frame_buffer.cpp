// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/frame_buffer.h"

namespace apollo::transport {

std::optional<std::uint32_t> FrameBuffer::pending_length() const {
    if (m_buffer.size() - m_consumed < 4) return std::nullopt;
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(m_buffer[m_consumed + i]);
    return length;
}

std::optional<std::string> FrameBuffer::add(ByteView bytes) {
    m_buffer.append(as_text(bytes));
    // Every length in what is here is checked as soon as it is complete, not when its frame is.
    for (std::size_t at = m_consumed; m_buffer.size() - at >= 4;) {
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(m_buffer[at + i]);
        if (length > m_limit_bytes) {
            return "frame too large (" + std::to_string(length) + " > " + std::to_string(m_limit_bytes) + ")";
        }
        if (length == 0) return "empty frame";
        if (m_buffer.size() - at - 4 < length) break;
        at += 4 + length;
    }
    return std::nullopt;
}

std::optional<ByteView> FrameBuffer::next() {
    const auto length = pending_length();
    if (!length || m_buffer.size() - m_consumed - 4 < *length) {
        m_buffer.erase(0, m_consumed);
        m_consumed = 0;
        return std::nullopt;
    }
    const ByteView frame = as_bytes(std::string_view(m_buffer).substr(m_consumed + 4, *length));
    m_consumed += 4 + *length;
    return frame;
}

std::string frame_header(std::size_t size) {
    std::string header;
    for (int shift = 24; shift >= 0; shift -= 8) header.push_back(static_cast<char>((size >> shift) & 0xFF));
    return header;
}

}  // namespace apollo::transport
