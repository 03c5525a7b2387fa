// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/timer_queue.h"

namespace apollo::core {

std::optional<MonotonicTime> TimerQueue::next() const {
    if (m_timers.empty()) return std::nullopt;
    return m_timers.top().timer.due;
}

std::optional<Timer> TimerQueue::take_due(MonotonicTime now) {
    if (m_timers.empty() || m_timers.top().timer.due > now) return std::nullopt;
    const Timer timer = m_timers.top().timer;
    m_timers.pop();
    return timer;
}

}  // namespace apollo::core
