// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-shim --folder DIR: runs the command of DIR/spec, outlives the agent, and leaves DIR/exit. See RECORDS.md.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "agent/shim/attempt.h"

namespace {

using namespace apollo;

// Held open for read and write: writing never blocks or raises SIGPIPE when the agent is away, and whoever holds the
// read end sees the end of this process at once. Opened before everything inherited is closed, because the agent hands
// over a descriptor of the same fifo to cover the time until here.
int open_alive(const std::string& folder) {
    for (int fd = ::open("/dev/null", O_RDWR); fd >= 0; fd = ::open("/dev/null", O_RDWR)) {
        if (fd <= 2) continue;
        ::close(fd);
        break;
    }
    const int alive = ::open((folder + "/alive").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (alive < 0) return -1;
    if (alive > 3) ::close_range(3, static_cast<unsigned>(alive) - 1, 0);
    ::close_range(static_cast<unsigned>(alive) + 1, ~0u, 0);
    return alive;
}

void block_signals() {
    sigset_t set;
    ::sigfillset(&set);
    ::sigprocmask(SIG_SETMASK, &set, nullptr);
    // An ignored SIGCHLD would be inherited and reap the command behind our back.
    ::signal(SIGCHLD, SIG_DFL);
}

int guard_attempt(const std::string& folder) {
    const int alive = open_alive(folder);
    if (alive < 0) return shim::complain(shim::nothing_run, "cannot open " + folder + "/alive: " + std::strerror(errno));
    return shim::run_attempt(folder, [alive] { [[maybe_unused]] const ssize_t told = ::write(alive, "S", 1); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("apollo-shim " APOLLO_VERSION);
        return 0;
    }
    if (argc != 3 || std::strcmp(argv[1], "--folder") != 0) {
        return shim::complain(shim::bad_usage, "usage: apollo-shim --folder DIR");
    }
    block_signals();
    ::setsid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    return guard_attempt(argv[2]);
}
