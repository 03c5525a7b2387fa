// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/checker.h"

#include <algorithm>

#include "common/domain/reducer.h"


namespace apollo::sim {

std::string effect_name(const agent::RunKey& key) {
    return key.task.text + "/" + key.step.text + "/" + key.node.text + "/" + std::to_string(key.attempt.value);
}

namespace {

bool is_good(const ModelRun* run) {
    return run != nullptr && !run->quarantined && (run->status == domain::RunStatus::Succeeded || run->status == domain::RunStatus::Skipped);
}

std::string name(std::uint32_t agent) { return "n" + std::to_string(agent + 1); }

}  // namespace

void Checker::fail(const std::string& kind, const std::string& text) { m_violations.push_back({kind, text}); }

// ---- the orchestrator ----

void Checker::take(const LoggedEvent& logged) {
    const std::uint64_t position = logged.event.header.position.value;
    if (m_digests.size() < position) m_digests.resize(position);
    m_digests[position - 1] = logged.digest;
    if (const auto wrong = m_model.apply(logged.event)) fail("log", *wrong);
}

void Checker::log_became_durable(const LoggedEvent& logged) {
    take(logged);
    m_announced = logged.event.header.position.value;
}

void Checker::center_recovered(const std::vector<LoggedEvent>& log, DamageSeen damage, const std::string& recovered_hash,
                               const std::string& replayed_hash) {
    if (damage.any || damage.may_lose) {
        // What was lost may come again from an agent: the model is what can be read.
        m_damaged = true;
        m_model = Model();
        m_model.allow_gaps();
    }
    if (damage.may_lose) {
        // Rot of the last record cannot be told from a write that was torn: it is cut, and its position is given out again.
        m_announced = 0;
        m_digests.clear();
    }
    const std::uint64_t announced = m_announced;
    std::vector<bool> is_there(announced, false);
    for (const LoggedEvent& logged : log) {
        const std::uint64_t position = logged.event.header.position.value;
        if (position > announced) {
            log_became_durable(logged);
            continue;
        }
        is_there[position - 1] = m_digests[position - 1] == logged.digest;
        if (m_damaged) take(logged);
    }
    for (std::uint64_t k = 0; k < announced; ++k) {
        // Empty: it was never there, which is known since an earlier start.
        if (is_there[k] || m_digests[k].empty()) continue;
        fail("lost", "position " + std::to_string(k + 1) + " was durable and is gone or reads differently; " + std::to_string(announced) + " was the last one");
        break;
    }
    if (!m_damaged && recovered_hash != replayed_hash) fail("replay", "after a restart the state is not what a replay of the whole log gives");
}

void Checker::snapshot_written(Position holds, Position durable) {
    if (holds <= durable) return;
    fail("snapshot", "a snapshot holds events up to " + std::to_string(holds.value) + " while the log is durable up to " + std::to_string(durable.value));
}

void Checker::dispatch_leaves(RunIndex run, Attempt attempt) {
    // Its DISPATCHED event may be among what was lost; the same attempt again starts nothing twice.
    if (m_model.was_dispatched(run.value, attempt.value) || m_damaged) return;
    fail("early", "attempt " + std::to_string(attempt.value) + " of run " + std::to_string(run.value) + " leaves and no DISPATCHED event of it is durable");
}

void Checker::answer_leaves(Position position) {
    if (position.value <= m_announced) return;
    fail("early", "an operator is told of position " + std::to_string(position.value) + " while only " + std::to_string(m_announced) + " is durable");
}

void Checker::confirmation_leaves(NodeIndex node, Incarnation incarnation, Sequence acked) {
    const std::uint64_t held = m_model.contiguous(node.value, incarnation.value);
    if (acked.value <= held || m_damaged) return;
    fail("early", "event " + std::to_string(acked.value) + " of node " + std::to_string(node.value) + " is confirmed while only " + std::to_string(held) +
                      " is durable");
}

// ---- agents ----

void Checker::agent_record_became_durable(std::uint32_t agent, const agent::AgentRecord& record) {
    Agent& known = m_agents[agent];
    if (const auto* begin = std::get_if<agent::IncarnationRecord>(&record)) {
        known.incarnation = begin->incarnation.value;
        known.durable_sequence = 0;
    } else if (const auto* claim = std::get_if<agent::ClaimRecord>(&record)) {
        known.claimed.insert(claim->order.key);
    } else if (const auto* event = std::get_if<agent::NodeEventRecord>(&record)) {
        if (event->sequence.value != known.durable_sequence + 1) {
            fail("sequence", name(agent) + " wrote event " + std::to_string(event->sequence.value) + " behind " + std::to_string(known.durable_sequence));
        }
        known.durable_sequence = event->sequence.value;
    }
}

void Checker::agent_recovered(std::uint32_t agent, const std::vector<agent::AgentRecord>& log, bool is_excused) {
    Agent& known = m_agents[agent];
    const std::uint32_t incarnation_before = known.incarnation;
    const std::uint64_t sequence_before = known.durable_sequence;
    known.incarnation = known.epoch = 0;
    known.durable_sequence = 0;
    for (const agent::AgentRecord& record : log) {
        const auto* event = std::get_if<agent::NodeEventRecord>(&record);
        if (is_excused && event != nullptr) known.durable_sequence = event->sequence.value - 1;
        if (const auto* claim = std::get_if<agent::ClaimRecord>(&record)) epoch_seen(agent, claim->order.epoch);
        agent_record_became_durable(agent, record);
    }
    const bool is_whole = known.incarnation != incarnation_before || known.durable_sequence >= sequence_before;
    if (is_excused || (is_whole && known.incarnation != 0) || incarnation_before == 0) return;
    fail("lost", name(agent) + " had written event " + std::to_string(sequence_before) + " and now its log ends at " + std::to_string(known.durable_sequence));
}

void Checker::agent_wiped(std::uint32_t agent) {
    Agent& known = m_agents[agent];
    for (const agent::RunKey& key : known.granted) {
        if (!known.fresh.contains(key)) m_effects.erase(effect_name(key));
    }
    known.granted.clear();
}

void Checker::events_leave(std::uint32_t agent, Sequence last) {
    if (last.value <= m_agents[agent].durable_sequence) return;
    fail("early", name(agent) + " sends event " + std::to_string(last.value) + " while its own log holds " + std::to_string(m_agents[agent].durable_sequence));
}

void Checker::epoch_seen(std::uint32_t agent, Epoch epoch) { m_agents[agent].epoch = std::max(m_agents[agent].epoch, epoch.value); }

void Checker::order_arrives(std::uint32_t agent, const agent::RunKey& key, Epoch epoch) {
    if (epoch.value < m_agents[agent].epoch) return;
    epoch_seen(agent, epoch);
    m_agents[agent].fresh.insert(key);
}

void Checker::slice_arrives(std::uint32_t agent, const agent::Slice& slice) {
    if (slice.epoch.value < m_agents[agent].epoch) return;
    epoch_seen(agent, slice.epoch);
    for (const agent::SliceStep& step : slice.steps) {
        agent::RunKey key = step.order.key;
        for (std::size_t k = 0; k <= step.retry_delays_ms.size(); ++k, key.attempt = key.attempt.next()) m_agents[agent].granted.insert(key);
    }
}

void Checker::takes_effect(std::uint32_t agent, const agent::RunKey& key, RunIndex run, std::uint32_t running, std::uint32_t capacity) {
    const std::string what = effect_name(key);
    if (++m_effects[what] > 1) fail("twice", what + " took effect " + std::to_string(m_effects[what]) + " times");
    if (!m_agents[agent].claimed.contains(key)) fail("claim", what + " took effect and no claim of it is in the agent's log");
    const bool is_granted = m_agents[agent].granted.contains(key);
    if (!m_agents[agent].fresh.contains(key) && !is_granted) fail("epoch", what + " took effect on the word of an orchestrator that had been replaced");
    if (!m_model.was_dispatched(run.value, key.attempt.value) && !m_damaged && !is_granted) fail("early", what + " took effect and no DISPATCHED event of it is durable");
    const ModelRun* known = m_model.find(run.value);
    // One that goes on by itself may not have heard of the cancel, nor one that was given up while its node was silent.
    const bool may_not_know = is_granted || (known != nullptr && key.attempt.value <= known->given_up_attempt);
    if (!may_not_know && known != nullptr && known->status == domain::RunStatus::Cancelled && known->newest_attempt <= key.attempt.value) {
        fail("cancelled", what + " took effect after its run was recorded as cancelled");
    }
    if (running > capacity) fail("capacity", name(agent) + " runs " + std::to_string(running) + " attempts, its capacity is " + std::to_string(capacity));
}

// ---- the end ----

bool Checker::waits_for_a_person(const domain::State& state, const domain::Task& task, std::uint32_t run_in_task, int depth) const {
    const std::uint32_t number = task.first_run.value + run_in_task;
    const ModelRun* known = m_model.find(number);
    const domain::RunStatus status = known == nullptr ? domain::RunStatus::Pending : known->status;
    const bool quarantined = known != nullptr && known->quarantined;
    if (quarantined || status == domain::RunStatus::Succeeded || status == domain::RunStatus::Skipped || status == domain::RunStatus::Failed ||
        status == domain::RunStatus::Timeout || status == domain::RunStatus::Cancelled || status == domain::RunStatus::Compensated) {
        return true;
    }
    // The log lost how it ended; a snapshot had it, so that the orchestrator knows, and this model, which follows the log, does not.
    if (m_damaged && domain::is_settled(state.runs[number].status)) return true;
    const domain::Node* node = state.find_node(task.plan->node_of_run(run_in_task));
    if (node == nullptr) return true;  // its enrolment was lost
    const auto index = state.node_by_id.at(node->facts.node);
    if (m_model.is_revoked(index.value)) return true;
    if (status != domain::RunStatus::Pending || depth == 0) return false;
    // It waits; then something it waits for did not come out well, and it is for a person to decide.
    for (const TaskId& id : task.plan->definition.depends_on) {
        const domain::Task* other = state.find_task(id);
        if (other == nullptr && m_damaged) return true;  // its submission was lost
        if (other != nullptr && other->status != domain::TaskStatus::Succeeded && other->proceed_count == 0) return true;
        for (std::uint32_t k = 0; other != nullptr && k < other->plan->run_count; ++k) {
            const ModelRun* run = m_model.find(other->first_run.value + k);
            if (!is_good(run) && waits_for_a_person(state, *other, k, depth - 1)) return true;
        }
    }
    const std::uint32_t step = task.plan->step_of_run(run_in_task);
    if (m_model.is_stopped(number)) return true;
    const domain::PlanStep& own = task.plan->steps[step];
    for (std::uint32_t k = 0; own.rolls_out && k < own.nodes.size(); ++k) {
        const std::uint32_t other = own.first_run + k;
        const ModelRun* run = m_model.find(task.first_run.value + other);
        const bool holds_it_up = other != run_in_task && !(run != nullptr && domain::is_settled(run->status));
        if (holds_it_up && waits_for_a_person(state, task, other, depth / 4)) return true;
    }
    if (task.plan->definition.steps[step].trigger == domain::Trigger::AnyFailed && (state.runs[number].blocked || state.runs[number].unneeded)) return true;
    for (const std::uint32_t upstream : task.plan->steps[step].depends_on) {
        const domain::PlanStep& above = task.plan->steps[upstream];
        for (std::uint32_t k = 0; k < above.nodes.size(); ++k) {
            const ModelRun* run = m_model.find(task.first_run.value + above.first_run + k);
            if (!is_good(run) && waits_for_a_person(state, task, above.first_run + k, depth - 1)) return true;
        }
    }
    return false;
}

bool Checker::has_converged(const domain::State& state, std::string& reason) const {
    if (m_damaged && state.dispatch_paused) return true;  // that somebody let it go on is among what was lost
    for (const domain::Task& task : state.tasks) {
        if (!task.plan || task.historical || task.paused) continue;
        for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
            if (waits_for_a_person(state, task, k, 40)) continue;
            const domain::Run& run = state.runs[task.first_run.value + k];
            reason = task.id.text + "/" + task.plan->definition.steps[task.plan->step_of_run(k)].name.text + " on " + task.plan->node_of_run(k).text +
                     " is " + to_text(run.status) + " (attempt " + std::to_string(run.attempt.value) + ", sent " +
                     std::to_string(run.dispatched_attempt.value) + (run.accepted ? ", accepted" : "") + ")";
            return false;
        }
    }
    return true;
}

