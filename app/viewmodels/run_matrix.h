// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The open task as a table: a row per step, a column per node, a run in each cell where the step is for that node.
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "app/viewmodels/status_timeline.h"
#include "common/domain/plan.h"

namespace apollo::viewmodels {

class RunMatrix {
public:
    RunMatrix() = default;
    RunMatrix(std::shared_ptr<const domain::Plan> plan, RunIndex first_run)
        : m_plan(std::move(plan)), m_first_run(first_run) {}

    int rows() const { return m_plan ? static_cast<int>(m_plan->steps.size()) : 0; }
    int columns() const { return m_plan ? static_cast<int>(m_plan->nodes.size()) : 0; }
    QString row_name(int row) const;
    QString column_name(int column) const;
    std::optional<RunIndex> run_at(int row, int column) const;
    // Row and column of a run of this task.
    std::optional<std::pair<int, int>> cell_of(RunIndex run) const;
    QString tooltip(int row, int column, const StatusCursor& cursor) const;

private:
    std::shared_ptr<const domain::Plan> m_plan;
    RunIndex m_first_run;
};

}  // namespace apollo::viewmodels
