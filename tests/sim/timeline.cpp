// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/timeline.h"

#include <algorithm>
#include <utility>

namespace apollo::sim {

void Timeline::after(std::int64_t delay_ms, std::function<void()> action) {
    m_items.push({m_now_ms + std::max<std::int64_t>(delay_ms, 0), m_order++, std::move(action)});
}

bool Timeline::run_until(const std::function<bool()>& done, std::int64_t limit_ms) {
    const std::int64_t end_ms = m_now_ms + limit_ms;
    while (!done()) {
        if (m_items.empty() || m_items.top().at_ms > end_ms) {
            m_now_ms = end_ms;
            return done();
        }
        // The queue gives only const access; the item is removed at once, so that taking its action apart hurts nobody.
        const auto action = std::move(const_cast<Item&>(m_items.top()).action);
        m_now_ms = m_items.top().at_ms;
        m_items.pop();
        ++m_steps;
        action();
    }
    return true;
}

}  // namespace apollo::sim
