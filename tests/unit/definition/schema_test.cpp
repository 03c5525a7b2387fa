// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// resources/task.schema.json knows the same keys and words as the parser.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/definition/keys.h"
#include "tests/unit/definition/definition_helpers.h"

namespace apollo::definition {

namespace {

std::vector<std::string> sorted(std::vector<std::string> words) {
    std::sort(words.begin(), words.end());
    return words;
}

std::vector<std::string> keys_of(const nlohmann::json& schema) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : schema.at("properties").items()) keys.push_back(key);
    EXPECT_EQ(schema.at("additionalProperties"), false);
    return keys;
}

}  // namespace

TEST(Schema, HasTheKeysAndWordsOfTheParser) {
    std::ifstream file(APOLLO_SOURCE_FOLDER "/resources/task.schema.json");
    const auto schema = nlohmann::json::parse(file);
    const auto& parts = schema.at("$defs");
    EXPECT_EQ(keys_of(schema), sorted(task_keys()));
    EXPECT_EQ(keys_of(parts.at("step")), sorted(step_keys()));
    EXPECT_EQ(keys_of(parts.at("target_selector")), sorted(selector_keys()));
    EXPECT_EQ(keys_of(parts.at("retry_policy")), sorted(retry_policy_keys()));
    EXPECT_EQ(keys_of(parts.at("limits")), sorted(limits_keys()));
    EXPECT_EQ(keys_of(parts.at("compensate")), sorted(compensate_keys()));
    EXPECT_EQ(keys_of(parts.at("run_command")), sorted(run_command_keys()));
    EXPECT_EQ(parts.at("priority").at("enum"), priority_words());
    EXPECT_EQ(parts.at("idempotency").at("enum"), idempotency_words());
    EXPECT_EQ(parts.at("retry_policy").at("properties").at("backoff").at("enum"), backoff_words());
    EXPECT_EQ(parts.at("step").at("properties").at("trigger").at("enum"), trigger_words());
    EXPECT_EQ(schema.at("properties").at("on_failure").at("enum"), on_failure_words());
}

}  // namespace apollo::definition
