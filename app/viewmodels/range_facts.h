// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What happened in a stretch of a task's time, as far as it is known at the shown event.
#pragma once

#include <QString>
#include <cstdint>

#include "app/viewmodels/lanes.h"
#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

struct RangeFacts {
    std::int64_t duration_ms = 0;
    Ordinal events = 0;          // of the task
    std::uint32_t runs = 0;      // that worked in it, also only in part
    std::uint32_t succeeded = 0; // attempts that ended in it
    std::uint32_t failed = 0;    // or timed out
    friend bool operator==(const RangeFacts&, const RangeFacts&) = default;
};

// In either order of the two moments.
RangeFacts measure_range(const Navigator& navigator, const Lanes& lanes, std::int64_t from_ms, std::int64_t to_ms);
// "12.3 s · 1,234 events · 56 runs worked · 40 succeeded · 3 failed"
QString range_text(const RangeFacts& facts);

}  // namespace apollo::viewmodels
