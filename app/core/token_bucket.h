// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A token bucket: `rate_per_s` tokens flow in, at most `burst` are kept. Time is handed in.
#pragma once

#include <cstdint>

#include "common/base/time.h"

namespace apollo::core {

class TokenBucket {
public:
    TokenBucket(double rate_per_s, double burst) : m_rate_per_s(rate_per_s), m_burst(burst), m_tokens(burst) {}
    // Takes a token if there is one.
    bool take(MonotonicTime now);
    // When there will be one; `now` if there is one already.
    MonotonicTime next(MonotonicTime now);

private:
    void refill(MonotonicTime now);

    double m_rate_per_s;
    double m_burst;
    double m_tokens;
    MonotonicTime m_refilled;
};

}  // namespace apollo::core
