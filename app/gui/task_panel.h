// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The left dock: tasks with a filter and a chip per state. Selecting a row opens the task everywhere.
#pragma once

#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <array>

#include "app/gui/table_page.h"
#include "app/viewmodels/task_list_model.h"
#include "app/viewmodels/task_pages_model.h"

namespace apollo::gui {

class TaskPanel : public QWidget {
    Q_OBJECT
public:
    // `history` may be null: then the list fills as the events come.
    TaskPanel(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history, QWidget* parent = nullptr);
    void focus_filter();
    QTableView* table() const { return m_page->table(); }

Q_SIGNALS:
    void task_wanted(const QString& id);  // whose events are still on their way

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();
    void make_chips();
    void apply_chips();
    void refresh_chips();
    void select_open_task();
    void mark_selected();
    void filter_by(const QString& text);
    void open_row(const QModelIndex& current);
    void make_pages(std::shared_ptr<api::HistoryQuery> history);
    void refresh_pages();
    bool knows_tasks() const;  // from the events, or as the present that is shown first
    void search_pages();
    QString empty_text() const;
    void fill_filter_menu();
    void say_fault();

    viewmodels::Navigator& m_navigator;
    viewmodels::TaskListModel m_model;
    QLineEdit* m_filter;
    QPushButton* m_more;  // what can be filtered by beside words
    QWidget* m_chip_row;
    std::array<QToolButton*, 7> m_chips{};
    TablePage* m_page;
    viewmodels::TaskPagesModel* m_pages = nullptr;  // until all events have come
    TablePage* m_pages_page = nullptr;
    bool m_selecting = false;
};

}  // namespace apollo::gui
