// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A live model with a navigator over a fake source; waits for conditions, never for time.
#pragma once

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <memory>

#include "app/viewmodels/navigator.h"
#include "tests/support/fake_log.h"
#include "tests/support/fake_session.h"

namespace apollo::testing {

class FixedClock : public Clock {
public:
    WallTime wall{1772438400000 + 86400000};
    Now now() const override { return {wall, MonotonicTime{0}}; }
};

// Turns the event loop until `done`; false after 20 s.
template <typename Done>
bool wait_until(Done done) {
    const QDeadlineTimer deadline(20'000);
    while (!done()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }
    return true;
}

struct Following {
    explicit Following(const std::vector<domain::Event>& events)
        : source(std::make_shared<FakeSource>(events)), live(source), navigator(live, clock) {
        live.start();
    }
    // False if the model did not take everything in time.
    bool take_all() {
        source->deliver_all();
        return wait_until([&] { return live.caught_up(); });
    }
    FixedClock clock;
    std::shared_ptr<FakeSource> source;
    viewmodels::LiveModel live;
    viewmodels::Navigator navigator;
};

// Two nodes, a pipeline that went well, a layered task with failures on four nodes, and a waiting one.
inline FakeLog busy_log() {
    FakeLog log;
    for (const char* node : {"node-a", "node-b", "node-c", "node-d"}) log.add_node(node);
    const TaskIndex first = log.submit(pipeline_definition("nightly-1"), {"node-a"}, false);
    log.work(first, {.seed = 3, .failure_rate = 0});
    log.wait_ms(60'000);
    const TaskIndex second =
        log.submit(layered_definition("weather-1", 8, 10, 7), {"node-a", "node-b", "node-c", "node-d"}, true);
    log.work(second, {.seed = 11, .failure_rate = 0.12});
    log.submit(pipeline_definition("nightly-2"), {"node-a", "node-b"}, false);
    return log;
}

}  // namespace apollo::testing
