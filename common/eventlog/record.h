// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Format of one record and of a segment's header. FORMAT.md is the specification; its worked example is a test vector.
//
// The log carries opaque bytes. Each record has a body (all of it opaque) and an `owner`, a number that the caller
// chooses (the orchestrator: the run) and that stands in the frame, so that damage to the body can still be attributed.
// Frame and body have a CRC-32C each: one damaged byte spoils only one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/bytes.h"
#include "common/base/ids.h"

namespace apollo::eventlog {

inline constexpr std::uint32_t no_owner = 0xFFFFFFFFu;
inline constexpr std::size_t body_limit_bytes = 1u << 20;

// As it stands on disk, little-endian, 32 bytes; records start at multiples of 8 and are padded with zeros.
//   u32 body_size | u32 frame_crc | u32 body_crc | u32 owner | u64 position | u64 durable
// frame_crc covers the other 28 bytes and, first, the segment's 16-byte identity (so that bytes of a recycled or swapped
// segment are never taken for records of this one).
// `durable`: everything up to this position was durable when the record's batch was written. A record with position 0
// and empty body is a mark: it only carries `durable`.
struct Frame {
    std::uint32_t body_size = 0;
    std::uint32_t frame_crc = 0;
    std::uint32_t body_crc = 0;
    std::uint32_t owner = no_owner;
    Position position;
    Position durable;
};
inline constexpr std::size_t frame_size = 32;

// CRC-32C (Castagnoli, polynomial 0x1EDC6F41; RFC 3720 appendix B.4). Uses the SSE 4.2 instruction where there is one.
std::uint32_t crc32c(ByteView bytes, std::uint32_t seed = 0);

}  // namespace apollo::eventlog
