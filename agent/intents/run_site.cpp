// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

// An empty result means that the list is absent or not a list of texts.
std::vector<std::string> command_of(const nlohmann::json& commands, const char* key) {
    std::vector<std::string> argv;
    if (!commands.contains(key) || !commands[key].is_array()) return argv;
    for (const auto& item : commands[key]) {
        if (!item.is_string()) return {};
        argv.push_back(item.get<std::string>());
    }
    return argv;
}

std::vector<char*> pointers_to(const std::vector<std::string>& argv) {
    std::vector<char*> pointers;
    for (const auto& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// True if the command ran and ended with 0.
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

}  // namespace

int run_site(const std::string& file) {
    SystemDisk disk;
    const auto text = disk.read_file(file);
    const auto commands = text ? parse_object(*text, file) : Result<nlohmann::json>(text.error());
    if (!commands) {
        std::fprintf(stderr, "%s\n", commands.error().message.c_str());
        return 65;
    }
    const auto check = command_of(*commands, "check");
    const auto apply = command_of(*commands, "apply");
    if (apply.empty()) {
        std::fprintf(stderr, "%s names no command\n", file.c_str());
        return 65;
    }
    if (!check.empty() && succeeds(check)) return 0;
    ::execvp(apply.front().c_str(), pointers_to(apply).data());
    std::fprintf(stderr, "cannot execute %s: %s\n", apply.front().c_str(), std::strerror(errno));
    return errno == ENOENT ? 127 : 126;
}

}  // namespace apollo::agent
