// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two tasks, or two moments of one, side by side: a row per step and node that either has, with both states and how long
// the newest attempt took. Says what differed first.
#pragma once

#include <QAbstractTableModel>
#include <limits>
#include <optional>
#include <vector>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/live_model.h"

namespace apollo::viewmodels {

class CompareModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Node, LeftState, RightState, LeftTook, RightTook, Change, column_count };
    enum Role { StatusRole = Qt::UserRole + 1 /* RunStatus, or -1: not there */, DiffersRole };
    struct Side {
        TaskIndex task = no_task;
        Ordinal events = 0;  // as known after so many events of the log
    };

    explicit CompareModel(const LiveModel& live, QObject* parent = nullptr);

    void compare(Side left, Side right);
    // The row whose states differ and whose right one was set first, counted from its submission; nullopt: none differs.
    std::optional<int> first_difference() const { return m_first; }
    int difference_count() const { return m_differences; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Half {
        bool there = false;
        Look look;
        Elapsed took;
        // From the submission to the last event of its own; a run without any differs last.
        std::int64_t set_after_ms = std::numeric_limits<std::int64_t>::max();
    };
    struct Row {
        QString step, node;
        Half left, right;
        bool differs() const { return left.there != right.there || (left.there && !(left.look == right.look)); }
    };
    void add_side(Side side, Half Row::*half);
    Half half_of(const domain::Task& task, RunIndex run, Look look, Ordinal events) const;
    static QString change_text(const Row& row);

    const LiveModel& m_live;
    std::vector<Row> m_rows;
    std::optional<int> m_first;
    int m_differences = 0;
};

}  // namespace apollo::viewmodels
