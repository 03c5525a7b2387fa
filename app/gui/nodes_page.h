// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Enrolled nodes: their state at the shown moment and, when live, what is measured of them every few seconds.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "app/api/api.h"
#include "app/gui/table_page.h"
#include "app/viewmodels/node_list_model.h"

namespace apollo::gui {

class NodesPage : public QWidget {
    Q_OBJECT
public:
    NodesPage(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history, QWidget* parent = nullptr);
    void ensure_ready();
    void select(NodeIndex node);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void measure();
    void refresh();

    viewmodels::Navigator& m_navigator;
    std::shared_ptr<api::HistoryQuery> m_history;
    viewmodels::NodeListModel m_model;
    TablePage* m_page;
    QTimer m_measuring;
    bool m_asked = false;
};

}  // namespace apollo::gui
