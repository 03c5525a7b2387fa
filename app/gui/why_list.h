// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Why the selected run is in its state: a chain of events, newest first. Choosing one goes to its moment and its run.
#pragma once

#include <QListWidget>

#include "app/viewmodels/why.h"

namespace apollo::gui {

class WhyList : public QListWidget {
    Q_OBJECT
public:
    explicit WhyList(viewmodels::Navigator& navigator, QWidget* parent = nullptr);
    void refresh();

private:
    void go_to(const QListWidgetItem* item);

    viewmodels::Navigator& m_navigator;
    std::vector<viewmodels::Cause> m_causes;
};

}  // namespace apollo::gui
