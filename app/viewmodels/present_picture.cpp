// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/present_picture.h"

#include <algorithm>

namespace apollo::viewmodels {

PresentPicture::PresentPicture(const domain::State& state) {
    for (std::uint32_t index = 0; index < state.tasks.size(); ++index) take_task(state, index);
}

void PresentPicture::update(const domain::State& state, const domain::Changes& changes) {
    std::vector<std::uint32_t> touched;
    for (const RunIndex run : changes.runs) {
        if (run.value < state.runs.size()) touched.push_back(state.runs[run.value].task.value);
    }
    for (const TaskIndex task : changes.tasks) touched.push_back(task.value);
    for (auto index = static_cast<std::uint32_t>(m_plans.size()); index < state.tasks.size(); ++index) touched.push_back(index);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::uint32_t index : touched) {
        if (index < state.tasks.size()) take_task(state, index);
    }
}

const PlanVersion* PresentPicture::plan_of(TaskIndex task) const {
    return task.value < m_plans.size() && m_plans[task.value].plan ? &m_plans[task.value] : nullptr;
}

// All of the task anew: its looks are an array that is read in a fraction of a millisecond.
void PresentPicture::take_task(const domain::State& state, std::uint32_t index) {
    if (m_plans.size() <= index) m_plans.resize(index + 1);
    if (m_picture.tasks.size() <= index) m_picture.tasks.resize(index + 1);
    if (m_picture.runs.size() < state.runs.size()) m_picture.runs.resize(state.runs.size(), 0);
    PlanVersion& version = m_plans[index];
    if (version.plan) {  // the numbers that an amendment took away look like runs that never were
        const auto first = m_picture.runs.begin() + static_cast<std::ptrdiff_t>(version.first_run.value);
        std::fill(first, first + static_cast<std::ptrdiff_t>(version.plan->run_count), std::uint8_t{0});
    }
    const domain::Task& task = state.tasks[index];
    TaskLook look;
    version = {0, task.first_run, task.plan};
    const std::size_t count = task.plan ? task.plan->run_count : 0;
    if (!task.plan || task.first_run.value + count > state.runs.size()) {
        version.plan = nullptr;
        m_picture.tasks[index] = look;
        return;
    }
    look.exists = true;
    look.status = task.status;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t number = task.first_run.value + k;
        const Look run = look_of(state.runs[number]);
        m_picture.runs[number] = run.byte();
        ++look.counts[static_cast<std::size_t>(run.status())];
        look.blocked += run.blocked() ? 1 : 0;
        look.quarantined += run.quarantined() ? 1 : 0;
    }
    m_picture.tasks[index] = look;
}

}  // namespace apollo::viewmodels
