// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/restore.h"

#include "common/domain/readiness.h"

namespace apollo::domain {

void Restorer::add_node(Node node) {
    node.live_runs = 0;
    m_state->node_by_id.emplace(node.facts.node, NodeIndex{static_cast<std::uint32_t>(m_state->nodes.size())});
    m_state->nodes.push_back(std::move(node));
}

void Restorer::add_lost_task() { m_state->tasks.emplace_back(); }

void Restorer::add_task(RestoredTask restored) {
    State& state = *m_state;
    const TaskIndex index{static_cast<std::uint32_t>(state.tasks.size())};
    const WallTime ended_at = restored.task.ended_at;
    state.tasks.push_back(std::move(restored.task));
    const Task& task = state.tasks.back();
    state.task_by_id.emplace(task.id, index);
    create_runs(state, index);
    begin_readiness(state, index, ended_at, nullptr);
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex run_index{task.first_run.value + k};
        restore_run(state, run_index, restored.runs[k], std::move(restored.details[k]), ended_at, nullptr);
    }
    state.tasks[index.value].ended_at = ended_at;
}

std::shared_ptr<State> Restorer::finish(Position position, Epoch epoch) {
    m_state->position = position;
    m_state->epoch = epoch;
    return std::move(m_state);
}

}  // namespace apollo::domain
