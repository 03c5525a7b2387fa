// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>

#include "app/viewmodels/task_list_model.h"

namespace apollo::gui {

using viewmodels::TaskListModel;

namespace {

constexpr int usual_columns[] = {TaskListModel::State, TaskListModel::Progress, TaskListModel::Duration};
constexpr int least_name_letters = 12;

}  // namespace

TaskColumns::TaskColumns(QTableView* table) : QObject(table), m_table(table) {
    QHeaderView* header = table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(TaskListModel::Name, QHeaderView::Stretch);
    header->setMinimumSectionSize(5 * table->fontMetrics().averageCharWidth());
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &TaskColumns::show_menu);
    table->viewport()->installEventFilter(this);
    fit();
}

void TaskColumns::fit() {
    if (m_chosen) return;
    for (int column = 1; column < TaskListModel::column_count; ++column) m_table->setColumnHidden(column, true);
    int room = m_table->viewport()->width() - least_name_letters * m_table->fontMetrics().averageCharWidth();
    for (const int column : usual_columns) {
        m_table->setColumnHidden(column, false);  // a hidden column has no width
        room -= m_table->columnWidth(column);
        if (room >= 0) continue;
        m_table->setColumnHidden(column, true);
        return;
    }
}

void TaskColumns::show_menu(const QPoint& at) {
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 1; column < TaskListModel::column_count; ++column) {
        QAction* action = menu->addAction(m_table->model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosen = true;
            m_table->setColumnHidden(column, !shown);
        });
    }
    menu->popup(m_table->horizontalHeader()->mapToGlobal(at));
}

bool TaskColumns::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fit();
    return QObject::eventFilter(watched, event);
}

}  // namespace apollo::gui
