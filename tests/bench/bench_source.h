// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A source that makes up a long history as it is read: one task of many runs, each of which is dispatched, starts, fails
// and is retried, round after round. Holds no event; ten million need no memory before the window has them. Asked for the
// present it answers from the bytes of a snapshot, as an orchestrator's answer would be decoded.
#pragma once

#include "app/api/api.h"

namespace apollo::bench {

class LongSource : public api::EventSource, public api::HistoryQuery {
public:
    LongSource(std::uint32_t runs, std::uint64_t events) : m_runs(runs), m_events(events) {}

    // Makes the next `count` events up, for deliver to hand over; false when there are no more after them.
    bool make_next(std::size_t count);
    void deliver() { m_observer.on_events(m_batch); }
    void say_end() { m_observer.on_caught_up(Position{m_next}); }

    // Folds all events and keeps the state as bytes; how long encoding them took, in ms.
    double make_snapshot();
    std::size_t snapshot_size() const { return m_snapshot.size(); }
    // Answers fetch_present, if it was asked.
    void answer();

    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override;
    void fetch_present(std::function<void(Result<std::shared_ptr<const domain::State>>)> done) override { m_asked = std::move(done); }
    void fetch_state(std::optional<TaskId>, std::function<void(Result<std::shared_ptr<const domain::State>>)>) override {}
    void fetch_artifact(ArtifactId, std::function<void(Result<std::string>)>) override {}
    void fetch_output(api::OutputQuestion, std::function<void(Result<api::OutputPiece>)>) override {}
    void find_tasks(api::TaskQuestion, std::function<void(Result<api::TaskPage>)>) override {}
    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)>) override {}

private:
    domain::Event make(std::uint64_t number) const;

    std::uint32_t m_runs;
    std::uint64_t m_events;
    std::uint64_t m_next = 0;
    std::vector<domain::Event> m_batch;
    Observer m_observer;  // of the past
    Observer m_behind;    // the present
    std::string m_snapshot;
    std::function<void(Result<std::shared_ptr<const domain::State>>)> m_asked;
};

}  // namespace apollo::bench
