// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/reconcile/two_sides.h"

#include <algorithm>

#include "common/base/assert.h"

namespace apollo::testing {

TwoSides::TwoSides(std::uint32_t nodes, std::uint32_t capacity)
    : m_capacity(capacity), m_core(std::make_unique<core::OrchestratorCore>(core::CoreSettings{}, std::make_shared<domain::State>())) {
    keep(m_core->start(now(), "test"));
    m_nodes.resize(nodes);
    for (std::uint32_t k = 0; k < nodes; ++k) {
        m_nodes[k].id = NodeId{"n" + std::to_string(k)};
        domain::NodeFacts facts;
        facts.node = m_nodes[k].id;
        facts.capacity = capacity;
        keep(m_core->enrol_node(now(), facts));
    }
    for (std::uint32_t k = 0; k < nodes; ++k) start_agent(k);
    settle();
}

void TwoSides::submit(const domain::TaskDefinition& definition) {
    auto prepared = m_core->prepare_submission(definition, "sha");
    APOLLO_ASSERT(prepared.ok());
    keep(m_core->submit(now(), 1, {OperatorName{"alice"}}, prepared->plan, {}, "sha"));
}

Result<domain::CommandResult> TwoSides::command(const domain::Command& what) {
    m_answers.clear();
    keep(m_core->command(now(), 2, {OperatorName{"alice"}}, what));
    return m_answers.empty() ? Result<domain::CommandResult>(Error{ErrorKind::Timeout, "no answer"}) : m_answers.front();
}

void TwoSides::settle() {
    while (!m_queue.empty()) {
        const auto action = std::move(m_queue.front());
        m_queue.pop_front();
        action();
    }
}

void TwoSides::pass(std::int64_t duration_ms) {
    m_ms += duration_ms;
    keep(m_core->tick(now()));
    for (std::uint32_t k = 0; k < m_nodes.size(); ++k) {
        if (m_nodes[k].core) keep(k, m_nodes[k].core->tick(now()));
    }
    settle();
}

std::size_t TwoSides::end_processes() {
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < m_nodes.size(); ++k) {
        const auto running = m_nodes[k].running;
        for (const auto& [key, runs] : running) {
            if (!runs) continue;
            ++count;
            ExitRecord record;
            record.how = ExitRecord::How::Exited;
            finish(k, key, record);
        }
    }
    settle();
    return count;
}

void TwoSides::end_process(std::uint32_t node, const std::string& task, const std::string& step, std::uint32_t attempt, int exit_code) {
    ExitRecord record;
    record.how = ExitRecord::How::Exited;
    record.exit_code = exit_code;
    finish(node, {TaskId{task}, StepName{step}, m_nodes[node].id, Attempt{attempt}}, record);
}

void TwoSides::finish(std::uint32_t k, const agent::RunKey& key, const ExitRecord& record) {
    Node& node = m_nodes[k];
    if (!node.running[key]) return;
    node.running[key] = false;
    node.ended[key] = record;
    if (node.core) keep(k, node.core->on_ended(key, {record, {}, {}, {}}, now()));
}

void TwoSides::reconcile() {
    keep(m_core->reconcile(now(), std::nullopt));
    settle();
}

const domain::Run& TwoSides::run(const std::string& task, const std::string& step, std::uint32_t node) const {
    return state().runs[state().find_run(TaskId{task}, StepName{step}, m_nodes[node].id)->value];
}

std::size_t TwoSides::count_events(domain::EventType type) const {
    return static_cast<std::size_t>(std::count_if(m_events.begin(), m_events.end(), [&](const auto& event) { return event.header.type == type; }));
}

// ---- damage ----

void TwoSides::kill_agent(std::uint32_t k) {
    m_nodes[k].core.reset();
    disconnect(k);
}

void TwoSides::start_agent(std::uint32_t k, bool damaged) {
    Node& node = m_nodes[k];
    node.core = std::make_unique<agent::AgentCore>(agent::CoreSettings{m_capacity});
    for (const agent::AgentRecord& record : node.log) node.core->replay(record);
    if (damaged || node.core->incarnation().value == 0) {
        keep(k, node.core->start_new_incarnation(Incarnation{static_cast<std::uint32_t>(m_random.next_u64() | 1)}));
    }
    for (const agent::DispatchOrder& order : node.core->unfinished()) {
        const bool ended = node.ended.count(order.key) != 0;
        const Evidence evidence = node.running[order.key] ? Evidence::Running : ended ? Evidence::Ended : Evidence::NeverStarted;
        keep(k, node.core->recover(order.key, evidence, now()));
        if (ended) keep(k, node.core->on_ended(order.key, {node.ended[order.key], {}, {}, {}}, now()));
    }
    keep(k, node.core->finish_recovery(now()));
    connect(k);
}

