// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/amendment.h"

#include <algorithm>

#include "app/core/selection.h"

namespace apollo::core {

using domain::RunStatus;

namespace {

// A node that is cut off may go on by itself with what its slice of the plan held; a slice comes with the first dispatch.
bool may_be_begun_there(const domain::State& state, const domain::Task& task, NodeIndex node) {
    if (node == no_node) return false;
    const domain::NodeStatus status = state.nodes[node.value].status;
    if (status != domain::NodeStatus::Unreachable && status != domain::NodeStatus::Conservative) return false;
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const domain::Run& run = state.runs[task.first_run.value + k];
        if (run.node == node && run.dispatched_attempt.value > 0) return true;
    }
    return false;
}

// Why a step can no longer be changed; empty if it can.
std::string fixed_by(const domain::State& state, const domain::Task& task, std::uint32_t step) {
    const domain::PlanStep& planned = task.plan->steps[step];
    for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
        const RunIndex run{task.first_run.value + planned.first_run + k};
        const domain::Run& known = state.runs[run.value];
        const bool untouched = known.status == RunStatus::Pending && known.attempt.value == 0 && known.dispatched_attempt.value == 0 && !known.quarantined;
        if (!untouched) return "it is " + std::string(to_text(known.status)) + " on " + state.node_of(run).text + "; what is dispatched or done cannot change";
        if (may_be_begun_there(state, task, known.node)) {
            return "node " + state.node_of(run).text + " is cut off and may have begun it by itself; wait until it is back, or revoke it";
        }
    }
    return {};
}

std::string names_of(std::vector<StepName> steps) {
    std::sort(steps.begin(), steps.end());
    std::string text;
    for (const StepName& step : steps) text += (text.empty() ? "" : ", ") + step.text;
    return text.empty() ? "nothing" : text;
}

bool same_wires(const domain::StepDefinition& a, const domain::StepDefinition& b) {
    return names_of(a.depends_on) == names_of(b.depends_on) && a.trigger == b.trigger && a.per_node == b.per_node;
}

// Equal in all but its wires; what the task gives it counts as its own.
bool same_work(const domain::TaskDefinition& before, const domain::StepDefinition& a, const domain::TaskDefinition& after,
               const domain::StepDefinition& b) {
    const auto selector = [](const auto& task, const auto& step) { return step.target_selector ? step.target_selector : task.target_selector; };
    const auto timeout = [](const auto& task, const auto& step) { return step.timeout_ms ? step.timeout_ms : task.timeout_ms; };
    const auto policy = [](const auto& task, const auto& step) { return step.retry_policy ? step.retry_policy : task.retry_policy; };
    const auto priority = [](const auto& task, const auto& step) { return step.priority.value_or(task.priority); };
    return a.intent == b.intent && a.params_json == b.params_json && a.idempotency == b.idempotency && a.compensate == b.compensate &&
           selector(before, a) == selector(after, b) && timeout(before, a) == timeout(after, b) && policy(before, a) == policy(after, b) &&
           priority(before, a) == priority(after, b) && a.limits == b.limits;
}

class Comparison {
public:
    Comparison(const domain::State& state, const domain::Task& task, const domain::TaskDefinition& after)
        : m_state(state), m_task(task), m_before(task.plan->definition), m_after(after) {}

