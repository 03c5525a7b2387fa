// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The timeline: for each run of a task the moments at which its look changed. Times are those of the event's origin,
// never jumping back within a lane, so a span is never negative. Follows a growing history; cut at any event.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/viewmodels/live_model.h"
#include "app/viewmodels/state_style.h"

namespace apollo::viewmodels {

enum class LaneOrder { Start, Step, Node };

class Lanes {
public:
    struct Change {
        std::int64_t time_ms = 0;
        Ordinal ordinal = 0;
        Look look;  // from then on
    };

    // Takes what is new; starts over when the task, or its plan after the first `events` events, is another one. Returns
    // true if anything was added.
    bool follow(const LiveModel& live, TaskIndex task, Ordinal events);

    std::size_t size() const { return m_lanes.size(); }
    const std::vector<Change>& lane(std::size_t local_run) const { return m_lanes[local_run]; }
    // Number of changes of a lane caused by the first `events` events.
    static std::size_t count_until(const std::vector<Change>& lane, Ordinal events);
    // The look a lane has at a time, among its first `count` changes. nullopt: before the first.
    static std::optional<std::size_t> change_at(const std::vector<Change>& lane, std::size_t count,
                                                std::int64_t time_ms);

    // First and last moment of the task; equal for a history of one moment. Both 0 when empty.
    std::int64_t first_ms() const { return m_first_ms; }
    std::int64_t last_ms() const { return m_last_ms; }
    // By the first start of work, then as defined; or the lanes of each step together; or those of each node.
    void set_order(LaneOrder order);
    LaneOrder order() const { return m_kind; }
    // One look for each style that any lane ever has; that of waiting, which all begin with, first.
    std::vector<Look> looks() const;
    const std::vector<std::uint32_t>& sorted() const { return m_sorted; }  // lanes, from the top

private:
    void start(const LiveModel& live, TaskIndex task, const PlanVersion* version);
    void add(Change change, std::uint32_t local);
    void sort();
    std::vector<std::int64_t> sort_keys() const;

    TaskIndex m_task = no_task;
    PlanVersion m_version;  // whose runs the lanes are
    std::vector<std::vector<Change>> m_lanes;
    LaneOrder m_kind = LaneOrder::Start;
    std::vector<std::uint32_t> m_sorted;
    std::array<std::optional<Look>, style_count> m_looks;  // by place of the style
    std::size_t m_taken = 0;  // deltas of the task
    std::int64_t m_first_ms = 0;
    std::int64_t m_last_ms = 0;
};

}  // namespace apollo::viewmodels
