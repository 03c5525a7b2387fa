// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/base/clock.h"

namespace apollo::agent {

namespace {

constexpr std::size_t output_limit_bytes = 64u << 10;

std::int64_t now_ms() { return SystemClock().now().monotonic.ms; }

// False: the deadline came before the program had closed its output.
bool read_all(int fd, std::int64_t deadline_ms, std::string& output) {
    char bytes[4096];
    while (true) {
        pollfd wanted{fd, POLLIN, 0};
        const std::int64_t left_ms = deadline_ms - now_ms();
        if (left_ms <= 0 || ::poll(&wanted, 1, static_cast<int>(left_ms)) == 0) return false;
        const ssize_t count = ::read(fd, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return true;
        if (output.size() < output_limit_bytes) output.append(bytes, static_cast<std::size_t>(count));
    }
}

Result<pid_t> start(const std::vector<std::string>& argv, int output_fd) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output_fd, 1);
    ::posix_spawn_file_actions_adddup2(&actions, output_fd, 2);
    // A group of its own, so that one signal reaches what it starts.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> words;
    for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = 0;
    const int failed = ::posix_spawnp(&pid, words.front(), &actions, &attributes, words.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed == 0) return pid;
    const ErrorKind kind = failed == ENOENT || failed == EACCES ? ErrorKind::NotFound : ErrorKind::Io;
    return Error{kind, "cannot run " + argv.front() + ": " + std::strerror(failed)};
}

}  // namespace

Result<ToolResult> run_tool(const std::vector<std::string>& argv, std::int64_t timeout_ms) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return Error{ErrorKind::Io, std::string("cannot make a pipe: ") + std::strerror(errno)};
    const auto pid = start(argv, ends[1]);
    ::close(ends[1]);
    ToolResult result;
    const bool in_time = pid.ok() && read_all(ends[0], now_ms() + timeout_ms, result.output);
    ::close(ends[0]);
    if (!pid) return pid.error();
    if (!in_time) ::kill(-*pid, SIGKILL);
    int status = 0;
    while (::waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (!in_time) return Error{ErrorKind::Timeout, argv.front() + " did not end within " + std::to_string(timeout_ms / 1000) + " s"};
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace apollo::agent