void TwoSides::restore_center(std::size_t count) {
    for (std::uint32_t k = 0; k < m_nodes.size(); ++k) disconnect(k);
    m_queue.clear();
    auto restored = std::make_shared<domain::State>();
    m_events.resize(count);
    for (const domain::Event& event : m_events) domain::apply(*restored, event);
    m_core = std::make_unique<core::OrchestratorCore>(core::CoreSettings{}, restored);
    keep(m_core->start(now(), "restored"));
    for (std::uint32_t k = 0; k < m_nodes.size(); ++k) connect(k);
    settle();
}

// ---- the line ----

void TwoSides::connect(std::uint32_t k) {
    Node& node = m_nodes[k];
    node.connection = ++m_connections;
    to_center(k, [this, k] {
        domain::NodeFacts facts;
        facts.node = m_nodes[k].id;
        facts.capacity = m_capacity;
        const agent::AgentCore& core = *m_nodes[k].core;
        return m_core->node_connected(now(), facts, core.incarnation(), {core.last_sequence(), true});
    });
}

void TwoSides::disconnect(std::uint32_t k) {
    if (m_nodes[k].connection == 0) return;
    m_nodes[k].connection = 0;
    if (m_nodes[k].core) keep(k, m_nodes[k].core->on_disconnected(now().monotonic, now()));
    keep(m_core->node_disconnected(now(), NodeIndex{k}));
}

void TwoSides::to_agent(NodeIndex index, std::function<agent::Output(agent::AgentCore&)> action) {
    const std::uint32_t k = index.value;
    later([this, k, connection = m_nodes[k].connection, action = std::move(action)] {
        if (m_nodes[k].core && connection != 0 && m_nodes[k].connection == connection) keep(k, action(*m_nodes[k].core));
    });
}

void TwoSides::to_center(std::uint32_t k, std::function<core::Output()> action) {
    later([this, k, connection = m_nodes[k].connection, action = std::move(action)] {
        if (connection != 0 && m_nodes[k].connection == connection) keep(action());
    });
}

// ---- the center's effects ----

void TwoSides::keep(core::Output output) {
    m_events.insert(m_events.end(), output.events.begin(), output.events.end());
    for (const core::Effect& effect : output.effects) perform(effect);
}

agent::DispatchOrder TwoSides::order_of(RunIndex run, Attempt attempt) const {
    agent::DispatchOrder order;
    order.key = {state().task_of(run).id, state().step_of(run).name, state().node_of(run), attempt};
    order.epoch = state().epoch;
    order.priority = state().plan_step_of(run).priority;
    return order;
}

void TwoSides::perform(const core::Effect& effect) {
    if (const auto* dispatch = std::get_if<core::SendDispatch>(&effect)) {
        if (!m_core->is_current(*dispatch)) return;
        to_agent(dispatch->node, [this, order = order_of(dispatch->run, dispatch->attempt)](agent::AgentCore& core) { return core.on_dispatch(order, now()); });
    } else if (const auto* cancel = std::get_if<core::SendCancel>(&effect)) {
        to_agent(cancel->node, [this, key = order_of(cancel->run, cancel->attempt).key](agent::AgentCore& core) { return core.on_cancel(key, "cancelled", now()); });
    } else if (const auto* stop = std::get_if<core::SendStop>(&effect)) {
        const agent::RunKey key{stop->task, stop->step, m_nodes[stop->node.value].id, stop->attempt};
        to_agent(stop->node, [this, key](agent::AgentCore& core) { return core.on_cancel(key, "unknown here", now()); });
    } else if (const auto* query = std::get_if<core::SendSnapshotQuery>(&effect)) {
        std::vector<agent::RunKey> keys;
        for (const core::AskedAttempt& asked : query->asked) keys.push_back(order_of(asked.run, asked.attempt).key);
        to_agent(query->node, [number = query->query, keys](agent::AgentCore& core) { return core.on_snapshot_query(number, keys); });
    } else if (const auto* ack = std::get_if<core::SendAck>(&effect)) {
        to_agent(ack->node, [ack = *ack](agent::AgentCore& core) {
            core.on_acked(ack.incarnation, ack.acked);
            return agent::Output{};
        });
    } else if (const auto* welcome = std::get_if<core::WelcomeNode>(&effect)) {
        to_agent(welcome->node, [this, k = welcome->node.value, acked = welcome->acked, epoch = state().epoch](agent::AgentCore& core) {
            restore_lost_acks(k, acked);
            return core.on_connected(acked, epoch);
        });
    } else if (const auto* answer = std::get_if<core::Answer>(&effect)) {
        m_answers.push_back(answer->result);
    }
}

