// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An intent's params: one JSON object, checked before anything is run.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.h"

namespace apollo::agent {

// BadInput unless the text is one JSON object.
Result<nlohmann::json> parse_object(const std::string& json, const std::string& what);

// A text as it is, a number or boolean as it is written. BadInput for anything else, and for a text with a NUL byte.
Result<std::string> plain_text(const nlohmann::json& value, const std::string& what);

// BadInput naming the first key that is not in `known`.
Status check_keys(const nlohmann::json& object, const std::vector<std::string>& known, const std::string& what);

// An absolute path without NUL.
Result<std::string> absolute_path(const nlohmann::json& object, const std::string& key);
// A whole number from `low` to `high`, or `fallback` when the key is absent.
Result<std::int64_t> whole_number(const nlohmann::json& object, const std::string& key, std::int64_t fallback,
                                  std::int64_t low, std::int64_t high);

struct ParamRule {
    enum class Type { Text, Number, Boolean };
    Type type = Type::Text;
    bool required = false;
    nlohmann::json fallback;  // null = none
};
using ParamSchema = std::map<std::string, ParamRule>;

// The params with defaults filled in. BadInput names what is missing, unknown or of the wrong type.
Result<nlohmann::json> apply_schema(const ParamSchema& schema, const nlohmann::json& params);
bool fits(ParamRule::Type type, const nlohmann::json& value);

}  // namespace apollo::agent
