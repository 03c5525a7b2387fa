// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The open task as a table: a row per step, a column per node, a run in each cell where the step is for that node. Both can
// be put in another order; they then stay in it, whatever happens, so that no row moves away under the pointer.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "app/viewmodels/navigator.h"
#include "common/domain/plan.h"

namespace apollo::viewmodels {

enum class MatrixOrder {
    Defined,
    Name,
    Group,  // steps by intent, nodes by their first group; rows() of a kind stand together
    Worst,  // what is worst at the moment of sorting first
};

class RunMatrix {
public:
    RunMatrix() = default;
    RunMatrix(std::shared_ptr<const domain::Plan> plan, RunIndex first_run);

    int rows() const { return m_plan ? static_cast<int>(m_plan->steps.size()) : 0; }
    int columns() const { return m_plan ? static_cast<int>(m_plan->nodes.size()) : 0; }
    void sort_rows(MatrixOrder order, const StatusCursor& cursor);
    // `nodes`: where groups of nodes are known from.
    void sort_columns(MatrixOrder order, const StatusCursor& cursor, const domain::State& nodes);
    // The first of another group than its neighbour before; false everywhere unless sorted by group.
    bool row_begins_group(int row) const { return m_row_begins[static_cast<std::size_t>(row)]; }
    bool column_begins_group(int column) const { return m_column_begins[static_cast<std::size_t>(column)]; }
    // What the rows or columns of a group share; empty unless sorted by group.
    QString row_group(int row) const;
    QString column_group(int column) const;
    QString row_name(int row) const;
    QString column_name(int column) const;
    std::optional<RunIndex> run_at(int row, int column) const;
    // Row and column of a run of this task.
    std::optional<std::pair<int, int>> cell_of(RunIndex run) const;
    QString tooltip(int row, int column, const Navigator& navigator) const;

private:
    std::shared_ptr<const domain::Plan> m_plan;
    RunIndex m_first_run;
    std::vector<std::uint32_t> m_steps, m_nodes;  // of rows and columns
    std::vector<int> m_rows, m_columns;           // of steps and nodes
    std::vector<bool> m_row_begins, m_column_begins;
    std::vector<std::string> m_step_groups, m_node_groups;  // by step and node; empty unless sorted by group
};

}  // namespace apollo::viewmodels
