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

// What nobody needs is not waited for.
std::uint32_t total(const TaskLook& look) {
    std::uint32_t sum = 0;
    for (const std::uint32_t count : look.counts) sum += count;
    return sum - look.unneeded;
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
    : QAbstractTableModel(parent), m_navigator(navigator) {
    refresh();
}

void TaskListModel::set_filter_text(const QString& text) {
    if (m_text == text.trimmed()) return;
    m_text = text.trimmed();
    m_filter = TaskFilter(m_text, m_navigator.shown_time());
    refresh_all();
}

void TaskListModel::set_status_filter(std::set<domain::TaskStatus> wanted) {
    if (m_wanted == wanted) return;
    m_wanted = std::move(wanted);
    refresh_all();
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

bool TaskListModel::accepts(std::uint32_t index) const {
    const TaskLook look = m_navigator.cursor().task(index);
    const domain::Task& task = m_navigator.live().state().tasks[index];
    if (!look.exists || !task.plan) return false;
    if (!m_wanted.empty() && m_wanted.count(look.status) == 0) return false;
    return m_filter.is_empty() || m_filter.accepts(task, look);
}

std::vector<std::uint32_t> TaskListModel::wanted_rows() const {
    std::vector<std::uint32_t> rows;
    for (auto task = static_cast<std::uint32_t>(m_navigator.live().state().tasks.size()); task-- > 0;) {
        if (accepts(task)) rows.push_back(task);
    }
    return rows;
}

void TaskListModel::refresh() {
    if (const auto changed = changed_tasks())
        refresh_rows_of(*changed);
    else
        refresh_all();
    say_ticks();
}

// Of the way between what was shown and what is to be shown; nullopt: it is long, and everything is looked at.
std::optional<std::vector<std::uint32_t>> TaskListModel::changed_tasks() const {
    constexpr std::uint32_t most_deltas = 8192;
    const StatusTimeline& timeline = m_navigator.live().timeline();
    const std::uint32_t now = timeline.deltas_of_first(m_navigator.shown_events());
    const std::uint32_t first = std::min(now, m_shown_deltas), end = std::max(now, m_shown_deltas);
    if (!m_refreshed || end - first > most_deltas) return std::nullopt;
    std::vector<std::uint32_t> tasks;
    for (std::uint32_t at = first; at < end; ++at) {
        const Delta& delta = timeline.delta(at);
        tasks.push_back(delta.is_task() ? delta.index() : timeline.task_of_run(delta.index()));
    }
    std::sort(tasks.begin(), tasks.end());
    tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
    return tasks;
}

void TaskListModel::show_look(std::uint32_t task) {
    if (m_shown.size() <= task) m_shown.resize(m_navigator.live().state().tasks.size());
    const TaskLook look = m_navigator.cursor().task(task);
    TaskLook& shown = m_shown[task];
    if (shown.exists) --m_counts[static_cast<std::size_t>(shown.status)];
    if (look.exists) ++m_counts[static_cast<std::size_t>(look.status)];
    const bool same = shown == look;
    shown = look;
    const auto row = same ? std::nullopt : row_of(TaskIndex{task});
    if (row) Q_EMIT dataChanged(index(*row, 0), index(*row, column_count - 1));
}

// Rows that come or go one beside the other do so together: many tasks submitted at once are one change.
void TaskListModel::refresh_rows_of(const std::vector<std::uint32_t>& changed) {
    constexpr std::size_t most_moves = 512;
    const auto tasks = m_navigator.live().state().tasks.size();
    std::vector<std::uint32_t> moving;
    for (const std::uint32_t task : changed) {
        if (task < tasks && accepts(task) != row_of(TaskIndex{task}).has_value()) moving.push_back(task);
    }
    if (moving.size() > most_moves) return refresh_all();
    m_shown_deltas = m_navigator.live().timeline().deltas_of_first(m_navigator.shown_events());
    for (std::size_t k = 0; k < moving.size(); ++k) {
        const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), moving[k], std::greater<>());
        const auto row = static_cast<int>(at - m_rows.begin());
        if (at != m_rows.end() && *at == moving[k]) {
            beginRemoveRows({}, row, row);
            m_rows.erase(at);
            endRemoveRows();
            continue;
        }
        beginInsertRows({}, row, row);
        m_rows.insert(at, moving[k]);
        endInsertRows();
    }
    for (const std::uint32_t task : changed) {
        if (task < tasks) show_look(task);
    }
}

// Rows are removed and inserted in runs, never reset: a selection survives.
void TaskListModel::refresh_all() {
    m_refreshed = true;
    m_shown_deltas = m_navigator.live().timeline().deltas_of_first(m_navigator.shown_events());
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
    for (std::uint32_t task = 0; task < m_navigator.live().state().tasks.size(); ++task) show_look(task);
}

// In a replay time passes with the cursor.
void TaskListModel::say_ticks() {
    const bool ticked = m_navigator.is_replay() && m_shown_time_s != m_navigator.shown_time().ms / 1000;
    m_shown_time_s = m_navigator.shown_time().ms / 1000;
    if (ticked) tick();
}

void TaskListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    m_filter = TaskFilter(m_text, m_navigator.shown_time());  // states have names in every language
    refresh_all();
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

// One change for all rows between the first and the last that has not ended: a view paints what it shows of them.
void TaskListModel::tick() {
    const auto is_open = [&](std::uint32_t task) { return !domain::is_ended(m_navigator.cursor().task(task).status); };
    const auto first = std::find_if(m_rows.begin(), m_rows.end(), is_open);
    if (first == m_rows.end()) return;
    const auto last = std::find_if(m_rows.rbegin(), m_rows.rend(), is_open);
    const int top = static_cast<int>(first - m_rows.begin()), bottom = static_cast<int>(m_rows.rend() - last) - 1;
    Q_EMIT dataChanged(index(top, Duration), index(bottom, Duration), {Qt::DisplayRole});
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
        } else if (m_navigator.live().is_loading()) {
            end = task.ended_at;
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
            return done_text(done(look.counts), total(look));
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
            return static_cast<double>(done(look.counts)) / std::max(1u, total(look));
        case TaskRole:
            return task.value;
        case Qt::TextAlignmentRole:
            return alignment_of(index.column());
        default:
            return {};
    }
}

QVariant TaskListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignment_of(section);
    return role == Qt::DisplayRole ? QVariant(title_of(section)) : QVariant();
}

int TaskListModel::alignment_of(int column) {
    return int((column == Progress || column == Duration ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QString TaskListModel::title_of(int column) {
    switch (column) {
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
