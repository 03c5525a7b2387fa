// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/core/agent_core.h"

#include <algorithm>
#include <set>
#include <utility>

#include "agent/core/outcome.h"

namespace apollo::agent {

namespace {

using domain::EventType;
using Kind = SendDispatchAnswer::Kind;

}  // namespace

// ---- the center ----

Output AgentCore::on_connected(Sequence acked, Epoch epoch) {
    Output output;
    m_epoch = std::max(m_epoch, epoch);
    if (acked > m_last_sequence) {
        output.effects.push_back(NeedNewIncarnation{});
        return output;
    }
    m_connected = true;
    m_cut_off_at.reset();
    // The plan may have changed meanwhile; what still holds is sent again.
    note_link(output, true, {});
    m_slices.drop_all();
    on_acked(m_incarnation, acked);
    if (!m_unacked.empty()) output.effects.push_back(SendEvents{m_unacked.front().sequence, m_last_sequence});
    fill_slots(output, {});
    return output;
}

void AgentCore::on_acked(Incarnation incarnation, Sequence acked) {
    if (incarnation != m_incarnation) return;
    while (!m_unacked.empty() && m_unacked.front().sequence <= acked) m_unacked.pop_front();
}

Output AgentCore::on_dispatch(DispatchOrder order, Now now) {
    Output output;
    if (order.epoch < m_epoch) {
        answer(output, order.key, Kind::Refused,
               "epoch " + std::to_string(order.epoch.value) + " is older than " + std::to_string(m_epoch.value));
        return output;
    }
    m_epoch = order.epoch;
    if (answer_known(output, order)) return output;
    if (const std::string reason = reason_to_refuse(order); !reason.empty()) {
        answer(output, order.key, Kind::Refused, reason);
        return output;
    }
    const RunKey key = order.key;
    claim(output, std::move(order), std::monostate{}, now);
    answer(output, key, Kind::Accepted);
    fill_slots(output, now.monotonic);
    return output;
}

void AgentCore::claim(Output& output, DispatchOrder order, domain::Payload note, Now now) {
    output.records.push_back(ClaimRecord{order});
    m_slices.note_claim(order.key);
    const AttemptEntry& entry = m_attempts.claim(std::move(order));
    add_event(output, *entry.order, EventType::Accepted, std::move(note), now.wall);
}

bool AgentCore::answer_known(Output& output, const DispatchOrder& order) {
    const RunKey& key = order.key;
    const AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr) return false;
    const bool is_another_order = entry->content_digest != 0 && order.content_digest != 0 && entry->content_digest != order.content_digest;
    if (is_another_order) {
        answer(output, key, Kind::Refused,
               to_text(key) + " was another order here: its step had another intent or other params. The orchestrator seems to run on an older copy "
                              "of its data (apollo-cli log restore brings back a newer one); a rerun takes the next attempt");
    } else if (entry->phase == Phase::Forbidden) {
        answer(output, key, Kind::Refused, "this attempt was cancelled before it arrived");
    } else if (entry->phase == Phase::Ended) {
        answer(output, key, Kind::AlreadyDone);
        send_again(output, key, entry->end_sequence);
    } else {
        answer(output, key, Kind::AlreadyRunning);
    }
    return true;
}

std::string AgentCore::reason_to_refuse(const DispatchOrder& order) const {
    if (!m_log_failure.empty()) return "the agent's log cannot be written: " + m_log_failure;
    if (m_attempts.has_living_attempt(order.key)) return "older attempt still runs";
    const Attempt newest = m_attempts.newest_attempt(order.key);
    if (order.key.attempt < newest) return "attempt " + std::to_string(newest.value) + " of this run is already known";
    return {};
}

Output AgentCore::on_cancel(const RunKey& key, const std::string& reason, Now now) {
    Output output;
    AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr) {
        // Remembered, because the dispatch may still be on its way; older attempts can no longer be dispatched at all.
        if (key.attempt > m_attempts.newest_attempt(key)) {
            output.records.push_back(CancelRecord{key, reason});
            m_attempts.forbid(key);
            m_slices.forget(key);
        }
        answer(output, key, Kind::Refused, "unknown");
    } else if (entry->phase == Phase::Forbidden) {
        answer(output, key, Kind::Refused, "unknown");
    } else if (entry->phase == Phase::Ended) {
        answer(output, key, Kind::AlreadyDone);
        send_again(output, key, entry->end_sequence);
    } else if (entry->phase == Phase::Queued) {
        cancel_queued(output, key, reason, now);
    } else {
        if (!entry->cancel_wanted) output.records.push_back(CancelRecord{key, reason});
        entry->cancel_wanted = true;
        if (!ends_by_itself(*entry)) output.effects.push_back(KillRun{key});
    }
    return output;
}

Output AgentCore::on_snapshot_query(std::uint64_t query, const std::vector<RunKey>& asked) {
    Output output;
    std::set<RunKey> keys(asked.begin(), asked.end());
    for (const RunKey& key : m_attempts.alive_keys()) keys.insert(key);
    SendSnapshot snapshot{query, m_incarnation, m_last_sequence, {}};
    for (const RunKey& key : keys) {
        const AttemptEntry* entry = m_attempts.find(key);
        if (entry != nullptr) snapshot.attempts.push_back({key, entry->phase, entry->end_sequence});
    }
    if (m_connected) output.effects.push_back(std::move(snapshot));
    return output;
}

// ---- the machine ----

