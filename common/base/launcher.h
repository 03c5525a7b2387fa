// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Door: processes. A run's command lives under a guard process (apollo-shim on Linux) which outlives the agent, proves
// by a lock that it lives, and leaves an exit record; so the answer to "what became of it" survives every crash.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/resource_limits.h"
#include "common/base/result.h"
#include "common/base/time.h"

namespace apollo {

// What to run. `folder` (absolute, exists) holds everything of this attempt and is the key of it.
struct LaunchSpec {
    std::string folder;
    std::vector<std::string> argv;                                   // never given to a shell
    std::vector<std::pair<std::string, std::string>> environment;    // added to the agent's own
    std::string working_folder;                                      // absolute
    std::int64_t timeout_ms = 0;                                     // 0 = none; counted on the boot-time clock by the guard itself
    std::int64_t grace_ms = 5000;                                    // between TERM and KILL of the tree
    ResourceLimits limits;
    std::string control_group;                                       // Linux: a cgroup folder given to the agent for its attempts; empty: none
    std::uint64_t output_limit_bytes = 0;                            // what is beyond is read and dropped, and said in the record
};

struct ExitRecord {
    enum class How { Exited, Signaled, TimedOut, Cancelled, CouldNotStart, Lost };
    How how = How::Lost;
    int exit_code = 0;         // Exited; CouldNotStart: 126 or 127
    int signal_number = 0;     // Signaled
    bool killed = false;       // TERM was not enough
    bool output_truncated = false;
    std::string message;       // one sentence when there is something to say
    WallTime started_at;
    WallTime ended_at;
};

// What is known about an attempt's folder after a restart of the agent.
enum class Evidence { NeverStarted, Running, Ended, Lost };

class Launcher {
public:
    virtual ~Launcher() = default;
    // Starts the guard. Success means only that the guard was asked; on_started or on_ended follows.
    virtual Status launch(const LaunchSpec& spec) = 0;
    // Ends the whole tree: TERM, then KILL after the grace time. on_ended(Cancelled) follows when the tree is proven dead.
    virtual void kill(const std::string& folder) = 0;
    // Looks at lock, start record and exit record. Running: the attempt is watched again and on_ended will follow.
    virtual Evidence inspect(const std::string& folder, std::optional<ExitRecord>& record) = 0;

    std::function<void(const std::string& folder, WallTime started_at)> on_started;
    std::function<void(const std::string& folder, const ExitRecord& record)> on_ended;
};

}  // namespace apollo
