// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What one attempt of a step may use. 0 = no limit. Each holds for every single process of the attempt, since that is what
// setrlimit can promise everywhere; the whole attempt's time is bounded by its timeout.
#pragma once

#include <cstdint>

namespace apollo {

struct ResourceLimits {
    std::int64_t cpu_seconds = 0;
    std::int64_t memory_bytes = 0;      // address space
    std::int64_t file_size_bytes = 0;   // of each file it writes; output that is printed has a limit of its own
    std::int64_t open_files = 0;
    bool any() const { return cpu_seconds > 0 || memory_bytes > 0 || file_size_bytes > 0 || open_files > 0; }
    friend bool operator==(const ResourceLimits&, const ResourceLimits&) = default;
};

}  // namespace apollo
