// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/site_intent.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "agent/intents/builtin.h"
#include "common/base/ids.h"

namespace apollo::agent {

namespace {

// A site intent is written by an administrator; what is larger is a mistake.
constexpr std::size_t file_limit_bytes = 1u << 20;

struct Fault {
    int line;
    std::string reason;
};

[[noreturn]] void fail(const YAML::Node& node, const std::string& reason) { throw Fault{node.Mark().line + 1, reason}; }

std::vector<std::string> read_command(const YAML::Node& node, const std::string& key) {
    if (!node) return {};
    if (!node.IsMap() || node.size() != 1 || !node["argv"] || !node["argv"].IsSequence() || node["argv"].size() == 0) {
        fail(node, "'" + key + "' must be {argv: [program, argument, …]}");
    }
    std::vector<std::string> argv;
    for (const auto& item : node["argv"]) {
        if (!item.IsScalar()) fail(item, "an argument must be a text");
        argv.push_back(item.Scalar());
    }
    if (argv.front().empty()) fail(node, "the program of '" + key + "' is empty");
    return argv;
}

nlohmann::json read_default(const YAML::Node& node, ParamRule::Type type) {
    if (!node.IsScalar()) fail(node, "a default must be a text, a number or a boolean");
    if (type == ParamRule::Type::Text) return node.Scalar();
    const auto value = nlohmann::json::parse(node.Scalar(), nullptr, false);
    if (value.is_discarded() || !fits(type, value)) fail(node, "the default does not fit the type");
    return value;
}

ParamRule read_rule(const YAML::Node& node) {
    if (!node.IsMap()) fail(node, "a param must be {type: text|number|boolean, required: …, default: …}");
    ParamRule rule;
    for (const auto& entry : node) {
        const auto key = entry.first.as<std::string>();
        if (key != "type" && key != "required" && key != "default") fail(entry.first, "unknown key '" + key + "'");
    }
    const auto type = node["type"] ? node["type"].as<std::string>() : std::string("text");
    if (type == "number") {
        rule.type = ParamRule::Type::Number;
    } else if (type == "boolean") {
        rule.type = ParamRule::Type::Boolean;
    } else if (type != "text") {
        fail(node["type"], "the type of a param is text, number or boolean, not '" + type + "'");
    }
    if (node["required"]) rule.required = node["required"].as<bool>();
    if (node["default"]) rule.fallback = read_default(node["default"], rule.type);
    return rule;
}

bool is_param_name(const std::string& name) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !name.empty() && name.size() <= 64 && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
           std::all_of(name.begin(), name.end(), fits);
}

ParamSchema read_params(const YAML::Node& node) {
    ParamSchema schema;
    if (!node) return schema;
    if (!node.IsMap()) fail(node, "'params' must map names to {type, required, default}");
    std::set<std::string> variables;
    for (const auto& entry : node) {
        const auto name = entry.first.as<std::string>();
        if (!is_param_name(name)) fail(entry.first, "a param's name holds letters, digits and _ only, not '" + name + "'");
        if (!variables.insert(param_variable(name)).second) fail(entry.first, "'" + name + "' stands twice");
        schema[name] = read_rule(entry.second);
    }
    return schema;
}

SiteIntent read_intent(const YAML::Node& root) {
    static const std::vector<std::string> known = {"name",  "idempotency", "params",    "check",
                                                   "apply", "progress",    "compensate"};
    if (!root.IsMap()) fail(root, "the file must be a mapping with name and apply");
    for (const auto& entry : root) {
        const auto key = entry.first.as<std::string>();
        if (std::find(known.begin(), known.end(), key) == known.end()) fail(entry.first, "unknown key '" + key + "'");
    }
    SiteIntent intent;
    if (root["name"]) intent.name = root["name"].as<std::string>();
    if (!is_valid_name(intent.name)) fail(root, "'name' must be a name of letters, digits, '.', '_' and '-'");
    if (is_builtin(intent.name)) fail(root["name"], "'" + intent.name + "' is built in");
    if (root["idempotency"]) {
        const auto text = root["idempotency"].as<std::string>();
        intent.idempotency = domain::idempotency_from_text(text);
        if (!intent.idempotency) fail(root["idempotency"], "unknown idempotency '" + text + "'");
    }
    intent.params = read_params(root["params"]);
    intent.check = read_command(root["check"], "check");
    intent.apply = read_command(root["apply"], "apply");
    intent.progress = read_command(root["progress"], "progress");
    intent.compensate = read_command(root["compensate"], "compensate");
    if (intent.apply.empty()) fail(root, "'apply' is missing");
    return intent;
}

bool is_yaml(const std::string& name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

}  // namespace

Result<SiteIntent> parse_site_intent(std::string_view yaml) {
    const auto bad = [](int line, const std::string& reason) {
        return Error{ErrorKind::BadInput, "line " + std::to_string(line) + ": " + reason};
    };
    try {
        return read_intent(YAML::Load(std::string(yaml)));
    } catch (const Fault& fault) {
        return bad(fault.line, fault.reason);
    } catch (const YAML::Exception& exception) {
        return bad(exception.mark.line + 1, exception.msg);
    }
}

SiteIntents load_site_intents(Disk& disk, const std::string& folder) {
    SiteIntents loaded;
    if (!disk.exists(folder)) return loaded;
    const auto names = disk.list(folder);
    if (!names) {
        loaded.warnings.push_back(names.error().message);
        return loaded;
    }
    std::set<std::string> taken;
    for (const auto& name : *names) {
        if (!is_yaml(name)) continue;
        const auto bytes = disk.read_file(folder + "/" + name);
        if (!bytes || bytes->size() > file_limit_bytes) {
            loaded.warnings.push_back(bytes ? folder + "/" + name + " is larger than 1 MiB" : bytes.error().message);
            continue;
        }
        auto intent = parse_site_intent(*bytes);
        if (!intent) {
            loaded.warnings.push_back(folder + "/" + name + ": " + intent.error().message);
        } else if (!taken.insert(intent->name).second) {
            loaded.warnings.push_back(folder + "/" + name + ": the intent '" + intent->name + "' is already defined");
        } else {
            loaded.intents.push_back(std::move(*intent));
        }
    }
    return loaded;
}

std::string param_variable(const std::string& name) {
    std::string variable = "APOLLO_PARAM_";
    for (const char c : name) variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return variable;
}

}  // namespace apollo::agent
