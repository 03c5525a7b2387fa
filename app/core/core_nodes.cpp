// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What nodes say: they come, go, report and refuse.

#include <algorithm>

#include "app/core/orchestrator_core.h"
#include "common/domain/undone.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

Output OrchestratorCore::enrol_node(Now now, const domain::NodeFacts& facts) {
    Output output;
    const auto known = m_state->node_by_id.find(facts.node);
    domain::Event event;
    event.header.type = EventType::NodeEnrolled;
    event.header.node = known != m_state->node_by_id.end() ? known->second : NodeIndex{static_cast<std::uint32_t>(m_state->nodes.size())};
    event.payload = facts;
    emit(now, output, std::move(event));
    m_attached.resize(m_state->nodes.size());
    finish(now, output);
    return output;
}

namespace {

bool same_facts(const domain::NodeFacts& a, const domain::NodeFacts& b) {
    return a.labels == b.labels && a.groups == b.groups && a.capacity == b.capacity && a.agent_version == b.agent_version;
}

Incarnation newest_incarnation(const domain::Node& node) {
    return node.origins.empty() ? Incarnation{0} : node.origins.back().incarnation;
}

}  // namespace

Output OrchestratorCore::node_connected(Now now, const domain::NodeFacts& facts, Incarnation incarnation, NodeGreeting greeting) {
    Output output;
    const auto at = m_state->node_by_id.find(facts.node);
    if (at == m_state->node_by_id.end()) {
        output.effects.push_back(RefuseNode{facts.node, "node " + facts.node.text + " is not enrolled here; enrol it with a new token"});
        return output;
    }
    const NodeIndex index = at->second;
    const domain::Node& node = m_state->nodes[index.value];
    if (node.status == domain::NodeStatus::Revoked) {
        output.effects.push_back(RefuseNode{facts.node, "node " + facts.node.text + " was revoked; to let this machine join again, start its agent with a new token and an empty data folder"});
        return output;
    }
    const std::string& enrolled = node.facts.certificate_serial;
    if (!enrolled.empty() && enrolled != facts.certificate_serial) {
        output.effects.push_back(RefuseNode{facts.node, "its certificate is not the one node " + facts.node.text + " enrolled with last"});
        return output;
    }
    const Incarnation before = newest_incarnation(node);
    if (is_attached(index) && before != incarnation) {
        tell_of_twin(now, output, index, facts.address);
        output.effects.push_back(RefuseNode{facts.node, "another agent with this node id is connected; stop one of the two"});
        return output;
    }
    attach(index, incarnation, greeting);
    // Before the new life is recorded: should only a part of this reach the disk, the rest is done when the agent comes again.
    // One that answers snapshots says itself what it still knows; but what it never confirmed may have run in its former life,
    // so it is not sent again under the same number.
    if (before.value != 0 && before != incarnation) {
        const Lost which = greeting.answers_snapshots ? Lost::Unconfirmed : Lost::All;
        lose_runs(now, output, index, "the agent came back without its log, so nobody knows what became of the attempt", which);
    }
    if (node.status != domain::NodeStatus::Connected || !same_facts(node.facts, facts) || before != incarnation) {
        domain::Event event;
        event.header.type = EventType::NodeConnected;
        event.header.node = index;
        event.header.incarnation = incarnation;
        event.payload = facts;
        emit(now, output, std::move(event));
    }
    set_alert(now, output, "node:" + facts.node.text, false, {}, index);
    set_alert(now, output, "trouble:" + facts.node.text, false, {}, index);
    output.effects.push_back(WelcomeNode{index, domain::contiguous_sequence(m_state->nodes[index.value], incarnation)});
    resend_open_orders(now, output, index);
    note_backlog(now, output, index);
    finish(now, output);
    return output;
}

void OrchestratorCore::attach(NodeIndex node, Incarnation incarnation, const NodeGreeting& greeting) {
    Attached& attached = m_attached[node.value];
    const std::uint64_t session = attached.session + 1, query = attached.query;
    attached = Attached{};
    attached.attached = true;
    attached.session = session;
    attached.query = query;
    attached.incarnation = incarnation;
    attached.backlog = greeting.last_sequence;
    attached.answers_snapshots = greeting.answers_snapshots;
}

