// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "agent/intents/params.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

struct Builtin {
    Result<nlohmann::json> (*function)(const BuiltinInput&);
    std::vector<std::string> params;
};

const std::map<std::string, Builtin>& table() {
    static const std::map<std::string, Builtin> builtins = {
        {"collect_metrics", {collect_metrics, {"path"}}},
        {"ensure_file", {ensure_file, {"path", "content", "mode"}}},
        {"rotate_logs", {rotate_logs, {"path", "keep", "min_bytes"}}},
        {"run_command", {nullptr, {"argv", "env", "cwd"}}},
    };
    return builtins;
}

int exit_code_of(const Error& error) {
    switch (error.kind) {
    case ErrorKind::BadInput:
    case ErrorKind::NotFound: return 65;
    case ErrorKind::NotAllowed: return 77;
    default: return 75;
    }
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

Status run_named(const std::string& name) {
    const auto found = table().find(name);
    if (found == table().end() || found->second.function == nullptr) {
        return Error{ErrorKind::BadInput, "'" + name + "' is no intent that can be run this way"};
    }
    SystemDisk disk;
    const auto text = disk.read_file(variable("APOLLO_PARAMS"));
    if (!text) return text.error();
    auto params = parse_object(*text, "APOLLO_PARAMS");
    if (!params) return params.error();
    if (auto known = check_keys(*params, found->second.params, name); !known) return known;
    const auto output = found->second.function({*params, variable("APOLLO_CHECKPOINT_DIR")});
    if (!output) return output.error();
    return disk.write_file_atomically(variable("APOLLO_OUTPUT"), as_bytes(output->dump()));
}

}  // namespace

const std::vector<std::string>& builtin_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (const auto& [name, builtin] : table()) made.push_back(name);
        return made;
    }();
    return names;
}

bool is_builtin(const std::string& name) { return table().contains(name); }

const std::vector<std::string>& builtin_params(const std::string& name) { return table().at(name).params; }

int run_builtin(const std::string& name) {
    const Status done = run_named(name);
    if (done) return 0;
    std::fprintf(stderr, "%s: %s\n", name.c_str(), done.error().message.c_str());
    return exit_code_of(done.error());
}

}  // namespace apollo::agent