    Result<Amendment> run() {
        for (const domain::StepDefinition& step : m_after.steps) {
            if (auto checked = compare(step); !checked) return checked.error();
        }
        for (std::uint32_t k = 0; k < m_before.steps.size(); ++k) {
            const StepName& name = m_before.steps[k].name;
            const bool stays = std::any_of(m_after.steps.begin(), m_after.steps.end(), [&](const auto& step) { return step.name == name; });
            if (!stays) add_row(k, name, "remove", "the step goes");
        }
        compare_task();
        Amendment amendment{std::move(m_rows), nullptr};
        const bool refused = std::any_of(amendment.rows.begin(), amendment.rows.end(), [](const auto& row) { return row.what == "refuse"; });
        if (!refused) amendment.plan = domain::make_plan(m_after, m_step_nodes, m_step_ranks);
        return amendment;
    }

private:
    Status compare(const domain::StepDefinition& step) {
        const auto known = m_task.plan->find_step(step.name);
        const auto selector = step.target_selector ? step.target_selector : m_after.target_selector;
        if (!selector) return Error{ErrorKind::BadInput, "step " + step.name.text + " has no target_selector and the task has none either"};
        if (known && same_work(m_before, m_before.steps[*known], m_after, step)) {
            keep_nodes(*known);
            keep_or_draw_ranks(*known, step);
            if (!same_wires(m_before.steps[*known], step)) {
                add_row(*known, step.name, "rewire", "depends on " + names_of(step.depends_on) + " instead of " + names_of(m_before.steps[*known].depends_on));
            }
            return success();
        }
        auto nodes = resolve_selector(m_state, *selector);
        if (!nodes) return Error{nodes.error().kind, "step " + step.name.text + ": " + nodes.error().message};
        m_step_nodes.push_back(*nodes);
        m_step_ranks.push_back(resolve_ranks(m_state, step.roll_out, *nodes));
        if (known) add_row(*known, step.name, "change", "its work or its settings change");
        else m_rows.push_back({step.name.text, {}, "add", "a new step after " + names_of(step.depends_on) + ", on " + std::to_string(nodes->size()) + " nodes"});
        return success();
    }

    void keep_nodes(std::uint32_t step) {
        std::vector<NodeId>& nodes = m_step_nodes.emplace_back();
        for (std::uint32_t node : m_task.plan->steps[step].nodes) nodes.push_back(m_task.plan->nodes[node]);
    }

    // How a step goes on over its nodes may change while it does: it is about those that have not begun.
    void keep_or_draw_ranks(std::uint32_t step, const domain::StepDefinition& after) {
        const domain::RollOutDefinition& before = m_before.steps[step].roll_out;
        const domain::PlanStep& planned = m_task.plan->steps[step];
        domain::NodeRanks ranks;
        for (std::size_t k = 0; k < planned.ranks.size(); ++k) ranks[m_task.plan->nodes[planned.nodes[k]]] = planned.ranks[k];
        const bool same_ranks = before.ranks == after.roll_out.ranks;
        m_step_ranks.push_back(same_ranks ? std::move(ranks) : resolve_ranks(m_state, after.roll_out, m_step_nodes.back()));
        if (before != after.roll_out) m_rows.push_back({after.name.text, {}, "change", "how it goes over its nodes (max_parallel_nodes, tolerance, ranks)"});
    }

    void add_row(std::uint32_t step, const StepName& name, const char* what, std::string detail) {
        const std::string fixed = fixed_by(m_state, m_task, step);
        if (fixed.empty()) m_rows.push_back({name.text, {}, what, std::move(detail)});
        else m_rows.push_back({name.text, {}, "refuse", "cannot " + std::string(what) + ": " + fixed});
    }

    void compare_task() {
        const bool same = m_before.metadata == m_after.metadata && m_before.callback_url == m_after.callback_url &&
                          m_before.deadline_ms == m_after.deadline_ms && m_before.on_failure == m_after.on_failure;
        if (!same) m_rows.push_back({{}, {}, "change", "metadata, callback_url, deadline or on_failure of the task"});
    }

    const domain::State& m_state;
    const domain::Task& m_task;
    const domain::TaskDefinition& m_before;
    const domain::TaskDefinition& m_after;
    std::vector<std::vector<NodeId>> m_step_nodes;
    std::vector<domain::NodeRanks> m_step_ranks;
    std::vector<domain::ResultRow> m_rows;
};

}  // namespace

Result<Amendment> decide_amendment(const domain::State& state, const domain::Task& task, const domain::TaskDefinition& definition) {
    if (task.historical) return Error{ErrorKind::Refused, "task " + task.id.text + " was imported; it can be replayed but not changed"};
    if (task.plan->definition.depends_on != definition.depends_on) {
        return Error{ErrorKind::Refused, "an amendment cannot change which tasks " + task.id.text + " depends on"};
    }
    if (task.cancel_requested || task.compensation_requested) {
        return Error{ErrorKind::Refused, "task " + task.id.text + " is " + to_text(task.status) + "; rerun it first"};
    }
    return Comparison(state, task, definition).run();
}

}  // namespace apollo::core