void Checker::at_the_end(const domain::State& state, const std::string& replayed_hash) {
    if (state.refused_changes != 0 && !m_damaged) fail("log", std::to_string(state.refused_changes) + " events of the log were refused by the reducer");
    if (!m_damaged && domain::state_hash(state) != replayed_hash) fail("replay", "at the end the state is not what a replay of the whole log gives");
    for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
        const ModelRun* known = m_model.find(k);
        const domain::Run& run = state.runs[k];
        if (run.task == no_task || m_damaged) continue;
        const domain::RunStatus status = known == nullptr ? domain::RunStatus::Pending : known->status;
        if (status != run.status) {
            fail("state", "run " + std::to_string(k) + " is " + to_text(run.status) + ", by the checker's own model " + to_text(status));
        }
    }
    for (const domain::Node& node : state.nodes) {
        if (node.live_runs != 0) fail("slot", node.facts.node.text + " still holds " + std::to_string(node.live_runs) + " places at the end");
    }
}

void Checker::agent_at_the_end(std::uint32_t agent, std::uint32_t slots_taken, std::uint32_t queued, std::uint32_t running) {
    if (slots_taken != running) {
        fail("slot", name(agent) + " holds " + std::to_string(slots_taken) + " slots at the end and " + std::to_string(running) + " attempts run");
    }
    if (queued != 0 && slots_taken == 0) fail("slot", name(agent) + " still has " + std::to_string(queued) + " attempts waiting at the end and nothing runs");
}

}  // namespace apollo::sim
