// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/run_matrix.h"

#include <QCoreApplication>
#include <QStringList>

#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

QString RunMatrix::row_name(int row) const {
    return one_line(to_qstring(m_plan->definition.steps[static_cast<std::size_t>(row)].name.text));
}

QString RunMatrix::column_name(int column) const {
    return one_line(to_qstring(m_plan->nodes[static_cast<std::size_t>(column)].text));
}

std::optional<RunIndex> RunMatrix::run_at(int row, int column) const {
    if (row < 0 || column < 0 || row >= rows() || column >= columns()) return std::nullopt;
    const auto run = m_plan->run_on(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column));
    if (!run) return std::nullopt;
    return RunIndex{m_first_run.value + *run};
}

std::optional<std::pair<int, int>> RunMatrix::cell_of(RunIndex run) const {
    if (!m_plan || run < m_first_run || run.value - m_first_run.value >= m_plan->run_count) return std::nullopt;
    const std::uint32_t local = run.value - m_first_run.value;
    const std::uint32_t step = m_plan->step_of_run(local);
    const domain::PlanStep& planned = m_plan->steps[step];
    return std::pair{static_cast<int>(step), static_cast<int>(planned.nodes[local - planned.first_run])};
}

QString RunMatrix::tooltip(int row, int column, const StatusCursor& cursor) const {
    const auto run = run_at(row, column);
    QStringList lines{row_name(row) + QStringLiteral(" · ") + column_name(column)};
    if (!run) {
        lines << QCoreApplication::translate("Matrix", "This step is not for this node");
        return lines.join(QLatin1Char('\n'));
    }
    const Look look = cursor.look(run->value);
    lines << status_name(look.status());
    if (look.blocked()) lines << flag_name("blocked");
    if (look.quarantined()) lines << flag_name("quarantined");
    return lines.join(QLatin1Char('\n'));
}

}  // namespace apollo::viewmodels
