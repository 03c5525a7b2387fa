// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent's decisions, without I/O: (input, now) → records for its log and effects.
//
// Whoever drives it appends Output::records to the log in their order and carries out Output::effects in their order once
// those records are durable. A crash may lose records that were not durable yet together with their effects, nothing else;
// so the state after a restart (replay, recover) is one the agent could have been in.
//
// Cut off from the center, it goes on by itself with what its slices allow (slice_book.h) until autonomy_window after the
// last frame; afterwards it is conservative: what runs goes on, nothing new is started, not even from the queue.
//
// Promises: an attempt is started at most once; a claimed attempt gets exactly one terminal event (SUCCEEDED, FAILED,
// TIMED_OUT or CANCELLED); at most one attempt of a run lives; sequence numbers are dense from 1 in each incarnation.
// One thread; no clock, no randomness.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/core/attempt_table.h"
#include "agent/core/messages.h"
#include "agent/core/slice_book.h"

namespace apollo::agent {

// Puts outputs of earlier steps into an order's params and input; false: it cannot be done here, the center will have to.
using FillOrder = std::function<bool(DispatchOrder& order, const std::vector<StepResult>& results)>;

struct CoreSettings {
    std::uint32_t capacity = 2;  // attempts that may live at once
    std::int64_t autonomy_window_ms = 60000;
    FillOrder fill{};            // pure; none: orders are taken as they are
    IntentName exclusive{};      // runs when nothing else does, and nothing is begun beside it; empty: none
};

enum class Mode : std::uint8_t { Connected, Autonomous, Conservative };
const char* to_text(Mode mode);  // "connected"

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
    // `last_frame`: when the center was last heard; the window counts from then.
    Output on_disconnected(MonotonicTime last_frame, Now now);
    // The center does not take this agent in (it was revoked, say): nothing is begun alone any more. What runs goes on.
    Output on_refused(Now now);
    void on_acked(Incarnation incarnation, Sequence acked);
    Output on_dispatch(DispatchOrder order, Now now);
    Output on_cancel(const RunKey& key, const std::string& reason, Now now);
    // Answers with what is known of `asked` and with all that lives here.
    Output on_snapshot_query(std::uint64_t query, const std::vector<RunKey>& asked);
    // One that is older than the newest that was seen is dropped.
    Output on_slice(Slice slice, Now now);
    void set_autonomy_window(std::int64_t window_ms) { m_settings.autonomy_window_ms = window_ms; }

    // ---- time ----
    Output tick(Now now);
    // When tick is due by itself.
    std::optional<MonotonicTime> next_deadline() const;

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
    // The highest that was ever seen of a center; orders of an older one are refused.
    Epoch newest_epoch() const { return m_epoch; }
    Sequence last_sequence() const { return m_last_sequence; }
    std::uint32_t running() const { return m_attempts.live_count(); }
    std::uint32_t queued() const { return m_attempts.queued_count(); }
    bool is_alive(const RunKey& key);
    // While it lives; null otherwise. Valid until the core changes.
    const DispatchOrder* order_of(const RunKey& key);
    Mode mode(MonotonicTime now) const;
    // End of autonomy; none while connected.
    std::optional<MonotonicTime> window_end() const;
    const SliceBook& slices() const { return m_slices; }
    std::size_t remembered_attempts() const { return m_attempts.size(); }

private:
    Output& add_event(Output& output, const DispatchOrder& order, domain::EventType type, domain::Payload payload,
                      WallTime at);
    void answer(Output& output, const RunKey& key, SendDispatchAnswer::Kind kind, const std::string& reason = {}) const;
    // True when the dispatch was answered because its attempt is known already.
    bool answer_known(Output& output, const DispatchOrder& order);
    std::string reason_to_refuse(const DispatchOrder& order) const;
    void send_again(Output& output, const RunKey& key, Sequence sequence) const;
    void end_attempt(Output& output, const RunKey& key, domain::EventType type, domain::RunEnded payload, WallTime at);
    void cancel_queued(Output& output, const RunKey& key, const std::string& reason, Now now);
    void fill_slots(Output& output, MonotonicTime now);
    // Whether the queue has to wait for what runs alone, or for its turn to come.
    bool waits_for_exclusive();
    // What runs alone changes this very program: once begun it is not killed half-way, but ends with what it was before or after.
    bool ends_by_itself(const AttemptEntry& entry) const;
    void claim(Output& output, DispatchOrder order, domain::Payload note, Now now);
    // Claims what the slices allow, as long as there is a free place.
    void go_on_alone(Output& output, Now now);
    bool claim_alone(Output& output, const SliceBook::Due& due, Now now);
    void note_link(Output& output, bool up, Now at);
    void resume_link(Output& output, Now now);
    void forget_living_attempts(const RunKey& key);
    void replay_event(const NodeEventRecord& event);
    void replay_cancel(const RunKey& key);

    CoreSettings m_settings;
    AttemptTable m_attempts;
    std::deque<NodeEventRecord> m_unacked;  // dense in sequence
    Incarnation m_incarnation;
    Sequence m_last_sequence;
    Epoch m_epoch;                          // highest seen
    SliceBook m_slices;
    bool m_connected = false;
    std::optional<LinkRecord> m_replayed_link;   // the newest; resume_link takes it up
    bool m_noted_down = false;                   // the newest link record in the log says "down"
    std::optional<MonotonicTime> m_cut_off_at;   // last frame before the connection ended
    bool m_recovering = true;               // nothing is started before finish_recovery
    std::string m_log_failure;
};

}  // namespace apollo::agent
