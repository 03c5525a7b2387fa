// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The looks of all runs and tasks as one state has them: what a timeline's end shows, without the events before. Shown
// while a long history is still being read.
#pragma once

#include <memory>
#include <vector>

#include "app/viewmodels/status_timeline.h"
#include "common/domain/state.h"

namespace apollo::viewmodels {

class PresentPicture {
public:
    explicit PresentPicture(const domain::State& state);

    // After `state` took events that touched `changes`; a task whose plan was amended must be among changes.tasks.
    void update(const domain::State& state, const domain::Changes& changes);
    const StatusTimeline::Picture& picture() const { return m_picture; }
    // The plan that holds now; null for a task whose submission was lost.
    const PlanVersion* plan_of(TaskIndex task) const;

private:
    void take_task(const domain::State& state, std::uint32_t index);

    StatusTimeline::Picture m_picture;
    std::vector<PlanVersion> m_plans;  // per task
};

}  // namespace apollo::viewmodels
