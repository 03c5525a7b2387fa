// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/read_params.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/definition/keys.h"
#include "common/definition/references.h"

namespace apollo::definition {

namespace {

// Words are given to the program exactly as they were written: NO stays NO and 010 stays 010.
std::optional<std::string> read_word(const Node& node, const std::string& what, Report& report) {
    const bool is_written = node.is_scalar() && !node.text.empty();
    const auto text = is_written ? node.text : read_text(node, what, report);
    if (!text || text->find('\0') == std::string::npos) return text;
    report.fault(node, what + " contains a NUL, which no program can be given");
    return std::nullopt;
}

bool is_shell(const std::string& program) {
    static const std::set<std::string> shells{"sh", "bash", "dash", "zsh", "ksh", "ash", "fish"};
    return shells.contains(program.substr(program.rfind('/') + 1));
}

// A value put into a script is read as script; as an argument or in `env` it stays data.
void warn_of_references_in_scripts(const std::vector<const Node*>& argv, Report& report) {
    if (argv.empty() || !argv[0]->is_scalar() || !is_shell(argv[0]->text)) return;
    for (std::size_t i = 1; i + 1 < argv.size(); ++i) {
        const std::string& option = argv[i]->text;
        if (!option.starts_with('-') || option.starts_with("--") || option.find('c') == std::string::npos) continue;
        if (references_in(argv[i + 1]->text).empty()) return;
        report.warn(*argv[i + 1], "an output is inserted into a shell script, where it can run commands; pass it as an argument "
                                  "behind the script or in env");
        return;
    }
}

nlohmann::json read_argv(const Node& node, Report& report) {
    auto argv = nlohmann::json::array();
    const auto* items = read_list(node, "'argv'", report);
    if (items == nullptr) return argv;
    if (items->empty()) report.fault(node, "'argv' is empty; its first word is the program to run");
    for (const Node* item : *items) {
        const auto word = read_word(*item, "a word of 'argv'", report);
        if (word && word->empty() && item == items->front()) {
            report.fault(*item, "the first word of 'argv' is the program to run; it is empty");
        }
        argv.push_back(word.value_or(""));
    }
    warn_of_references_in_scripts(*items, report);
    return argv;
}

nlohmann::json read_env(const Node& node, Report& report) {
    auto env = nlohmann::json::object();
    if (!node.is_map()) {
        report.fault(node, "'env' must be a map of names and texts");
        return env;
    }
    for (const auto& [key, value] : merged_entries(node, report)) {
        if (key->text.empty() || key->text.find_first_of(std::string_view("=\0", 2)) != std::string::npos) {
            report.fault(*key, "the name of an environment variable must not be empty or contain '='");
        }
        if (const auto word = read_word(*value, "'" + key->text + "' in 'env'", report)) env[key->text] = *word;
    }
    return env;
}

std::string read_run_command(const Node* params, const Node& owner, Report& report) {
    if (params == nullptr) {
        report.fault(owner, "run_command needs 'params' with 'argv', the program and its arguments");
        return "{}";
    }
    const MapReader reader(*params, "the params of run_command", run_command_keys(), report);
    auto result = nlohmann::json::object();
    if (const Node* argv = reader.require("argv")) result["argv"] = read_argv(*argv, report);
    if (const Node* env = reader.find("env")) result["env"] = read_env(*env, report);
    if (const Node* cwd = reader.find("cwd")) {
        if (const auto text = read_word(*cwd, "'cwd'", report)) {
            result["cwd"] = *text;
            if (text->empty()) report.fault(*cwd, "'cwd' is empty; leave it out for the attempt's own folder");
        }
    }
    return result.dump();
}

void check_param(const Node& node, const IntentParam& param, Report& report) {
    const std::string what = "the param '" + std::string(param.name) + "'";
    // What an earlier step will say is not known yet.
    if (node.is_scalar() && !references_in(node.text).empty()) return;
    switch (param.kind) {
        case IntentParam::Kind::Text: read_text(node, what, report); return;
        case IntentParam::Kind::Path: {
            const auto path = read_text(node, what, report);
            if (path && !path->starts_with('/')) report.fault(node, what + " must be an absolute path");
            return;
        }
        case IntentParam::Kind::Number: read_integer(node, what, 0, std::int64_t{1} << 50, report); return;
        case IntentParam::Kind::Boolean: read_bool(node, what, report); return;
        case IntentParam::Kind::List: read_list(node, what, report); return;
        case IntentParam::Kind::Map:
            if (!node.is_map()) report.fault(node, what + " must be a map of keys and values");
            return;
    }
}

void check_builtin_params(const BuiltinIntent& intent, const Node* params, const Node& owner, Report& report) {
    std::vector<std::string> names;
    for (const IntentParam& param : intent.params) names.emplace_back(param.name);
    const std::string what = "the params of " + std::string(intent.name);
    if (params == nullptr) {
        for (const IntentParam& param : intent.params) {
            if (param.required) report.fault(owner, what + " need '" + param.name + "'");
        }
        return;
    }
    const MapReader reader(*params, what, names, report);
    for (const IntentParam& param : intent.params) {
        const Node* node = param.required ? reader.require(param.name) : reader.find(param.name);
        if (node != nullptr) check_param(*node, param, report);
    }
}

}  // namespace

std::string read_params(const std::string& intent, const Node* params, const Node& owner, Report& report) {
    if (intent == "run_command") return read_run_command(params, owner, report);
    const auto& builtins = builtin_intents();
    const auto builtin = std::find_if(builtins.begin(), builtins.end(), [&](const BuiltinIntent& one) { return intent == one.name; });
    if (builtin != builtins.end() && (params == nullptr || params->is_map())) check_builtin_params(*builtin, params, owner, report);
    if (params == nullptr) return "{}";
    if (!params->is_map()) {
        report.fault(*params, "'params' must be a map of keys and values");
        return "{}";
    }
    return read_json(*params, report);
}

}  // namespace apollo::definition
