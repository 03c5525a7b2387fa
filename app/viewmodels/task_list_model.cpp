// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/task_list_model.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

std::uint32_t total(const StatusCounts& counts) {
    std::uint32_t sum = 0;
    for (const std::uint32_t count : counts) sum += count;
    return sum;
}

std::uint32_t done(const StatusCounts& counts) {
    return counts[static_cast<std::size_t>(domain::RunStatus::Succeeded)] +
           counts[static_cast<std::size_t>(domain::RunStatus::Skipped)];
}

// Large counts as a share: the whole of them would be cut off. Neither nothing nor everything is said before it is so.
QString done_text(std::uint32_t done, std::uint32_t total) {
    if (total < 1000) return QStringLiteral("%1/%2").arg(done).arg(total);
    const double share = 100.0 * done / total;
    if (done > 0 && share < 1) return QStringLiteral("< 1 %");
    if (done < total && share > 99) return QStringLiteral("> 99 %");
    return QStringLiteral("%1 %").arg(static_cast<int>(share));
}

QString priority_name(domain::Priority priority) {
    switch (priority) {
        case domain::Priority::High:
            return TaskListModel::tr("high");
        case domain::Priority::Medium:
            return TaskListModel::tr("medium");
        case domain::Priority::Low:
            return TaskListModel::tr("low");
    }
    return {};
}

}  // namespace

TaskListModel::TaskListModel(const Navigator& navigator, QObject* parent)
    : QAbstractTableModel(parent), m_navigator(navigator), m_rows(wanted_rows()) {}

void TaskListModel::set_filter_text(const QString& text) {
    if (m_filter == text.trimmed()) return;
    m_filter = text.trimmed();
    refresh();
}

void TaskListModel::set_status_filter(std::set<domain::TaskStatus> wanted) {
    if (m_wanted == wanted) return;
    m_wanted = std::move(wanted);
    refresh();
}

TaskIndex TaskListModel::task_at(int row) const {
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? TaskIndex{m_rows[static_cast<std::size_t>(row)]}
                                                             : no_task;
}

std::optional<int> TaskListModel::row_of(TaskIndex task) const {
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), task.value, std::greater<>());
    if (at == m_rows.end() || *at != task.value) return std::nullopt;
    return static_cast<int>(at - m_rows.begin());
}

std::array<std::uint32_t, 7> TaskListModel::counts() const {
    std::array<std::uint32_t, 7> counts{};
    for (std::uint32_t task = 0; task < m_navigator.live().state().tasks.size(); ++task) {
        const TaskLook look = m_navigator.cursor().task(task);
        if (look.exists) ++counts[static_cast<std::size_t>(look.status)];
    }
    return counts;
}

bool TaskListModel::accepts(std::uint32_t index) const {
    const TaskLook look = m_navigator.cursor().task(index);
    const domain::Task& task = m_navigator.live().state().tasks[index];
    if (!look.exists || !task.plan) return false;
    if (!m_wanted.empty() && m_wanted.count(look.status) == 0) return false;
    return m_filter.isEmpty() || to_qstring(task.id.text).contains(m_filter, Qt::CaseInsensitive) ||
           to_qstring(task.plan->definition.intent.text).contains(m_filter, Qt::CaseInsensitive);
}

std::vector<std::uint32_t> TaskListModel::wanted_rows() const {
    std::vector<std::uint32_t> rows;
    for (auto task = static_cast<std::uint32_t>(m_navigator.live().state().tasks.size()); task-- > 0;) {
        if (accepts(task)) rows.push_back(task);
    }
    return rows;
}

// Rows are removed and inserted in runs, never reset: a selection survives.
void TaskListModel::refresh() {
    const std::vector<std::uint32_t> wanted = wanted_rows();
    const auto keeps = [&](std::uint32_t task) {
        return std::binary_search(wanted.begin(), wanted.end(), task, std::greater<>());
    };
    for (int end = static_cast<int>(m_rows.size()); end > 0;) {
        int first = end;
        while (first > 0 && !keeps(m_rows[static_cast<std::size_t>(first - 1)])) --first;
        if (first < end) {
            beginRemoveRows({}, first, end - 1);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + end);
            endRemoveRows();
        }
        end = first - 1;
    }
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        if (at < m_rows.size() && m_rows[at] == wanted[at]) continue;
        std::size_t end = at;
        while (end < wanted.size() && (at >= m_rows.size() || wanted[end] != m_rows[at])) ++end;
        beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at),
                      wanted.begin() + static_cast<std::ptrdiff_t>(at),
                      wanted.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
    }
    say_changes();
}

