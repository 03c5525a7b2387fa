// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The command's process and the job its tree lives in.
#pragma once

#include <string>

#include "agent/shim/objects_windows.h"
#include "common/base/launcher.h"

namespace apollo::shim {

struct StartedCommand {
    OwnedHandle process;
    OwnedHandle output;           // read end of the pipe its stdout and stderr share
    unsigned long pid = 0;        // also its process group
    unsigned long error_code = 0; // not 0: the command was never executed
    bool missing = false;         // there is no such program
    std::string failure;          // one sentence when error_code is set
};

// The job ends every process in it when its last handle is closed: that of the guard, however the guard ends. Null and the
// reason if the step's limits cannot be set.
OwnedHandle make_job(const std::string& folder, const ResourceLimits& limits, std::string& failure);

// In the job from its first moment, stdin from NUL, in the guard's console (which nobody sees), the spec's environment added to
// the guard's. The program is looked up in the PATH the command will see; nothing is ever handed to a shell.
StartedCommand start_command(const LaunchSpec& spec, Handle job);

// Processes of the job that live.
unsigned long living_processes(Handle job);

}  // namespace apollo::shim
