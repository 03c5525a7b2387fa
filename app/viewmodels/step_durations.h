// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How long steps took so far: what a running one is measured against. Steps of different tasks with the same intent and
// name are taken as the same work. Only what had ended before the shown event counts, so a replay expects what one could
// expect then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/viewmodels/live_model.h"

namespace apollo::viewmodels {

class StepDurations {
public:
    static constexpr std::size_t samples_kept = 64;  // per kind of step, the newest

    // Takes what is new.
    void follow(const LiveModel& live);
    // Median of what succeeded among the first `events` events; nullopt: it never did.
    std::optional<std::int64_t> expected_ms(const domain::Plan& plan, std::uint32_t step, Ordinal events) const;

private:
    struct Sample {
        Ordinal ordinal;
        std::int64_t took_ms;
    };
    static std::string key_of(const domain::Plan& plan, std::uint32_t step);
    void take(const LiveModel& live, const Delta& delta);

    std::unordered_map<std::string, std::vector<Sample>> m_samples;
    std::vector<std::int64_t> m_started_ms;  // per run; 0: it does not run
    std::uint32_t m_taken = 0;               // deltas
};

// When the newest attempt of a run began, as known after the first `events` events; unknown if it has not.
WallTime started_at(const EventHistory& history, RunIndex run, Ordinal events);

}  // namespace apollo::viewmodels
