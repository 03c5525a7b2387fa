// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// task forecast, from the history that earlier tasks left.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Forecast : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }
    Json task(const std::string& id) {
        return task_of(id, {"n1"}, {shell_step("first", "while [ -e " + cluster.path("hold") + " ]; do sleep 0.05; done; sleep 0.2"), shell_step("then", "sleep 0.2", {"first"})});
    }
    Json forecast(const std::string& id) { return cluster.cli({"task", "forecast", "--task-id", id}).json; }

    LiveCluster cluster;
};

TEST_F(Forecast, SaysThatNothingIsKnownUntilItIsAndThenWhenItEndsAndWhatIsSlow) {
    write_text(cluster.path("hold"), "");
    ASSERT_EQ(cluster.submit(task("h0")).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("h0", "first", "n1", "RUNNING"));
    const Json unknown = forecast("h0");
    EXPECT_EQ(unknown["without_history"], Json::array({"first", "then"})) << unknown;
    EXPECT_TRUE(unknown["expected_end_p50"].is_null());
    EXPECT_TRUE(unknown["risk_of_failure_percent"].is_null());
    EXPECT_NE(cluster.cli_plain({"task", "forecast", "--task-id", "h0"}).out.find("cannot be foretold: nothing is known of how long first, then take"), std::string::npos);
    std::filesystem::remove(cluster.path("hold"));
    ASSERT_TRUE(cluster.wait_for_state("h0", "SUCCEEDED"));
    for (int k = 1; k < 5; ++k) {
        ASSERT_EQ(cluster.submit(task("h" + std::to_string(k))).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("h" + std::to_string(k), "SUCCEEDED"));
    }

    write_text(cluster.path("hold"), "");
    ASSERT_EQ(cluster.submit(task("t")).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "first", "n1", "RUNNING"));
    const Json known = forecast("t");
    EXPECT_TRUE(known["expected_end_p50"].is_string()) << known;
    EXPECT_GE(known["expected_end_p90"].get<std::string>(), known["expected_end_p50"].get<std::string>());
    EXPECT_EQ(known["risk_of_failure_percent"], 0);
    ASSERT_EQ(known["critical_path"].size(), 2u) << known;
    EXPECT_EQ(known["critical_path"][1]["step"], "then");
    EXPECT_GE(known["critical_path"][1]["remaining_ms"].get<int>(), 200);
    EXPECT_EQ(known["steps"][1]["known_runs"], 5);
    EXPECT_EQ(known["nodes"][0]["failed_attempts"], 0);

    // It is held until it has run longer than all before it.
    const auto p99_ms = known["steps"][0]["p99_ms"].get<std::int64_t>();
    ASSERT_TRUE(wait_until([&] { return forecast("t")["slow"].size() == 1; }, static_cast<int>(p99_ms) + 20000));
    const Json slow = forecast("t")["slow"][0];
    EXPECT_EQ(slow["step"], "first");
    EXPECT_GT(slow["running_ms"].get<std::int64_t>(), p99_ms);
    EXPECT_NE(cluster.cli_plain({"task", "explain", "--task-id", "t"}).out.find("longer than 99 % of those before it"), std::string::npos);
    EXPECT_NE(cluster.cli_plain({"task", "status", "--task-id", "t"}).out.find("first on n1 is overdue by"), std::string::npos);
    EXPECT_EQ(cluster.cli_plain({"task", "status", "--task-id", "h0"}).out.find("expected to end"), std::string::npos);
    std::filesystem::remove(cluster.path("hold"));
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    EXPECT_NE(cluster.cli_plain({"task", "forecast", "--task-id", "t"}).out.find("has ended at"), std::string::npos);
    EXPECT_EQ(cluster.cli({"task", "forecast", "--task-id", "nobody"}).code, 1);
    EXPECT_EQ(cluster.cli({"task", "forecast"}).code, 2);
}

}  // namespace
}  // namespace apollo::live
