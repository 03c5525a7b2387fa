// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The processes of one machine and what their guards leave on its disk. They outlive their agent, but not their machine.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "agent/core/messages.h"
#include "common/base/launcher.h"
#include "common/base/random.h"
#include "tests/sim/timeline.h"

namespace apollo::sim {

// How often attempts end badly and how long they take.
struct ProcessSettings {
    std::uint64_t seed = 0;
    std::uint32_t failing_per_mille = 0;
    std::int64_t ms_max = 1000;
};

class Processes {
public:
    Processes(Timeline& timeline, ProcessSettings settings) : m_timeline(timeline), m_settings(settings) {}

    // What a guard started once under this key it never starts again.
    void launch(const agent::DispatchOrder& order);
    void kill(const agent::RunKey& key);
    Evidence inspect(const agent::RunKey& key, std::optional<ExitRecord>& record) const;
    void cut_power();
    // Also what the guards left is gone. Only after cut_power.
    void wipe() { m_processes.clear(); }
    // As if the guard had left nothing: for a planted bug.
    void forget(const agent::RunKey& key);
    std::uint32_t running() const { return m_running; }

    std::function<void(const agent::RunKey& key)> on_effect;  // a command begins to run
    std::function<WallTime()> wall;                           // the machine's clock
    // The agent's ears; empty while it is down.
    std::function<void(const agent::RunKey& key, WallTime started_at)> on_started;
    std::function<void(const agent::RunKey& key, const ExitRecord& record)> on_ended;

private:
    struct Process {
        bool started = false;
        bool ended = false;
        bool kill_wanted = false;
        std::uint64_t life = 0;  // actions of an earlier one mean nothing
        ExitRecord record;
    };
    struct Conduct {
        std::int64_t duration_ms = 0;
        ExitRecord record;
        bool hangs = false;
        std::int64_t kill_ms = 0;
    };
    Conduct conduct_of(const agent::RunKey& key) const;
    void start(const agent::RunKey& key, std::uint64_t life);
    void end(const agent::RunKey& key, std::uint64_t life, ExitRecord record);

    Timeline& m_timeline;
    const ProcessSettings m_settings;
    std::map<agent::RunKey, Process> m_processes;
    std::map<agent::RunKey, std::int64_t> m_timeouts;
    std::uint64_t m_lives = 0;
    std::uint32_t m_running = 0;
};

}  // namespace apollo::sim
