// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/cluster.h"

#include "common/domain/reducer.h"

namespace apollo::sim {

Cluster::Cluster(ClusterOptions options) : m_options(options), m_random(options.seed) {
    start_orchestrator();
    for (std::uint32_t k = 0; k < m_options.agents; ++k) {
        Agent& agent = m_agents.emplace_back();
        agent.id = NodeId{"n" + std::to_string(k + 1)};
        domain::NodeFacts facts;
        facts.node = agent.id;
        facts.capacity = m_options.capacity;
        carry_out(m_core->enrol_node(now(), facts));
    }
    run_for(20);  // an enrolment is answered when it is durable
    for (std::uint32_t k = 0; k < m_options.agents; ++k) start_agent(k);
}

Cluster::~Cluster() = default;

Now Cluster::now() const { return {{1700000000000 + m_now_ms}, {m_now_ms}}; }

void Cluster::after(std::int64_t delay_ms, std::function<void()> action) {
    m_queue.push({m_now_ms + delay_ms, m_order++, std::move(action)});
}

std::int64_t Cluster::delay(std::int64_t low_ms, std::int64_t high_ms) {
    return low_ms + static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(high_ms - low_ms + 1)));
}

void Cluster::violation(const std::string& text) { m_violations.push_back("seed " + std::to_string(m_options.seed) + ": " + text); }

bool Cluster::run_until(const std::function<bool()>& done, std::int64_t limit_ms) {
    const std::int64_t end_ms = m_now_ms + limit_ms;
    while (!done()) {
        if (m_queue.empty() || m_queue.top().at_ms > end_ms) {
            m_now_ms = end_ms;
            return done();
        }
        const Item item = m_queue.top();
        m_queue.pop();
        m_now_ms = item.at_ms;
        item.action();
    }
    return true;
}

void Cluster::run_for(std::int64_t duration_ms) {
    run_until([] { return false; }, duration_ms);
}

domain::TaskStatus Cluster::status(const TaskId& task) const {
    const domain::Task* known = m_core ? m_core->state().find_task(task) : nullptr;
    return known ? known->status : domain::TaskStatus::Pending;
}

// ---- orchestrator ----

void Cluster::submit(const domain::TaskDefinition& definition) {
    auto prepared = m_core->prepare_submission(definition, "sha-" + definition.task_id.text);
    if (!prepared) return violation("submission refused: " + prepared.error().message);
    if (prepared->known) return;
    carry_out(m_core->submit(now(), 1, {OperatorName{"tester"}}, prepared->plan, {ArtifactId{"plan"}, 1, ""}, "sha-" + definition.task_id.text));
    run_for(20);  // so is a submission
}

void Cluster::cancel(const TaskId& task) {
    carry_out(m_core->command(now(), 2, {OperatorName{"tester"}}, domain::CancelTask{task, {}}));
}

void Cluster::kill_orchestrator() {
    if (!m_core) return;
    for (std::uint32_t k = 0; k < m_agents.size(); ++k) disconnect(k);
    m_core.reset();
    m_pending.clear();
    m_waiting.clear();
    m_sync_running = false;
    m_tick_at_ms = -1;
    ++m_life;
}

void Cluster::start_orchestrator() {
    if (m_core) return;
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : m_log) domain::apply(*state, event);
    core::CoreSettings settings;
    settings.node_lost_after_ms = 30000;
    m_core = std::make_unique<core::OrchestratorCore>(settings, state);
    carry_out(m_core->start(now(), "sim"));
    for (std::uint32_t k = 0; k < m_agents.size(); ++k) connect(k);
}

void Cluster::carry_out(core::Output output) {
    for (domain::Event& event : output.events) {
        const Position last = !m_pending.empty() ? m_pending.back().header.position : m_log.empty() ? Position{0} : m_log.back().header.position;
        if (event.header.position != last.next()) violation("positions are not dense");
        m_pending.push_back(std::move(event));
    }
    for (core::Effect& effect : output.effects) m_waiting.emplace_back(m_core->position(), std::move(effect));
    release();
    sync_log();
    arm_tick();
}

void Cluster::sync_log() {
    if (m_sync_running || m_pending.empty()) return;
    m_sync_running = true;
    const std::size_t count = m_pending.size();
    after(delay(1, 5), [this, life = m_life, count] {
        if (life != m_life) return;  // killed meanwhile: nothing of the batch is there
        m_log.insert(m_log.end(), m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(count));
        m_pending.erase(m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(count));
        m_sync_running = false;
        release();
        sync_log();
    });
}

void Cluster::release() {
    const Position durable = m_log.empty() ? Position{0} : m_log.back().header.position;
    while (!m_waiting.empty() && m_waiting.front().first <= durable) {
        const core::Effect effect = m_waiting.front().second;
        m_waiting.erase(m_waiting.begin());
        perform(effect);
        if (!m_core) return;
    }
}

