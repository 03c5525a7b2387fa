// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/live_model.h"

#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

constexpr qint64 turn_limit_ms = 12;
constexpr std::size_t events_between_looks = 64;  // at the clock

}  // namespace

LiveModel::LiveModel(std::shared_ptr<api::EventSource> source, QObject* parent, std::optional<api::Replacement> replaces)
    : QObject(parent), m_source(std::move(source)), m_replaces(replaces) {
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &LiveModel::take_turn);
}

LiveModel::~LiveModel() = default;

void LiveModel::start() {
    api::EventSource::Observer observer;
    observer.on_events = [this](const std::vector<domain::Event>& events) { on_events(events); };
    observer.on_caught_up = [this](Position) { on_caught_up(); };
    observer.on_interrupted = [this](const Error& error, bool will_retry) { on_interrupted(error, will_retry); };
    observer.on_replaced = [this](const api::Replacement& what) { on_replaced(what); };
    m_subscription = m_source->subscribe(Position{0}, std::move(observer));
}

std::optional<TaskIndex> LiveModel::find_task(const TaskId& id) const {
    const auto at = m_state.task_by_id.find(id);
    if (at == m_state.task_by_id.end()) return std::nullopt;
    return at->second;
}

void LiveModel::on_events(const std::vector<domain::Event>& events) {
    if (events.empty()) return;
    m_backlog.push_back(events);
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

void LiveModel::on_replaced(const api::Replacement& what) {
    m_replacement = what;
    m_source_caught_up = false;
    m_backlog.clear();
    m_backlog_offset = 0;
    m_turn.stop();
    set_connection(Connection::Connecting);
    Q_EMIT replaced();
}

void LiveModel::take_turn() {
    QElapsedTimer clock;
    clock.start();
    bool any = false;
    while (!m_backlog.empty() && clock.elapsed() < turn_limit_ms) {
        const std::vector<domain::Event>& batch = m_backlog.front();
        const std::size_t end = std::min(batch.size(), m_backlog_offset + events_between_looks);
        any |= m_backlog_offset < end;
        for (; m_backlog_offset < end; ++m_backlog_offset) fold(batch[m_backlog_offset]);
        if (m_backlog_offset < batch.size()) continue;
        m_backlog.pop_front();
        m_backlog_offset = 0;
    }
    if (any) Q_EMIT advanced();
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
    if (event.header.type == domain::EventType::TaskAmended) take_amendment(ordinal, event.header.task);
    m_timeline.record(ordinal, m_state, m_changes);
}

void LiveModel::take_amendment(Ordinal ordinal, TaskIndex task) {
    if (task.value >= m_state.tasks.size() || !m_timeline.amend(ordinal, m_state, task)) return;
    const std::vector<PlanVersion>& plans = m_timeline.plans_of(task);
    const PlanVersion &before = plans[plans.size() - 2], &after = plans.back();
    for (std::uint32_t k = 0; k < before.plan->run_count; ++k) {
        const RunIndex from{before.first_run.value + k};
        if (const auto to = after.same_run(before, from)) m_history.carry_run(from, *to);
    }
}

void LiveModel::set_connection(Connection connection) {
    if (m_connection == connection) return;
    m_connection = connection;
    Q_EMIT connection_changed();
}

}  // namespace apollo::viewmodels
