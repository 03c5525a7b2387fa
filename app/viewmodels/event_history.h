// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// All events received so far, in order of position: 64-byte headers in chunks, payloads only where there are any, and
// beside them the ordinals of each task's, run's and node's events. An ordinal is an event's place in this history; it
// differs from the position only if the log has gaps.
//
// Owned by one thread. Grows only.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "common/domain/event.h"

namespace apollo::viewmodels {

using Ordinal = std::uint32_t;

class EventHistory {
public:
    // Positions must grow; returns false (and keeps nothing) for one that does not.
    bool append(const domain::Event& event);

    Ordinal size() const { return static_cast<Ordinal>(m_headers.size()); }
    const domain::EventHeader& header(Ordinal ordinal) const { return m_headers[ordinal]; }
    const domain::Payload& payload(Ordinal ordinal) const;
    domain::Event event(Ordinal ordinal) const { return {header(ordinal), payload(ordinal)}; }

    // After an amendment: the run `to` was `from` until now; its events are also those of `to`.
    void carry_run(RunIndex from, RunIndex to);

    // Number of events at or before `position`.
    Ordinal count_until(Position position) const;
    // Number of events recorded at or before `time`; recorded times that jump back count as the latest seen so far.
    Ordinal count_until_time(WallTime time) const;
    WallTime monotone_time(Ordinal ordinal) const { return {m_monotone_ms[ordinal]}; }

    // Ascending ordinals. Empty for an index that was never seen.
    const std::vector<Ordinal>& of_task(TaskIndex task) const { return list(m_of_task, task.value); }
    // Of a run that an amendment gave its number: with what happened under the earlier ones.
    const std::vector<Ordinal>& of_run(RunIndex run) const { return list(m_of_run, run.value); }
    // What people decided about a task or its runs, in short: pause, resume, cancel, override.
    const std::vector<Ordinal>& steering_of_task(TaskIndex task) const { return list(m_steering, task.value); }
    // Events about nodes, dispatching, breakers, alerts, dead letters: all that belong to no task.
    const std::vector<Ordinal>& of_no_task() const { return m_of_no_task; }
    const std::vector<Ordinal>& alerts_and_letters() const { return m_notices; }

private:
    static const std::vector<Ordinal>& list(const std::vector<std::vector<Ordinal>>& lists, std::uint32_t index);
    static void add(std::vector<std::vector<Ordinal>>& lists, std::uint32_t index, Ordinal ordinal);

    std::deque<domain::EventHeader> m_headers;
    std::vector<std::uint32_t> m_payload_index;  // none_u32: no payload
    std::deque<domain::Payload> m_payloads;
    std::vector<std::int64_t> m_monotone_ms;
    std::vector<std::vector<Ordinal>> m_of_task;
    std::vector<std::vector<Ordinal>> m_of_run;
    std::vector<std::vector<Ordinal>> m_steering;
    std::vector<Ordinal> m_of_no_task;
    std::vector<Ordinal> m_notices;
};

}  // namespace apollo::viewmodels
