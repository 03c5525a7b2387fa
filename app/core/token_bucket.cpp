// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace apollo::core {

void TokenBucket::refill(MonotonicTime now) {
    if (now <= m_refilled) return;
    const double elapsed_s = static_cast<double>(now.ms - m_refilled.ms) / 1000.0;
    m_tokens = std::min(m_burst, m_tokens + elapsed_s * m_rate_per_s);
    m_refilled = now;
}

bool TokenBucket::take(MonotonicTime now) {
    refill(now);
    if (m_tokens < 1.0) return false;
    m_tokens -= 1.0;
    return true;
}

MonotonicTime TokenBucket::next(MonotonicTime now) {
    refill(now);
    if (m_tokens >= 1.0) return now;
    return now.plus_ms(static_cast<std::int64_t>(std::ceil((1.0 - m_tokens) / m_rate_per_s * 1000.0)));
}

}  // namespace apollo::core
