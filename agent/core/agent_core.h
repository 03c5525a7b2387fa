// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent's decisions, without I/O: (input, now) → records for its log and effects.
//
// Whoever drives it appends Output::records to the log in their order and carries out Output::effects in their order once
// those records are durable. A crash may lose records that were not durable yet together with their effects, nothing else;
// so the state after a restart (replay, recover) is one the agent could have been in.
//
// Promises: an attempt is started at most once; a claimed attempt gets exactly one terminal event (SUCCEEDED, FAILED,
// TIMED_OUT or CANCELLED); at most one attempt of a run lives; sequence numbers are dense from 1 in each incarnation.
// One thread; no clock, no randomness.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "agent/core/attempt_table.h"
#include "agent/core/messages.h"

namespace apollo::agent {

struct CoreSettings {
    std::uint32_t capacity = 2;  // attempts that may live at once
};

class AgentCore {
public:
    explicit AgentCore(CoreSettings settings) : m_settings(settings) {}

    // ---- after a start: replay every record, recover every attempt of unfinished(), then finish_recovery ----
    void replay(const AgentRecord& record);
    // Claimed and not ended, with everything needed to look for them.
    std::vector<DispatchOrder> unfinished();
    // Running, Ended, Lost: counts as running until on_ended (which the caller feeds at once for Ended and Lost).
    // NeverStarted: waits in the queue again.
    Output recover(const RunKey& key, Evidence evidence, Now now);
    Output finish_recovery(Now now);
    // For an empty log, a damaged one, or on NeedNewIncarnation. `incarnation` is random and not 0.
    Output start_new_incarnation(Incarnation incarnation);

    // ---- the center ----
    // Everything above `acked` will be sent again.
    Output on_connected(Sequence acked, Epoch epoch);
    // The center acknowledged these once and has lost them (it was restored from an older copy): they are unacknowledged
    // again. Dense, ending right before the first of unacked(), or at last_sequence() if that is empty.
    void restore_unacked(const std::vector<NodeEventRecord>& events);
    void on_disconnected() { m_connected = false; }
    void on_acked(Incarnation incarnation, Sequence acked);
    Output on_dispatch(DispatchOrder order, Now now);
    Output on_cancel(const RunKey& key, const std::string& reason, Now now);

    // ---- the machine ----
    Output on_started(const RunKey& key, WallTime started_at, Now now);
    Output on_ended(const RunKey& key, const ProcessEnd& end, Now now);
    // The intent is not known, its params are wrong, or the guard could not be started: STARTED and FAILED in one batch.
    Output on_not_started(const RunKey& key, domain::FailureClass failure_class, const std::string& message, Now now);
    // The log cannot be written: nothing new is accepted or started until a restart. What runs goes on.
    void on_log_failed(const std::string& reason) { m_log_failure = reason.empty() ? "unknown reason" : reason; }

    // ---- looking ----
    const std::deque<NodeEventRecord>& unacked() const { return m_unacked; }
    Incarnation incarnation() const { return m_incarnation; }
    Sequence last_sequence() const { return m_last_sequence; }
    std::uint32_t running() const { return m_attempts.live_count(); }
    std::uint32_t queued() const { return m_attempts.queued_count(); }
    bool is_alive(const RunKey& key);
    std::size_t remembered_attempts() const { return m_attempts.size(); }

private:
    Output& add_event(Output& output, const DispatchOrder& order, domain::EventType type, domain::Payload payload,
                      WallTime at);
    void answer(Output& output, const RunKey& key, SendDispatchAnswer::Kind kind, const std::string& reason = {}) const;
    // True when the dispatch was answered because its attempt is known already.
    bool answer_known(Output& output, const RunKey& key);
    std::string reason_to_refuse(const DispatchOrder& order) const;
    void send_again(Output& output, const RunKey& key, Sequence sequence) const;
    void end_attempt(Output& output, const RunKey& key, domain::EventType type, domain::RunEnded payload, WallTime at);
    void cancel_queued(Output& output, const RunKey& key, const std::string& reason, Now now);
    void fill_slots(Output& output);
    void forget_living_attempts(const RunKey& key);
    void replay_event(const NodeEventRecord& event);
    void replay_cancel(const RunKey& key);

    const CoreSettings m_settings;
    AttemptTable m_attempts;
    std::deque<NodeEventRecord> m_unacked;  // dense in sequence
    Incarnation m_incarnation;
    Sequence m_last_sequence;
    Epoch m_epoch;                          // highest seen
    bool m_connected = false;
    bool m_recovering = true;               // nothing is started before finish_recovery
    std::string m_log_failure;
};

}  // namespace apollo::agent
