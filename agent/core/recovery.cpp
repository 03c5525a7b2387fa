// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How the core comes back after a restart, and how it begins a new life of its log.
#include <algorithm>
#include <variant>

#include "agent/core/agent_core.h"
#include "agent/core/outcome.h"
#include "common/base/assert.h"

namespace apollo::agent {

namespace {

using domain::EventType;

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace

void AgentCore::replay(const AgentRecord& record) {
    std::visit(Overloaded{
                   [this](const IncarnationRecord& begin) {
                       m_incarnation = begin.incarnation;
                       m_last_sequence = Sequence{};
                       m_unacked.clear();
                   },
                   [this](const ClaimRecord& claim) {
                       m_epoch = std::max(m_epoch, claim.order.epoch);
                       forget_living_attempts(claim.order.key);
                       m_slices.note_claim(claim.order.key);
                       m_attempts.claim(claim.order);
                   },
                   [this](const CancelRecord& cancel) { replay_cancel(cancel.key); },
                   [this](const NodeEventRecord& event) { replay_event(event); },
                   [this](const SliceRecord& sent) {
                       m_epoch = std::max(m_epoch, sent.slice.epoch);
                       m_slices.take(sent.slice);
                       m_replayed_link.reset();  // it came over a connection that was up
                   },
                   [this](const LinkRecord& link) {
                       if (link.up) m_slices.drop_all();
                       m_replayed_link = link;
                   },
               },
               record);
}

// A damaged log may have lost the end of an older attempt; the claim of a newer one proves it.
void AgentCore::forget_living_attempts(const RunKey& key) {
    if (!m_attempts.has_living_attempt(key)) return;
    for (const RunKey& living : m_attempts.alive_keys()) {
        if (living.task == key.task && living.step == key.step) m_attempts.end(living, Sequence{});
    }
}

void AgentCore::replay_cancel(const RunKey& key) {
    AttemptEntry* entry = m_attempts.find(key);
    if (entry == nullptr) {
        m_attempts.forbid(key);
        m_slices.forget(key);
    } else if (entry->alive()) {
        entry->cancel_wanted = true;
    }
}

void AgentCore::replay_event(const NodeEventRecord& event) {
    m_last_sequence = event.sequence;
    m_unacked.push_back(event);
    AttemptEntry* entry = m_attempts.find(event.key);
    if (entry == nullptr) return;
    if (event.type == EventType::Started) entry->started_logged = true;
    if (!is_terminal(event.type)) return;
    if (const auto* payload = std::get_if<domain::RunEnded>(&event.payload)) m_slices.note_end(event.key, event.type, *payload);
    if (entry->alive()) {
        m_attempts.end(event.key, event.sequence);
    } else {
        entry->end_sequence = event.sequence;
    }
}

std::vector<DispatchOrder> AgentCore::unfinished() {
    std::vector<DispatchOrder> orders;
    for (const RunKey& key : m_attempts.alive_keys()) orders.push_back(*m_attempts.find(key)->order);
    return orders;
}

Output AgentCore::recover(const RunKey& key, Evidence evidence, Now now) {
    Output output;
    AttemptEntry* entry = m_attempts.find(key);
    APOLLO_ASSERT(entry != nullptr && entry->alive());
    if (evidence == Evidence::NeverStarted) {
        if (entry->cancel_wanted) cancel_queued(output, key, {}, now);
        return output;
    }
    m_attempts.set_phase(key, Phase::Running);
    if (evidence == Evidence::Running && entry->cancel_wanted && !ends_by_itself(*entry)) output.effects.push_back(KillRun{key});
    return output;
}

Output AgentCore::finish_recovery(Now now) {
    Output output;
    m_recovering = false;
    resume_link(output, now);
    go_on_alone(output, now);
    fill_slots(output, now.monotonic);
    return output;
}

void AgentCore::restore_unacked(const std::vector<NodeEventRecord>& events) {
    if (events.empty()) return;
    const Sequence next = m_unacked.empty() ? m_last_sequence.next() : m_unacked.front().sequence;
    APOLLO_ASSERT(events.back().sequence.next() == next);
    m_unacked.insert(m_unacked.begin(), events.begin(), events.end());
}

Output AgentCore::start_new_incarnation(Incarnation incarnation) {
    APOLLO_ASSERT(incarnation.value != 0);
    Output output;
    output.records.push_back(IncarnationRecord{incarnation});
    m_incarnation = incarnation;
    m_last_sequence = Sequence{};
    for (NodeEventRecord& event : m_unacked) {
        AttemptEntry* entry = m_attempts.find(event.key);
        const bool is_end = entry != nullptr && entry->phase == Phase::Ended && entry->end_sequence == event.sequence;
        m_last_sequence = m_last_sequence.next();
        event.sequence = m_last_sequence;
        if (is_end) entry->end_sequence = m_last_sequence;
        output.records.push_back(event);
    }
    return output;
}

}  // namespace apollo::agent