// As the session does it: what a restored center has lost is sent again from the log.
void TwoSides::restore_lost_acks(std::uint32_t k, Sequence acked) {
    agent::AgentCore& core = *m_nodes[k].core;
    const Sequence next = core.unacked().empty() ? core.last_sequence().next() : core.unacked().front().sequence;
    std::vector<agent::NodeEventRecord> lost;
    Incarnation incarnation;
    for (const agent::AgentRecord& record : m_nodes[k].log) {
        if (const auto* begin = std::get_if<agent::IncarnationRecord>(&record)) incarnation = begin->incarnation;
        const auto* event = std::get_if<agent::NodeEventRecord>(&record);
        if (event && incarnation == core.incarnation() && event->sequence > acked && event->sequence < next) lost.push_back(*event);
    }
    core.restore_unacked(lost);
}

// ---- the agents' effects ----

void TwoSides::keep(std::uint32_t k, agent::Output output) {
    Node& node = m_nodes[k];
    node.log.insert(node.log.end(), output.records.begin(), output.records.end());
    for (const agent::Effect& effect : output.effects) perform(k, effect);
}

void TwoSides::perform(std::uint32_t k, const agent::Effect& effect) {
    Node& node = m_nodes[k];
    if (const auto* start = std::get_if<agent::StartRun>(&effect)) {
        const agent::RunKey key = start->order.key;
        // As the guard does it: what ran once under this key never runs again.
        if (node.running[key] || node.ended.count(key) != 0) return;
        node.running[key] = true;
        ++m_effects[key.task.text + "/" + key.step.text + "/" + key.node.text + "/" + std::to_string(key.attempt.value)];
        later([this, k, key, core = node.core.get()] {
            if (m_nodes[k].core.get() == core && core) keep(k, core->on_started(key, now().wall, now()));
        });
    } else if (const auto* kill = std::get_if<agent::KillRun>(&effect)) {
        later([this, k, key = kill->key] {
            ExitRecord record;
            record.how = ExitRecord::How::Cancelled;
            finish(k, key, record);
        });
    } else if (const auto* send = std::get_if<agent::SendEvents>(&effect)) {
        std::vector<core::NodeReport> reports;
        for (const agent::NodeEventRecord& event : node.core->unacked()) {
            if (event.sequence < send->first || event.sequence > send->last) continue;
            reports.push_back({event.sequence, event.type, event.key.task, event.key.step, event.key.attempt, event.origin_time, event.payload});
        }
        to_center(k, [this, k, incarnation = node.core->incarnation(), reports] { return m_core->node_reports(now(), NodeIndex{k}, incarnation, reports); });
    } else if (const auto* answer = std::get_if<agent::SendDispatchAnswer>(&effect)) {
        if (answer->kind != agent::SendDispatchAnswer::Kind::Refused) return;
        to_center(k, [this, k, reply = *answer] {
            const auto run = state().find_run(reply.key.task, reply.key.step, reply.key.node);
            return run ? m_core->node_refused(now(), NodeIndex{k}, *run, reply.key.attempt, reply.reason) : core::Output{};
        });
    } else if (const auto* snapshot = std::get_if<agent::SendSnapshot>(&effect)) {
        to_center(k, [this, k, news = center_form(k, *snapshot)] { return m_core->node_snapshot(now(), NodeIndex{k}, news); });
    } else {
        keep(k, node.core->start_new_incarnation(Incarnation{static_cast<std::uint32_t>(m_random.next_u64() | 1)}));
        disconnect(k);
        connect(k);
    }
}

core::NodeSnapshot TwoSides::center_form(std::uint32_t k, const agent::SendSnapshot& snapshot) const {
    static const std::map<agent::Phase, core::NodePhase> phases{{agent::Phase::Queued, core::NodePhase::Queued},
                                                                {agent::Phase::Starting, core::NodePhase::Queued},
                                                                {agent::Phase::Running, core::NodePhase::Running},
                                                                {agent::Phase::Ended, core::NodePhase::Ended},
                                                                {agent::Phase::Forbidden, core::NodePhase::Forbidden}};
    core::NodeSnapshot news{snapshot.query, snapshot.incarnation, snapshot.last_sequence, {}};
    for (const agent::AttemptReport& report : snapshot.attempts) {
        core::AttemptReport& to = news.attempts.emplace_back();
        to = {report.key.task, report.key.step, report.key.attempt, phases.at(report.phase), {}};
        for (const agent::AgentRecord& record : m_nodes[k].log) {
            const auto* event = std::get_if<agent::NodeEventRecord>(&record);
            if (event == nullptr || event->key != report.key || event->type < domain::EventType::Succeeded) continue;
            to.end = core::NodeReport{event->sequence, event->type, event->key.task, event->key.step, event->key.attempt, event->origin_time, event->payload};
        }
    }
    return news;
}

}  // namespace apollo::testing