// What the node did alone is known, and both sides agree, before anything new is decided for it.
void OrchestratorCore::note_backlog(Now now, Output& output, NodeIndex node) {
    Attached& attached = m_attached[node.value];
    if (!attached.attached) return;
    if (attached.snapshot) consider_snapshot(now, output, node);
    if (attached.told_all) return;
    if (domain::contiguous_sequence(m_state->nodes[node.value], attached.incarnation) < attached.backlog) return;
    attached.told_all = true;
    if (attached.answers_snapshots) ask_snapshot(now, output, node);
    else open_node(node);
}

void OrchestratorCore::open_node(NodeIndex node) {
    Attached& attached = m_attached[node.value];
    if (attached.open) return;
    attached.open = true;
    m_slices.begin(*m_state, node);
}

void OrchestratorCore::resend_open_orders(Now now, Output& output, NodeIndex node) {
    for (std::uint32_t k = 0; k < m_state->runs.size(); ++k) {
        const domain::Run& run = m_state->runs[k];
        if (run.node != node || !domain::is_live(run)) continue;
        const RunIndex index{k};
        if ((m_state->tasks[run.task.value].cancel_requested || run.undo_wanted) && !domain::is_compensating(run)) {
            output.effects.push_back(SendCancel{node, index, std::max(run.attempt, run.dispatched_attempt), "the task was cancelled"});
        } else if (!run.accepted && run.status != RunStatus::Running) {
            send_again(now, output, index);
        }
    }
}

void OrchestratorCore::lose_runs(Now now, Output& output, NodeIndex node, const std::string& reason, Lost which) {
    for (std::uint32_t k = 0; k < m_state->runs.size(); ++k) {
        const domain::Run& run = m_state->runs[k];
        // On a revoked node nothing waits for a retry that cannot come.
        const bool waits_in_vain = m_state->nodes[node.value].status == domain::NodeStatus::Revoked && run.status == RunStatus::Retrying && !run.quarantined;
        if (run.node != node || !(domain::is_live(run) || waits_in_vain)) continue;
        if (which == Lost::Unconfirmed && (run.accepted || run.status == RunStatus::Running)) continue;
        domain::RunEnded ended;
        ended.failure_class = domain::FailureClass::Lost;
        ended.message = "lost: " + reason;
        if (domain::is_compensating(run)) {
            follow_undoing(now, output, RunIndex{k}, ended);
            continue;
        }
        emit(now, output, draft_run_event(*m_state, RunIndex{k}, EventType::Failed, std::max(run.attempt, run.dispatched_attempt), ended));
        follow_attempt(now, output, RunIndex{k}, EventType::Failed);
        follow_failure(now, output, RunIndex{k}, domain::FailureClass::Lost);
    }
}

Output OrchestratorCore::node_disconnected(Now now, NodeIndex node, std::int64_t silent_ms) {
    Output output;
    if (!is_attached(node)) return output;
    m_attached[node.value].attached = false;
    m_slices.end(node);
    arm_node_timers(now, node, silent_ms);
    return output;
}

Output OrchestratorCore::node_reports(Now now, NodeIndex node, Incarnation incarnation, const std::vector<NodeReport>& reports) {
    Output output;
    for (const NodeReport& one : reports) {
        const domain::Node& known = m_state->nodes[node.value];
        if (domain::is_known_event(known, incarnation, one.sequence)) continue;
        // A gap: what is missing has to come first, or the order within the node would be lost.
        if (one.sequence != domain::contiguous_sequence(known, incarnation).next()) break;
        report(now, output, node, incarnation, one);
    }
    output.effects.push_back(SendAck{node, incarnation, domain::contiguous_sequence(m_state->nodes[node.value], incarnation)});
    note_backlog(now, output, node);
    finish(now, output);
    return output;
}

