// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Events for one state, with positions, versions and attempts filled in as an orchestrator would.
#pragma once

#include <string>
#include <vector>

#include "common/domain/reducer.h"
#include "tests/support/task_builder.h"

namespace apollo::testing {

class EventScript {
public:
    EventScript& enrol(const std::string& node);
    EventScript& connect(const std::string& node);
    EventScript& lose(const std::string& node);
    EventScript& revoke(const std::string& node);
    EventScript& submit(const domain::TaskDefinition& definition);
    // The next event of that kind for the run; DISPATCHED and COMPENSATION_STARTED take the next attempt.
    EventScript& run(const std::string& task, const std::string& step, const std::string& node, domain::EventType type,
                     domain::Payload payload = {});
    EventScript& task_event(const std::string& task, domain::EventType type);
    // DISPATCHED, STARTED and the given end.
    EventScript& finish(const std::string& task, const std::string& step, const std::string& node,
                        domain::EventType end = domain::EventType::Succeeded);
    // Appends as it is, only with a position.
    EventScript& raw(domain::Event event);

    const domain::State& state() const { return m_state; }
    const std::vector<domain::Event>& events() const { return m_events; }
    const domain::Run& run_of(const std::string& task, const std::string& step, const std::string& node) const;
    RunIndex index_of(const std::string& task, const std::string& step, const std::string& node) const;
    domain::TaskStatus status(const std::string& task) const { return m_state.find_task(TaskId{task})->status; }

private:
    domain::State m_state;
    std::vector<domain::Event> m_events;
};

}  // namespace apollo::testing
