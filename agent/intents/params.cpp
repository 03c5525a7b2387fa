// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/params.h"

#include <algorithm>

#include "common/base/host.h"

namespace apollo::agent {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
}

const char* type_name(ParamRule::Type type) {
    switch (type) {
    case ParamRule::Type::Text: return "a text";
    case ParamRule::Type::Number: return "a number";
    case ParamRule::Type::Boolean: return "true or false";
    }
    return "";
}

}  // namespace

Result<nlohmann::json> parse_object(const std::string& json, const std::string& what) {
    if (json.empty()) return nlohmann::json::object();
    nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
    if (value.is_discarded() || !value.is_object()) return bad_input(what + " is not a JSON object");
    return value;
}

Result<std::string> plain_text(const nlohmann::json& value, const std::string& what) {
    if (value.is_string()) {
        auto text = value.get<std::string>();
        if (text.find('\0') != std::string::npos) return bad_input(what + " holds a NUL byte");
        return text;
    }
    if (value.is_number() || value.is_boolean()) return value.dump();
    return bad_input(what + " must be a text, a number or a boolean");
}

Status check_keys(const nlohmann::json& object, const std::vector<std::string>& known, const std::string& what) {
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            return bad_input(what + " does not know the param '" + key + "' (known: " + joined(known) + ")");
        }
    }
    return success();
}

Result<std::string> absolute_path(const nlohmann::json& object, const std::string& key) {
    if (!object.contains(key) || !object[key].is_string()) return bad_input("the param '" + key + "' must be an absolute path");
    auto text = plain_text(object[key], "the param '" + key + "'");
    if (!text) return text.error();
    if (!is_absolute_path(*text)) return bad_input("the param '" + key + "' must be an absolute path");
    return with_slashes(*text);
}

Result<std::int64_t> whole_number(const nlohmann::json& object, const std::string& key, std::int64_t fallback,
                                  std::int64_t low, std::int64_t high) {
    if (!object.contains(key)) return fallback;
    const auto& value = object[key];
    if (value.is_number_integer() && value.get<std::int64_t>() >= low && value.get<std::int64_t>() <= high) {
        return value.get<std::int64_t>();
    }
    return bad_input("the param '" + key + "' must be a whole number from " + std::to_string(low) + " to " +
               std::to_string(high));
}

bool fits(ParamRule::Type type, const nlohmann::json& value) {
    switch (type) {
    case ParamRule::Type::Text: return value.is_string();
    case ParamRule::Type::Number: return value.is_number();
    case ParamRule::Type::Boolean: return value.is_boolean();
    }
    return false;
}

Result<nlohmann::json> apply_schema(const ParamSchema& schema, const nlohmann::json& params) {
    std::vector<std::string> names;
    for (const auto& [name, rule] : schema) names.push_back(name);
    if (auto known = check_keys(params, names, "the intent"); !known) return known.error();
    nlohmann::json filled = params;
    for (const auto& [name, rule] : schema) {
        if (!filled.contains(name)) {
            if (rule.required) return bad_input("the param '" + name + "' is missing");
            if (!rule.fallback.is_null()) filled[name] = rule.fallback;
        } else if (!fits(rule.type, filled[name])) {
            return bad_input("the param '" + name + "' must be " + type_name(rule.type));
        }
    }
    return filled;
}

}  // namespace apollo::agent