void OrchestratorCore::report(Now now, Output& output, NodeIndex node, Incarnation incarnation, const NodeReport& one) {
    const auto run = m_state->find_run(one.task, one.step, m_state->nodes[node.value].facts.node);
    domain::Event draft;
    draft.header.node = node;
    draft.header.incarnation = incarnation;
    draft.header.sequence = one.sequence;
    draft.header.origin_time = one.origin_time;
    draft.header.attempt = one.attempt;
    draft.header.type = one.type;
    if (!run || m_state->task_of(*run).historical) {
        return add_dead_letter(now, output, std::move(draft), std::string(to_text(one.type)) + " of unknown run " + one.task.text + "/" + one.step.text +
                                                                  " from node " + m_state->nodes[node.value].facts.node.text, one);
    }
    draft.header.run = *run;
    draft.header.task = m_state->runs[run->value].task;
    draft.payload = one.payload;
    accept_report(now, output, std::move(draft), one);
}

namespace {

bool is_run_report(EventType type) {
    return type == EventType::Accepted || type == EventType::Started || type == EventType::Succeeded || type == EventType::Failed ||
           type == EventType::TimedOut || type == EventType::Cancelled;
}

// A quarantined run may not be known to have started; that its attempt ended is true all the same, and gives its place back.
bool proves_end(const domain::Run& run, const NodeReport& one) {
    const bool ends = one.type == EventType::Succeeded || one.type == EventType::Failed || one.type == EventType::TimedOut || one.type == EventType::Cancelled;
    return run.quarantined && domain::is_live(run) && ends && one.attempt == std::max(run.attempt, run.dispatched_attempt);
}

domain::FailureClass failure_of(const domain::Payload& payload) {
    const auto* ended = std::get_if<domain::RunEnded>(&payload);
    return ended && ended->failure_class != domain::FailureClass::None ? ended->failure_class : domain::FailureClass::Transient;
}

}  // namespace

void OrchestratorCore::accept_report(Now now, Output& output, domain::Event draft, const NodeReport& one) {
    const RunIndex index = draft.header.run;
    const domain::Run& run = m_state->runs[index.value];
    if (domain::is_compensating(run) && accept_undoing_report(now, output, draft)) return;
    adopt_own_start(now, output, draft);
    // ACCEPTED after STARTED of the same attempt says nothing new; only the agent's answer was late.
    const bool legal = is_run_report(one.type) && domain::check_run_event(*m_state, draft).has_value();
    if (!legal && !proves_end(run, one)) {
        if (accept_late_truth(now, output, draft, one)) return;
        // What began on the node although it must not go on there is stopped; the plan changed while the node was away.
        const bool is_live_attempt = domain::is_live(run) && one.attempt == std::max(run.attempt, run.dispatched_attempt);
        const bool begins = one.type == EventType::Accepted || one.type == EventType::Started;
        if (begins && !is_live_attempt && m_attached[run.node.value].attached) {
            output.effects.push_back(SendCancel{run.node, index, one.attempt, "this attempt is not wanted any more"});
        }
        draft.header.fact_only = true;
        emit(now, output, std::move(draft));
        return;
    }
    // The agent lost the process, and with it nothing but the answer: what the declared idempotency allows decides.
    const EventType type = draft.header.type;
    const domain::FailureClass failure = failure_of(draft.payload);
    emit(now, output, std::move(draft));
    follow_attempt(now, output, index, type);
    if (type == EventType::Started) arm_execution_timer(now, index);
    if (type == EventType::Failed || type == EventType::TimedOut) follow_failure(now, output, index, failure);
    if (type == EventType::Started && m_state->tasks[run.task.value].cancel_requested) {
        output.effects.push_back(SendCancel{run.node, index, run.attempt, "the task was cancelled"});
    }
}

void OrchestratorCore::adopt_own_start(Now now, Output& output, const domain::Event& draft) {
    const EventType type = draft.header.type;
    if (type != EventType::Accepted && type != EventType::Started) return;
    const RunIndex index = draft.header.run;
    if (!is_own_start(*m_state, index, draft.header.attempt)) return;
    const std::string node = m_state->nodes[draft.header.node.value].facts.node.text;
    domain::Event decision = draft_run_event(*m_state, index, EventType::Dispatched, draft.header.attempt,
                                             domain::Note{"started by node " + node + " itself, from its slice of the plan, while it was cut off", {}});
    decision.header.origin_time = draft.header.origin_time;
    emit(now, output, std::move(decision));
    m_retry_due.erase(index);
}

