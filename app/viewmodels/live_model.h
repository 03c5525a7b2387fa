// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Follows a source: keeps its events, folds the state and records what changed for time travel. Work is done in turns
// of at most about 12 ms, so that a flood of events never freezes the window; one `advanced` per turn.
//
// A long history is opened by its present: where the source can tell the state about now without its whole log, that is
// shown at once and kept up to date, while the events before are read behind it. Until they are all there, is_loading()
// holds and history() and timeline() are empty: nothing is shown that is half known. Then everything appears as if it
// had come in one turn. The state that was shown is dropped; the log's own fold takes its place.
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
#include "app/viewmodels/present_picture.h"
#include "app/viewmodels/status_timeline.h"
#include "common/domain/reducer.h"

namespace apollo::viewmodels {

class LiveModel : public QObject {
    Q_OBJECT
public:
    enum class Connection { Connecting, CatchingUp, Live, Interrupted, Gone };

    // `replaces`: made in place of a model whose source came to hold another log. `query`: asked for the present; null: the
    // history is read from its beginning.
    explicit LiveModel(std::shared_ptr<api::EventSource> source, QObject* parent = nullptr,
                       std::optional<api::Replacement> replaces = std::nullopt,
                       std::shared_ptr<api::HistoryQuery> query = nullptr);
    ~LiveModel() override;
    void start();

    const EventHistory& history() const { return m_record.history; }
    const domain::State& state() const { return m_record.state; }
    const StatusTimeline& timeline() const { return m_record.timeline; }
    Connection connection() const { return m_connection; }
    const QString& interruption() const { return m_interruption; }
    // Set once the source holds another log than the one that was heard: all that is here is of the past, nothing more
    // comes, and who wants to go on makes a new model.
    const std::optional<api::Replacement>& replacement() const { return m_replacement; }
    const std::optional<api::Replacement>& replaces() const { return m_replaces; }
    // The present is shown, and the history before it is not there yet.
    bool is_loading() const { return m_loading != nullptr; }
    int loaded_percent() const;
    // While loading: the looks and plans of the present.
    const PresentPicture& present() const { return *m_present; }
    // The source said that all was delivered, and all of it was folded.
    bool caught_up() const { return m_connection == Connection::Live && !is_loading() && m_past.backlog.empty(); }
    // The TaskIndex of an id, whatever its state.
    std::optional<TaskIndex> find_task(const TaskId& id) const;

    // A shorter history is read from its beginning in less time than anybody waits.
    static constexpr std::uint64_t least_loading_events = 200'000;

Q_SIGNALS:
    void advanced();  // once per turn, after the fold
    void connection_changed();
    void reached_end();      // caught_up() became true
    void loading_changed();  // is_loading() or loaded_percent()
    void replaced();         // replacement() is there

private:
    // What one subscription delivered and nobody has folded yet.
    struct Feed {
        std::deque<std::vector<domain::Event>> backlog;
        std::size_t offset = 0;  // in the front batch
        bool caught_up = false;
        std::unique_ptr<api::Subscription> subscription;
    };
    struct Record {
        // Apart, so that who reads events does not push out what a replay needs.
        EventHistory history{std::make_shared<PageStore>(PageStore::usual_limit_bytes / 4)};
        domain::State state;
        StatusTimeline timeline{std::make_shared<PageStore>()};
        domain::Changes changes;
        void fold(const domain::Event& event);
        void take_amendment(Ordinal ordinal, TaskIndex task);
    };

    void open_present(const domain::State& state);
    void read_past();
    std::unique_ptr<api::Subscription> subscribe(Feed& feed, Position after);
    void on_interrupted(const Error& error, bool will_retry);
    void on_replaced(const api::Replacement& what);
    void take_turn();
    template <typename Fold>
    bool work_off(Feed& feed, const QElapsedTimer& clock, Fold fold);
    bool take_present(const QElapsedTimer& clock);
    void tell_loaded();
    bool replace_present();
    void look_whether_live();
    void set_connection(Connection connection);

    std::shared_ptr<api::EventSource> m_source;
    std::shared_ptr<api::HistoryQuery> m_query;
    Record m_record;                           // what is shown
    std::unique_ptr<Record> m_loading;         // while m_record is only the present
    std::unique_ptr<PresentPicture> m_present; // of m_record's state, while loading
    int m_told_percent = -1;
    bool m_at_end = false;  // reached_end was emitted, and nothing was interrupted since
    Connection m_connection = Connection::Connecting;
    QString m_interruption;
    std::optional<api::Replacement> m_replaces;
    std::optional<api::Replacement> m_replacement;
    QTimer m_turn;
    QTimer m_patience;  // with the question for the present
    Feed m_past;        // from the beginning; the only one once everything is there. Feeds end first
    Feed m_now;         // behind the present, while loading
};

}  // namespace apollo::viewmodels
