// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/read_params.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/definition/intents.h"
#include "common/definition/keys.h"
#include "common/definition/references.h"
#include "common/definition/scalar.h"

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

const Node* value_of_key(const Node& map, const std::string& key) {
    Report ignored;  // what is wrong with merged maps was said when the map was read
    for (const auto& [name, value] : merged_entries(map, ignored)) {
        if (name->text == key) return value;
    }
    return nullptr;
}

const Node& place_of(const ParamFault& fault, const Node& params) {
    if (fault.is_of_key) {
        for (const auto& [name, value] : params.entries) {
            if (name->text == fault.param) return *name;
        }
    }
    const Node* value = fault.param.empty() ? nullptr : value_of_key(params, fault.param);
    if (value == nullptr) return params;
    const Node* item = nullptr;
    if (value->is_map()) item = value_of_key(*value, fault.item);
    else if (value->is_sequence() && !fault.item.empty()) item = value->items[std::stoul(fault.item)];
    return item == nullptr ? *value : *item;
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
    for (ParamFault& fault : faults_of_params(*find_builtin("run_command"), result)) {
        // What is wrong with words and texts was said when they were read.
        if (fault.param == "cwd" && result["cwd"] != "") report.fault(place_of(fault, *params), std::move(fault.reason));
    }
    return result.dump();
}

bool is_text_param(const BuiltinIntent& intent, const std::string& name) {
    return std::any_of(intent.params.begin(), intent.params.end(), [&](const IntentParam& param) { return name == param.name && is_text(param.kind); });
}

// What is text is kept as it was written: a mode of 0644 is no number, and neither is a content of 42.
std::string read_builtin(const BuiltinIntent& intent, const Node& params, Report& report) {
    auto values = nlohmann::json::object();
    for (const auto& [name, value] : merged_entries(params, report)) {
        if (is_null(*value)) continue;
        if (value->is_scalar() && is_text_param(intent, name->text)) values[name->text] = value->text;
        else values[name->text] = nlohmann::json::parse(read_json(*value, report));
    }
    for (ParamFault& fault : faults_of_params(intent, values)) report.fault(place_of(fault, params), std::move(fault.reason));
    return values.dump();
}

std::string without_params(const BuiltinIntent& intent, const Node& owner, Report& report) {
    for (ParamFault& fault : faults_of_params(intent, nlohmann::json::object())) report.fault(owner, std::move(fault.reason));
    return "{}";
}

}  // namespace

std::string read_params(const std::string& intent, const Node* params, const Node& owner, Report& report) {
    if (intent == "run_command") return read_run_command(params, owner, report);
    const BuiltinIntent* builtin = find_builtin(intent);
    if (builtin != nullptr && params == nullptr) return without_params(*builtin, owner, report);
    if (params == nullptr) return "{}";
    if (!params->is_map()) {
        report.fault(*params, "'params' must be a map of keys and values");
        return "{}";
    }
    return builtin == nullptr ? read_json(*params, report) : read_builtin(*builtin, *params, report);
}

}  // namespace apollo::definition
