// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/step_durations.h"

#include <algorithm>

namespace apollo::viewmodels {

std::string StepDurations::key_of(const domain::Plan& plan, std::uint32_t step) {
    return plan.definition.intent.text + '\n' + plan.definition.steps[step].name.text;
}

void StepDurations::follow(const LiveModel& live) {
    const StatusTimeline& timeline = live.timeline();
    m_started_ms.resize(timeline.run_count(), 0);
    for (; m_taken < timeline.delta_count(); ++m_taken) {
        const Delta& delta = timeline.delta(m_taken);
        if (!delta.is_task()) take(live, delta);
    }
}

void StepDurations::take(const LiveModel& live, const Delta& delta) {
    const domain::RunStatus before = Look::from_byte(delta.before).status();
    const domain::RunStatus after = Look::from_byte(delta.after).status();
    if (live.history().header(delta.ordinal).type == domain::EventType::TaskAmended) {
        // Nothing began or ended; what runs goes on under another number.
        const RunIndex run{delta.index()};
        if (after == domain::RunStatus::Running) m_started_ms[run.value] = started_at(live.history(), run, delta.ordinal).ms;
        return;
    }
    const std::int64_t time_ms = live.history().header(delta.ordinal).origin_time.ms;
    std::int64_t& started_ms = m_started_ms[delta.index()];
    if (after == domain::RunStatus::Running && before != domain::RunStatus::Running) started_ms = time_ms;
    if (before != domain::RunStatus::Running || after == domain::RunStatus::Running) return;
    const std::int64_t took_ms = time_ms - started_ms;
    if (after != domain::RunStatus::Succeeded || started_ms == 0 || took_ms < 0) return;
    const RunIndex run{delta.index()};
    const PlanVersion* version = live.timeline().plan_of_run(run);
    if (!version) return;
    auto& samples = m_samples[key_of(*version->plan, version->plan->step_of_run(version->local(run)))];
    if (samples.size() >= 2 * samples_kept) samples.erase(samples.begin(), samples.end() - samples_kept);
    samples.push_back({delta.ordinal, took_ms});
}

std::optional<std::int64_t> StepDurations::expected_ms(const domain::Plan& plan, std::uint32_t step,
                                                       Ordinal events) const {
    const auto known = m_samples.find(key_of(plan, step));
    if (known == m_samples.end()) return std::nullopt;
    std::vector<std::int64_t> took_ms;
    for (const Sample& sample : known->second) {
        if (sample.ordinal < events) took_ms.push_back(sample.took_ms);
    }
    if (took_ms.empty()) return std::nullopt;
    const auto middle = took_ms.begin() + static_cast<std::ptrdiff_t>(took_ms.size() / 2);
    std::nth_element(took_ms.begin(), middle, took_ms.end());
    return *middle;
}

WallTime started_at(const EventHistory& history, RunIndex run, Ordinal events) {
    const auto& own = history.of_run(run);
    auto at = std::lower_bound(own.begin(), own.end(), events);
    while (at != own.begin()) {
        const domain::EventHeader& header = history.header(*--at);
        if (header.type == domain::EventType::Started && !header.fact_only) return header.origin_time;
    }
    return {};
}

}  // namespace apollo::viewmodels
