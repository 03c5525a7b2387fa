// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/slices.h"

#include <algorithm>

#include "app/core/retry.h"
#include "common/domain/roll_out.h"

namespace apollo::core {

namespace {

using domain::Outcome;
using domain::RunStatus;

constexpr std::size_t slice_limit_steps = 64;
constexpr std::size_t tasks_per_connection = 256;
// Small tasks are looked at with every dispatch, large ones when a node's part of them runs short.
constexpr std::size_t small_task_steps = 256;
constexpr std::uint32_t retries_ahead = 8;

bool is_open(const domain::State& state, const domain::Task& task) {
    return !state.dispatch_paused && !state.dispatch_throttled && task.plan && !task.historical && !task.paused &&
           !task.cancel_requested && !task.compensation_requested &&
           task.open_task_dependencies == 0 && task.bad_task_dependencies == 0;
}

// Builds one slice: breadth first from the steps whose dependencies are settled or live on the node.
class Builder {
public:
    Builder(const domain::State& state, TaskIndex task, NodeIndex node, const CoreSettings& settings, std::size_t limit)
        : m_state(state), m_task(state.tasks[task.value]), m_node(node), m_settings(settings), m_limit(limit) {
        m_slice.task = task;
        m_slice.node = node;
        m_slice.epoch = state.epoch;
        m_slice.position = state.position;
    }

    Slice build() {
        const bool may_begin = m_state.nodes[m_node.value].status == domain::NodeStatus::Connected;
        if (!may_begin || !is_open(m_state, m_task)) return std::move(m_slice);
        const auto& nodes = m_task.plan->nodes;
        const auto at = std::lower_bound(nodes.begin(), nodes.end(), m_state.nodes[m_node.value].facts.node);
        if (at == nodes.end() || *at != m_state.nodes[m_node.value].facts.node) return std::move(m_slice);
        m_plan_node = static_cast<std::uint32_t>(at - nodes.begin());
        m_entry_of.assign(m_task.plan->steps.size(), Attempt{});
        std::vector<std::uint32_t> queue;
        for (std::uint32_t step = 0; step < m_task.plan->steps.size() && m_slice.entries.size() < m_limit; ++step) {
            if (!consider(step)) continue;
            queue.assign(1, step);
            follow(queue);
        }
        return std::move(m_slice);
    }

private:
    // Steps that become possible by what was added.
    void follow(std::vector<std::uint32_t>& queue) {
        for (std::size_t next = 0; next < queue.size(); ++next) {
            for (std::uint32_t dependent : m_task.plan->steps[queue[next]].dependents) {
                if (m_slice.entries.size() >= m_limit) return;
                if (consider(dependent)) queue.push_back(dependent);
            }
        }
    }

    // Adds the step if it can be added; false if it cannot or is in already.
    bool consider(std::uint32_t step) {
        const auto local = m_task.plan->run_on(step, m_plan_node);
        if (!local || m_entry_of[step].value != 0) return false;
        SliceEntry entry;
        entry.run = RunIndex{m_task.first_run.value + *local};
        const domain::Run& run = m_state.runs[entry.run.value];
        if (run.quarantined || run.blocked || run.unneeded || run.node != m_node) return false;
        entry.attempt = domain::next_attempt(run);
        entry.idempotency = idempotency_of(m_task.plan->definition.steps[step], m_settings);
        add_retries(entry, run, m_task.plan->steps[step]);
        if (domain::is_live(run)) {
            entry.is_retry = true;
            if (entry.retry_delays_ms.empty()) return false;
        } else if (run.status == RunStatus::Retrying) {
            entry.delay_ms = m_state.details[entry.run.value].retry_delay_ms;
        } else if (run.status != RunStatus::Pending || m_task.plan->steps[step].rolls_out || !add_waits(entry, step)) {
            return false;
        }
        m_entry_of[step] = entry.attempt;
        m_slice.entries.push_back(std::move(entry));
        return true;
    }

