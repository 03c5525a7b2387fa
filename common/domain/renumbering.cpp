// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/renumbering.h"

namespace apollo::domain {

void Renumbering::take(const Event& event) {
    std::shared_ptr<const Plan> plan;
    if (const auto* submitted = std::get_if<TaskSubmitted>(&event.payload)) plan = submitted->plan;
    if (const auto* amended = std::get_if<TaskAmended>(&event.payload)) plan = amended->plan;
    if (!plan) return;
    Numbered& task = m_tasks[event.header.task];
    if (event.header.type == EventType::TaskAmended && task.plan) {
        for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
            const StepName& step = task.plan->definition.steps[task.plan->step_of_run(k)].name;
            const auto at = plan->find_run(step, task.plan->node_of_run(k));
            m_moved[task.first_run.value + k] = at ? RunIndex{event.header.run.value + *at} : no_run;
        }
    }
    task = {event.header.run, std::move(plan)};
}

RunIndex Renumbering::present(RunIndex run) const {
    for (auto moved = m_moved.find(run.value); moved != m_moved.end(); moved = m_moved.find(run.value)) run = moved->second;
    return run;
}

}  // namespace apollo::domain
