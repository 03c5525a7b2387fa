// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator's answer to "why is it not running?", about the selected run or the open task; it is of the moment it
// was asked, which it says, and goes when something else is selected.
#pragma once

#include <QLabel>
#include <QListWidget>
#include <QWidget>
#include <vector>

#include "app/viewmodels/navigator.h"
#include "common/domain/command.h"

namespace apollo::gui {

class ExplainList : public QWidget {
    Q_OBJECT
public:
    explicit ExplainList(viewmodels::Navigator& navigator, QWidget* parent = nullptr);

    void show_rows(const std::vector<domain::ResultRow>& rows);

protected:
    void changeEvent(QEvent* event) override;

private:
    void clear_when_moved();
    void retranslate();

    viewmodels::Navigator& m_navigator;
    QLabel* m_title;
    QListWidget* m_list;
    WallTime m_asked_at;
    TaskIndex m_task = no_task;
    std::optional<RunIndex> m_run;
};

}  // namespace apollo::gui
