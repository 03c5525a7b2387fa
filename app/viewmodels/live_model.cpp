// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/live_model.h"

#include <QPointer>
#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

constexpr qint64 turn_limit_ms = 12;
constexpr std::size_t events_between_looks = 64;  // at the clock
constexpr int patience_ms = 2000;

}  // namespace

LiveModel::LiveModel(std::shared_ptr<api::EventSource> source, QObject* parent, std::optional<api::Replacement> replaces,
                     std::shared_ptr<api::HistoryQuery> query)
    : QObject(parent), m_source(std::move(source)), m_query(std::move(query)), m_replaces(replaces) {
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &LiveModel::take_turn);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience_ms);
    connect(&m_patience, &QTimer::timeout, this, &LiveModel::read_past);
}

LiveModel::~LiveModel() = default;

void LiveModel::start() {
    if (!m_query) return read_past();
    m_patience.start();
    m_query->fetch_present([guard = QPointer<LiveModel>(this)](const Result<std::shared_ptr<const domain::State>>& state) {
        if (!guard || guard->m_past.subscription) return;
        if (state && (*state)->position.value >= least_loading_events) guard->open_present(**state);
        guard->read_past();
    });
}

void LiveModel::open_present(const domain::State& state) {
    m_record.state = state;
    m_present = std::make_unique<PresentPicture>(m_record.state);
    m_loading = std::make_unique<Record>();
    set_connection(Connection::CatchingUp);
    m_now.subscription = subscribe(m_now, state.position);
    Q_EMIT advanced();
    tell_loaded();
}

void LiveModel::read_past() {
    m_patience.stop();
    if (!m_past.subscription) m_past.subscription = subscribe(m_past, Position{0});
}

std::unique_ptr<api::Subscription> LiveModel::subscribe(Feed& feed, Position after) {
    api::EventSource::Observer observer;
    observer.on_events = [this, &feed](const std::vector<domain::Event>& events) {
        if (events.empty()) return;
        feed.backlog.push_back(events);
        if (m_connection == Connection::Connecting || m_connection == Connection::Interrupted) {
            set_connection(Connection::CatchingUp);
        }
        if (!m_turn.isActive()) m_turn.start(0);
    };
    observer.on_caught_up = [this, &feed](Position) {
        feed.caught_up = true;
        if (!m_turn.isActive()) m_turn.start(0);
    };
    observer.on_interrupted = [this, &feed](const Error& error, bool will_retry) {
        feed.caught_up = false;
        on_interrupted(error, will_retry);
    };
    observer.on_replaced = [this](const api::Replacement& what) { on_replaced(what); };
    return m_source->subscribe(after, std::move(observer));
}

int LiveModel::loaded_percent() const {
    if (!m_loading) return 100;
    const std::uint64_t all = std::max<std::uint64_t>(1, m_record.state.position.value);
    return static_cast<int>(std::min<std::uint64_t>(99, m_loading->state.position.value * 100 / all));
}

std::optional<TaskIndex> LiveModel::find_task(const TaskId& id) const {
    const auto at = state().task_by_id.find(id);
    if (at == state().task_by_id.end()) return std::nullopt;
    return at->second;
}

void LiveModel::on_interrupted(const Error& error, bool will_retry) {
    m_interruption = to_qstring(error.message);
    m_at_end = false;
    set_connection(will_retry ? Connection::Interrupted : Connection::Gone);
}

void LiveModel::on_replaced(const api::Replacement& what) {
    m_replacement = what;
    for (Feed* feed : {&m_past, &m_now}) {
        feed->caught_up = false;
        feed->backlog.clear();
        feed->offset = 0;
    }
    m_turn.stop();
    set_connection(Connection::Connecting);
    Q_EMIT replaced();
}

template <typename Fold>
bool LiveModel::work_off(Feed& feed, const QElapsedTimer& clock, Fold fold) {
    bool any = false;
    while (!feed.backlog.empty() && clock.elapsed() < turn_limit_ms) {
        const std::vector<domain::Event>& batch = feed.backlog.front();
        const std::size_t end = std::min(batch.size(), feed.offset + events_between_looks);
        any |= feed.offset < end;
        for (; feed.offset < end; ++feed.offset) fold(batch[feed.offset]);
        if (feed.offset < batch.size()) continue;
        feed.backlog.pop_front();
        feed.offset = 0;
    }
    return any;
}

void LiveModel::take_turn() {
    QElapsedTimer clock;
    clock.start();
    bool any = m_loading && take_present(clock);
    Record& record = m_loading ? *m_loading : m_record;
    const bool read = work_off(m_past, clock, [&](const domain::Event& event) { record.fold(event); });
    if (m_loading) {
        any |= replace_present();
        tell_loaded();
    } else {
        any |= read;
    }
    if (any) Q_EMIT advanced();
    if (!m_past.backlog.empty() || !m_now.backlog.empty())
        m_turn.start(0);
    else
        look_whether_live();
}

bool LiveModel::take_present(const QElapsedTimer& clock) {
    m_record.changes.clear();
    domain::State& state = m_record.state;
    const bool any = work_off(m_now, clock, [&](const domain::Event& event) {
        if (event.header.position <= state.position) return;
        domain::apply(state, event, &m_record.changes);
        if (event.header.task != no_task && domain::brings_plan(event.header.type)) m_record.changes.tasks.push_back(event.header.task);
    });
    if (any) m_present->update(state, m_record.changes);
    return any;
}

// Never back behind what was shown already.
bool LiveModel::replace_present() {
    const bool all = m_past.caught_up && m_past.backlog.empty() && m_loading->state.position >= m_record.state.position;
    if (!all) return false;
    m_record = std::move(*m_loading);
    m_loading = nullptr;
    m_present = nullptr;
    m_now = Feed{};
    return true;
}

void LiveModel::tell_loaded() {
    const int percent = loaded_percent();
    if (percent == m_told_percent) return;
    m_told_percent = percent;
    Q_EMIT loading_changed();
}

// While loading, who follows the present is as live as they will be.
void LiveModel::look_whether_live() {
    const bool live = m_loading ? m_now.caught_up : m_past.caught_up;
    if (!live) return;
    set_connection(Connection::Live);
    if (m_at_end || m_loading) return;
    m_at_end = true;
    Q_EMIT reached_end();
}

void LiveModel::Record::fold(const domain::Event& event) {
    const Ordinal ordinal = history.size();
    // After a reconnection a source may say again what was already heard.
    if (!history.append(event)) return;
    changes.clear();
    domain::apply(state, event, &changes);
    if (event.header.type == domain::EventType::TaskAmended) take_amendment(ordinal, event.header.task);
    timeline.record(ordinal, state, changes);
}

void LiveModel::Record::take_amendment(Ordinal ordinal, TaskIndex task) {
    if (task.value >= state.tasks.size() || !timeline.amend(ordinal, state, task)) return;
    const std::vector<PlanVersion>& plans = timeline.plans_of(task);
    const PlanVersion &before = plans[plans.size() - 2], &after = plans.back();
    for (std::uint32_t k = 0; k < before.plan->run_count; ++k) {
        const RunIndex from{before.first_run.value + k};
        if (const auto to = after.same_run(before, from)) history.carry_run(from, *to);
    }
}

void LiveModel::set_connection(Connection connection) {
    if (m_connection == connection) return;
    m_connection = connection;
    Q_EMIT connection_changed();
}

}  // namespace apollo::viewmodels
