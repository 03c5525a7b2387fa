// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "agent/main/upgrade_starter.h"

namespace apollo::agent {

struct UpgradeStarter::Child {
    explicit Child(pid_t child) : pid(child) {}
    // It goes on without us; only its end is taken note of, if it has come.
    ~Child() { ::waitpid(pid, nullptr, WNOHANG); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    pid_t pid;
};

UpgradeStarter::UpgradeStarter(std::string data_folder) : m_data_folder(std::move(data_folder)) {}

UpgradeStarter::~UpgradeStarter() = default;

namespace {

// What the service manager says to the agent is not meant for the updater.
std::vector<char*> own_environment() {
    std::vector<char*> kept;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        bool is_ours = false;
        for (const std::string_view name : {"NOTIFY_SOCKET=", "INVOCATION_ID=", "JOURNAL_STREAM=", "WATCHDOG_PID=", "WATCHDOG_USEC="}) {
            is_ours = is_ours || std::string_view(*entry).substr(0, name.size()) == name;
        }
        if (!is_ours) kept.push_back(*entry);
    }
    kept.push_back(nullptr);
    return kept;
}

}  // namespace

Status UpgradeStarter::launch(const std::string& program, const std::string& log) {
    m_child.reset();
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    const char* arguments[] = {program.c_str(), "--resume", "--data", m_data_folder.c_str(), nullptr};
    pid_t pid = 0;
    const int code = ::posix_spawn(&pid, program.c_str(), &actions, &attributes, const_cast<char* const*>(arguments), own_environment().data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (code != 0) return Error{ErrorKind::Io, "cannot start " + program + ": " + std::strerror(code)};
    m_child = std::make_unique<Child>(pid);
    return success();
}

}  // namespace apollo::agent
