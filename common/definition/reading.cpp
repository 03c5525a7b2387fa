// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/reading.h"

#include <algorithm>
#include <cmath>

#include "common/base/bytes.h"
#include "common/base/ids.h"
#include "common/definition/scalar.h"

namespace apollo::definition {

namespace {

constexpr std::int64_t longest_seconds = 31'536'000;

void add_merged(const Node& merged, std::vector<std::pair<const Node*, const Node*>>& entries,
                std::set<std::string>& known, Report& report) {
    if (!merged.is_map()) {
        report.fault(merged, "'<<' merges maps; write an alias of a map, or a list of such");
        return;
    }
    for (const auto& entry : merged_entries(merged, report)) {
        if (known.insert(entry.first->text).second) entries.push_back(entry);
    }
}

bool is_merge_key(const Node& key) { return key.is_scalar() && key.text == "<<" && key.tag == "?"; }

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return text;
}

bool is_device_name(const std::string& name) {
    const std::string stem = upper(name.substr(0, name.find('.')));
    static const std::set<std::string> devices{"CON", "PRN", "AUX", "NUL"};
    if (devices.contains(stem)) return true;
    return stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) && stem[3] >= '0' && stem[3] <= '9';
}

std::string shown(char c) {
    if (c == ' ') return "a space";
    if (c == '\n') return "a line end";
    if (c == '\0') return "a NUL";
    if (static_cast<unsigned char>(c) >= 0x80) return "a letter that is not ASCII";
    if (static_cast<unsigned char>(c) < 0x20) return "a control character";
    return std::string("'") + c + "'";
}

// Empty if the name is fine.
std::string fault_of_name(const std::string& name) {
    constexpr std::string_view rule = "; letters, digits, '.', '_' and '-' are allowed, a letter or digit first";
    if (name.empty()) return "is empty";
    if (name.size() > 128) return "has " + std::to_string(name.size()) + " characters; at most 128 are allowed";
    for (const char c : name) {
        if (!is_valid_name("a" + std::string(1, c))) return "contains " + shown(c) + std::string(rule);
    }
    if (!is_valid_name(name)) return "begins with " + shown(name.front()) + std::string(rule);
    if (name.back() == '.') return "ends with '.', which Windows drops from file names";
    if (is_device_name(name)) return "is the name of a device on Windows; choose another";
    return {};
}

}  // namespace

std::vector<std::pair<const Node*, const Node*>> merged_entries(const Node& map, Report& report) {
    std::vector<std::pair<const Node*, const Node*>> entries;
    std::set<std::string> known;
    for (const auto& entry : map.entries) {
        if (!is_merge_key(*entry.first) && known.insert(entry.first->text).second) entries.push_back(entry);
    }
    for (const auto& [key, value] : map.entries) {
        if (!is_merge_key(*key)) continue;
        if (!value->is_sequence()) {
            add_merged(*value, entries, known, report);
            continue;
        }
        for (const Node* merged : value->items) add_merged(*merged, entries, known, report);
    }
    return entries;
}

MapReader::MapReader(const Node& node, const std::string& what, const std::vector<std::string>& known, Report& report)
    : m_node(node), m_what(what), m_report(report) {
    if (!node.is_map()) {
        report.fault(node, what + " must be a map of keys and values");
        return;
    }
    for (const auto& [key, value] : merged_entries(node, report)) {
        if (std::find(known.begin(), known.end(), key->text) == known.end()) {
            const std::string nearest = nearest_name(key->text, known);
            report.fault(*key, "unknown key '" + key->text + "' in " + what +
                                   (nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?"));
            continue;
        }
        if (!is_null(*value)) m_values[key->text] = value;
    }
}

const Node* MapReader::find(const std::string& key) const {
    const auto found = m_values.find(key);
    return found == m_values.end() ? nullptr : found->second;
}

const Node* MapReader::require(const std::string& key) const {
    const Node* found = find(key);
    if (found == nullptr && m_node.is_map()) m_report.fault(m_node, m_what + " needs '" + key + "'");
    return found;
}

std::optional<std::string> read_text(const Node& node, const std::string& what, Report& report) {
    if (node.is_scalar() && !is_null(node)) return node.text;
    report.fault(node, what + " must be text");
    return std::nullopt;
}

std::optional<std::string> read_name(const Node& node, const std::string& what, Report& report) {
    const auto text = read_text(node, what, report);
    if (!text) return std::nullopt;
    const std::string wrong = fault_of_name(*text);
    if (wrong.empty()) return text;
    report.fault(node, what + " '" + truncate_utf8(*text, 40) + "' " + wrong);
    return std::nullopt;
}

std::optional<bool> read_bool(const Node& node, const std::string& what, Report& report) {
    if (node.is_scalar()) {
        const ScalarValue value = value_of(node);
        if (const bool* found = std::get_if<bool>(&value)) return *found;
    }
    report.fault(node, what + " must be true or false");
    return std::nullopt;
}

std::optional<std::int64_t> read_integer(const Node& node, const std::string& what, std::int64_t low, std::int64_t high,
                                         Report& report) {
    if (node.is_scalar()) {
        const ScalarValue value = value_of(node);
        const auto* found = std::get_if<std::int64_t>(&value);
        if (found != nullptr && *found >= low && *found <= high) return *found;
    }
    report.fault(node, what + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return std::nullopt;
}

std::optional<std::int64_t> read_seconds_as_ms(const Node& node, const std::string& what, Report& report) {
    std::optional<double> seconds;
    if (node.is_scalar()) {
        const ScalarValue value = value_of(node);
        if (const auto* whole = std::get_if<std::int64_t>(&value)) seconds = static_cast<double>(*whole);
        if (const auto* decimal = std::get_if<double>(&value)) seconds = *decimal;
        const auto* text = std::get_if<std::string>(&value);
        if (text != nullptr && !text->empty() && text->front() >= '0' && text->front() <= '9') {
            report.fault(node, what + " '" + truncate_utf8(*text, 40) + "' must be a plain number of seconds, "
                               "without unit or quotes, such as " +
                                   text->substr(0, text->find_first_not_of("0123456789.")));
            return std::nullopt;
        }
    }
    if (!seconds) {
        report.fault(node, what + " must be a number of seconds");
        return std::nullopt;
    }
    const double ms = std::round(*seconds * 1000);
    if (ms < 1 || *seconds > static_cast<double>(longest_seconds)) {
        report.fault(node, what + " must be above 0 and at most " + std::to_string(longest_seconds) + " seconds");
        return std::nullopt;
    }
    return static_cast<std::int64_t>(ms);
}

const std::vector<const Node*>* read_list(const Node& node, const std::string& what, Report& report) {
    if (node.is_sequence()) return &node.items;
    report.fault(node, what + " must be a list");
    return nullptr;
}

}  // namespace apollo::definition
