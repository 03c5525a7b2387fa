// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Virtual time: actions in the order of their moments, equal moments in the order they were asked for. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace apollo::sim {

class Timeline {
public:
    static constexpr std::int64_t begin_ms = 1000000;
    // Milliseconds since the simulated machines were switched on.
    std::int64_t now_ms() const { return m_now_ms; }
    void after(std::int64_t delay_ms, std::function<void()> action);
    // Carries out what is due until `done` holds (asked before each action) or `limit_ms` have passed; whether it holds.
    bool run_until(const std::function<bool()>& done, std::int64_t limit_ms);
    std::uint64_t steps() const { return m_steps; }

private:
    struct Item {
        std::int64_t at_ms;
        std::uint64_t order;
        std::function<void()> action;
        bool operator<(const Item& other) const { return at_ms != other.at_ms ? at_ms > other.at_ms : order > other.order; }
    };
    std::int64_t m_now_ms = begin_ms;
    std::priority_queue<Item> m_items;
    std::uint64_t m_order = 0;
    std::uint64_t m_steps = 0;
};

}  // namespace apollo::sim
