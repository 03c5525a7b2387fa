// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Tells the desktop what an operator wants to know while looking elsewhere: a task failed, an alert was raised (something
// is stuck, lost or too full), the source is lost or back.
// Only of what happens now, never of history that is read or replayed.
#pragma once

#include <QObject>
#include <QSystemTrayIcon>
#include <vector>

#include "app/viewmodels/live_model.h"

namespace apollo::gui {

class Notifier : public QObject {
    Q_OBJECT
public:
    // `source`: named in each notice, since several may be looked at.
    Notifier(const viewmodels::LiveModel& live, QString source, QWidget* window);

Q_SIGNALS:
    void noticed(const QString& title, const QString& text);

private:
    void look_at_tasks();
    void look_at_alerts(bool now);
    void look_at_connection();
    void notify(const QString& title, const QString& text);

    const viewmodels::LiveModel& m_live;
    QString m_source;
    QWidget* m_window;
    QSystemTrayIcon* m_tray = nullptr;
    std::vector<domain::TaskStatus> m_known;  // per task
    Position m_newest_alert;
    bool m_was_live = false;
    bool m_lost = false;
};

}  // namespace apollo::gui
