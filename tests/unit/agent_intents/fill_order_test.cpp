// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/fill_order.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace apollo::agent {
namespace {

DispatchOrder order_with(const std::string& params, const std::string& input = "{}") {
    DispatchOrder order;
    order.key = {TaskId("t"), StepName("s"), NodeId("n1"), Attempt(1)};
    order.params_json = params;
    order.input_json = input;
    return order;
}

StepResult result_of(const std::string& step, const std::string& output_json) {
    return {StepName(step), Attempt(1), true, output_json, {}};
}

TEST(FillOrder, ReferencesTakeTheValuesOfEarlierStepsOnceAsData) {
    DispatchOrder order = order_with(R"({"argv":["echo","${steps.a.output.text}","${steps.a.output.n}"]})");
    ASSERT_TRUE(fill_order(order, {result_of("a", R"({"text":"${steps.b.output.secret}","n":7})")}));
    EXPECT_EQ(nlohmann::json::parse(order.params_json), nlohmann::json::parse(R"({"argv":["echo","${steps.b.output.secret}",7]})"));
}

TEST(FillOrder, WhatHappenedHereIsNewerThanWhatCameWithTheSlice) {
    DispatchOrder order = order_with(R"({"n":"${steps.a.output.n}"})");
    ASSERT_TRUE(fill_order(order, {result_of("a", R"({"n":1})"), result_of("a", R"({"n":2})")}));
    EXPECT_EQ(order.params_json, R"({"n":2})");
}

TEST(FillOrder, AMissingValueLeavesTheOrderToTheCenter) {
    DispatchOrder order = order_with(R"({"n":"${steps.a.output.n}"})");
    EXPECT_FALSE(fill_order(order, {}));
    EXPECT_FALSE(fill_order(order, {result_of("a", R"({"other":1})")}));
    EXPECT_EQ(order.params_json, R"({"n":"${steps.a.output.n}"})");
}

TEST(FillOrder, TheInputShowsTheNewResultsOfItsUpstreamStepsOnly) {
    DispatchOrder order = order_with("{}", R"({"steps":{"a":{"nodes":{"n1":{"state":"RUNNING","output":null},"n2":{"state":"SUCCEEDED","output":5}}}}})");
    ASSERT_TRUE(fill_order(order, {result_of("a", R"({"n":1})"), result_of("stranger", "3")}));
    const auto input = nlohmann::json::parse(order.input_json);
    EXPECT_EQ(input["steps"]["a"]["nodes"]["n1"], nlohmann::json::parse(R"({"state":"SUCCEEDED","output":{"n":1}})"));
    EXPECT_EQ(input["steps"]["a"]["nodes"]["n2"]["output"], 5);
    EXPECT_FALSE(input["steps"].contains("stranger"));
}

}  // namespace
}  // namespace apollo::agent
