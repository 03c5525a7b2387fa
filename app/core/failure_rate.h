// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The share of attempts that failed in the last five minutes, and for how long it has been above 5 %.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "common/base/time.h"

namespace apollo::core {

class FailureRate {
public:
    explicit FailureRate(std::int64_t hold_ms) : m_hold_ms(hold_ms) {}
    void note(bool failed, MonotonicTime now);

    enum class Verdict : std::uint8_t { Well, Suspicious, Bad };  // Suspicious: above the limit, not yet long enough
    Verdict look(MonotonicTime now);
    double percent() const;
    // Nothing to look at: no attempt ended in the window.
    bool idle() const { return m_buckets.empty(); }

private:
    static constexpr std::int64_t bucket_ms = 10000;
    static constexpr std::int64_t window_ms = 300000;
    struct Bucket {
        std::int64_t began_ms;
        std::uint32_t failed = 0;
        std::uint32_t ended = 0;
    };
    std::int64_t m_hold_ms;
    std::deque<Bucket> m_buckets;
    std::uint32_t m_failed = 0;
    std::uint32_t m_ended = 0;
    std::optional<MonotonicTime> m_above_since;
};

}  // namespace apollo::core
