// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/compare_model.h"

#include <algorithm>
#include <map>

#include "app/viewmodels/state_style.h"
#include "app/viewmodels/step_durations.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

CompareModel::CompareModel(const LiveModel& live, QObject* parent) : QAbstractTableModel(parent), m_live(live) {}

void CompareModel::compare(Side left, Side right) {
    beginResetModel();
    m_rows.clear();
    m_first.reset();
    m_differences = 0;
    add_side(left, &Row::left);
    add_side(right, &Row::right);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const Row& here = m_rows[static_cast<std::size_t>(row)];
        if (!here.differs()) continue;
        ++m_differences;
        const auto when = [](const Row& one) { return one.right.there ? one.right.set_after_ms : one.left.set_after_ms; };
        if (!m_first || when(here) < when(m_rows[static_cast<std::size_t>(*m_first)])) m_first = row;
    }
    endResetModel();
}

void CompareModel::add_side(Side side, Half Row::*half) {
    const auto& tasks = m_live.state().tasks;
    if (side.task.value >= tasks.size() || !tasks[side.task.value].plan) return;
    const domain::Task& task = tasks[side.task.value];
    const PlanVersion* version = m_live.timeline().plan_at(side.task, side.events);
    if (!version) return;
    const domain::Plan& plan = *version->plan;
    std::map<std::pair<QString, QString>, std::size_t> known;
    for (std::size_t row = 0; row < m_rows.size(); ++row) known[{m_rows[row].step, m_rows[row].node}] = row;
    StatusCursor cursor(m_live.timeline());
    cursor.seek(std::min(side.events, m_live.history().size()));
    for (std::uint32_t local = 0; local < plan.run_count; ++local) {
        const QString step = one_line(to_qstring(plan.definition.steps[plan.step_of_run(local)].name.text));
        const QString node = one_line(to_qstring(plan.node_of_run(local).text));
        const auto [at, is_new] = known.emplace(std::pair(step, node), m_rows.size());
        if (is_new) m_rows.push_back({step, node, {}, {}});
        const RunIndex run{version->first_run.value + local};
        m_rows[at->second].*half = half_of(task, run, cursor.look(run.value), side.events);
    }
}

CompareModel::Half CompareModel::half_of(const domain::Task& task, RunIndex run, Look look, Ordinal events) const {
    Half half;
    half.there = true;
    half.look = look;
    const EventHistory& history = m_live.history();
    const WallTime started = started_at(history, run, events);
    WallTime last;
    for (const Ordinal ordinal : history.of_run(run)) {
        if (ordinal >= events) break;
        if (!history.header(ordinal).fact_only) last = history.header(ordinal).origin_time;
    }
    if (!last.known()) return half;
    half.set_after_ms = std::max<std::int64_t>(0, last.ms - task.submitted_at.ms);
    const bool runs = look.status() == domain::RunStatus::Running;
    if (started.known() && !runs) half.took = elapsed(started, last, false, {});
    return half;
}

QString CompareModel::change_text(const Row& row) {
    const Elapsed &left = row.left.took, &right = row.right.took;
    if (left.kind != Elapsed::Kind::Done || right.kind != Elapsed::Kind::Done) return {};
    if (left.ms == right.ms) return QStringLiteral("=");
    const QString sign = right.ms > left.ms ? QStringLiteral("+") : QString(QChar(0x2212));
    QString text = sign + duration_text(std::abs(right.ms - left.ms));
    if (left.ms > 0)
        text += QStringLiteral("  %1").arg(QChar(0xd7)) +
                QString::number(static_cast<double>(right.ms) / static_cast<double>(left.ms), 'f', 2);
    return text;
}

int CompareModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant CompareModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool left = index.column() == LeftState || index.column() == LeftTook;
    const Half& half = left ? row.left : row.right;
    const bool state = index.column() == LeftState || index.column() == RightState;
    if (role == DiffersRole) return row.differs();
    if (role == StatusRole) return state && half.there ? static_cast<int>(half.look.status()) : -1;
    if (role == Qt::TextAlignmentRole) {
        const bool number = index.column() >= LeftTook;
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Step:
            return row.step;
        case Node:
            return row.node;
        case Change:
            return change_text(row);
        default:
            break;
    }
    if (!half.there) return QString(QChar(0x2014));
    return state ? status_name(half.look) : elapsed_text(half.took);
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Step:
            return tr("Step");
        case Node:
            return tr("Node");
        case LeftState:
            return tr("State A");
        case RightState:
            return tr("State B");
        case LeftTook:
            return tr("Took A");
        case RightTook:
            return tr("Took B");
        case Change:
            return tr("Change");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
