// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Cuts a byte stream into frames: u32 length, big-endian, then that many bytes. Memory grows with what has arrived, never
// with what a header claims.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/bytes.h"

namespace apollo::transport {

inline constexpr std::uint32_t frame_limit_bytes = 4u << 20;
// Before a peer has proven who it is, nothing needs more than a certificate request.
inline constexpr std::uint32_t stranger_frame_limit_bytes = 64u << 10;

class FrameBuffer {
public:
    explicit FrameBuffer(std::uint32_t limit_bytes) : m_limit_bytes(limit_bytes) {}

    // Why the stream cannot go on ("frame too large (4294967295 > 65536)"), or nothing.
    std::optional<std::string> add(ByteView bytes);
    // The next whole frame, or nullopt. Valid until the next call.
    std::optional<ByteView> next();
    bool holds_partial_frame() const { return m_buffer.size() > m_consumed; }

private:
    std::optional<std::uint32_t> pending_length() const;
    std::uint32_t m_limit_bytes;
    std::string m_buffer;
    std::size_t m_consumed = 0;
};

std::string frame_header(std::size_t size);

}  // namespace apollo::transport
