// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Tools for reading a checked tree: faults with places, maps with known keys, values with types and ranges.
// Every reader gives an empty result after it has noted a fault.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/definition/document.h"

namespace apollo::definition {

class Report {
public:
    void fault(const Node& node, std::string reason) { fault(node.place, std::move(reason)); }
    void fault(Place place, std::string reason) { faults.push_back({place.line, place.column, std::move(reason)}); }
    void warn(const Node& node, const std::string& text) {
        warnings.push_back("line " + std::to_string(node.place.line) + ": " + text);
    }
    std::vector<Fault> faults;
    std::vector<std::string> warnings;
};

// Entries of a map with `<<` merged in: own keys win, then the earlier of several merged maps.
std::vector<std::pair<const Node*, const Node*>> merged_entries(const Node& map, Report& report);

class MapReader {
public:
    // Notes a fault if `node` is no map or has keys other than `known`. `what` names it in sentences ("a step").
    MapReader(const Node& node, const std::string& what, const std::vector<std::string>& known, Report& report);

    // Null if it is not there. A null value counts as not there.
    const Node* find(const std::string& key) const;
    // Notes a fault if it is not there.
    const Node* require(const std::string& key) const;
    const Node& node() const { return m_node; }
    Report& report() const { return m_report; }

private:
    const Node& m_node;
    std::string m_what;
    Report& m_report;
    std::unordered_map<std::string, const Node*> m_values;
};

// The exact text of a scalar, whatever it looks like.
std::optional<std::string> read_text(const Node& node, const std::string& what, Report& report);
// A text that is_valid_name and is no reserved device name of Windows.
std::optional<std::string> read_name(const Node& node, const std::string& what, Report& report);
std::optional<bool> read_bool(const Node& node, const std::string& what, Report& report);
std::optional<std::int64_t> read_integer(const Node& node, const std::string& what, std::int64_t low, std::int64_t high,
                                         Report& report);
// Seconds, whole or decimal, above 0 and at most a year; given in milliseconds.
std::optional<std::int64_t> read_seconds_as_ms(const Node& node, const std::string& what, Report& report);
const std::vector<const Node*>* read_list(const Node& node, const std::string& what, Report& report);

template <typename E>
std::optional<E> read_choice(const Node& node, const std::string& what, std::optional<E> (*from_text)(const std::string&),
                             const std::vector<std::string>& choices, Report& report) {
    const auto text = read_text(node, what, report);
    if (!text) return std::nullopt;
    if (const auto value = from_text(*text)) return value;
    std::string all;
    for (const std::string& choice : choices) all += (all.empty() ? "" : ", ") + choice;
    const std::string nearest = nearest_name(*text, choices);
    report.fault(node, what + " '" + *text + "' is not known; one of " + all + " is" +
                           (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    return std::nullopt;
}

// One JSON value, compact, keys sorted.
std::string read_json(const Node& node, Report& report);

}  // namespace apollo::definition
