// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <nlohmann/json.hpp>

#include "common/definition/reading.h"
#include "common/definition/scalar.h"

namespace apollo::definition {

namespace {

nlohmann::json json_of_scalar(const Node& node, Report& report) {
    const ScalarValue value = value_of(node);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* wrong = std::get_if<NotRepresentable>(&value)) report.fault(node, "'" + node.text + "': " + wrong->why);
    return nullptr;
}

// Recursion is bounded by depth_limit, work by expanded_limit.
nlohmann::json json_of(const Node& node, Report& report) {
    if (node.is_scalar()) return json_of_scalar(node, report);
    if (node.is_sequence()) {
        auto array = nlohmann::json::array();
        for (const Node* item : node.items) array.push_back(json_of(*item, report));
        return array;
    }
    auto object = nlohmann::json::object();
    for (const auto& [key, value] : merged_entries(node, report)) object[key->text] = json_of(*value, report);
    return object;
}

}  // namespace

std::string read_json(const Node& node, Report& report) { return json_of(node, report).dump(); }

}  // namespace apollo::definition
