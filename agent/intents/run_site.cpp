// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <cstdio>

#include "agent/intents/attached.h"
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
    return become(apply);
}

}  // namespace apollo::agent
