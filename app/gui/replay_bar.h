// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Below all tabs: buttons, speed, the moment that is shown, and the scrubber.
#pragma once

#include <QComboBox>
#include <QToolButton>
#include <QWidget>
#include <vector>

#include "app/gui/line_label.h"
#include "app/gui/overview_strip.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class ReplayBar : public QWidget {
    Q_OBJECT
public:
    ReplayBar(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
              QWidget* parent = nullptr);

    void ensure_ready();

protected:
    void changeEvent(QEvent* event) override;

private:
    void add_button(const QString& action_id);
    void refresh();
    void retranslate();
    void reload_icons();

    viewmodels::Navigator& m_navigator;
    Shortcuts& m_shortcuts;
    QWidget* m_row = nullptr;
    QComboBox* m_speed = nullptr;
    LineLabel* m_moment = nullptr;
    QToolButton* m_live = nullptr;
    OverviewStrip* m_overview = nullptr;
};

}  // namespace apollo::gui
