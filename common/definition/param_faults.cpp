// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>

#include "common/definition/intents.h"
#include "common/definition/parse.h"
#include "common/definition/references.h"

namespace apollo::definition {

namespace {

using nlohmann::json;
using Kind = IntentParam::Kind;

// What must be true of a value, as the end of a sentence; empty: it is.
using Demand = std::string;

std::string listed(const std::vector<const char*>& words, const char* last_joint) {
    std::string text;
    for (std::size_t k = 0; k < words.size(); ++k) text += (k == 0 ? "" : k + 1 == words.size() ? last_joint : ", ") + std::string(words[k]);
    return text;
}

bool is_plain(const json& value) { return value.is_string() || value.is_number() || value.is_boolean(); }
std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }
bool has_reference(const json& value) { return value.is_string() && !references_in(value.get_ref<const std::string&>()).empty(); }
bool has_control(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; });
}

bool is_absolute_somewhere(const std::string& path) {
    const bool drive = path.size() >= 3 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
    return path.starts_with('/') || path.starts_with("\\\\") || drive;
}

bool is_address(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return false;
    std::uint16_t port = 0;
    const auto [end, code] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
    return code == std::errc() && end == text.data() + text.size() && port != 0 && !has_control(text);
}

bool is_url(const std::string& text, const std::vector<const char*>& schemes) {
    const auto colon = text.find("://");
    if (colon == std::string::npos || has_control(text)) return false;
    std::string scheme = text.substr(0, colon);
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::find(schemes.begin(), schemes.end(), scheme) == schemes.end()) return false;
    const std::string rest = text.substr(colon + 3);
    return scheme == "file" ? text.starts_with("file:///") : !rest.empty() && rest.find_first_of("/?#:@") != 0;
}

Demand demand_of_text(const IntentParam& param, const std::string& text) {
    if (text.find('\0') != std::string::npos) return "must not hold a NUL byte";
    const auto has_only = [&](const char* known) { return text.find_first_not_of(known) == std::string::npos; };
    switch (param.kind) {
        case Kind::Path: return is_absolute_somewhere(text) ? "" : "must be an absolute path";
        case Kind::Mode: return !text.empty() && text.size() <= 4 && has_only("01234567") ? "" : "must be an octal text such as \"0644\"";
        case Kind::Sha256: return text.size() == 64 && has_only("0123456789abcdef") ? "" : "must be 64 lower-case hex digits";
        case Kind::Address: return is_address(text) ? "" : "must be HOST:PORT, the port from 1 to 65535";
        case Kind::Url: return is_url(text, param.choices) ? "" : "must be an address that begins with " + listed(param.choices, " or ") + " and ://, without spaces";
        case Kind::Service: return !text.empty() && text.size() <= 256 && text.front() != '-' && text.find('/') == std::string::npos ? "" : "must be the name of a service";
        case Kind::Choice: {
            const bool known = std::find(param.choices.begin(), param.choices.end(), text) != param.choices.end();
            return known ? "" : "must be " + listed(param.choices, " or ");
        }
        default: return {};
    }
}

Demand demand_of_value(const IntentParam& param, const json& value) {
    if (is_text(param.kind)) return is_plain(value) ? demand_of_text(param, text_of(value)) : "must be a text";
    if (param.kind == Kind::Boolean) return value.is_boolean() ? "" : "must be true or false";
    const bool fits = value.is_number_integer() && value.get<std::int64_t>() >= param.low && value.get<std::int64_t>() <= param.high;
    return fits ? "" : "must be a whole number from " + std::to_string(param.low) + " to " + std::to_string(param.high);
}

Demand demand_of_item(Kind kind, const json& item) {
    if (kind == Kind::Statuses) {
        const bool fits = item.is_number_integer() && item.get<std::int64_t>() >= 100 && item.get<std::int64_t>() <= 599;
        return fits ? "" : "must be a status number from 100 to 599";
    }
    if (!is_plain(item)) return "must be a text";
    const std::string text = text_of(item);
    if (text.find('\0') != std::string::npos) return "must not hold a NUL byte";
    if (kind == Kind::Headers && text.find_first_of("\r\n") != std::string::npos) return "must be one line";
    return {};
}

