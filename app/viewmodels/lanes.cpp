// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/lanes.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace apollo::viewmodels {

namespace {

std::int64_t time_of(const domain::EventHeader& header) {
    return header.origin_time.known() ? header.origin_time.ms : header.recorded_time.ms;
}

}  // namespace

void Lanes::start(const LiveModel& live, TaskIndex task, const PlanVersion* version) {
    const LaneOrder kind = m_kind;
    *this = Lanes();
    m_kind = kind;
    m_task = task;
    if (!version) return;
    m_version = *version;
    m_first_ms = m_last_ms = live.state().tasks[task.value].submitted_at.ms;
    m_lanes.resize(version->plan->run_count);
    const Ordinal submitted = live.history().of_task(task).empty() ? 0 : live.history().of_task(task).front();
    for (auto& lane : m_lanes) lane.push_back({m_first_ms, submitted, Look()});
}

// What one event did to a lane is one change: an amendment takes a run's look away and gives it back at once.
void Lanes::add(Change change, std::uint32_t local) {
    auto& lane = m_lanes[local];
    m_looks[style_place(change.look)] = change.look;
    change.time_ms = std::max(change.time_ms, lane.back().time_ms);
    m_last_ms = std::max(m_last_ms, change.time_ms);
    if (lane.size() < 2 || lane.back().ordinal != change.ordinal) return lane.push_back(change);
    lane.back().look = change.look;
    if (lane[lane.size() - 2].look == change.look) lane.pop_back();
}

std::vector<Look> Lanes::looks() const {
    std::vector<Look> looks;
    if (!m_lanes.empty()) looks.emplace_back();
    for (const auto& look : m_looks) {
        if (look && style_place(*look) != style_place(Look())) looks.push_back(*look);
    }
    return looks;
}

bool Lanes::follow(const LiveModel& live, TaskIndex task, Ordinal events) {
    const PlanVersion* version = live.timeline().plan_at(task, events);
    const bool fresh = task != m_task || m_lanes.empty() || (version && version->first_run != m_version.first_run);
    if (fresh) start(live, task, version);
    // What happened from the next amendment on is not of this plan's time, nor is its taking the runs' looks away.
    Ordinal until = std::numeric_limits<Ordinal>::max();
    for (const PlanVersion& later : live.timeline().plans_of(task)) {
        if (later.first_run > m_version.first_run) until = std::min(until, later.ordinal);
    }
    const auto& deltas = live.timeline().of_task(task);
    const bool grew = m_taken < deltas.size();
    for (; m_taken < deltas.size(); ++m_taken) {
        const Delta& delta = live.timeline().delta(deltas[m_taken]);
        if (delta.is_task() || m_lanes.empty() || delta.ordinal >= until) continue;
        const RunIndex number{delta.index()};
        const PlanVersion* its = m_version.has(number) ? &m_version : live.timeline().plan_of_run(number);
        if (!its) continue;
        const auto run = m_version.same_run(*its, number);
        if (!run) continue;
        add({time_of(live.history().header(delta.ordinal)), delta.ordinal, Look::from_byte(delta.after)}, m_version.local(*run));
    }
    if (grew || fresh) sort();
    return grew || fresh;
}

void Lanes::set_order(LaneOrder order) {
    m_kind = order;
    sort();
}

std::vector<std::int64_t> Lanes::sort_keys() const {
    std::vector<std::int64_t> keys(m_lanes.size());
    for (std::uint32_t lane = 0; lane < m_lanes.size(); ++lane) {
        const std::uint32_t step = m_version.plan->step_of_run(lane);
        const domain::PlanStep& planned = m_version.plan->steps[step];
        if (m_kind == LaneOrder::Step) keys[lane] = step;
        if (m_kind == LaneOrder::Node) keys[lane] = planned.nodes[lane - planned.first_run];
        if (m_kind != LaneOrder::Start) continue;
        // Becoming blocked is no start.
        const auto begun = std::find_if(m_lanes[lane].begin(), m_lanes[lane].end(), [](const Change& change) {
            return change.look.status() != domain::RunStatus::Pending;
        });
        keys[lane] = begun == m_lanes[lane].end() ? std::numeric_limits<std::int64_t>::max() : begun->time_ms;
    }
    return keys;
}

void Lanes::sort() {
    const std::vector<std::int64_t> keys = sort_keys();
    m_sorted.resize(m_lanes.size());
    std::iota(m_sorted.begin(), m_sorted.end(), 0u);
    std::stable_sort(m_sorted.begin(), m_sorted.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
}

std::size_t Lanes::count_until(const std::vector<Change>& lane, Ordinal events) {
    const auto end = std::lower_bound(lane.begin(), lane.end(), events,
                                      [](const Change& change, Ordinal count) { return change.ordinal < count; });
    return static_cast<std::size_t>(end - lane.begin());
}

std::optional<std::size_t> Lanes::change_at(const std::vector<Change>& lane, std::size_t count, std::int64_t time_ms) {
    const auto end = lane.begin() + static_cast<std::ptrdiff_t>(std::min(count, lane.size()));
    const auto after = std::upper_bound(lane.begin(), end, time_ms,
                                        [](std::int64_t time, const Change& change) { return time < change.time_ms; });
    if (after == lane.begin()) return std::nullopt;
    return static_cast<std::size_t>(after - lane.begin()) - 1;
}

}  // namespace apollo::viewmodels