// A success of the newest attempt that comes after its TIMEOUT was recorded, but before a retry was sent, is the truth.
bool OrchestratorCore::accept_late_truth(Now now, Output& output, const domain::Event& draft, const NodeReport& one) {
    const RunIndex index = draft.header.run;
    const domain::Run& run = m_state->runs[index.value];
    if (one.type != EventType::Succeeded || one.attempt != run.attempt || domain::is_live(run)) return false;
    if ((run.status != RunStatus::Timeout && run.status != RunStatus::Retrying) || domain::is_undone(run)) return false;
    domain::Event repair = draft;
    repair.header.type = EventType::Reconciled;
    auto* ended = std::get_if<domain::RunEnded>(&repair.payload);
    if (!ended) return false;
    ended->to = RunStatus::Succeeded;
    emit(now, output, std::move(repair));
    return true;
}

void OrchestratorCore::tell_of_twin(Now now, Output& output, NodeIndex node, const std::string& address) {
    // Once, however often it knocks, until somebody has seen it.
    const domain::NodeFacts& facts = m_state->nodes[node.value].facts;
    set_alert(now, output, once_prefix + "twin:" + facts.node.text, true,
              "a second agent calls itself " + facts.node.text + " (" + address + "); it was refused, the one that is connected (" +
                  facts.address + ") goes on", node);
}

Output OrchestratorCore::node_doubled(Now now, const domain::NodeFacts& facts) {
    Output output;
    const auto at = m_state->node_by_id.find(facts.node);
    if (at == m_state->node_by_id.end() || !is_attached(at->second)) return output;
    tell_of_twin(now, output, at->second, facts.address);
    if (!output.events.empty()) finish(now, output);
    return output;
}

Output OrchestratorCore::node_trouble(Now now, NodeIndex node, const std::string& trouble) {
    Output output;
    const domain::NodeStatus status = m_state->nodes[node.value].status;
    if (!is_attached(node) || trouble.empty() || status != domain::NodeStatus::Connected) return output;
    domain::Event conservative;
    conservative.header.type = EventType::NodeConservative;
    conservative.header.node = node;
    conservative.payload = domain::Note{trouble, {}};
    emit(now, output, std::move(conservative));
    const std::string& name = m_state->nodes[node.value].facts.node.text;
    set_alert(now, output, "trouble:" + name, true, "node " + name + " takes nothing new: " + trouble, node);
    finish(now, output);
    return output;
}

Output OrchestratorCore::node_refused(Now now, NodeIndex node, RunIndex index, Attempt attempt, const std::string& reason) {
    Output output;
    if (index.value >= m_state->runs.size()) return output;
    const domain::Run& run = m_state->runs[index.value];
    if (run.node != node || !domain::is_live(run) || std::max(run.attempt, run.dispatched_attempt) != attempt) return output;
    domain::RunEnded ended;
    ended.message = "node " + m_state->nodes[node.value].facts.node.text + ": " + reason;
    if (domain::is_compensating(run)) {
        follow_undoing(now, output, index, ended);
    } else if (m_state->tasks[run.task.value].cancel_requested) {
        emit(now, output, draft_run_event(*m_state, index, EventType::Cancelled, attempt, ended));
    } else {
        ended.failure_class = domain::FailureClass::Transient;
        emit(now, output, draft_run_event(*m_state, index, EventType::Failed, attempt, ended));
        follow_attempt(now, output, index, EventType::Failed);
        follow_failure(now, output, index, domain::FailureClass::Transient);
    }
    finish(now, output);
    return output;
}

Output OrchestratorCore::dispatch_failed(Now now, RunIndex index, Attempt attempt, const std::string& reason) {
    Output output;
    const domain::Run& run = m_state->runs[index.value];
    if (!domain::is_live(run) || run.dispatched_attempt != attempt || run.accepted) return output;
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Permanent;
    ended.message = reason;
    if (domain::is_compensating(run)) follow_undoing(now, output, index, ended);
    else emit(now, output, draft_run_event(*m_state, index, EventType::Failed, attempt, ended));
    finish(now, output);
    return output;
}

}  // namespace apollo::core
