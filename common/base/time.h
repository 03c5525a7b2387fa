// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two kinds of time that never mix: wall time is for people, monotonic time is for timers.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace apollo {

// Milliseconds since 1970-01-01 UTC. Shown and stored, never used for order or timeouts.
struct WallTime {
    std::int64_t ms = 0;
    friend auto operator<=>(const WallTime&, const WallTime&) = default;
    bool known() const { return ms != 0; }
};

// Milliseconds of a clock that never jumps and counts suspended time (CLOCK_BOOTTIME). Only differences mean anything.
struct MonotonicTime {
    std::int64_t ms = 0;
    friend auto operator<=>(const MonotonicTime&, const MonotonicTime&) = default;
    MonotonicTime plus_ms(std::int64_t delta_ms) const { return {ms + delta_ms}; }
};

// Both, read at one moment and handed to the cores.
struct Now {
    WallTime wall;
    MonotonicTime monotonic;
};

// "2026-11-29T16:34:09.123Z"
std::string to_rfc3339(WallTime time);
// Accepts RFC 3339 with "Z" or an offset and optional fraction; nothing else.
std::optional<WallTime> from_rfc3339(const std::string& text);

}  // namespace apollo
