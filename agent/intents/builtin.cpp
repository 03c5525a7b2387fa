// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"

#include <QCoreApplication>
#include <cstdio>
#include <map>

#include "agent/intents/params.h"
#include "common/base/assert.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/definition/intents.h"

namespace apollo::agent {

namespace {

using Function = Result<nlohmann::json> (*)(const BuiltinInput&);

const std::map<std::string, Function>& table() {
    static const std::map<std::string, Function> functions = {
        {"collect_metrics", collect_metrics},
        {"ensure_file", ensure_file},
        {"ensure_service", ensure_service},
        {"ensure_service.compensate", undo_ensure_service},
        {"fetch_artifact", fetch_artifact},
        {"fetch_artifact.compensate", undo_fetch_artifact},
        {"http_request", http_request},
        {"rotate_logs", rotate_logs},
        {"run_command", nullptr},
        {"upgrade_agent", nullptr},
        {"upgrade_service", upgrade_service},
        {"upgrade_service.compensate", undo_upgrade_service},
        {"wait_for", wait_for},
    };
    return functions;
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
    if (found == table().end() || found->second == nullptr) {
        return Error{ErrorKind::BadInput, "'" + name + "' is no intent that can be run this way"};
    }
    SystemDisk disk;
    const auto text = disk.read_file(environment_variable("APOLLO_PARAMS"));
    if (!text) return text.error();
    auto params = parse_object(*text, "APOLLO_PARAMS");
    if (!params) return params.error();
    if (auto checked = check_builtin(name, *params); !checked) return checked;
    const auto output = found->second({*params, environment_variable("APOLLO_CHECKPOINT_DIR")});
    if (!output) return output.error();
    return disk.write_file_atomically(environment_variable("APOLLO_OUTPUT"), as_bytes(output->dump()));
}

}  // namespace

const std::vector<std::string>& builtin_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (const auto& [name, function] : table()) made.push_back(name);
        return made;
    }();
    return names;
}

bool is_builtin(const std::string& name) { return table().contains(name); }

Status check_builtin(const std::string& name, const nlohmann::json& params) {
    const definition::BuiltinIntent* intent = definition::find_builtin(name);
    APOLLO_ASSERT(intent != nullptr);
    const auto faults = definition::faults_of_params(*intent, params);
    return faults.empty() ? success() : Status(bad_input(faults[0].reason));
}

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
