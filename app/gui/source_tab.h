// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One source with what is known of it and the window that shows it, independent of every other. When the source comes to
// hold another log, all of that is dropped and made anew: nothing of the old log can remain anywhere.
#pragma once

#include <QObject>
#include <memory>

#include "app/gui/doors.h"
#include "app/viewmodels/live_model.h"
#include "app/viewmodels/navigator.h"
#include "common/base/clock.h"

namespace apollo::gui {

class MainWindow;

class SourceTab : public QObject {
    Q_OBJECT
public:
    // `place`: what opens the source again; empty for what the program was started with.
    SourceTab(Source source, QString place, const Clock& clock, QObject* parent);
    ~SourceTab() override;

    void start();
    // This task is opened as soon as it is known; without one the newest, once all that was there is known.
    void open_when_known(const QString& task) { m_wanted = task; }

    MainWindow* window() const { return m_window.get(); }
    const viewmodels::LiveModel& live() const { return *m_live; }
    viewmodels::Navigator& navigator() const { return *m_navigator; }
    const QString& place() const { return m_place; }
    QString title() const;  // of the session
    QString name() const;   // the same, short enough for a tab
    QString connection_text() const;
    bool has_arrived() const { return m_arrived; }

Q_SIGNALS:
    void arrived();  // all there was is shown
    // What was shown is no longer so; whoever shows `before` shows window() instead. `before` ends with this signal.
    void window_replaced(MainWindow* before);
    void connection_changed();
    void noticed();  // something that a person looking elsewhere should know

private:
    void make(std::optional<api::Replacement> replaces);
    void renew();
    void want(const QString& task);
    void open_first();
    void arrive();

    Source m_source;
    QString m_place;
    const Clock& m_clock;
    std::unique_ptr<viewmodels::LiveModel> m_live;
    std::unique_ptr<viewmodels::Navigator> m_navigator;
    std::unique_ptr<MainWindow> m_window;
    QString m_wanted;
    bool m_arrived = false;
    bool m_opened = false;  // a task was opened by itself; not again
};

}  // namespace apollo::gui
