// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-shim --folder DIR: runs the command of DIR/spec, outlives the agent, and leaves DIR/exit. See RECORDS.md.
#include <windows.h>

#include <cstdio>

#include "agent/shim/attempt.h"
#include "agent/shim/objects_windows.h"
#include "common/base/host.h"

int main(int argc, char** argv) {
    using namespace apollo;
    const std::vector<std::string> words = program_arguments(argc, argv);
    if (words.size() == 1 && words[0] == "--version") {
        std::puts("apollo-shim " APOLLO_VERSION);
        return 0;
    }
    // Nobody sees a box that says that a library is missing, and the step would wait for somebody; what is started inherits this.
    ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    if (words.size() != 2 || words[0] != "--folder") return shim::complain(shim::bad_usage, "usage: apollo-shim --folder DIR");
    const shim::OwnedHandle started = shim::attempt_event(words[1], "started");
    return shim::run_attempt(words[1], [&started] { ::SetEvent(started.get()); });
}
