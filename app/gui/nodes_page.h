// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Enrolled nodes: their state at the shown moment and, when live, what is measured of them every few seconds. All that is known
// of the chosen one stands below them.
#pragma once

#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>
#include <memory>

#include "app/api/api.h"
#include "app/gui/shortcuts.h"
#include "app/gui/table_page.h"
#include "app/viewmodels/node_list_model.h"

namespace apollo::gui {

class NodesPage : public QWidget {
    Q_OBJECT
public:
    NodesPage(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history, const Shortcuts& shortcuts,
              QWidget* parent = nullptr);
    QTableView* table() const { return m_page->table(); }
    void ensure_ready();
    void select(NodeIndex node);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void prepare_columns();
    QWidget* make_details();
    void show_details();
    void retranslate();
    void measure();
    void refresh();
    void show_chosen();
    void choose(const QModelIndex& current);

    viewmodels::Navigator& m_navigator;
    std::shared_ptr<api::HistoryQuery> m_history;
    viewmodels::NodeListModel m_model;
    TablePage* m_page;
    QPlainTextEdit* m_details;
    QTimer m_measuring;
    bool m_asked = false;
    bool m_following = false;  // rows move; that chooses nothing
};

}  // namespace apollo::gui
