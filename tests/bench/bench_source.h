// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A source that makes up a long history as it is read: one task of many runs, each of which is dispatched, starts, fails
// and is retried, round after round. Holds no event; ten million need no memory before the window has them.
#pragma once

#include "app/api/api.h"

namespace apollo::bench {

class LongSource : public api::EventSource {
public:
    LongSource(std::uint32_t runs, std::uint64_t events) : m_runs(runs), m_events(events) {}

    // Makes the next `count` events up, for deliver to hand over; false when there are no more after them.
    bool make_next(std::size_t count);
    void deliver() { m_observer.on_events(m_batch); }
    void say_end() { m_observer.on_caught_up(Position{m_next}); }
    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override;

private:
    domain::Event make(std::uint64_t number) const;

    std::uint32_t m_runs;
    std::uint64_t m_events;
    std::uint64_t m_next = 0;
    std::vector<domain::Event> m_batch;
    Observer m_observer;
};

}  // namespace apollo::bench
