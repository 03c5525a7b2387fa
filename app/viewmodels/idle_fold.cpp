// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/idle_fold.h"

#include <algorithm>

namespace apollo::viewmodels {

namespace {

constexpr std::int64_t least_kept_ms = 1000;
constexpr std::int64_t busy_share = 50;  // a gap is shown as long as this part of all work
constexpr std::int64_t least_gain = 3;   // as many times as long, or cutting it is not worth the break

bool works(std::uint8_t look) {
    const domain::RunStatus status = Look::from_byte(look).status();
    return status == domain::RunStatus::Dispatched || status == domain::RunStatus::Running || status == domain::RunStatus::Compensating;
}

}  // namespace

void IdleFold::follow(const LiveModel& live, TaskIndex task) {
    if (task != m_task) {
        const bool on = m_on;
        *this = IdleFold();
        m_on = on;
        m_task = task;
        if (task.value < live.state().tasks.size()) m_first_ms = m_time_ms = m_idle_from_ms = live.state().tasks[task.value].submitted_at.ms;
    }
    const auto& deltas = live.timeline().of_task(task);
    if (m_taken == deltas.size()) return;
    for (; m_taken < deltas.size(); ++m_taken) {
        const Delta& delta = live.timeline().delta(deltas[m_taken]);
        if (delta.is_task()) continue;
        const bool before = works(delta.before), after = works(delta.after);
        if (before == after) continue;
        const domain::EventHeader& header = live.history().header(delta.ordinal);
        m_time_ms = std::max(m_time_ms, header.origin_time.known() ? header.origin_time.ms : header.recorded_time.ms);
        if (after && m_working++ == 0 && m_time_ms > m_idle_from_ms) m_idle.push_back({m_idle_from_ms, m_time_ms, 0});
        if (before && --m_working == 0) m_idle_from_ms = m_time_ms;
    }
    choose_gaps();
}

void IdleFold::choose_gaps() {
    std::int64_t busy_ms = m_time_ms - m_first_ms;
    for (const Gap& gap : m_idle) busy_ms -= gap.last_ms - gap.first_ms;
    m_kept_ms = std::max(least_kept_ms, busy_ms / busy_share);
    m_gaps.clear();
    std::int64_t cut_ms = 0;
    for (Gap gap : m_idle) {
        if (gap.last_ms - gap.first_ms < m_kept_ms * least_gain) continue;
        gap.cut_before_ms = cut_ms;
        cut_ms += gap.last_ms - gap.first_ms - m_kept_ms;
        m_gaps.push_back(gap);
    }
}

std::int64_t IdleFold::folded_ms(std::int64_t real_ms) const {
    const auto& cut = gaps();
    const auto after = std::partition_point(cut.begin(), cut.end(), [&](const Gap& gap) { return gap.first_ms <= real_ms; });
    if (after == cut.begin()) return real_ms;
    const Gap& gap = *(after - 1);
    const std::int64_t length_ms = gap.last_ms - gap.first_ms;
    if (real_ms >= gap.last_ms) return real_ms - gap.cut_before_ms - (length_ms - m_kept_ms);
    const double share = static_cast<double>(real_ms - gap.first_ms) / static_cast<double>(length_ms);
    return gap.first_ms - gap.cut_before_ms + static_cast<std::int64_t>(share * static_cast<double>(m_kept_ms));
}

std::int64_t IdleFold::real_ms(std::int64_t folded_ms) const {
    const auto& cut = gaps();
    const auto after = std::partition_point(cut.begin(), cut.end(),
                                            [&](const Gap& gap) { return gap.first_ms - gap.cut_before_ms <= folded_ms; });
    if (after == cut.begin()) return folded_ms;
    const Gap& gap = *(after - 1);
    const std::int64_t into_ms = folded_ms - (gap.first_ms - gap.cut_before_ms), length_ms = gap.last_ms - gap.first_ms;
    if (into_ms >= m_kept_ms) return folded_ms + gap.cut_before_ms + length_ms - m_kept_ms;
    return gap.first_ms + static_cast<std::int64_t>(static_cast<double>(into_ms) / static_cast<double>(m_kept_ms) * static_cast<double>(length_ms));
}

}  // namespace apollo::viewmodels
