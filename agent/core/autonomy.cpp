// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the agent does while it is cut off from the center.
#include <algorithm>

#include "agent/core/agent_core.h"

namespace apollo::agent {

namespace {

// What nobody has acknowledged is held in memory: a node that is alone does not go on without bound.
constexpr std::size_t unacked_limit = 20000;

}  // namespace

const char* to_text(Mode mode) {
    switch (mode) {
    case Mode::Connected: return "connected";
    case Mode::Autonomous: return "autonomous";
    case Mode::Conservative: return "conservative";
    }
    return "";
}

Mode AgentCore::mode(MonotonicTime now) const {
    if (m_connected) return Mode::Connected;
    const auto end = window_end();
    return end && now < *end ? Mode::Autonomous : Mode::Conservative;
}

std::optional<MonotonicTime> AgentCore::window_end() const {
    if (m_connected || !m_cut_off_at) return std::nullopt;
    return m_cut_off_at->plus_ms(m_settings.autonomy_window_ms);
}

Output AgentCore::on_slice(Slice slice, Now now) {
    Output output;
    if (slice.epoch < m_epoch || !m_slices.take(slice)) return output;
    m_epoch = slice.epoch;
    m_slices.begin_delays(now.monotonic);
    output.records.push_back(SliceRecord{std::move(slice)});
    return output;
}

Output AgentCore::on_disconnected(MonotonicTime last_frame, Now now) {
    Output output;
    if (!m_connected) return output;
    m_connected = false;
    m_cut_off_at = last_frame;
    const std::int64_t silent_ms = now.monotonic.ms - last_frame.ms;
    note_link(output, false, {{now.wall.ms - silent_ms}, last_frame});
    go_on_alone(output, now);
    return output;
}

Output AgentCore::on_refused(Now now) {
    Output output;
    if (m_connected || m_slices.empty()) return output;
    // Written down as a connection that ended at once: that voids the slices, also for the next life.
    note_link(output, true, {});
    m_slices.drop_all();
    note_link(output, false, now);
    return output;
}

Output AgentCore::tick(Now now) {
    Output output;
    go_on_alone(output, now);
    return output;
}

std::optional<MonotonicTime> AgentCore::next_deadline() const {
    const auto end = window_end();
    const bool has_place = m_attempts.live_count() + m_attempts.queued_count() < m_settings.capacity;
    if (!end || m_recovering || !has_place || !m_log_failure.empty()) return std::nullopt;
    const auto due = m_slices.next_due();
    return due && *due < *end ? due : std::nullopt;
}

void AgentCore::go_on_alone(Output& output, Now now) {
    if (m_connected || m_recovering || !m_log_failure.empty()) return;
    m_slices.begin_delays(now.monotonic);
    if (mode(now.monotonic) != Mode::Autonomous || m_unacked.size() >= unacked_limit) return;
    // What a claim makes due waits for its turn: the book has changed.
    bool claimed = true;
    while (claimed && m_attempts.live_count() + m_attempts.queued_count() < m_settings.capacity) {
        claimed = false;
        for (const SliceBook::Due& due : m_slices.due(now.monotonic)) {
            claimed = claim_alone(output, due, now);
            if (claimed) break;
        }
    }
    fill_slots(output, now.monotonic);
}

bool AgentCore::claim_alone(Output& output, const SliceBook::Due& due, Now now) {
    DispatchOrder order = *due.order;
    const bool is_known = m_attempts.has_living_attempt(order.key) || m_attempts.newest_attempt(order.key) >= order.key.attempt;
    if (is_known || (m_settings.fill && !m_settings.fill(order, due.results))) {
        m_slices.forget(order.key);
        return false;
    }
    const std::string slice = "(slice of position " + std::to_string(due.position.value) + ")";
    claim(output, std::move(order), domain::Note{"started by the node itself while it was cut off " + slice}, now);
    return true;
}

// ---- the memory of the connection ----

void AgentCore::note_link(Output& output, bool up, Now at) {
    // Only where a restart would need it, and once said, the contrary is said, too.
    const bool matters = !m_slices.empty() || m_attempts.queued_count() > 0;
    if (!matters && !(up && m_noted_down)) return;
    m_noted_down = !up;
    output.records.push_back(LinkRecord{up, at});
}

// The window goes on where it was. If the agent ended while it was connected, it begins now.
void AgentCore::resume_link(Output& output, Now now) {
    if (m_replayed_link && !m_replayed_link->up) {
        const Now at = m_replayed_link->at;
        const bool same_boot = at.monotonic <= now.monotonic;
        const std::int64_t gone_ms = same_boot ? now.monotonic.ms - at.monotonic.ms : now.wall.ms - at.wall.ms;
        // A wall clock that says nonsense proves nothing: the window is over then.
        m_cut_off_at = now.monotonic.plus_ms(gone_ms < 0 ? -m_settings.autonomy_window_ms : -gone_ms);
    } else {
        m_cut_off_at = now.monotonic;
        note_link(output, false, now);
    }
    m_noted_down = m_noted_down || (m_replayed_link && !m_replayed_link->up);
    m_replayed_link.reset();
}

}  // namespace apollo::agent
