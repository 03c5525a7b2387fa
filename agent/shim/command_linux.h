// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The command's process: started with nothing of the guard's, and the tree that grows below it.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>

#include "agent/shim/control_group.h"
#include "common/base/launcher.h"

namespace apollo::shim {

struct StartedCommand {
    pid_t pid = -1;              // also its process group and session
    int output_fd = -1;          // non-blocking read end of the pipe its stdout and stderr share
    int error_number = 0;        // not 0: the command was never executed; pid has been reaped
    std::string failure;         // one sentence when error_number is set
};

// A session of its own, stdin from /dev/null, no terminal, default signals, the spec's environment added to the guard's.
// The file is looked up in the PATH the command will see; nothing is ever handed to a shell.
// `group`: bounds its memory; null, or it cannot be joined: setrlimit does, for each process.
StartedCommand start_command(const LaunchSpec& spec, const ControlGroup* group);

// Sends the signal to every direct child. The guard is a subreaper, so whatever lost its parent is one.
void signal_children(int signal_number);
// TERM to every direct child that is neither in `told` nor in the process group `told_group` (0 = none), once: what
// becomes a child later, because its parent died, is found by the next call. `told` grows; the caller takes reaped pids out.
void terminate_new_children(pid_t told_group, std::set<pid_t>& told);

}  // namespace apollo::shim
