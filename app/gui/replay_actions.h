// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Actions that move through time: play both ways, steps, landmarks, bookmarks, back to live.
#pragma once

#include <QObject>

#include "app/gui/shortcuts.h"
#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/landmarks.h"

namespace apollo::gui {

class ReplayActions : public QObject {
    Q_OBJECT
public:
    ReplayActions(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
                  QWidget* window);
    // Selects the run of the shown event, if it is one of the open task.
    void go_to(viewmodels::Ordinal scope_index);

Q_SIGNALS:
    void said(const QString& text, int for_ms);

private:
    void add(const char* id, Shortcuts::Text text, const QKeySequence& key, std::function<void()> run);
    void add_playing();
    void add_landmarks();
    void toggle_play(bool backwards);
    void jump(viewmodels::Landmark landmark, bool forwards);
    void add_bookmark();
    void next_bookmark(bool forwards);

    viewmodels::Navigator& m_navigator;
    viewmodels::Bookmarks& m_bookmarks;
    Shortcuts& m_shortcuts;
    QWidget* m_window;
};

}  // namespace apollo::gui
