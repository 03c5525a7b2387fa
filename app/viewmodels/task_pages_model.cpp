// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/task_pages_model.h"

#include <QPointer>
#include <algorithm>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/task_list_model.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

TaskPagesModel::TaskPagesModel(std::shared_ptr<api::HistoryQuery> history, QObject* parent)
    : QAbstractTableModel(parent), m_history(std::move(history)) {}

void TaskPagesModel::search(const TaskFilter& filter, const std::set<domain::TaskStatus>& wanted) {
    beginResetModel();
    m_rows.clear();
    m_filter = filter;
    m_question = filter.question();
    m_question.limit = page_size;
    m_question.states.assign(wanted.begin(), wanted.end());
    m_more = m_asked = false;
    ++m_search;
    endResetModel();
    if (filter.fault().isEmpty()) ask();
}

void TaskPagesModel::ask() {
    if (!m_history || m_failed || m_asked) return;
    m_asked = true;
    m_history->find_tasks(m_question, [guard = QPointer<TaskPagesModel>(this), number = m_search](const Result<api::TaskPage>& page) {
        if (guard) guard->take(number, page);
    });
}

void TaskPagesModel::take(std::uint64_t search_number, const Result<api::TaskPage>& page) {
    if (search_number != m_search) return;
    m_asked = false;
    m_more = page && page->more && m_rows.size() < most_rows;
    if (!page) {
        m_failed = page.error().kind == ErrorKind::Unsupported;
        return;
    }
    std::vector<api::TaskSummary> fitting;
    std::copy_if(page->tasks.begin(), page->tasks.end(), std::back_inserter(fitting), [&](const api::TaskSummary& task) { return m_filter.accepts_words(task); });
    if (!page->tasks.empty()) m_question.before = page->tasks.back().task;
    if (!fitting.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fitting.size()) - 1);
        m_rows.insert(m_rows.end(), fitting.begin(), fitting.end());
        endInsertRows();
    } else if (m_more) {
        ask();  // a view asks for more only where there are rows
    }
}

TaskId TaskPagesModel::task_at(int row) const {
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].id : TaskId();
}

int TaskPagesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TaskPagesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : TaskListModel::column_count;
}

bool TaskPagesModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && m_more && !m_asked;
}

void TaskPagesModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent)) ask();
}

QString TaskPagesModel::text_of(const api::TaskSummary& task, int column) const {
    switch (column) {
        case TaskListModel::Name:
            return one_line(to_qstring(task.id.text));
        case TaskListModel::State:
            return status_name(task.status);
        case TaskListModel::Progress:
            return QStringLiteral("%1/%2").arg(task.runs_done).arg(task.runs);
        case TaskListModel::Duration:
            return task.ended_at.known() ? elapsed_text(elapsed(task.submitted_at, task.ended_at, false, task.ended_at)) : QString(QChar(0x2014));
        case TaskListModel::Intent:
            return one_line(to_qstring(task.intent.text));
        case TaskListModel::Submitted:
            return time_text(task.submitted_at);
        default:
            return {};
    }
}

QVariant TaskPagesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const api::TaskSummary& task = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text_of(task, index.column());
        case TaskListModel::StatusRole:
            return static_cast<int>(task.status);
        case TaskListModel::ProgressRole:
            return static_cast<double>(task.runs_done) / std::max(1u, task.runs);
        case TaskListModel::TaskRole:
            return task.task.value;
        case Qt::TextAlignmentRole:
            return TaskListModel::alignment_of(index.column());
        default:
            return {};
    }
}

QVariant TaskPagesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return TaskListModel::alignment_of(section);
    return role == Qt::DisplayRole ? QVariant(TaskListModel::title_of(section)) : QVariant();
}

}  // namespace apollo::viewmodels
