// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/bench/bench_source.h"

#include <algorithm>
#include <ctime>

#include "common/codec/state_codec.h"
#include "common/domain/reducer.h"
#include "tests/support/fake_log.h"

namespace apollo::bench {

namespace {

using enum domain::EventType;

struct End : api::Subscription {};

constexpr std::int64_t first_ms = 1772438400000;

}  // namespace

double LongSource::make_snapshot() {
    domain::State state;
    for (std::uint64_t number = 0; number < m_events; ++number) domain::apply(state, make(number));
    const std::clock_t start = std::clock();
    m_snapshot = codec::state_to_bytes(state);
    return static_cast<double>(std::clock() - start) * 1e3 / CLOCKS_PER_SEC;
}

void LongSource::answer() {
    if (!m_asked) return;
    auto state = codec::state_from_bytes(m_snapshot);
    if (state)
        m_asked(std::shared_ptr<const domain::State>(std::move(state).value()));
    else
        m_asked(state.error());
    if (m_behind.on_caught_up) m_behind.on_caught_up(Position{m_events});
}

std::unique_ptr<api::Subscription> LongSource::subscribe(Position after, Observer observer) {
    (after.value > 0 ? m_behind : m_observer) = std::move(observer);
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
        const std::vector<std::string> nodes{"a", "b", "c", "d", "e"};
        for (const std::string& node : nodes) log.add_node(node);
        log.submit(testing::layered_definition("long", 100, m_runs / 500, 7), nodes, false);
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