Demand demand_of_key(Kind kind, const std::string& key) {
    if (kind == Kind::Variables) return key.empty() || key.find_first_of(std::string_view("=\0", 2)) != std::string::npos ? "is no name of a variable" : "";
    return key.empty() || key.find_first_of("\r\n") != std::string::npos ? "is no name of a header" : "";
}

class Finder {
public:
    explicit Finder(const BuiltinIntent& intent) : m_intent(intent) {}

    std::vector<ParamFault> find(const json& params) {
        for (const auto& [key, value] : params.items()) look_for_key(key);
        for (const IntentParam& param : m_intent.params) {
            if (params.contains(param.name)) look_at(param, params[param.name]);
            else if (param.required) add("", "", what() + " need '" + param.name + "'");
        }
        const auto named = [&](const std::vector<const char*>& keys) { return std::count_if(keys.begin(), keys.end(), [&](const char* key) { return params.contains(key); }); };
        if (!m_intent.exactly_one_of.empty() && named(m_intent.exactly_one_of) != 1) add("", "", what() + " need exactly one of " + listed(m_intent.exactly_one_of, " and "));
        if (!m_intent.at_least_one_of.empty() && named(m_intent.at_least_one_of) == 0) add("", "", what() + " need at least one of " + listed(m_intent.at_least_one_of, " and "));
        return std::move(m_faults);
    }

private:
    std::string what() const { return "the params of " + std::string(m_intent.name); }
    void add(const std::string& param, const std::string& item, std::string reason, bool is_of_key = false) { m_faults.push_back({param, item, std::move(reason), is_of_key}); }

    void look_for_key(const std::string& key) {
        std::vector<std::string> known;
        for (const IntentParam& param : m_intent.params) known.emplace_back(param.name);
        if (std::find(known.begin(), known.end(), key) != known.end()) return;
        const std::string nearest = nearest_name(key, known);
        std::string all;
        for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
        add(key, "", "'params." + key + "': " + m_intent.name + " has no such param; " + (nearest.empty() ? "known: " + all : "did you mean '" + nearest + "'?"), true);
    }

    void look_at(const IntentParam& param, const json& value) {
        if (has_reference(value)) return;
        const std::string place = "params." + std::string(param.name);
        switch (param.kind) {
            case Kind::Words:
            case Kind::Statuses: return look_at_list(param, place, value);
            case Kind::Variables:
            case Kind::Headers: return look_at_map(param, place, value);
            default:
                if (Demand demand = demand_of_value(param, value); !demand.empty()) add(param.name, "", "'" + place + "' " + demand);
        }
    }

    void look_at_list(const IntentParam& param, const std::string& place, const json& value) {
        const bool is_command = param.kind == Kind::Words;
        if (!value.is_array() || (is_command && value.empty())) return add(param.name, "", "'" + place + "' must be a list" + (is_command ? ": the program and its arguments" : " of status numbers"));
        for (std::size_t k = 0; k < value.size(); ++k) {
            if (has_reference(value[k])) continue;
            Demand demand = demand_of_item(param.kind, value[k]);
            if (demand.empty() && is_command && k == 0 && text_of(value[k]).empty()) demand = "is the program to run; it is empty";
            if (!demand.empty()) add(param.name, std::to_string(k), "'" + place + "[" + std::to_string(k) + "]' " + demand);
        }
    }

    void look_at_map(const IntentParam& param, const std::string& place, const json& value) {
        if (!value.is_object()) return add(param.name, "", "'" + place + "' must be a map of names and texts");
        for (const auto& [key, item] : value.items()) {
            Demand demand = demand_of_key(param.kind, key);
            if (demand.empty() && !has_reference(item)) demand = demand_of_item(param.kind, item);
            if (!demand.empty()) add(param.name, key, "'" + place + "." + key + "' " + demand);
        }
    }

    const BuiltinIntent& m_intent;
    std::vector<ParamFault> m_faults;
};

}  // namespace

std::vector<ParamFault> faults_of_params(const BuiltinIntent& intent, const json& params) { return Finder(intent).find(params); }

}  // namespace apollo::definition
