// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A history in which the center is mistaken about a run for ten minutes.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/support/fake_log.h"

namespace apollo::testing {

// The node works on alone; what it did is recorded ten minutes later.
struct CutOff {
    CutOff() {
        log.add_node("n");
        task = log.submit(pipeline_definition("p"), {"n"}, false);
        log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
        log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
        log.wait_ms(60'000);
        heard = log.events().size();
        log.append_of_agent(domain::EventType::Succeeded, RunIndex{0}, Attempt{1}, domain::RunEnded{});
        events = log.events();
        // The center hears of another task first, a minute after the node was done.
        domain::Event& done = events.back();
        domain::Event other = done;
        other.header = {};
        other.header.type = domain::EventType::NodeLost;
        other.header.position = done.header.position;
        other.header.recorded_time = other.header.origin_time = WallTime{done.header.origin_time.ms + 60'000};
        other.header.node = NodeIndex{0};
        other.payload = {};
        done.header.position.value += 1;
        done.header.recorded_time.ms += 600'000;
        events.insert(events.end() - 1, other);
    }
    FakeLog log;
    TaskIndex task;
    std::size_t heard = 0;  // ordinal of the event between: then the center is mistaken
    std::vector<domain::Event> events;
};

}  // namespace apollo::testing
