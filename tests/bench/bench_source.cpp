// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/bench/bench_source.h"

#include <algorithm>

#include "tests/support/fake_log.h"

namespace apollo::bench {

namespace {

using enum domain::EventType;

struct End : api::Subscription {};

constexpr std::int64_t first_ms = 1772438400000;

}  // namespace

std::unique_ptr<api::Subscription> LongSource::subscribe(Position, Observer observer) {
    m_observer = std::move(observer);
    return std::make_unique<End>();
}

bool LongSource::make_next(std::size_t count) {
    m_batch.clear();
    const std::uint64_t end = std::min(m_events, m_next + count);
    m_batch.reserve(end - m_next);
    for (; m_next < end; ++m_next) m_batch.push_back(make(m_next));
    return m_next < m_events;
}

domain::Event LongSource::make(std::uint64_t number) const {
    domain::Event event;
    domain::EventHeader& header = event.header;
    header.position = Position{number + 1};
    header.recorded_time = header.origin_time = WallTime{first_ms + static_cast<std::int64_t>(number) / 10};
    header.task = TaskIndex{0};
    header.run = RunIndex{0};
    if (number == 0) {
        testing::FakeLog log;
        log.add_node("node-a");
        log.submit(testing::layered_definition("long", 100, m_runs / 100, 7), {"node-a"}, true);
        event.payload = log.events().back().payload;
        header.type = TaskSubmitted;
        return event;
    }
    const std::uint64_t k = number - 1, turn = k / m_runs;
    constexpr domain::EventType cycle[] = {Dispatched, Started, Failed, RetryScheduled};
    header.type = cycle[turn % 4];
    header.run = RunIndex{static_cast<std::uint32_t>(k % m_runs)};
    header.attempt = Attempt{static_cast<std::uint32_t>(turn / 4 + 1)};
    header.version = Version{static_cast<std::uint32_t>(turn + 1)};
    return event;
}

}  // namespace apollo::bench
