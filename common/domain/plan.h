// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A definition whose selectors have been resolved: which run exists on which node, and who waits for whom.
// Immutable after make_plan; shared by pointer between states.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/base/result.h"
#include "common/domain/definition.h"

namespace apollo::domain {

struct PlanStep {
    std::vector<std::uint32_t> nodes;       // indexes into Plan::nodes, ascending
    std::uint32_t first_run = 0;            // run of (step, nodes[k]) is first_run + k, counted from the task's first run
    std::vector<std::uint32_t> depends_on;  // indexes of steps
    std::vector<std::uint32_t> dependents;  // indexes of steps
    std::int64_t timeout_ms = 0;            // effective; 0 = none
    RetryPolicy retry_policy;               // effective
    bool tiered = false;                    // neither step nor task has a policy: retried in tiers instead
    Priority priority = Priority::Medium;   // effective
    bool rolls_out = false;                 // it has limits over its nodes; the rest is for such steps
    std::optional<std::uint32_t> tolerated; // nodes that may fail; absent: failures stop nothing
    std::vector<std::uint32_t> ranks;       // parallel to nodes, 0 first; empty: no ranks
    std::uint32_t rank_count = 0;
};

struct Plan {
    TaskDefinition definition;      // task_id set
    std::vector<NodeId> nodes;      // sorted; every node any step is for
    std::vector<PlanStep> steps;    // parallel to definition.steps
    std::uint32_t run_count = 0;
    bool rolls_out = false;  // some step does

    std::uint32_t step_of_run(std::uint32_t run) const;  // run counted from the task's first
    const NodeId& node_of_run(std::uint32_t run) const;
    // Runs counted from the task's first; nullopt if that step does not exist or is not for that node.
    std::optional<std::uint32_t> find_run(const StepName& step, const NodeId& node) const;
    std::optional<std::uint32_t> find_step(const StepName& step) const;
    // The run of `step` on plan node `node`, if the step is for it.
    std::optional<std::uint32_t> run_on(std::uint32_t step, std::uint32_t node) const;

    std::vector<std::uint32_t> run_steps;  // run → step
    std::vector<std::pair<StepName, std::uint32_t>> steps_by_name;  // sorted
};

// The rank of each node of a step; empty where the step has no ranks.
using NodeRanks = std::map<NodeId, std::uint32_t>;

// `step_nodes[i]` = resolved nodes of step i, not empty; `step_ranks[i]` their ranks (none at all: no step has ranks). The definition must have passed the checks of
// common/definition (names unique, dependencies known, no cycle).
std::shared_ptr<const Plan> make_plan(TaskDefinition definition, const std::vector<std::vector<NodeId>>& step_nodes,
                                      const std::vector<NodeRanks>& step_ranks = {});

// Indexes of steps so that every step comes after what it depends on; or a cycle as a path of step indexes, first = last.
struct Order {
    std::vector<std::uint32_t> steps;
    std::vector<std::uint32_t> cycle;
};
Order topological_order(const std::vector<std::vector<std::uint32_t>>& depends_on);

}  // namespace apollo::domain
