// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/agent_upgrades.h"

namespace apollo::domain {

std::vector<RunIndex> upgrade_runs(const Plan& plan, RunIndex first_run) {
    std::vector<RunIndex> runs;
    for (std::size_t k = 0; k < plan.steps.size(); ++k) {
        if (plan.definition.steps[k].intent.text != "upgrade_agent") continue;
        const PlanStep& step = plan.steps[k];
        for (std::uint32_t n = 0; n < step.nodes.size(); ++n) runs.push_back(RunIndex{first_run.value + step.first_run + n});
    }
    return runs;
}

bool upgrade_counts(TaskStatus task, RunStatus run) { return !is_ended(task) || run != RunStatus::Pending; }

std::map<NodeIndex, RunIndex> newest_upgrades(const State& state) {
    std::map<NodeIndex, RunIndex> newest;
    for (const Task& task : state.tasks) {
        if (!task.plan || task.historical) continue;
        for (const RunIndex run : upgrade_runs(*task.plan, task.first_run)) {
            const Run& known = state.runs[run.value];
            if (known.node != no_node && upgrade_counts(task.status, known.status)) newest[known.node] = run;
        }
    }
    return newest;
}

}  // namespace apollo::domain
