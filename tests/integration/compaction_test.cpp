// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A log whose closed segments are compressed, by the orchestrator and by a person beside it, replays as before.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class CompressedLog : public ::testing::Test {
protected:
    CompressedLog() : cluster({"--segment-size", "4096", "--plain-segments", "2"}) {}
    void SetUp() override {
        cluster.add_workers({"n1"});
        for (int k = 0; k < 12; ++k) run("t" + std::to_string(k));
    }
    void run(const std::string& id) {
        ASSERT_EQ(cluster.submit(task_of(id, {"n1"}, {shell_step("a", "echo " + id), shell_step("b", "true", {"a"}), shell_step("c", "exit 1", {"a"})})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state(id, "FAILED")) << cluster.status(id).dump(1);
    }
    std::size_t count(const std::string& suffix) {
        std::size_t found = 0;
        for (const auto& entry : std::filesystem::directory_iterator(cluster.data() + "/log")) found += entry.path().string().ends_with(suffix);
        return found;
    }
    std::string replayed(const std::string& position) { return cluster.cli({"replay", "state", "--task-id", "t1", "--at", position}).out; }

    LiveCluster cluster;
};

TEST_F(CompressedLog, ReplaysAsBeforeAlsoWhileItIsCompressedBesideARunningOrchestrator) {
    ASSERT_GT(count(".log"), 4u);
    const Json first = cluster.events("t1");
    std::map<std::string, std::string> before;
    for (const Json& event : first) before[event["position"].dump()] = replayed(event["position"].dump());
    const Answer compacted = cluster.cli({"log", "compact"});
    ASSERT_EQ(compacted.code, 0) << compacted;
    EXPECT_GT(compacted.json["compressed"].get<int>(), 2);
    EXPECT_LT(compacted.json["bytes_after"].get<int>(), compacted.json["bytes_before"].get<int>());
    EXPECT_EQ(count(".log"), 1u);
    for (const auto& [position, document] : before) EXPECT_EQ(replayed(position), document) << position;
    run("after");
    const Answer verified = cluster.cli({"log", "verify"});
    EXPECT_EQ(verified.code, 0) << verified;
    EXPECT_TRUE(verified.json["damage"].empty()) << verified;
}

TEST_F(CompressedLog, IsCompressedByTheOrchestratorItselfAndOpenedAgain) {
    const std::size_t segments = count(".log");
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    EXPECT_TRUE(wait_until([&] { return count(".log.zst") + 2 >= segments; }, 20000)) << count(".log.zst") << " of " << segments;
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    EXPECT_EQ(cluster.state_of("t0"), "FAILED");
    run("after");
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
}

}  // namespace
}  // namespace apollo::live