    static void add_retries(SliceEntry& entry, const domain::Run& run, const domain::PlanStep& step) {
        if (entry.idempotency == domain::Idempotency::Compensate) return;
        const std::uint32_t last = std::min(retry_limit(step), run.retries + retries_ahead);
        for (std::uint32_t number = run.retries + 1; number <= last; ++number) {
            entry.retry_delays_ms.push_back(step.tiered ? tier_delay_ms(number) : retry_delay_ms(step.retry_policy, number));
        }
    }

    // False: it depends on something that the node cannot judge.
    bool add_waits(SliceEntry& entry, std::uint32_t step) const {
        const bool per_node = m_task.plan->definition.steps[step].per_node;
        for (std::uint32_t upstream : m_task.plan->steps[step].depends_on) {
            const domain::PlanStep& planned = m_task.plan->steps[upstream];
            const auto same = m_task.plan->run_on(upstream, m_plan_node);
            if (planned.rolls_out && !(per_node && same)) {
                if (!add_rolled_out(entry, upstream)) return false;
                continue;
            }
            const std::uint32_t first = per_node && same ? *same : planned.first_run;
            const std::uint32_t count = per_node && same ? 1 : static_cast<std::uint32_t>(planned.nodes.size());
            for (std::uint32_t k = 0; k < count; ++k) {
                if (!add_wait(entry, upstream, RunIndex{m_task.first_run.value + first + k})) return false;
            }
        }
        return true;
    }

    // Only the center can judge how a step with a tolerance goes; how it went is known.
    bool add_rolled_out(SliceEntry& entry, std::uint32_t step) const {
        const domain::Task::StepCount& count = m_task.steps[step];
        if (count.open > 0) return false;
        if (domain::is_bad(m_task.plan->steps[step], count)) entry.upstream_failed = true;
        return true;
    }

    bool add_wait(SliceEntry& entry, std::uint32_t step, RunIndex index) const {
        const domain::Run& run = m_state.runs[index.value];
        if (run.outcome == Outcome::Bad) entry.upstream_failed = true;
        if (run.outcome != Outcome::Open) return true;
        if (run.node != m_node) return false;
        const bool live = domain::is_live(run);
        if (!live && m_entry_of[step].value == 0) return false;
        entry.waits_for.push_back({step, live ? std::max(run.attempt, run.dispatched_attempt) : m_entry_of[step]});
        return true;
    }

