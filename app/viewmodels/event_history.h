// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// All events received so far, in order of position: headers, payloads only where there are any, and beside them the
// ordinals of each task's, run's and node's events. An ordinal is an event's place in this history; it differs from the
// position only if the log has gaps. Stands in pages, of which only those in use are in memory.
//
// Owned by one thread. Grows only.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/viewmodels/page_store.h"
#include "common/domain/event.h"

namespace apollo::viewmodels {

using Ordinal = std::uint32_t;
using Ordinals = PagedVector<Ordinal, 2048>;

class EventHistory {
public:
    explicit EventHistory(std::shared_ptr<PageStore> store = std::make_shared<PageStore>());

    // Positions must grow; returns false (and keeps nothing) for one that does not.
    bool append(const domain::Event& event);

    Ordinal size() const { return static_cast<Ordinal>(m_events.size()); }
    domain::EventHeader header(Ordinal ordinal) const { return at(ordinal).header; }
    domain::Payload payload(Ordinal ordinal) const;
    domain::Event event(Ordinal ordinal) const { return {header(ordinal), payload(ordinal)}; }

    // After an amendment: the run `to`, which is new, was `from` until now; its events are also those of `to`.
    void carry_run(RunIndex from, RunIndex to);

    // Number of events at or before `position`.
    Ordinal count_until(Position position) const;
    // Number of events recorded at or before `time`; recorded times that jump back count as the latest seen so far.
    Ordinal count_until_time(WallTime time) const;
    WallTime monotone_time(Ordinal ordinal) const { return {at(ordinal).monotone_ms}; }

    // Ascending ordinals. Empty for an index that was never seen.
    const Ordinals& of_task(TaskIndex task) const { return task.value < m_of_task.size() ? m_of_task[task.value] : m_none; }
    // Of a run that an amendment gave its number: with what happened under the earlier ones. Gathered anew by each call.
    std::vector<Ordinal> of_run(RunIndex run) const;
    // The newest event of a run, and the one before an event in the same run: for who needs only the last few.
    std::optional<Ordinal> last_of_run(RunIndex run) const;
    std::optional<Ordinal> earlier_of_run(Ordinal ordinal) const;
    // What people decided about a task or its runs, in short: pause, resume, cancel, override.
    const std::vector<Ordinal>& steering_of_task(TaskIndex task) const;
    // Events about nodes, dispatching, breakers, alerts, dead letters: all that belong to no task.
    const Ordinals& of_no_task() const { return m_of_no_task; }
    const std::vector<Ordinal>& alerts_and_letters() const { return m_notices; }

private:
    struct Stored {
        domain::EventHeader header;
        std::int64_t monotone_ms;
        std::uint64_t payload;          // see below
        Ordinal earlier_of_run;         // the one before of the same run; none_u32: none
    };
    static constexpr std::uint64_t no_payload = ~0ull;
    static constexpr std::uint64_t is_rare = 1ull << 63;  // the rest: index in m_rare_payloads; else number in m_payloads

    const Stored& at(Ordinal ordinal) const {
        const auto part = m_events.part_of(ordinal);
        return part.values[ordinal - part.first];
    }
    std::uint64_t keep_payload(const domain::Payload& payload);

    std::shared_ptr<PageStore> m_store;
    PagedVector<Stored, 1024> m_events;
    PagedTexts m_payloads;
    std::deque<domain::Payload> m_rare_payloads;
    std::vector<Ordinals> m_of_task;
    std::vector<Ordinal> m_last_of_run;  // none_u32: none
    std::vector<std::vector<Ordinal>> m_steering;
    Ordinals m_of_no_task, m_none;
    std::vector<Ordinal> m_notices;
};

}  // namespace apollo::viewmodels