Output AgentCore::on_started(const RunKey& key, WallTime started_at, Now) {
    Output output;
    AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr || !entry->takes_slot()) return output;
    if (entry->phase == Phase::Starting) m_attempts.set_phase(key, Phase::Running);
    if (entry->started_logged) return output;
    entry->started_logged = true;
    add_event(output, *entry->order, EventType::Started, std::monostate{}, started_at);
    return output;
}

Output AgentCore::on_ended(const RunKey& key, const ProcessEnd& end, Now now) {
    Output output;
    AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr || !entry->takes_slot()) return output;
    Outcome outcome = outcome_of(end, entry->cancel_wanted);
    const WallTime ended_at = end.record.ended_at.known() ? end.record.ended_at : now.wall;
    // What was cancelled before anybody saw it start goes straight to CANCELLED.
    if (!entry->started_logged && outcome.type != EventType::Cancelled) {
        entry->started_logged = true;
        const WallTime started_at = end.record.started_at.known() ? end.record.started_at : ended_at;
        add_event(output, *entry->order, EventType::Started, std::monostate{}, started_at);
    }
    end_attempt(output, key, outcome.type, std::move(outcome.payload), ended_at);
    go_on_alone(output, now);
    fill_slots(output, now.monotonic);
    return output;
}

Output AgentCore::on_not_started(const RunKey& key, domain::FailureClass failure_class, const std::string& message,
                                 Now now) {
    Output output;
    AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr || entry->phase != Phase::Starting) return output;
    ProcessEnd end;
    end.record.how = ExitRecord::How::CouldNotStart;
    end.record.exit_code = 126;
    end.record.message = message;
    Outcome outcome = outcome_of(end, entry->cancel_wanted);
    outcome.payload.failure_class = failure_class;
    if (outcome.type != EventType::Cancelled) {
        add_event(output, *entry->order, EventType::Started, std::monostate{}, now.wall);
    }
    end_attempt(output, key, outcome.type, std::move(outcome.payload), now.wall);
    go_on_alone(output, now);
    fill_slots(output, now.monotonic);
    return output;
}

bool AgentCore::is_alive(const RunKey& key) {
    const AttemptEntry* entry = m_attempts.find(key);
    return entry != nullptr && entry->alive();
}

const DispatchOrder* AgentCore::order_of(const RunKey& key) {
    const AttemptEntry* entry = m_attempts.find(key);
    return entry != nullptr && entry->alive() ? entry->order.get() : nullptr;
}

// ---- parts ----

Output& AgentCore::add_event(Output& output, const DispatchOrder& order, EventType type, domain::Payload payload,
                             WallTime at) {
    m_last_sequence = m_last_sequence.next();
    NodeEventRecord event{m_last_sequence, type, order.key, order.task_index, order.run_index, at, std::move(payload)};
    m_unacked.push_back(event);
    output.records.push_back(std::move(event));
    if (m_connected) output.effects.push_back(SendEvents{m_last_sequence, m_last_sequence});
    return output;
}

void AgentCore::answer(Output& output, const RunKey& key, Kind kind, const std::string& reason) const {
    if (m_connected) output.effects.push_back(SendDispatchAnswer{key, kind, reason});
}

void AgentCore::send_again(Output& output, const RunKey& key, Sequence sequence) const {
    if (!m_connected || m_unacked.empty() || sequence < m_unacked.front().sequence) return;
    const std::uint64_t index = sequence.value - m_unacked.front().sequence.value;
    // A number of an older incarnation may stand for another event now.
    if (index >= m_unacked.size() || m_unacked[index].key != key) return;
    output.effects.push_back(SendEvents{sequence, sequence});
}

void AgentCore::end_attempt(Output& output, const RunKey& key, EventType type, domain::RunEnded payload, WallTime at) {
    const AttemptEntry* entry = m_attempts.find(key);
    m_slices.note_end(key, type, payload);
    add_event(output, *entry->order, type, std::move(payload), at);
    m_attempts.end(key, m_last_sequence);
}

void AgentCore::cancel_queued(Output& output, const RunKey& key, const std::string& reason, Now now) {
    domain::RunEnded payload;
    payload.message = reason.empty() ? "cancelled before it was started" : "cancelled before it was started: " + reason;
    end_attempt(output, key, EventType::Cancelled, std::move(payload), now.wall);
}

void AgentCore::fill_slots(Output& output, MonotonicTime now) {
    if (m_recovering || !m_log_failure.empty() || mode(now) == Mode::Conservative) return;
    while (m_attempts.live_count() < m_settings.capacity && !waits_for_exclusive()) {
        const AttemptEntry* entry = m_attempts.start_next();
        if (entry == nullptr) return;
        output.effects.push_back(StartRun{*entry->order});
    }
}

bool AgentCore::ends_by_itself(const AttemptEntry& entry) const {
    return !m_settings.exclusive.empty() && entry.phase == Phase::Running && entry.order && entry.order->intent == m_settings.exclusive;
}

bool AgentCore::waits_for_exclusive() {
    if (m_settings.exclusive.empty()) return false;
    const DispatchOrder* next = m_attempts.next_in_queue();
    if (next != nullptr && next->intent == m_settings.exclusive) return m_attempts.live_count() > 0;
    for (const RunKey& key : m_attempts.alive_keys()) {
        const AttemptEntry* entry = m_attempts.find(key);
        if (entry->takes_slot() && entry->order->intent == m_settings.exclusive) return true;
    }
    return false;
}

}  // namespace apollo::agent
