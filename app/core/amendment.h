// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A new definition for a task that exists, checked as a whole against the state. Pure.
#pragma once

#include <memory>
#include <vector>

#include "common/base/result.h"
#include "common/domain/command.h"
#include "common/domain/plan.h"
#include "common/domain/state.h"

namespace apollo::core {

struct Amendment {
    std::vector<domain::ResultRow> rows;      // per step what changes: add, remove, rewire, change, refuse; none: nothing changes
    std::shared_ptr<const domain::Plan> plan;  // null if a row refuses
};

// A step may be added; removed, re-wired or changed only while none of its runs was ever dispatched or decided by a person.
// Steps that stay keep the nodes they were resolved to unless their selector changes.
// BadInput: a selector that means no node. Refused: what no amendment may change (task_id, depends_on, imported tasks).
Result<Amendment> decide_amendment(const domain::State& state, const domain::Task& task, const domain::TaskDefinition& definition);

}  // namespace apollo::core
