// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/run_matrix.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <numeric>

#include "app/viewmodels/silent_nodes.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

// Puts `items` in the order of their keys; equal ones stay as they were defined.
template <typename Key>
void sort_by(std::vector<std::uint32_t>& items, const std::vector<Key>& keys) {
    std::iota(items.begin(), items.end(), 0u);
    std::stable_sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
}

// Where the items stand, and where another key begins.
void index_items(const std::vector<std::uint32_t>& items, const std::vector<std::string>* groups, std::vector<int>& places,
                 std::vector<bool>& begins) {
    places.resize(items.size());
    begins.assign(items.size(), false);
    for (std::size_t k = 0; k < items.size(); ++k) {
        places[items[k]] = static_cast<int>(k);
        begins[k] = groups && k > 0 && (*groups)[items[k]] != (*groups)[items[k - 1]];
    }
}

}  // namespace

RunMatrix::RunMatrix(std::shared_ptr<const domain::Plan> plan, RunIndex first_run)
    : m_plan(std::move(plan)), m_first_run(first_run), m_steps(m_plan->steps.size()), m_nodes(m_plan->nodes.size()) {
    std::iota(m_steps.begin(), m_steps.end(), 0u);
    std::iota(m_nodes.begin(), m_nodes.end(), 0u);
    index_items(m_steps, nullptr, m_rows, m_row_begins);
    index_items(m_nodes, nullptr, m_columns, m_column_begins);
}

void RunMatrix::sort_rows(MatrixOrder order, const StatusCursor& cursor) {
    if (!m_plan) return;
    std::vector<std::string> words(m_steps.size());
    std::vector<int> calm(m_steps.size(), 0);
    for (std::uint32_t step = 0; step < m_steps.size(); ++step) {
        const domain::StepDefinition& definition = m_plan->definition.steps[step];
        if (order == MatrixOrder::Name) words[step] = definition.name.text;
        if (order == MatrixOrder::Group) words[step] = definition.intent.text;
        const domain::PlanStep& planned = m_plan->steps[step];
        for (std::uint32_t k = 0; order == MatrixOrder::Worst && k < planned.nodes.size(); ++k)
            calm[step] = std::min(calm[step], -severity(cursor.look(m_first_run.value + planned.first_run + k)));
    }
    order == MatrixOrder::Worst ? sort_by(m_steps, calm) : sort_by(m_steps, words);
    index_items(m_steps, order == MatrixOrder::Group ? &words : nullptr, m_rows, m_row_begins);
    m_step_groups = order == MatrixOrder::Group ? std::move(words) : std::vector<std::string>();
}

void RunMatrix::sort_columns(MatrixOrder order, const StatusCursor& cursor, const domain::State& nodes) {
    if (!m_plan) return;
    std::vector<std::string> words(m_nodes.size());
    std::vector<int> calm(m_nodes.size(), 0);
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        const domain::Node* known = order == MatrixOrder::Group ? nodes.find_node(m_plan->nodes[node]) : nullptr;
        if (order == MatrixOrder::Name) words[node] = m_plan->nodes[node].text;
        if (known && !known->facts.groups.empty()) words[node] = known->facts.groups.front();
    }
    for (std::uint32_t run = 0; order == MatrixOrder::Worst && run < m_plan->run_count; ++run) {
        const domain::PlanStep& planned = m_plan->steps[m_plan->step_of_run(run)];
        int& worst = calm[planned.nodes[run - planned.first_run]];
        worst = std::min(worst, -severity(cursor.look(m_first_run.value + run)));
    }
    order == MatrixOrder::Worst ? sort_by(m_nodes, calm) : sort_by(m_nodes, words);
    index_items(m_nodes, order == MatrixOrder::Group ? &words : nullptr, m_columns, m_column_begins);
    m_node_groups = order == MatrixOrder::Group ? std::move(words) : std::vector<std::string>();
}

QString RunMatrix::row_group(int row) const {
    return m_step_groups.empty() ? QString() : one_line(to_qstring(m_step_groups[m_steps[static_cast<std::size_t>(row)]]));
}

QString RunMatrix::column_group(int column) const {
    return m_node_groups.empty() ? QString() : one_line(to_qstring(m_node_groups[m_nodes[static_cast<std::size_t>(column)]]));
}

QString RunMatrix::row_name(int row) const {
    return one_line(to_qstring(m_plan->definition.steps[m_steps[static_cast<std::size_t>(row)]].name.text));
}

QString RunMatrix::column_name(int column) const {
    return one_line(to_qstring(m_plan->nodes[m_nodes[static_cast<std::size_t>(column)]].text));
}

std::optional<RunIndex> RunMatrix::run_at(int row, int column) const {
    if (row < 0 || column < 0 || row >= rows() || column >= columns()) return std::nullopt;
    const auto run = m_plan->run_on(m_steps[static_cast<std::size_t>(row)], m_nodes[static_cast<std::size_t>(column)]);
    if (!run) return std::nullopt;
    return RunIndex{m_first_run.value + *run};
}

std::optional<std::pair<int, int>> RunMatrix::cell_of(RunIndex run) const {
    if (!m_plan || run < m_first_run || run.value - m_first_run.value >= m_plan->run_count) return std::nullopt;
    const std::uint32_t local = run.value - m_first_run.value;
    const std::uint32_t step = m_plan->step_of_run(local);
    const domain::PlanStep& planned = m_plan->steps[step];
    return std::pair{m_rows[step], m_columns[planned.nodes[local - planned.first_run]]};
}

QString RunMatrix::tooltip(int row, int column, const Navigator& navigator) const {
    const auto run = run_at(row, column);
    QStringList lines{row_name(row) + QStringLiteral(" · ") + column_name(column)};
    if (!run) {
        lines << QCoreApplication::translate("Matrix", "This step is not for this node");
        return lines.join(QLatin1Char('\n'));
    }
    const Look look = navigator.cursor().look(run->value);
    lines << status_name(look);
    if (SilentNodes(navigator).hides(*run)) lines << QCoreApplication::translate("Matrix", "Its node is unreachable: what became of it is not known");
    if (look.blocked()) lines << flag_name("blocked");
    if (look.unneeded()) lines << QCoreApplication::translate("Matrix", "It waits for a failure that did not come");
    if (look.quarantined()) lines << flag_name("quarantined");
    return lines.join(QLatin1Char('\n'));
}

}  // namespace apollo::viewmodels
