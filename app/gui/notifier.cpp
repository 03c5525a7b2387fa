// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/notifier.h"

#include <QApplication>
#include <QWidget>
#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::LiveModel;

Notifier::Notifier(const LiveModel& live, QString source, QWidget* window)
    : QObject(window), m_live(live), m_source(std::move(source)), m_window(window) {
    connect(&live, &LiveModel::advanced, this, &Notifier::look_at_tasks);
    connect(&live, &LiveModel::reached_end, this, &Notifier::look_at_tasks);
    connect(&live, &LiveModel::connection_changed, this, &Notifier::look_at_connection);
}

void Notifier::look_at_tasks() {
    const auto& tasks = m_live.state().tasks;
    const bool now = m_was_live && m_live.caught_up();
    m_was_live = m_live.caught_up();
    const std::size_t known = m_known.size();
    m_known.resize(tasks.size(), domain::TaskStatus::Pending);
    std::size_t failed = 0;
    QString last;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const bool fails = tasks[k].status == domain::TaskStatus::Failed && (k >= known || m_known[k] != tasks[k].status);
        m_known[k] = tasks[k].status;
        if (!fails || tasks[k].historical) continue;
        ++failed;
        last = viewmodels::one_line(viewmodels::to_qstring(tasks[k].id.text));
    }
    look_at_alerts(now);
    if (!now || failed == 0) return;
    notify(tr("Task failed"), failed == 1 ? last : tr("%1 and %2 more").arg(last, QString::number(failed - 1)));
}

void Notifier::look_at_alerts(bool now) {
    std::size_t raised = 0;
    QString last;
    Position newest = m_newest_alert;
    for (const domain::Alert& alert : m_live.state().alerts) {
        if (alert.position <= m_newest_alert) continue;
        newest = std::max(newest, alert.position);
        ++raised;
        last = viewmodels::one_line(viewmodels::to_qstring(alert.message));
    }
    m_newest_alert = newest;
    if (now && raised > 0) notify(tr("Alert"), raised == 1 ? last : tr("%1 and %2 more").arg(last, QString::number(raised - 1)));
}

void Notifier::look_at_connection() {
    const bool lost = m_live.connection() == LiveModel::Connection::Interrupted ||
                      m_live.connection() == LiveModel::Connection::Gone;
    if (lost && !m_lost) notify(tr("Connection lost"), viewmodels::one_line(m_live.interruption()));
    const bool back = m_live.connection() == LiveModel::Connection::Live;
    if (back && m_lost) notify(tr("Connected again"), {});
    m_lost = lost || (m_lost && !back);
}

void Notifier::notify(const QString& title, const QString& text) {
    const QString where = text.isEmpty() ? m_source : m_source + QStringLiteral(": ") + text;
    Q_EMIT noticed(title, where);
    if (m_window->isActiveWindow()) return;
    QApplication::alert(m_window);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages()) return;
    if (!m_tray) {
        m_tray = new QSystemTrayIcon(m_window->windowIcon(), this);
        m_tray->show();
        connect(m_tray, &QSystemTrayIcon::messageClicked, m_window, &QWidget::activateWindow);
    }
    m_tray->showMessage(title, where, QSystemTrayIcon::Warning);
}

}  // namespace apollo::gui
