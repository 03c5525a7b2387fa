// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How long something took, in words. Elapsed time always comes from one clock: start and end of an attempt from the
// agent's, a running one's from its start to a `now` that the caller chooses (live: the present; replay: the chosen
// time).
#pragma once

#include <QString>
#include <cstdint>

#include "common/base/time.h"

namespace apollo::viewmodels {

struct Elapsed {
    enum class Kind : std::uint8_t {
        Unknown,  // no start, or no end although it does not run any more
        Running,  // ticks
        Done,
        Skewed,  // ended before it started: the clock was set back; `ms` says by how much
    };
    Kind kind = Kind::Unknown;
    std::int64_t ms = 0;  // never negative
    friend bool operator==(const Elapsed&, const Elapsed&) = default;
};

// An unknown `ended` of something that runs ticks up to `now`.
Elapsed elapsed(WallTime started, WallTime ended, bool runs, WallTime now);
// "0 ms", "840 ms", "12.3 s", "5 min 3 s", "16 h", "26 h 10 min", "400 d". Never negative; milliseconds in.
QString duration_text(std::int64_t duration_ms);
// "—" when unknown; the skewed one says so instead of showing a number.
QString elapsed_text(const Elapsed& value);

}  // namespace apollo::viewmodels
