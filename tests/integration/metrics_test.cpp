// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The sample that everybody runs first.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

const std::string sample = APOLLO_SOURCE_FOLDER "/resources/samples/collect_metrics.yaml";

void expect_plausible(const Json& figures) {
    ASSERT_TRUE(figures.is_object()) << figures;
    const auto number = [&](const char* key) { return figures.value(key, -1.0); };
    EXPECT_GE(number("cpu_count"), 1);
    EXPECT_GE(number("cpu_percent"), 0);
    EXPECT_LE(number("cpu_percent"), 100);
    EXPECT_GT(number("memory_total_bytes"), 64e6);
    EXPECT_GT(number("memory_used_bytes"), 1e6);
    EXPECT_LE(number("memory_used_bytes"), number("memory_total_bytes"));
    EXPECT_GT(number("disk_total_bytes"), 1e6);
    EXPECT_LE(number("disk_used_bytes"), number("disk_total_bytes"));
    EXPECT_GT(number("uptime_s"), 0);
    EXPECT_FALSE(figures.value("hostname", std::string()).empty());
}

TEST(MetricsSample, RunsOnBothWorkersAndASecondSubmissionIsAnsweredAtOnce) {
    LiveCluster cluster;
    cluster.add_workers({"n1", "n2"});
    const Answer submitted = cluster.cli({"task", "submit", "--file", sample, "--wait", "--timeout", "60"});
    ASSERT_EQ(submitted.code, 0) << submitted;
    const std::string task = submitted.json["task_id"];
    EXPECT_EQ(task, "collect-metrics-1712345678-b7e2");
    EXPECT_EQ(submitted.json["state"], "SUCCEEDED");
    EXPECT_EQ(submitted.json["created"], true);

    const Json before = cluster.status(task);
    ASSERT_TRUE(before.is_object());
    EXPECT_EQ(before["state"], "SUCCEEDED");
    ASSERT_EQ(before["runs"].size(), 2u) << before;
    EXPECT_EQ(before["runs"][0]["node"], "n1");
    EXPECT_EQ(before["runs"][1]["node"], "n2");
    for (const Json& run : before["runs"]) {
        EXPECT_EQ(run["state"], "SUCCEEDED") << run;
        EXPECT_EQ(run["attempt"], 1) << run;
        expect_plausible(run["output"]);
    }

    const Answer again = cluster.cli({"task", "submit", "--file", sample, "--wait", "--timeout", "60"});
    ASSERT_EQ(again.code, 0) << again;
    EXPECT_EQ(again.json["created"], false);
    EXPECT_EQ(again.json["state"], "SUCCEEDED");
    EXPECT_LT(again.duration_ms, 3000);
    EXPECT_EQ(cluster.status(task), before) << "a second submission changes nothing";
}

TEST(MetricsSample, WaitsForANodeThatIsEnrolledButAway) {
    LiveCluster cluster;
    cluster.add_workers({"n1", "n2"});
    ASSERT_TRUE(cluster.stop_agent("n2"));
    ASSERT_TRUE(cluster.wait_for_node("n2", "unreachable"));
    const Answer submitted = cluster.cli({"task", "submit", "--file", sample, "--wait", "--timeout", "2"});
    EXPECT_EQ(submitted.code, 1) << "not ended in time: " << submitted;
    const std::string task = "collect-metrics-1712345678-b7e2";
    EXPECT_EQ(cluster.run_of(task, "collect_metrics", "n1")["state"], "SUCCEEDED");
    EXPECT_EQ(cluster.run_of(task, "collect_metrics", "n2")["state"], "PENDING");
    cluster.start_agent("n2");
    EXPECT_TRUE(cluster.wait_for_state(task, "SUCCEEDED", 30000)) << cluster.status(task).dump(1);
}

TEST(Submission, WithoutAnyFittingNodeIsRefusedWithOneSentence) {
    LiveCluster cluster;
    const Answer answer = cluster.cli_plain({"task", "submit", "--file", sample});
    EXPECT_EQ(answer.code, 2) << answer;
    EXPECT_NE(answer.err.find("role"), std::string::npos) << answer;
    EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
}

}  // namespace
}  // namespace apollo::live
