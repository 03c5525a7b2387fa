// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/truth_marks.h"

#include <algorithm>
#include <map>

namespace apollo::viewmodels {

namespace {

constexpr std::int64_t least_delay_ms = 1000;

}  // namespace

bool is_of_agent(const domain::EventHeader& header) {
    return header.sequence.value > 0 && header.origin_time.known();
}

TruthMarks::TruthMarks(const Navigator& navigator, QObject* parent) : QObject(parent), m_navigator(navigator) {
    connect(&navigator, &Navigator::picture_changed, this, &TruthMarks::refresh);
    connect(&navigator, &Navigator::task_changed, this, &TruthMarks::refresh);
}

void TruthMarks::set_on(bool on) {
    m_on = on;
    refresh();
}

bool TruthMarks::has(RunIndex run) const {
    return std::binary_search(m_runs.begin(), m_runs.end(), run);
}

void TruthMarks::refresh() {
    std::vector<RunIndex> runs;
    if (m_on && m_navigator.is_replay() && m_navigator.task()) {
        follow_delays();
        runs = mistaken();
    }
    if (runs == m_runs) return;
    m_runs = std::move(runs);
    Q_EMIT changed();
}

void TruthMarks::follow_delays() {
    if (m_task != m_navigator.task_index()) m_taken = 0, m_longest_delay_ms = 0;
    m_task = m_navigator.task_index();
    const StatusTimeline& timeline = m_navigator.live().timeline();
    const auto& deltas = timeline.of_task(m_task);
    for (; m_taken < deltas.size(); ++m_taken) {
        const Ordinal ordinal = timeline.delta(deltas[m_taken]).ordinal;
        const domain::EventHeader& header = m_navigator.live().history().header(ordinal);
        if (!is_of_agent(header)) continue;
        m_longest_delay_ms = std::max(m_longest_delay_ms, m_navigator.live().history().monotone_time(ordinal).ms - header.origin_time.ms);
    }
}

std::vector<RunIndex> TruthMarks::mistaken() const {
    std::vector<RunIndex> runs;
    if (m_navigator.shown_events() == 0) return runs;
    const StatusTimeline& timeline = m_navigator.live().timeline();
    const EventHistory& history = m_navigator.live().history();
    const std::int64_t moment_ms = history.monotone_time(m_navigator.shown_events() - 1).ms;
    const auto& deltas = timeline.of_task(m_task);
    auto at = std::partition_point(deltas.begin(), deltas.end(), [&](std::uint32_t delta) {
        return timeline.delta(delta).ordinal < m_navigator.shown_events();
    });
    std::map<RunIndex, domain::RunStatus> really;
    for (; at != deltas.end(); ++at) {
        const Delta& delta = timeline.delta(*at);
        const std::int64_t learned_ms = history.monotone_time(delta.ordinal).ms;
        if (learned_ms > moment_ms + m_longest_delay_ms) break;
        const domain::EventHeader& header = history.header(delta.ordinal);
        if (delta.is_task() || !is_of_agent(header) || header.origin_time.ms > moment_ms || learned_ms < moment_ms + least_delay_ms) continue;
        if (const auto run = m_navigator.shown_run(RunIndex{delta.index()})) really[*run] = Look::from_byte(delta.after).status();
    }
    for (const auto& [run, status] : really) {
        if (m_navigator.cursor().look(run.value).status() != status) runs.push_back(run);
    }
    return runs;
}

}  // namespace apollo::viewmodels
