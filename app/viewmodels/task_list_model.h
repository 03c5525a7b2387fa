// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tasks, newest first, as they were known at the shown event. Rows keep their place while only their contents
// change, so a view's selection stays on the same task; row_of finds a task again after a filter changed. A refresh looks
// at the tasks that changed since the last one, so that a hundred thousand others cost nothing.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <set>
#include <vector>

#include "app/viewmodels/navigator.h"
#include "app/viewmodels/task_filter.h"

namespace apollo::viewmodels {

class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, State, Progress, Duration, Intent, PriorityColumn, Submitted, column_count };
    enum Role { StatusRole = Qt::UserRole + 1, ProgressRole /* 0..1 */, TaskRole /* TaskIndex value */ };

    static int alignment_of(int column);
    static QString title_of(int column);

    explicit TaskListModel(const Navigator& navigator, QObject* parent = nullptr);

    void set_filter_text(const QString& text);
    void set_status_filter(std::set<domain::TaskStatus> wanted);  // empty: all
    const std::set<domain::TaskStatus>& status_filter() const { return m_wanted; }
    TaskIndex task_at(int row) const;
    std::optional<int> row_of(TaskIndex task) const;
    // Tasks known at the shown event per state, whatever the filters.
    const std::array<std::uint32_t, 7>& counts() const { return m_counts; }
    bool has_filter() const { return !m_text.isEmpty() || !m_wanted.empty(); }
    // What is wrong with the text of the filter; empty if nothing is.
    const QString& filter_fault() const { return m_filter.fault(); }
    // Follows the shown event and new tasks. Called when the navigator's picture changed.
    void refresh();
    void retranslate();
    // A second has passed: durations of what has not ended look different.
    void tick();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text_of(TaskIndex task, int column) const;
    std::vector<std::uint32_t> wanted_rows() const;
    bool accepts(std::uint32_t task) const;
    std::optional<std::vector<std::uint32_t>> changed_tasks() const;
    void refresh_all();
    void refresh_rows_of(const std::vector<std::uint32_t>& changed);
    void show_look(std::uint32_t task);
    void say_ticks();
    QString duration_of(TaskIndex index, const TaskLook& look) const;

    const Navigator& m_navigator;
    QString m_text;
    TaskFilter m_filter;
    std::set<domain::TaskStatus> m_wanted;
    std::vector<std::uint32_t> m_rows;  // task indexes, descending
    std::vector<TaskLook> m_shown;      // per task index, with a row or without: as the views have it
    std::array<std::uint32_t, 7> m_counts{};
    std::uint32_t m_shown_deltas = 0;   // of the timeline, that m_shown stands behind
    bool m_refreshed = false;
    std::int64_t m_shown_time_s = 0;
};

}  // namespace apollo::viewmodels