// A replay moves past thousands of events a second, of which few are about a task's row: whole tables are not painted
// again for them.
void TaskListModel::say_changes() {
    m_shown.resize(m_navigator.live().state().tasks.size());
    const bool ticked = m_navigator.is_replay() && m_shown_time_s != m_navigator.shown_time().ms / 1000;
    m_shown_time_s = m_navigator.shown_time().ms / 1000;
    for (int row = 0; row < rowCount(); ++row) {
        const std::uint32_t task = m_rows[static_cast<std::size_t>(row)];
        const TaskLook look = m_navigator.cursor().task(task);
        const bool same = m_shown[task] == look;
        m_shown[task] = look;
        if (!same)
            Q_EMIT dataChanged(index(row, 0), index(row, column_count - 1));
        else if (ticked && !domain::is_ended(look.status))
            Q_EMIT dataChanged(index(row, Duration), index(row, Duration), {Qt::DisplayRole});
    }
}

void TaskListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    refresh();
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

void TaskListModel::tick() {
    for (int row = 0; row < rowCount(); ++row) {
        if (domain::is_ended(m_navigator.cursor().task(m_rows[static_cast<std::size_t>(row)]).status)) continue;
        Q_EMIT dataChanged(index(row, Duration), index(row, Duration), {Qt::DisplayRole});
    }
}

int TaskListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TaskListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString TaskListModel::duration_of(TaskIndex index, const TaskLook& look) const {
    const domain::Task& task = m_navigator.live().state().tasks[index.value];
    const bool ended = domain::is_ended(look.status);
    WallTime end;
    if (ended) {
        // The last change of a run up to the shown event is what ended the task.
        const StatusTimeline& timeline = m_navigator.live().timeline();
        const auto& deltas = timeline.of_task(index);
        const auto at = std::partition_point(deltas.begin(), deltas.end(), [&](std::uint32_t delta) {
            return timeline.delta(delta).ordinal < m_navigator.shown_events();
        });
        if (at != deltas.begin()) {
            const domain::EventHeader& header =
                m_navigator.live().history().header(timeline.delta(*std::prev(at)).ordinal);
            end = task.historical ? header.origin_time : header.recorded_time;
        }
    }
    return elapsed_text(elapsed(task.submitted_at, end, !ended, m_navigator.shown_time()));
}

QString TaskListModel::text_of(TaskIndex index, int column) const {
    const domain::Task& task = m_navigator.live().state().tasks[index.value];
    const TaskLook look = m_navigator.cursor().task(index.value);
    switch (column) {
        case Name:
            return one_line(to_qstring(task.id.text));
        case State:
            return status_name(look.status);
        case Progress:
            return done_text(done(look.counts), total(look.counts));
        case Duration:
            return duration_of(index, look);
        case Intent:
            return one_line(to_qstring(task.plan->definition.intent.text));
        case PriorityColumn:
            return priority_name(task.plan->definition.priority);
        case Submitted:
            return time_text(task.submitted_at);
        default:
            return {};
    }
}

QVariant TaskListModel::data(const QModelIndex& index, int role) const {
    const TaskIndex task = index.isValid() ? task_at(index.row()) : no_task;
    if (task == no_task) return {};
    const TaskLook look = m_navigator.cursor().task(task.value);
    switch (role) {
        case Qt::DisplayRole:
            return text_of(task, index.column());
        case StatusRole:
            return static_cast<int>(look.status);
        case ProgressRole:
            return static_cast<double>(done(look.counts)) / std::max(1u, total(look.counts));
        case TaskRole:
            return task.value;
        case Qt::TextAlignmentRole:
            if (index.column() == Progress || index.column() == Duration) return int(Qt::AlignRight | Qt::AlignVCenter);
            return int(Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant TaskListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        return int((section == Progress || section == Duration ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Task");
        case State:
            return tr("State");
        case Progress:
            return tr("Done");
        case Duration:
            return tr("Duration");
        case Intent:
            return tr("Intent");
        case PriorityColumn:
            return tr("Priority");
        case Submitted:
            return tr("Submitted");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
