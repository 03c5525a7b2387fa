// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <signal.h>
#include <sys/prctl.h>

#include "app/cli/drill_host.h"

namespace apollo::cli {

void end_with_this_process(QProcess& process) {
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

void kill_process(std::int64_t pid) { ::kill(static_cast<pid_t>(pid), SIGKILL); }

}  // namespace apollo::cli
