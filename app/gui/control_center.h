// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The control center as one object: translations, theme, and the window with a tab per source. Made after the
// QApplication, on its thread, and outlived by it.
#pragma once

#include <QSize>
#include <QString>
#include <memory>
#include <optional>

#include "app/api/api.h"
#include "app/gui/doors.h"

class QWidget;

namespace apollo::gui {

class ControlCenter {
public:
    struct Options {
        QString open_task;
        std::optional<QString> at;  // "end", "first-failure" or a position
        QString view;               // dag|matrix|timeline|events|nodes|alerts|dead-letters; empty: dag
        QString language;           // "en", "zh_CN"; empty: the system's
        QString theme;              // "light", "dark", "contrast"; empty: the desktop's
        QSize size;                 // of the window; empty: a good one
        QString layout_file;        // the window's layout is kept here from run to run; empty: not kept
        bool keeps_tabs = true;     // the layout's tabs, too; not of a window that was opened for one file
        QString screenshot_file;    // draw the asked view fully, write it as PNG, end the application
    };

    ControlCenter(api::Session session, Options options, Doors doors = {});
    ~ControlCenter();
    ControlCenter(const ControlCenter&) = delete;
    ControlCenter& operator=(const ControlCenter&) = delete;

    // With a screenshot file the application's event loop ends by itself: exit code 0 done; 1 the task or the moment
    // does not exist, or the file cannot be written; 2 the asked view or position is none; 3 the source could not be
    // reached within 15 s. Failures say one sentence on stderr.
    void show();
    QWidget* window() const;
    // Another source in a tab of its own, behind the first; see Doors::open_source. BadInput: what is wrong with the place.
    Status open_tab(const QString& place);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::gui
