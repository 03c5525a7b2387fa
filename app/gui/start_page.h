// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What to do first, in place of an empty graph: buttons for the first steps, in their order.
#pragma once

#include <QLabel>
#include <QWidget>

#include "app/gui/shortcuts.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class StartPage : public QWidget {
    Q_OBJECT
public:
    // Lies over `graph` while there is no task.
    StartPage(viewmodels::Navigator& navigator, Shortcuts& shortcuts, QWidget* graph);
    void refresh();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();

    viewmodels::Navigator& m_navigator;
    QLabel* m_title;
    QLabel* m_words;
};

}  // namespace apollo::gui
