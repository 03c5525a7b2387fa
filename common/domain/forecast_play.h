// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Plays the rest of a task forward in time. Internal to forecast.
#pragma once

#include <functional>

#include "common/domain/state.h"

namespace apollo::domain {

// Times count from the present. Runs are counted from the task's first.
class TaskPlay {
public:
    struct Fate {
        std::int64_t lasts_ms = 0;  // from when it begins (an attempt that runs: from now) until it is through, with all its tries
        bool fails = false;
    };
    using Draw = std::function<Fate(std::uint32_t run)>;
    struct Ending {
        std::int64_t after_ms = 0;
        bool failed = false;
        std::vector<std::uint32_t> path;  // that decided when it ended, in order of time
    };

    // Both outlive it.
    TaskPlay(const State& state, const Task& task);
    // Those that can still come to run, in order of their numbers.
    const std::vector<std::uint32_t>& open_runs() const { return m_open; }
    // `draw` is asked once for each run that begins.
    Ending play(const Draw& draw) const;

private:
    struct Game;
    std::uint32_t rank_of(std::uint32_t run) const;
    const Run& known(std::uint32_t run) const { return m_state.runs[m_task.first_run.value + run]; }

    const State& m_state;
    const Task& m_task;
    std::vector<std::uint32_t> m_open;
};

}  // namespace apollo::domain
