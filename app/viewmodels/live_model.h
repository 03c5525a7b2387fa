// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Follows a source: keeps its events, folds the state and records what changed for time travel. Work is done in turns
// of at most about 12 ms, so that a flood of events never freezes the window; one `advanced` per turn.
//
// Lives on the source's thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <optional>

#include "app/api/api.h"
#include "app/viewmodels/event_history.h"
#include "app/viewmodels/status_timeline.h"
#include "common/domain/reducer.h"

namespace apollo::viewmodels {

class LiveModel : public QObject {
    Q_OBJECT
public:
    enum class Connection { Connecting, CatchingUp, Live, Interrupted, Gone };

    // `replaces`: made in place of a model whose source came to hold another log.
    explicit LiveModel(std::shared_ptr<api::EventSource> source, QObject* parent = nullptr,
                       std::optional<api::Replacement> replaces = std::nullopt);
    ~LiveModel() override;
    void start();

    const EventHistory& history() const { return m_history; }
    const domain::State& state() const { return m_state; }
    const StatusTimeline& timeline() const { return m_timeline; }
    Connection connection() const { return m_connection; }
    const QString& interruption() const { return m_interruption; }
    // Set once the source holds another log than the one that was heard: all that is here is of the past, nothing more
    // comes, and who wants to go on makes a new model.
    const std::optional<api::Replacement>& replacement() const { return m_replacement; }
    const std::optional<api::Replacement>& replaces() const { return m_replaces; }
    // The source said that all was delivered, and all of it was folded.
    bool caught_up() const { return m_connection == Connection::Live && m_backlog.empty(); }
    // The TaskIndex of an id, whatever its state.
    std::optional<TaskIndex> find_task(const TaskId& id) const;

Q_SIGNALS:
    void advanced();  // once per turn, after the fold
    void connection_changed();
    void reached_end();  // caught_up() became true
    void replaced();     // replacement() is there

private:
    void on_events(const std::vector<domain::Event>& events);
    void on_caught_up();
    void on_interrupted(const Error& error, bool will_retry);
    void on_replaced(const api::Replacement& what);
    void take_turn();
    void fold(const domain::Event& event);
    void take_amendment(Ordinal ordinal, TaskIndex task);
    void set_connection(Connection connection);

    std::shared_ptr<api::EventSource> m_source;
    EventHistory m_history;
    domain::State m_state;
    StatusTimeline m_timeline;
    domain::Changes m_changes;
    std::deque<std::vector<domain::Event>> m_backlog;
    std::size_t m_backlog_offset = 0;  // in the front batch
    bool m_source_caught_up = false;
    Connection m_connection = Connection::Connecting;
    QString m_interruption;
    std::optional<api::Replacement> m_replaces;
    std::optional<api::Replacement> m_replacement;
    QTimer m_turn;
    std::unique_ptr<api::Subscription> m_subscription;  // last: ends first
};

}  // namespace apollo::viewmodels