void Cluster::arm_tick() {
    const auto due = m_core->next_deadline();
    if (!due || (m_tick_at_ms >= 0 && m_tick_at_ms <= due->ms)) return;
    m_tick_at_ms = std::max(due->ms, m_now_ms);
    after(m_tick_at_ms - m_now_ms, [this, life = m_life, at = m_tick_at_ms] {
        if (life != m_life || at != m_tick_at_ms) return;
        m_tick_at_ms = -1;
        carry_out(m_core->tick(now()));
    });
}

agent::DispatchOrder Cluster::order_of(const core::SendDispatch& dispatch) const {
    const domain::State& known = m_core->state();
    agent::DispatchOrder order;
    order.key = {known.task_of(dispatch.run).id, known.step_of(dispatch.run).name, known.node_of(dispatch.run), dispatch.attempt};
    order.run_index = dispatch.run;
    order.task_index = known.runs[dispatch.run.value].task;
    order.epoch = known.epoch;
    order.intent = known.step_of(dispatch.run).intent;
    order.timeout_ms = known.plan_step_of(dispatch.run).timeout_ms;
    order.priority = known.plan_step_of(dispatch.run).priority;
    return order;
}

void Cluster::perform(const core::Effect& effect) {
    if (const auto* dispatch = std::get_if<core::SendDispatch>(&effect)) {
        if (!m_core->is_current(*dispatch)) return;
        to_agent(dispatch->node.value, [this, k = dispatch->node.value, order = order_of(*dispatch)](Agent& agent) {
            carry_out(k, agent.core->on_dispatch(order, now()));
        });
    } else if (const auto* cancelled = std::get_if<core::SendCancel>(&effect)) {
        const domain::State& known = m_core->state();
        const agent::RunKey key{known.task_of(cancelled->run).id, known.step_of(cancelled->run).name, known.node_of(cancelled->run), cancelled->attempt};
        to_agent(cancelled->node.value, [this, k = cancelled->node.value, key](Agent& agent) {
            carry_out(k, agent.core->on_cancel(key, "cancelled", now()));
        });
    } else if (const auto* ack = std::get_if<core::SendAck>(&effect)) {
        to_agent(ack->node.value, [ack = *ack](Agent& agent) { agent.core->on_acked(ack.incarnation, ack.acked); });
    } else if (const auto* welcome = std::get_if<core::WelcomeNode>(&effect)) {
        const Epoch epoch = m_core->state().epoch;
        to_agent(welcome->node.value, [this, k = welcome->node.value, acked = welcome->acked, epoch](Agent& agent) {
            carry_out(k, agent.core->on_connected(acked, epoch));
        });
    }
}

// ---- network ----

void Cluster::to_agent(std::uint32_t k, std::function<void(Agent&)> action) {
    const std::uint64_t connection = m_agents[k].connection;
    if (connection == 0) return;
    after(5, [this, k, connection, action = std::move(action)] {
        if (m_agents[k].connection == connection && m_agents[k].core) action(m_agents[k]);
    });
}

void Cluster::to_center(std::uint32_t k, std::function<void(NodeIndex)> action) {
    const std::uint64_t connection = m_agents[k].connection;
    if (connection == 0) return;
    after(5, [this, k, connection, action = std::move(action)] {
        if (m_agents[k].connection == connection && m_core) action(NodeIndex{k});
    });
}

void Cluster::connect(std::uint32_t k) {
    if (m_agents[k].connection != 0 || !m_agents[k].core) return;
    after(delay(100, 800), [this, k, life = m_agents[k].life] {
        Agent& agent = m_agents[k];
        if (agent.life != life || !agent.core || !m_core || agent.connection != 0) return;
        agent.connection = m_next_connection++;
        domain::NodeFacts facts;
        facts.node = agent.id;
        facts.capacity = m_options.capacity;
        carry_out(m_core->node_connected(now(), facts, agent.core->incarnation()));
    });
}

void Cluster::disconnect(std::uint32_t k) {
    Agent& agent = m_agents[k];
    if (agent.connection == 0) return;
    agent.connection = 0;
    if (agent.core) carry_out(k, agent.core->on_disconnected(now().monotonic, now()));
    if (m_core) carry_out(m_core->node_disconnected(now(), NodeIndex{k}));
}

void Cluster::cut(std::uint32_t k) {
    disconnect(k);
    connect(k);
}

// ---- agents ----

void Cluster::kill_agent(std::uint32_t k) {
    Agent& agent = m_agents[k];
    if (!agent.core) return;
    agent.core.reset();
    agent.pending.clear();
    agent.waiting.clear();
    agent.sync_running = false;
    ++agent.life;
    disconnect(k);
}

void Cluster::wipe_agent(std::uint32_t k) {
    m_agents[k].durable.clear();
    for (auto& [key, process] : m_agents[k].processes) process.running = false;
}

