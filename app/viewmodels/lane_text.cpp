// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/lane_text.h"

#include "app/viewmodels/durations.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

QString lane_name(const Navigator& navigator, std::uint32_t local_run) {
    const domain::Task* task = navigator.task();
    if (!task || local_run >= task->plan->run_count) return {};
    QString name = to_qstring(task->plan->definition.steps[task->plan->step_of_run(local_run)].name.text);
    if (task->plan->nodes.size() > 1) name += QStringLiteral(" · ") + to_qstring(task->plan->node_of_run(local_run).text);
    return name;
}

QString lane_text(const Navigator& navigator, const Lanes& lanes, std::uint32_t local_run, std::int64_t time_ms) {
    const auto& lane = lanes.lane(local_run);
    const std::size_t count = Lanes::count_until(lane, navigator.shown_events());
    const auto change = Lanes::change_at(lane, count, time_ms);
    QString text = one_line(lane_name(navigator, local_run));
    if (!change) return text;
    text += QLatin1Char('\n') + status_name(lane[*change].look) + QStringLiteral(" · ") +
            precise_time_text(WallTime{lane[*change].time_ms});
    if (*change + 1 < count)
        text += QStringLiteral(" · ") + duration_text(lane[*change + 1].time_ms - lane[*change].time_ms);
    return text;
}

}  // namespace apollo::viewmodels
