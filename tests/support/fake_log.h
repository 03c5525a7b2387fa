// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A made-up history for tests of what reads histories: nodes, tasks, and a simulated day of work with retries, failures
// and several nodes. Every event is legal: it was applied by the reducer before it was kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/domain/reducer.h"

namespace apollo::testing {

struct WorkOptions {
    std::uint64_t seed = 1;
    double failure_rate = 0.05;  // of an attempt
    std::uint32_t capacity = 4;  // runs at once per node
    std::int64_t longest_ms = 90'000;
    double share = 1.0;  // stop when this share of the runs has been started
};

class FakeLog {
public:
    FakeLog();

    NodeIndex add_node(const std::string& name);
    // Every step on every node in `nodes`, or step k on node k % count when `spread`.
    TaskIndex submit(domain::TaskDefinition definition, const std::vector<std::string>& nodes, bool spread);
    // Another definition for a task, every step on every node.
    void amend(TaskIndex task, domain::TaskDefinition definition, const std::vector<std::string>& nodes);
    void work(TaskIndex task, const WorkOptions& options);
    void append(domain::EventType type, TaskIndex task, RunIndex run, domain::Payload payload);
    // As made by the agent of the run's node.
    void append_of_agent(domain::EventType type, RunIndex run, Attempt attempt, domain::Payload payload);
    // About a node.
    void append_of_node(domain::EventType type, const std::string& node);
    void wait_ms(std::int64_t ms) { m_now_ms += ms; }

    const std::vector<domain::Event>& events() const { return m_events; }
    const domain::State& state() const { return m_state; }
    std::int64_t now_ms() const { return m_now_ms; }

private:
    friend class FakeWork;
    void take(domain::Event event);
    domain::Event make(domain::EventType type, TaskIndex task, RunIndex run, domain::Payload payload) const;

    domain::State m_state;
    domain::Changes m_changes;
    std::vector<domain::Event> m_events;
    std::vector<std::uint64_t> m_sequences;  // per node
    std::int64_t m_now_ms = 0;
};

// "extract → check → transform → load → report".
domain::TaskDefinition pipeline_definition(const std::string& id);
// `layers` layers of `width` steps; each depends on up to three near it in the layer before.
domain::TaskDefinition layered_definition(const std::string& id, std::uint32_t layers, std::uint32_t width,
                                          std::uint64_t seed);
// One source, `width` equal siblings, one sink.
domain::TaskDefinition fan_definition(const std::string& id, std::uint32_t width);

}  // namespace apollo::testing
