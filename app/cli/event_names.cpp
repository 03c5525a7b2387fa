// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/event_names.h"

#include "app/cli/context.h"

namespace apollo::cli {

Status names_exist(const domain::State& state, const WantedEvents& wanted) {
    if (!wanted.task.empty() && !state.find_task(TaskId{wanted.task})) return no_such_task(wanted.task);
    if (!wanted.node.empty() && !state.find_node(NodeId{wanted.node})) return Error{ErrorKind::NotFound, "there is no node " + wanted.node + "; see: apollo-cli node list"};
    if (wanted.step.empty()) return success();
    for (const domain::Task& task : state.tasks) {
        if ((wanted.task.empty() || task.id.text == wanted.task) && task.plan && task.plan->find_step(StepName{wanted.step})) return success();
    }
    return Error{ErrorKind::NotFound, wanted.task.empty() ? "no task has a step " + wanted.step
                                                          : "task " + wanted.task + " has no step " + wanted.step + "; see: apollo-cli task status --task-id " + wanted.task};
}

}  // namespace apollo::cli
