// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Guards one command from its start to its proven end. Single-threaded; one object per process.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "agent/shim/control_group.h"
#include "common/base/launcher.h"

namespace apollo::shim {

// States: running → (main process ended | timeout | cancel) → ending (TERM sent, grace runs) → killing (KILL every child
// until there is none) → done. What ended first decides the record: a process that had ended before the timeout or the
// cancel was noticed keeps its own exit code.
class Guard {
public:
    // SIGCHLD and SIGTERM must be blocked; SIGTERM asks for a cancel.
    Guard(LaunchSpec spec, std::string folder, WallTime started_at);
    // Runs the command and returns when nothing of its tree lives any more. `on_executed` is called once, as soon as the
    // command is known to be executed; never when it could not be.
    ExitRecord run(const std::function<void()>& on_executed);

private:
    enum class Phase { Running, Ending, Killing };
    enum class Cause { None, Timeout, Cancel };

    bool cancelled_before_start() const;
    void open_descriptors();
    void make_group();
    void leave_group();
    void loop();
    void take_signals();
    void reap();
    void copy_output();
    void keep(const char* bytes, std::size_t size);
    void on_timer();
    void on_cancel();
    void on_main_ended();
    void begin_ending(std::int64_t grace_ms);
    void begin_killing();
    void arm_timer(std::int64_t delay_ms);
    ExitRecord make_record();
    void describe_end(ExitRecord& record) const;

    const LaunchSpec m_spec;
    const std::string m_folder;
    const WallTime m_started_at;
    Phase m_phase = Phase::Running;
    Cause m_cause = Cause::None;
    pid_t m_main = -1;
    bool m_main_ended = false;
    int m_main_status = 0;
    bool m_children_left = true;
    pid_t m_told_group = 0;       // got TERM as a whole
    std::set<pid_t> m_told;       // children that got TERM one by one
    bool m_killed = false;
    int m_output_pipe = -1;
    int m_output_file = -1;
    int m_signals = -1;
    int m_timer = -1;
    std::uint64_t m_output_bytes = 0;
    bool m_output_truncated = false;
    std::optional<ControlGroup> m_group;
    std::string m_no_group;         // why there is none although one was wished for
    bool m_memory_struck = false;
    std::string m_output_failure;
};

}  // namespace apollo::shim
