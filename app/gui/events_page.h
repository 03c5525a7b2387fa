// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The log of events of the open task (or of everything), with filters. A double click goes to that moment.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTimer>
#include <QWidget>

#include "app/gui/table_page.h"
#include "app/viewmodels/event_list_model.h"

namespace apollo::gui {

class EventsPage : public QWidget {
    Q_OBJECT
public:
    explicit EventsPage(viewmodels::Navigator& navigator, QWidget* parent = nullptr);
    void focus_filter();
    QTableView* table() const { return m_page->table(); }
    void ensure_ready();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void refresh();
    void restart();

    viewmodels::Navigator& m_navigator;
    viewmodels::EventListModel m_model;
    QComboBox* m_kind;
    QLineEdit* m_filter;
    TablePage* m_page;
    bool m_stale = true;
    bool m_restart = true;
};

}  // namespace apollo::gui
