// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/source_tab.h"

#include <QStatusBar>

#include "app/gui/main_window.h"
#include "app/gui/notifier.h"
#include "app/viewmodels/connection_text.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::LiveModel;

SourceTab::SourceTab(Source source, QString place, const Clock& clock, QObject* parent)
    : QObject(parent), m_source(std::move(source)), m_place(std::move(place)), m_clock(clock) {
    m_wanted = viewmodels::to_qstring(m_source.open.text);
    make(std::nullopt);
}

SourceTab::~SourceTab() = default;

void SourceTab::make(std::optional<api::Replacement> replaces) {
    m_live = std::make_unique<LiveModel>(m_source.session.events, nullptr, replaces, m_source.session.history);
    m_navigator = std::make_unique<viewmodels::Navigator>(*m_live, m_clock);
    m_window = std::make_unique<MainWindow>(*m_navigator, m_source.session, m_source.doors ? *m_source.doors : Doors());
    auto* notifier = new Notifier(*m_live, name(), m_window.get());
    connect(notifier, &Notifier::noticed, this, &SourceTab::noticed);
    connect(m_window.get(), &MainWindow::task_wanted, this, &SourceTab::want);
    connect(m_live.get(), &LiveModel::connection_changed, this, &SourceTab::connection_changed);
    connect(m_live.get(), &LiveModel::advanced, this, &SourceTab::open_first);
    connect(m_live.get(), &LiveModel::reached_end, this, &SourceTab::arrive);
    // Not below one of the model's own callbacks.
    connect(m_live.get(), &LiveModel::replaced, this, &SourceTab::renew, Qt::QueuedConnection);
}

void SourceTab::start() {
    m_live->start();
}

QString SourceTab::title() const {
    return viewmodels::to_qstring(m_source.session.title);
}

QString SourceTab::name() const {
    return viewmodels::one_line(title(), 60);
}

QString SourceTab::connection_text() const {
    return viewmodels::connection_text(m_live->connection(), m_source.session.commands != nullptr);
}

void SourceTab::renew() {
    if (const domain::Task* task = m_navigator->task()) m_wanted = viewmodels::to_qstring(task->id.text);
    const MainWindow::Layout layout = m_window->layout();
    const std::optional<api::Replacement> what = m_live->replacement();
    std::unique_ptr<MainWindow> window = std::move(m_window);
    const std::unique_ptr<viewmodels::Navigator> navigator = std::move(m_navigator);
    const std::unique_ptr<LiveModel> live = std::move(m_live);
    m_arrived = m_opened = false;
    make(what);
    m_window->resize(window->size());
    m_window->take_layout(layout);
    Q_EMIT window_replaced(window.get());
    window.reset();
    m_live->start();
    Q_EMIT connection_changed();
    Q_EMIT noticed();
}

// Chosen from the list of the SQL history, maybe long before its events come.
void SourceTab::want(const QString& task) {
    m_wanted = task;
    m_opened = false;
    m_navigator->open_task(no_task);
    open_first();
    if (!m_opened) m_window->statusBar()->showMessage(tr("%1 is opened as soon as its events are here.").arg(viewmodels::one_line(task)), 8000);
}

void SourceTab::open_first() {
    if (m_opened || m_navigator->task_index() != no_task) return;
    std::optional<TaskIndex> found;
    if (!m_wanted.isEmpty()) found = m_live->find_task(TaskId(m_wanted.toStdString()));
    // After a renewal the task may be gone; what the program was asked for is said to be missing by who asked.
    if (!found && (m_arrived || m_live->is_loading()) && (m_wanted.isEmpty() || m_live->replaces())) {
        const auto& tasks = m_live->state().tasks;
        for (auto k = static_cast<std::uint32_t>(tasks.size()); k-- > 0 && !found;) {
            if (tasks[k].plan) found = TaskIndex{k};
        }
    }
    if (!found) return;
    m_opened = true;
    m_navigator->open_task(*found);
}

void SourceTab::arrive() {
    if (m_arrived) return;
    m_arrived = true;
    open_first();
    Q_EMIT arrived();
}

}  // namespace apollo::gui
