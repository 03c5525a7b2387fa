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
    Task& task = state.tasks.back();
    state.task_by_id.emplace(task.id, index);
    const std::size_t end = task.first_run.value + task.plan->run_count;
    if (state.runs.size() < end) {
        state.runs.resize(end);
        state.details.resize(end);
    }
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        Run& run = state.runs[task.first_run.value + k];
        run.task = index;
        const auto node = state.node_by_id.find(task.plan->node_of_run(k));
        if (!task.historical && node != state.node_by_id.end()) run.node = node->second;
    }
    begin_readiness(state, index, ended_at, nullptr);
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex run_index{task.first_run.value + k};
        RunChange change(state, run_index);
        Run& run = state.runs[run_index.value];
        const Run& stored = restored.runs[k];
        run.status = stored.status;
        run.quarantined = stored.quarantined;
        run.accepted = stored.accepted;
        run.attempt = stored.attempt;
        run.dispatched_attempt = stored.dispatched_attempt;
        run.claimed_attempt = stored.claimed_attempt;
        run.version = stored.version;
        run.retries = stored.retries;
        state.details[run_index.value] = std::move(restored.details[k]);
        change.settle(ended_at, nullptr);
    }
    state.tasks[index.value].ended_at = ended_at;
}

std::shared_ptr<State> Restorer::finish(Position position, Epoch epoch) {
    m_state->position = position;
    m_state->epoch = epoch;
    return std::move(m_state);
}

}  // namespace apollo::domain
