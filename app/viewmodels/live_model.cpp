// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/live_model.h"

#include <algorithm>
#include <utility>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

constexpr qint64 turn_limit_ms = 12;
constexpr std::size_t events_between_looks = 64;  // at the clock

}  // namespace

LiveModel::LiveModel(std::shared_ptr<api::EventSource> source, QObject* parent)
    : QObject(parent), m_source(std::move(source)) {
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &LiveModel::take_turn);
}

LiveModel::~LiveModel() = default;

void LiveModel::start() {
    api::EventSource::Observer observer;
    observer.on_events = [this](const std::vector<domain::Event>& events) { on_events(events); };
    observer.on_caught_up = [this](Position) { on_caught_up(); };
    observer.on_interrupted = [this](const Error& error, bool will_retry) { on_interrupted(error, will_retry); };
    m_subscription = m_source->subscribe(Position{0}, std::move(observer));
}

std::optional<TaskIndex> LiveModel::find_task(const TaskId& id) const {
    const auto at = m_state.task_by_id.find(id);
    if (at == m_state.task_by_id.end()) return std::nullopt;
    return at->second;
}

void LiveModel::on_events(const std::vector<domain::Event>& events) {
    if (events.empty()) return;
    // What fits into this turn is folded where it is; only the rest is copied.
    const std::size_t folded = m_backlog.empty() ? fold_some(events, 0) : 0;
    if (folded < events.size())
        m_backlog.emplace_back(events.begin() + static_cast<std::ptrdiff_t>(folded), events.end());
    if (m_connection == Connection::Connecting || m_connection == Connection::Interrupted) {
        set_connection(Connection::CatchingUp);
    }
    if (!m_turn.isActive()) m_turn.start(0);
}

void LiveModel::on_caught_up() {
    m_source_caught_up = true;
    if (!m_turn.isActive()) m_turn.start(0);
}

void LiveModel::on_interrupted(const Error& error, bool will_retry) {
    m_source_caught_up = false;
    m_interruption = to_qstring(error.message);
    set_connection(will_retry ? Connection::Interrupted : Connection::Gone);
}

std::size_t LiveModel::fold_some(const std::vector<domain::Event>& events, std::size_t from) {
    if (!m_spent.isValid()) m_spent.start();
    while (from < events.size() && m_spent.elapsed() < turn_limit_ms) {
        const std::size_t end = std::min(events.size(), from + events_between_looks);
        for (; from < end; ++from) fold(events[from]);
        m_advanced = true;
    }
    return from;
}

void LiveModel::take_turn() {
    // What came since the last turn has used up a part of this one already.
    if (!m_backlog.empty() && !m_advanced) m_spent.start();
    while (!m_backlog.empty()) {
        m_backlog_offset = fold_some(m_backlog.front(), m_backlog_offset);
        if (m_backlog_offset < m_backlog.front().size()) break;
        m_backlog.pop_front();
        m_backlog_offset = 0;
    }
    m_spent.invalidate();
    if (std::exchange(m_advanced, false)) Q_EMIT advanced();
    if (!m_backlog.empty()) {
        m_turn.start(0);
    } else if (m_source_caught_up && m_connection != Connection::Live) {
        set_connection(Connection::Live);
        Q_EMIT reached_end();
    }
}

void LiveModel::fold(const domain::Event& event) {
    const Ordinal ordinal = m_history.size();
    // After a reconnection a source may say again what was already heard.
    if (!m_history.append(event)) return;
    m_changes.clear();
    domain::apply(m_state, event, &m_changes);
    m_timeline.record(ordinal, m_state, m_changes);
}

void LiveModel::set_connection(Connection connection) {
    if (m_connection == connection) return;
    m_connection = connection;
    Q_EMIT connection_changed();
}

}  // namespace apollo::viewmodels
