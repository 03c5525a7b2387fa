// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a hostile or merely large world does to the connections and folders.
#include <gtest/gtest.h>

#include <QTcpSocket>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

TEST(Endurance, AnArtifactLargerThanTheChannelsLimitArrivesWhole) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", "head -c 12000000 /dev/urandom | tee " + cluster.path("made"))})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    const Json artifact = cluster.run_of("t", "s", "n1")["artifact"];
    ASSERT_EQ(artifact["size"], 12000000) << artifact;
    const Answer fetched = cluster.cli({"artifact", "get", artifact["sha256"].get<std::string>(), "--out", cluster.path("fetched")});
    ASSERT_EQ(fetched.code, 0) << fetched;
    EXPECT_TRUE(read_text(cluster.path("fetched")) == read_text(cluster.path("made")));
}

TEST(Endurance, SilentConnectionsKeepNobodyOut) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    for (int k = 0; k < 100; ++k) {
        silent.push_back(std::make_unique<QTcpSocket>());
        silent.back()->connectToHost(QStringLiteral("127.0.0.1"), cluster.port());
        ASSERT_TRUE(silent.back()->waitForConnected(5000)) << k;
    }
    const Answer list = cluster.cli({"node", "list"}, 8000);
    EXPECT_EQ(list.code, 0) << list;
    cluster.kill_agent("n1");
    cluster.start_agent("n1");
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected")) << cluster.agent_log("n1");
}

TEST(Endurance, AMovedAgentFolderTakesItsLogAlong) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    ASSERT_EQ(cluster.stop_agent("n1"), 0);
    std::filesystem::rename(cluster.agent_data("n1"), cluster.path("moved"));
    Program moved(program_folder() + "/apollo-agent", {"--data", cluster.path("moved")}, cluster.path("moved.log"));
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected")) << moved.log();
    EXPECT_FALSE(std::filesystem::exists(cluster.agent_data("n1"))) << "the old place stays empty";
}

TEST(Endurance, ARevokedNodeMayEnrolAgainWithANewToken) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.cli({"node", "revoke", "--node", "n1", "--reason", "reinstalled"}).code, 0);
    cluster.kill_agent("n1");
    std::filesystem::remove_all(cluster.agent_data("n1"));
    cluster.add_workers({"n1"});
    EXPECT_EQ(cluster.node_state("n1"), "connected") << cluster.agent_log("n1");
}

}  // namespace
}  // namespace apollo::live
