// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/critical_path.h"

#include <algorithm>

namespace apollo::viewmodels {

namespace {

// From the first start of a step's slowest run to its last end, or to the shown moment while it runs.
std::int64_t spent_ms(const Navigator& navigator, const domain::Task& task, std::uint32_t step) {
    const EventHistory& history = navigator.live().history();
    const domain::PlanStep& planned = task.plan->steps[step];
    std::int64_t longest_ms = -1;
    for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
        const RunIndex run{task.first_run.value + planned.first_run + k};
        std::int64_t first_ms = 0, last_ms = 0;
        for (const Ordinal ordinal : history.of_run(run)) {
            if (ordinal >= navigator.shown_events()) break;
            const domain::EventHeader& header = history.header(ordinal);
            if (header.fact_only) continue;
            if (header.type == domain::EventType::Started && first_ms == 0) first_ms = header.origin_time.ms;
            last_ms = header.origin_time.ms;
        }
        if (first_ms == 0) continue;
        const bool runs = navigator.cursor().look(run.value).status() == domain::RunStatus::Running;
        if (runs) last_ms = std::max(last_ms, navigator.shown_time().ms);
        longest_ms = std::max(longest_ms, std::max<std::int64_t>(0, last_ms - first_ms));
    }
    return longest_ms;
}

}  // namespace

std::vector<std::uint32_t> critical_path(const Navigator& navigator, const StepDurations& durations) {
    const domain::Task* task = navigator.task();
    if (!task) return {};
    const auto& steps = task->plan->steps;
    std::vector<std::vector<std::uint32_t>> depends_on(steps.size());
    for (std::size_t step = 0; step < steps.size(); ++step) depends_on[step] = steps[step].depends_on;
    std::vector<std::int64_t> until_ms(steps.size(), 0);
    std::vector<std::uint32_t> before(steps.size(), none_u32);
    std::uint32_t last = none_u32;
    for (const std::uint32_t step : domain::topological_order(depends_on).steps) {
        std::int64_t own_ms = spent_ms(navigator, *task, step);
        if (own_ms < 0) own_ms = durations.expected_ms(*task->plan, step, navigator.shown_events()).value_or(0);
        for (const std::uint32_t upstream : depends_on[step]) {
            if (before[step] != none_u32 && until_ms[upstream] <= until_ms[before[step]]) continue;
            before[step] = upstream;
        }
        until_ms[step] = own_ms + (before[step] == none_u32 ? 0 : until_ms[before[step]]);
        if (until_ms[step] > 0 && (last == none_u32 || until_ms[step] > until_ms[last])) last = step;
    }
    std::vector<std::uint32_t> path;
    for (std::uint32_t step = last; step != none_u32; step = before[step]) path.push_back(step);
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace apollo::viewmodels
