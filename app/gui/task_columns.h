// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which columns of the task table are shown: the name takes what is left, the usual ones give way from the right where
// the room is small, and the header's context menu adds any. What the operator chose there stays as it is.
#pragma once

#include <QObject>
#include <QTableView>

namespace apollo::gui {

class TaskColumns : public QObject {
    Q_OBJECT
public:
    // For a table over a TaskListModel; the table owns this.
    explicit TaskColumns(QTableView* table);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void show_menu(const QPoint& at);

    QTableView* m_table;
    bool m_chosen = false;  // by the operator
};

}  // namespace apollo::gui
