// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/failure_rate.h"

namespace apollo::core {

void FailureRate::note(bool failed, MonotonicTime now) {
    if (m_buckets.empty() || now.ms - m_buckets.back().began_ms >= bucket_ms) m_buckets.push_back({now.ms, 0, 0});
    Bucket& bucket = m_buckets.back();
    ++bucket.ended;
    ++m_ended;
    if (!failed) return;
    ++bucket.failed;
    ++m_failed;
}

double FailureRate::percent() const { return m_ended == 0 ? 0.0 : 100.0 * m_failed / m_ended; }

FailureRate::Verdict FailureRate::look(MonotonicTime now) {
    while (!m_buckets.empty() && now.ms - m_buckets.front().began_ms >= window_ms) {
        m_failed -= m_buckets.front().failed;
        m_ended -= m_buckets.front().ended;
        m_buckets.pop_front();
    }
    if (percent() <= 5.0) {
        m_above_since.reset();
        return Verdict::Well;
    }
    if (!m_above_since) m_above_since = now;
    return now.ms - m_above_since->ms >= m_hold_ms ? Verdict::Bad : Verdict::Suspicious;
}

}  // namespace apollo::core