    const domain::State& m_state;
    const domain::Task& m_task;
    const NodeIndex m_node;
    const CoreSettings& m_settings;
    const std::size_t m_limit;
    std::uint32_t m_plan_node = 0;
    std::vector<Attempt> m_entry_of;  // by step; 0 = not in the slice
    Slice m_slice;
};

}  // namespace

Slice make_slice(const domain::State& state, TaskIndex task, NodeIndex node, const CoreSettings& settings, std::size_t limit) {
    return Builder(state, task, node, settings, limit).build();
}

bool is_own_start(const domain::State& state, RunIndex index, Attempt attempt) {
    const domain::Run& run = state.runs[index.value];
    const domain::Task& task = state.tasks[run.task.value];
    if (run.quarantined || run.blocked || run.unneeded || task.historical || task.cancel_requested || domain::is_live(run)) return false;
    if (attempt != domain::next_attempt(run)) return false;
    if (run.status == RunStatus::Retrying) return true;
    if (domain::hold_of(state, index)) return false;
    return run.status == RunStatus::Pending && task.open_task_dependencies == 0 && domain::is_triggered(state, index);
}

// ---- planner ----

void SlicePlanner::begin(const domain::State& state, NodeIndex node) {
    end(node);
    std::set<TaskIndex> tasks;
    for (const domain::Run& run : state.runs) {
        if (run.node != node || domain::is_settled(run.status) || tasks.size() >= tasks_per_connection) continue;
        if (!domain::is_ended(state.tasks[run.task.value].status)) tasks.insert(run.task);
    }
    for (TaskIndex task : tasks) m_wanted.insert({node, task});
}

void SlicePlanner::end(NodeIndex node) {
    const auto of_node = [node](const Place& place) { return place.first == node; };
    std::erase_if(m_held, [&](const auto& entry) { return of_node(entry.first); });
    std::erase_if(m_wanted, of_node);
    std::erase_if(m_forced, of_node);
}

void SlicePlanner::note_dispatch(const domain::State& state, RunIndex index) {
    const domain::Run& run = state.runs[index.value];
    const Place place{run.node, run.task};
    const auto held = m_held.find(place);
    if (held != m_held.end() && state.tasks[run.task.value].plan->steps.size() > small_task_steps) {
        const auto& entries = held->second->entries;
        const auto ahead = std::count_if(entries.begin(), entries.end(), [&](const SliceEntry& entry) {
            return state.runs[entry.run.value].status == RunStatus::Pending;
        });
        if (static_cast<std::size_t>(ahead) >= slice_limit_steps / 2) return;
    }
    m_wanted.insert(place);
}

void SlicePlanner::revoke(TaskIndex task) {
    for (const auto& [place, held] : m_held) {
        if (place.second == task) m_forced.insert(place);
    }
}

void SlicePlanner::revoke_all() {
    for (const auto& [place, held] : m_held) m_forced.insert(place);
}

void SlicePlanner::note_node(const domain::State& state, NodeIndex node) {
    if (state.nodes[node.value].status == domain::NodeStatus::Connected) return;
    for (const auto& [place, held] : m_held) {
        if (place.first == node) m_forced.insert(place);
    }
}

void SlicePlanner::note_task(const domain::State& state, TaskIndex task) {
    if (domain::is_ended(state.tasks[task.value].status)) revoke(task);
}

// Everything it says is known on the node already, by the older slice and by what happened there.
bool SlicePlanner::is_needless(const domain::State& state, const Slice& held, const Slice& news) const {
    std::map<RunIndex, const SliceEntry*> known;
    for (const SliceEntry& entry : held.entries) known[entry.run] = &entry;
    for (const SliceEntry& entry : news.entries) {
        const auto at = known.find(entry.run);
        if (at == known.end() || at->second->upstream_failed != entry.upstream_failed) return false;
        // A live run that was ahead: the node turned its entry into the retry's by itself.
        const bool began = entry.is_retry && !at->second->is_retry;
        const Attempt expected = began ? at->second->attempt.next() : at->second->attempt;
        if (entry.attempt != expected) return false;
        for (const SliceEntry::Wait& wait : entry.waits_for) {
            const auto& waits = at->second->waits_for;
            if (!began && std::find(waits.begin(), waits.end(), wait) == waits.end()) return false;
        }
    }
    return std::all_of(held.entries.begin(), held.entries.end(), [&](const SliceEntry& entry) {
        return state.runs[entry.run.value].status != RunStatus::Pending ||
               std::any_of(news.entries.begin(), news.entries.end(), [&](const SliceEntry& one) { return one.run == entry.run; });
    });
}

std::vector<std::shared_ptr<const Slice>> SlicePlanner::take(const domain::State& state, const CoreSettings& settings) {
    std::vector<std::shared_ptr<const Slice>> slices;
    m_wanted.insert(m_forced.begin(), m_forced.end());
    for (const Place& place : m_wanted) {
        auto slice = std::make_shared<const Slice>(make_slice(state, place.second, place.first, settings, slice_limit_steps));
        const auto held = m_held.find(place);
        const bool forced = m_forced.count(place) != 0;
        if (!forced && (held == m_held.end() ? slice->entries.empty() : is_needless(state, *held->second, *slice))) continue;
        if (slice->entries.empty()) m_held.erase(place);
        else m_held[place] = slice;
        slices.push_back(std::move(slice));
    }
    m_wanted.clear();
    m_forced.clear();
    return slices;
}

}  // namespace apollo::core
