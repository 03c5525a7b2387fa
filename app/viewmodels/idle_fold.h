// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Time of a task with the stretches in which nothing worked cut short, so that a night of waiting does not push the work
// to the edge. Folded time begins where real time does and never runs backwards; off, it is real time.
#pragma once

#include <cstdint>
#include <vector>

#include "app/viewmodels/live_model.h"

namespace apollo::viewmodels {

class IdleFold {
public:
    struct Gap {
        std::int64_t first_ms = 0;  // real
        std::int64_t last_ms = 0;
        std::int64_t cut_before_ms = 0;  // by the gaps before it
        friend bool operator==(const Gap&, const Gap&) = default;
    };

    // Takes what is new of a task; starts over when it is another one.
    void follow(const LiveModel& live, TaskIndex task);
    void set_on(bool on) { m_on = on; }
    bool is_on() const { return m_on; }
    std::int64_t folded_ms(std::int64_t real_ms) const;
    std::int64_t real_ms(std::int64_t folded_ms) const;
    // What is cut, by time; none when off.
    const std::vector<Gap>& gaps() const { return m_on ? m_gaps : m_none; }
    // What a gap is still as long as.
    std::int64_t kept_ms() const { return m_kept_ms; }

private:
    void choose_gaps();

    TaskIndex m_task = no_task;
    bool m_on = false;
    std::size_t m_taken = 0;        // deltas of the task
    std::uint32_t m_working = 0;    // runs
    std::int64_t m_first_ms = 0, m_time_ms = 0, m_idle_from_ms = 0;
    std::vector<Gap> m_idle;        // all, however short
    std::vector<Gap> m_gaps, m_none;
    std::int64_t m_kept_ms = 0;
};

}  // namespace apollo::viewmodels
