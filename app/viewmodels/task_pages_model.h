// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tasks as the SQL history has them, newest first, a page at a time as somebody scrolls: what there is to see while the
// events of a long log are still on their way. Columns and roles are those of TaskListModel.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <set>
#include <vector>

#include "app/api/api.h"
#include "app/viewmodels/task_filter.h"

namespace apollo::viewmodels {

class TaskPagesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr std::uint32_t page_size = 200;
    static constexpr std::size_t most_rows = 20'000;  // nobody scrolls further; a filter is better

    explicit TaskPagesModel(std::shared_ptr<api::HistoryQuery> history, QObject* parent = nullptr);

    // Begins anew with what fits.
    void search(const TaskFilter& filter, const std::set<domain::TaskStatus>& wanted);
    TaskId task_at(int row) const;
    // SQL cannot answer (an older orchestrator, files): there is nothing to show here.
    bool has_failed() const { return m_failed; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

private:
    void ask();
    void take(std::uint64_t search_number, const Result<api::TaskPage>& page);
    QString text_of(const api::TaskSummary& task, int column) const;

    std::shared_ptr<api::HistoryQuery> m_history;
    TaskFilter m_filter;
    api::TaskQuestion m_question;  // the next one
    std::vector<api::TaskSummary> m_rows;
    std::uint64_t m_search = 0;  // an answer to an earlier one is not taken
    bool m_more = false;
    bool m_asked = false;
    bool m_failed = false;
};

}  // namespace apollo::viewmodels
