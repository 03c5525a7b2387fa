// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/options.h"

#include <algorithm>
#include <charconv>

namespace apollo {

std::string Options::value(const std::string& name, const std::string& fallback) const {
    const auto at = m_values.find(name);
    return at == m_values.end() || at->second.empty() ? fallback : at->second.back();
}

std::vector<std::string> Options::values(const std::string& name) const {
    const auto at = m_values.find(name);
    return at == m_values.end() ? std::vector<std::string>{} : at->second;
}

Result<std::int64_t> Options::integer(const std::string& name, std::int64_t fallback, std::int64_t low, std::int64_t high) const {
    if (!has(name)) return fallback;
    const std::string text = value(name);
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc{} || end != text.data() + text.size() || number < low || number > high) {
        return Error{ErrorKind::BadInput, "--" + name + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                                              ", not '" + text + "'"};
    }
    return number;
}

namespace {

const OptionSpec* find_spec(const std::vector<OptionSpec>& specs, const std::string& name) {
    for (const OptionSpec& spec : specs) {
        if (spec.name == name) return &spec;
    }
    return nullptr;
}

Error unknown_option(const std::vector<OptionSpec>& specs, const std::string& name) {
    std::vector<std::string> names;
    for (const OptionSpec& spec : specs) names.push_back(spec.name);
    const std::string nearest = nearest_text(name, names);
    return {ErrorKind::BadInput,
            "unknown option --" + name + (nearest.empty() ? "; see --help" : "; did you mean --" + nearest + "?")};
}

}  // namespace

Result<Options> parse_options(const std::vector<std::string>& arguments, const std::vector<OptionSpec>& specs) {
    Options options;
    bool only_words = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (only_words || argument.size() < 2 || argument[0] != '-') {
            options.m_words.push_back(argument);
            continue;
        }
        if (argument == "--") {
            only_words = true;
            continue;
        }
        if (argument == "-h") {
            options.m_values["help"] = {};
            continue;
        }
        const std::size_t dashes = argument[1] == '-' ? 2 : 1;
        const auto equals = argument.find('=');
        const std::string name = argument.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
        const OptionSpec* spec = dashes == 2 ? find_spec(specs, name) : nullptr;
        if (!spec) return unknown_option(specs, name);
        auto& values = options.m_values[name];
        if (!values.empty() && !spec->repeatable) return Error{ErrorKind::BadInput, "--" + name + " is given twice"};
        if (spec->value_name.empty()) {
            if (equals != std::string::npos) return Error{ErrorKind::BadInput, "--" + name + " takes no value"};
        } else if (equals != std::string::npos) {
            values.push_back(argument.substr(equals + 1));
        } else if (i + 1 < arguments.size()) {
            values.push_back(arguments[++i]);
        } else {
            return Error{ErrorKind::BadInput, "--" + name + " needs a value: " + spec->value_name};
        }
    }
    return options;
}

Status check_choices(const Options& options, const std::vector<OptionSpec>& specs) {
    for (const OptionSpec& spec : specs) {
        if (spec.choices.empty() || !options.has(spec.name)) continue;
        const std::string value = options.value(spec.name);
        if (std::find(spec.choices.begin(), spec.choices.end(), value) != spec.choices.end()) continue;
        std::string list;
        for (const std::string& choice : spec.choices) list += (list.empty() ? "" : ", ") + choice;
        return Error{ErrorKind::BadInput, "--" + spec.name + " must be one of " + list + ", not '" + value + "'"};
    }
    return success();
}

std::string options_help(const std::vector<OptionSpec>& specs) {
    std::size_t width = 0;
    const auto left_of = [](const OptionSpec& spec) {
        return "  --" + spec.name + (spec.value_name.empty() ? "" : " " + spec.value_name);
    };
    for (const OptionSpec& spec : specs) width = std::max(width, left_of(spec).size());
    std::string text;
    for (const OptionSpec& spec : specs) {
        std::string left = left_of(spec);
        left.resize(width + 2, ' ');
        text += left + spec.help + (spec.repeatable ? " (may be repeated)" : "") + "\n";
    }
    return text;
}

namespace {

std::string lower(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

}  // namespace

std::string nearest_text(const std::string& wrong, const std::vector<std::string>& candidates) {
    std::string nearest;
    std::size_t best = 3;
    if (wrong.size() > 200) return nearest;
    for (const std::string& candidate : candidates) {
        if (lower(candidate) == lower(wrong) && candidate != wrong) return candidate;
        const std::size_t longer = std::max(candidate.size(), wrong.size());
        const std::size_t shorter = std::min(candidate.size(), wrong.size());
        if (longer - shorter > 2) continue;
        const std::size_t d = distance(wrong, candidate);
        // Two letters of three being different is no typo.
        if (d < best && d < longer) {
            best = d;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace apollo
