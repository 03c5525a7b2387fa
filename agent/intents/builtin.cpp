// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"

#include <QCoreApplication>
#include <algorithm>
#include <cstdio>
#include <map>

#include "agent/intents/params.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

struct Builtin {
    Result<nlohmann::json> (*function)(const BuiltinInput&);
    std::vector<std::string> params;
};

const std::map<std::string, Builtin>& table() {
    static const std::vector<std::string> service_params{"name", "state", "enabled"};
    static const std::vector<std::string> fetch_params{"url", "sha256", "path", "mode", "max_bytes"};
    static const std::vector<std::string> upgrade_params{"url", "sha256", "path", "mode", "max_bytes", "service", "settle_ms"};
    static const std::map<std::string, Builtin> builtins = {
        {"collect_metrics", {collect_metrics, {"path"}}},
        {"ensure_service", {ensure_service, service_params}},
        {"ensure_service.compensate", {undo_ensure_service, service_params}},
        {"fetch_artifact", {fetch_artifact, fetch_params}},
        {"fetch_artifact.compensate", {undo_fetch_artifact, fetch_params}},
        {"http_request", {http_request, {"url", "method", "headers", "body", "expect", "timeout_s"}}},
        {"upgrade_service", {upgrade_service, upgrade_params}},
        {"upgrade_service.compensate", {undo_upgrade_service, upgrade_params}},
        {"wait_for", {wait_for, {"tcp", "file", "command", "timeout_s", "interval_ms"}}},
        {"ensure_file", {ensure_file, {"path", "content", "mode"}}},
        {"rotate_logs", {rotate_logs, {"path", "keep", "min_bytes"}}},
        {"upgrade_agent", {nullptr, {"sha256", "signature", "health_timeout_s", "settle_s"}}},
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

Status run_named(const std::string& name) {
    const auto found = table().find(name);
    if (found == table().end() || found->second.function == nullptr) {
        return Error{ErrorKind::BadInput, "'" + name + "' is no intent that can be run this way"};
    }
    SystemDisk disk;
    const auto text = disk.read_file(environment_variable("APOLLO_PARAMS"));
    if (!text) return text.error();
    auto params = parse_object(*text, "APOLLO_PARAMS");
    if (!params) return params.error();
    if (auto known = check_keys(*params, found->second.params, name); !known) return known;
    const auto output = found->second.function({*params, environment_variable("APOLLO_CHECKPOINT_DIR")});
    if (!output) return output.error();
    return disk.write_file_atomically(environment_variable("APOLLO_OUTPUT"), as_bytes(output->dump()));
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
    // What the network needs.
    int count = 1;
    char program[] = "apollo-agent";
    char* arguments[] = {program, nullptr};
    const QCoreApplication application(count, arguments);
    const Status done = run_named(name);
    if (done) return 0;
    std::fprintf(stderr, "%s: %s\n", name.c_str(), done.error().message.c_str());
    return exit_code_of(done.error());
}

}  // namespace apollo::agent
