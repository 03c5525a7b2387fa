// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/task_replay.h"

#include <algorithm>

#include "common/domain/reducer.h"

namespace apollo::viewmodels {

namespace {

constexpr std::size_t checkpoint_interval = 65536;
constexpr std::size_t checkpoint_limit = 16;

std::size_t count_before(const Ordinals& ordinals, Ordinal events) {
    return static_cast<std::size_t>(std::lower_bound(ordinals.begin(), ordinals.end(), events) - ordinals.begin());
}

// Other tasks are not in this state; a dependency on one must not count as missing.
domain::Payload without_task_dependencies(const domain::Payload& payload) {
    domain::Event copy{{}, payload};
    const domain::PlanSlot slot = domain::plan_slot(copy);
    if (!slot.plan || !*slot.plan || (*slot.plan)->definition.depends_on.empty()) return payload;
    auto plan = std::make_shared<domain::Plan>(**slot.plan);
    plan->definition.depends_on.clear();
    *slot.plan = std::move(plan);
    return copy.payload;
}

}  // namespace

const domain::State& TaskReplay::at(Ordinal events) {
    const std::size_t own = count_before(m_history.of_task(m_task), events);
    const std::size_t others = count_before(m_history.of_no_task(), events);
    if (own < m_fold.own || others < m_fold.others) {
        m_fold = Fold{};
        auto at = m_checkpoints.upper_bound(own);
        while (at != m_checkpoints.begin()) {
            --at;
            if (at->second->others > others) continue;
            m_fold = *at->second;
            break;
        }
    }
    advance(m_fold, own, others);
    return m_fold.state;
}

void TaskReplay::advance(Fold& fold, std::size_t own, std::size_t others) {
    const Ordinals& mine = m_history.of_task(m_task);
    const Ordinals& rest = m_history.of_no_task();
    while (fold.own < own || fold.others < others) {
        const bool take_mine = fold.own < own && (fold.others >= others || mine[fold.own] < rest[fold.others]);
        if (!take_mine) {
            apply_one(fold, rest[fold.others++]);
            continue;
        }
        apply_one(fold, mine[fold.own++]);
        const bool due = fold.own % checkpoint_interval == 0 && m_checkpoints.size() < checkpoint_limit;
        if (due && m_checkpoints.count(fold.own) == 0) m_checkpoints[fold.own] = std::make_shared<const Fold>(fold);
    }
}

void TaskReplay::apply_one(Fold& fold, Ordinal ordinal) const {
    domain::Event event{m_history.header(ordinal), domain::Payload()};
    domain::EventHeader& header = event.header;
    if (header.task == m_task) {
        header.task = TaskIndex{0};
        if (domain::brings_plan(header.type)) {
            fold.first_run = header.run;
            fold.first_run_here = RunIndex{static_cast<std::uint32_t>(fold.state.runs.size())};
        }
        if (header.run != no_run) header.run = RunIndex{header.run.value - fold.first_run.value + fold.first_run_here.value};
        event.payload = without_task_dependencies(m_history.payload(ordinal));
    } else {
        event.payload = m_history.payload(ordinal);
    }
    domain::apply(fold.state, event);
}

}  // namespace apollo::viewmodels
