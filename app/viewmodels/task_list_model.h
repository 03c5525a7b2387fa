// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tasks, newest first, as they were known at the shown event. Rows keep their place while only their contents
// change, so a view's selection stays on the same task; row_of finds a task again after a filter changed.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <set>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, State, Progress, Duration, Intent, PriorityColumn, Submitted, column_count };
    enum Role { StatusRole = Qt::UserRole + 1, ProgressRole /* 0..1 */, TaskRole /* TaskIndex value */ };

    explicit TaskListModel(const Navigator& navigator, QObject* parent = nullptr);

    void set_filter_text(const QString& text);
    void set_status_filter(std::set<domain::TaskStatus> wanted);  // empty: all
    TaskIndex task_at(int row) const;
    std::optional<int> row_of(TaskIndex task) const;
    // Tasks known at the shown event per state, whatever the filters.
    std::array<std::uint32_t, 7> counts() const;
    bool has_filter() const { return !m_filter.isEmpty() || !m_wanted.empty(); }
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
    void say_changes();
    QString duration_of(TaskIndex index, const TaskLook& look) const;

    const Navigator& m_navigator;
    QString m_filter;
    std::set<domain::TaskStatus> m_wanted;
    std::vector<std::uint32_t> m_rows;  // task indexes, descending
    std::vector<TaskLook> m_shown;      // per task index: as the views have it
    std::int64_t m_shown_time_s = 0;
};

}  // namespace apollo::viewmodels
