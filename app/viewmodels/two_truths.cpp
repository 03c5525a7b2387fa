// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/two_truths.h"

#include <algorithm>
#include <map>

#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"
#include "app/viewmodels/truth_marks.h"

namespace apollo::viewmodels {

TwoTruths::TwoTruths(const Navigator& navigator, QObject* parent) : QAbstractTableModel(parent), m_navigator(navigator) {
    refresh();
}

WallTime TwoTruths::moment() const {
    return m_navigator.shown_events() == 0 ? WallTime{} : m_navigator.live().history().monotone_time(m_navigator.shown_events() - 1);
}

std::vector<TwoTruths::Row> TwoTruths::wanted_rows() const {
    std::vector<Row> rows;
    if (!m_navigator.is_replay() || !m_navigator.task()) return rows;
    const StatusTimeline& timeline = m_navigator.live().timeline();
    const EventHistory& history = m_navigator.live().history();
    const std::int64_t moment_ms = moment().ms;
    const auto& deltas = timeline.of_task(m_navigator.task_index());
    const auto later = std::partition_point(deltas.begin(), deltas.end(), [&](std::uint32_t delta) {
        return timeline.delta(delta).ordinal < m_navigator.shown_events();
    });
    std::map<RunIndex, Row> by_run;
    for (auto at = later; at != deltas.end(); ++at) {
        const Delta& delta = timeline.delta(*at);
        const domain::EventHeader& header = history.header(delta.ordinal);
        if (delta.is_task() || !is_of_agent(header) || header.origin_time.ms > moment_ms) continue;
        const auto run = m_navigator.shown_run(RunIndex{delta.index()});
        if (!run) continue;
        by_run[*run] = {*run, m_navigator.cursor().look(run->value), Look::from_byte(delta.after), delta.ordinal};
    }
    for (const auto& [run, row] : by_run) {
        if (row.believed.status() != row.really.status()) rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        return history.header(a.learned).origin_time.ms < history.header(b.learned).origin_time.ms;
    });
    return rows;
}

void TwoTruths::refresh() {
    std::vector<Row> rows = wanted_rows();
    if (rows == m_rows) return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void TwoTruths::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int TwoTruths::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int TwoTruths::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString TwoTruths::text_of(const Row& row, int column) const {
    const domain::Task* task = m_navigator.task();
    const domain::EventHeader& header = m_navigator.live().history().header(row.learned);
    const std::uint32_t local = task ? row.run.value - task->first_run.value : 0;
    switch (column) {
        case Step:
            return task ? one_line(to_qstring(task->plan->definition.steps[task->plan->step_of_run(local)].name.text)) : QString();
        case NodeColumn:
            return task ? one_line(to_qstring(task->plan->node_of_run(local).text)) : QString();
        case Believed:
            return status_name(row.believed);
        case Really:
            return status_name(row.really);
        case Since:
            return precise_time_text(header.origin_time).section(QLatin1Char(' '), -1);
        case Learned:
            return tr("%1, position %2")
                .arg(precise_time_text(header.recorded_time).section(QLatin1Char(' '), -1), count_text(header.position.value));
        default:
            return {};
    }
}

QVariant TwoTruths::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) return text_of(row, index.column());
    if (role != StatusRole) return {};
    if (index.column() == Believed) return static_cast<int>(row.believed.status());
    return index.column() == Really ? static_cast<int>(row.really.status()) : -1;
}

QVariant TwoTruths::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Step:
            return tr("Step");
        case NodeColumn:
            return tr("Node");
        case Believed:
            return tr("The center believed");
        case Really:
            return tr("The node had");
        case Since:
            return tr("Since");
        case Learned:
            return tr("The center learned it");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