void Cluster::start_agent(std::uint32_t k) {
    Agent& agent = m_agents[k];
    if (agent.core) return;
    agent.core = std::make_unique<agent::AgentCore>(agent::CoreSettings{m_options.capacity});
    for (const agent::AgentRecord& record : agent.durable) agent.core->replay(record);
    if (agent.durable.empty()) {
        carry_out(k, agent.core->start_new_incarnation(Incarnation{static_cast<std::uint32_t>(m_random.next_u64() | 1)}));
    }
    for (const agent::DispatchOrder& order : agent.core->unfinished()) {
        Process& process = agent.processes[order.key];
        const Evidence evidence = process.ended ? Evidence::Ended : process.running ? Evidence::Running : Evidence::NeverStarted;
        carry_out(k, agent.core->recover(order.key, evidence, now()));
        if (evidence == Evidence::Ended) carry_out(k, agent.core->on_ended(order.key, {process.record, {}, {}, {}}, now()));
    }
    carry_out(k, agent.core->finish_recovery(now()));
    connect(k);
}

void Cluster::carry_out(std::uint32_t k, agent::Output output) {
    Agent& agent = m_agents[k];
    for (agent::AgentRecord& record : output.records) agent.pending.push_back(std::move(record));
    const std::size_t until = agent.durable.size() + agent.pending.size();
    for (agent::Effect& effect : output.effects) agent.waiting.emplace_back(until, std::move(effect));
    sync_agent(k);
}

void Cluster::sync_agent(std::uint32_t k) {
    Agent& agent = m_agents[k];
    while (!agent.waiting.empty() && agent.waiting.front().first <= agent.durable.size()) {
        const agent::Effect effect = agent.waiting.front().second;
        agent.waiting.erase(agent.waiting.begin());
        perform(k, effect);
    }
    if (agent.sync_running || agent.pending.empty()) return;
    agent.sync_running = true;
    after(delay(1, 4), [this, k, life = agent.life, count = agent.pending.size()] {
        Agent& same = m_agents[k];
        if (same.life != life) return;
        same.durable.insert(same.durable.end(), same.pending.begin(), same.pending.begin() + static_cast<std::ptrdiff_t>(count));
        same.pending.erase(same.pending.begin(), same.pending.begin() + static_cast<std::ptrdiff_t>(count));
        same.sync_running = false;
        sync_agent(k);
    });
}

void Cluster::perform(std::uint32_t k, const agent::Effect& effect) {
    if (const auto* start = std::get_if<agent::StartRun>(&effect)) return start_process(k, start->order);
    if (const auto* kill = std::get_if<agent::KillRun>(&effect)) {
        Process& process = m_agents[k].processes[kill->key];
        process.cancelled = true;
        after(delay(1, 50), [this, k, key = kill->key, generation = process.generation] { end_process(k, key, generation); });
        return;
    }
    if (const auto* events = std::get_if<agent::SendEvents>(&effect)) return send_events(k, events->first, events->last);
    if (const auto* reply = std::get_if<agent::SendDispatchAnswer>(&effect)) {
        if (reply->kind != agent::SendDispatchAnswer::Kind::Refused) return;
        to_center(k, [this, reply = *reply](NodeIndex node) {
            const auto run = m_core->state().find_run(reply.key.task, reply.key.step, reply.key.node);
            if (run) carry_out(m_core->node_refused(now(), node, *run, reply.key.attempt, reply.reason));
        });
    }
}

void Cluster::start_process(std::uint32_t k, const agent::DispatchOrder& order) {
    Process& process = m_agents[k].processes[order.key];
    // As the guard does it: what was started once under this key is never started again.
    if (process.running || process.ended) return;
    process.running = true;
    ++process.generation;
    ++m_effects[order.key.task.text + "/" + order.key.step.text + "/" + order.key.node.text + "/" + std::to_string(order.key.attempt.value)];
    after(1, [this, k, key = order.key, life = m_agents[k].life] {
        if (m_agents[k].core && m_agents[k].life == life) carry_out(k, m_agents[k].core->on_started(key, now().wall, now()));
    });
    after(delay(2, m_options.process_ms_max), [this, k, key = order.key, generation = process.generation] { end_process(k, key, generation); });
}

void Cluster::end_process(std::uint32_t k, const agent::RunKey& key, std::uint64_t generation) {
    Agent& agent = m_agents[k];
    Process& process = agent.processes[key];
    if (!process.running || process.generation != generation) return;
    process.running = false;
    process.ended = true;
    process.record.how = process.cancelled ? ExitRecord::How::Cancelled : ExitRecord::How::Exited;
    process.record.exit_code = m_random.below(1000) < m_options.failing_per_mille ? 1 : 0;
    process.record.ended_at = now().wall;
    if (agent.core && agent.core->is_alive(key)) carry_out(k, agent.core->on_ended(key, {process.record, {}, {}, {}}, now()));
}

void Cluster::send_events(std::uint32_t k, Sequence first, Sequence last) {
    std::vector<core::NodeReport> reports;
    for (const agent::NodeEventRecord& event : m_agents[k].core->unacked()) {
        if (event.sequence < first || event.sequence > last) continue;
        reports.push_back({event.sequence, event.type, event.key.task, event.key.step, event.key.attempt, event.origin_time, event.payload});
    }
    const Incarnation incarnation = m_agents[k].core->incarnation();
    to_center(k, [this, incarnation, reports](NodeIndex node) { carry_out(m_core->node_reports(now(), node, incarnation, reports)); });
}

}  // namespace apollo::sim
