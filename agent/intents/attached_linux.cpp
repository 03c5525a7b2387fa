// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "agent/intents/attached.h"

namespace apollo::agent {

namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& argv) {
    std::vector<char*> pointers;
    for (const auto& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

bool succeeds(const std::vector<std::string>& argv) {
    pid_t pid = 0;
    const int code = ::posix_spawnp(&pid, argv.front().c_str(), nullptr, nullptr, pointers_to(argv).data(), environ);
    if (code != 0) {
        std::fprintf(stderr, "cannot execute the check %s: %s\n", argv.front().c_str(), std::strerror(code));
        return false;
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int become(const std::vector<std::string>& argv) {
    ::execvp(argv.front().c_str(), pointers_to(argv).data());
    std::fprintf(stderr, "cannot execute %s: %s\n", argv.front().c_str(), std::strerror(errno));
    return errno == ENOENT ? 127 : 126;
}

}  // namespace apollo::agent
