// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/event_script.h"

namespace apollo::testing {

using domain::EventType;

EventScript& EventScript::raw(domain::Event event) {
    event.header.position = m_state.position.next();
    event.header.epoch = Epoch{1};
    const auto ms = 1700000000000 + static_cast<std::int64_t>(event.header.position.value) * 100;
    if (!event.header.recorded_time.known()) event.header.recorded_time.ms = ms;
    if (!event.header.origin_time.known()) event.header.origin_time.ms = ms;
    m_events.push_back(event);
    domain::apply(m_state, event);
    return *this;
}

EventScript& EventScript::enrol(const std::string& node) {
    domain::Event event;
    event.header.type = EventType::NodeEnrolled;
    const auto known = m_state.node_by_id.find(NodeId{node});
    event.header.node = known != m_state.node_by_id.end() ? known->second : NodeIndex{static_cast<std::uint32_t>(m_state.nodes.size())};
    domain::NodeFacts facts;
    facts.node = NodeId{node};
    facts.capacity = 4;
    event.payload = facts;
    return raw(event);
}

EventScript& EventScript::connect(const std::string& node) {
    domain::Event event;
    event.header.type = EventType::NodeConnected;
    event.header.node = m_state.node_by_id.at(NodeId{node});
    event.payload = m_state.nodes[event.header.node.value].facts;
    return raw(event);
}

EventScript& EventScript::lose(const std::string& node) {
    domain::Event event;
    event.header.type = EventType::NodeLost;
    event.header.node = m_state.node_by_id.at(NodeId{node});
    event.payload = domain::Note{"silent"};
    return raw(event);
}

EventScript& EventScript::revoke(const std::string& node) {
    domain::Event event;
    event.header.type = EventType::NodeRevoked;
    event.header.node = m_state.node_by_id.at(NodeId{node});
    event.payload = domain::Note{"gone"};
    return raw(event);
}

EventScript& EventScript::submit(const domain::TaskDefinition& definition) {
    domain::Event event;
    event.header.type = EventType::TaskSubmitted;
    event.header.task = TaskIndex{static_cast<std::uint32_t>(m_state.tasks.size())};
    event.header.run = RunIndex{static_cast<std::uint32_t>(m_state.runs.size())};
    domain::TaskSubmitted submitted;
    submitted.plan = plan(definition);
    submitted.definition_sha256 = "sha-" + definition.task_id.text;
    submitted.submitted_by = OperatorName{"tester"};
    event.payload = submitted;
    return raw(event);
}

RunIndex EventScript::index_of(const std::string& task, const std::string& step, const std::string& node) const {
    const auto run = m_state.find_run(TaskId{task}, StepName{step}, NodeId{node});
    APOLLO_ASSERT(run.has_value());
    return *run;
}

const domain::Run& EventScript::run_of(const std::string& task, const std::string& step, const std::string& node) const {
    return m_state.runs[index_of(task, step, node).value];
}

EventScript& EventScript::run(const std::string& task, const std::string& step, const std::string& node, EventType type, domain::Payload payload) {
    domain::Event event;
    event.header.run = index_of(task, step, node);
    const domain::Run& known = m_state.runs[event.header.run.value];
    event.header.task = known.task;
    event.header.type = type;
    event.header.version = known.version.next();
    event.header.attempt = std::max(known.attempt, known.dispatched_attempt);
    if (type == EventType::Dispatched || type == EventType::CompensationStarted) event.header.attempt = event.header.attempt.next();
    event.payload = std::move(payload);
    return raw(event);
}

EventScript& EventScript::task_event(const std::string& task, EventType type) {
    domain::Event event;
    event.header.type = type;
    event.header.task = m_state.task_by_id.at(TaskId{task});
    event.payload = domain::OperatorAction{"test", OperatorName{"tester"}, {}, "reason", std::nullopt};
    return raw(event);
}

EventScript& EventScript::finish(const std::string& task, const std::string& step, const std::string& node, EventType end) {
    domain::RunEnded ended;
    ended.exit_code = end == EventType::Succeeded ? 0 : 1;
    return run(task, step, node, EventType::Dispatched).run(task, step, node, EventType::Started).run(task, step, node, end, ended);
}

}  // namespace apollo::testing
