// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The life of a node: joining, restarting, being shut out.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

TEST(Nodes, AnAgentStartsAgainWithItsDataFolderAlone) {
    LiveCluster cluster;
    cluster.add_agent("n1", {"--label", "role=worker", "--group", "east", "--capacity", "3"});
    const Json before = cluster.cli({"node", "list"}).json["nodes"][0];
    EXPECT_EQ(before["labels"]["role"], "worker");
    EXPECT_EQ(before["groups"], Json::array({"east"}));
    EXPECT_EQ(before["capacity"], 3);
    ASSERT_EQ(cluster.stop_agent("n1"), 0) << cluster.agent_log("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected")) << cluster.agent_log("n1");
    const Json after = cluster.cli({"node", "list"}).json["nodes"][0];
    for (const char* key : {"labels", "groups", "capacity"}) EXPECT_EQ(after[key], before[key]) << key;
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
}

TEST(Nodes, WhatIsSentAheadIsNotCountedAsRunning) {
    LiveCluster cluster;
    cluster.add_workers({"n1"}, "1");
    const std::string gate = "while [ ! -e " + cluster.path("gate") + " ]; do sleep 0.05; done";
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", gate), shell_step("b", gate), shell_step("c", gate)})).code, 0);
    Json node;
    EXPECT_TRUE(wait_until([&] { return (node = cluster.cli({"node", "list"}).json["nodes"][0])["running"] == 1; }, 20000)) << node.dump();
    EXPECT_EQ(node["queued"], 2);
    EXPECT_EQ(node["capacity"], 1);
    write_text(cluster.path("gate"), "open");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    node = cluster.cli({"node", "list"}).json["nodes"][0];
    EXPECT_EQ(node["running"], 0);
    EXPECT_EQ(node["queued"], 0);
}

TEST(Nodes, ATokenGivenAgainToAnEnrolledAgentIsIgnored) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.stop_agent("n1"), 0);
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    Program again(program_folder() + "/apollo-agent", {"--data", cluster.agent_data("n1"), "--token", "long-expired"}, cluster.path("again.log"));
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected")) << again.log();
}

TEST(Nodes, B041TwoAgentsOnOneFolderAndTwoAgentsOfOneNameAreRefused) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    const Answer same_folder = run_program(program_folder() + "/apollo-agent", {"--data", cluster.agent_data("n1")}, 10000);
    EXPECT_EQ(same_folder.code, 1) << same_folder;
    EXPECT_NE(same_folder.err.find(cluster.agent_data("n1")), std::string::npos) << same_folder;
    const std::string token = cluster.cli({"node", "token"}).json["token"];
    const Answer same_name = run_program(program_folder() + "/apollo-agent",
                                         {"--data", cluster.path("twin"), "--server", cluster.address(), "--node-id", "n1", "--token", token}, 10000);
    EXPECT_EQ(same_name.code, 4) << same_name;
    EXPECT_NE(same_name.err.find("n1"), std::string::npos) << same_name;
    // A copy of the folder has the same certificate; the first one stays connected, the copy is turned away.
    std::filesystem::copy(cluster.agent_data("n1"), cluster.path("copy"), std::filesystem::copy_options::recursive);
    {
        Program copy(program_folder() + "/apollo-agent", {"--data", cluster.path("copy")}, cluster.path("copy.log"));
        EXPECT_TRUE(wait_until([&] { return copy.log().find("copied?") != std::string::npos; }, 10000)) << copy.log();
        std::vector<Json> steps;
        for (int k = 0; k < 20; ++k) steps.push_back(shell_step("s" + std::to_string(k), "echo $APOLLO_STEP >> " + cluster.path("effects")));
        ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, steps)).code, 0);
        EXPECT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
        EXPECT_EQ(count_lines(cluster.path("effects")), 20u) << "every step once";
        // Told as one alert with both addresses, however often the copy knocks.
        const auto alerts = [&] { return cluster.cli({"alert", "list"}).json["alerts"]; };
        EXPECT_TRUE(wait_until([&] { return !alerts().empty(); }, 30000)) << copy.log();
        ASSERT_EQ(alerts().size(), 1u) << alerts().dump(1);
        EXPECT_NE(alerts()[0]["message"].dump().find("calls itself n1"), std::string::npos) << alerts().dump(1);
    }
    EXPECT_EQ(cluster.node_state("n1"), "connected");
    EXPECT_TRUE(cluster.agent("n1").is_running());
    EXPECT_EQ(cluster.orchestrator_log().find("n1 disconnected"), std::string::npos) << "the two do not take turns";
}

TEST(Nodes, RevokeShutsANodeOutAtOnceAndItsRunsAreLost) {
    LiveCluster cluster;
    cluster.add_workers({"n1", "n2"});
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", "sleep 300")}, 300)).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
    const Answer revoked = cluster.cli({"node", "revoke", "--node", "n1", "--reason", "stolen"});
    ASSERT_EQ(revoked.code, 0) << revoked;
    EXPECT_EQ(cluster.node_state("n1"), "revoked");
    const Json run = cluster.run_of("t", "s", "n1");
    EXPECT_EQ(run["state"], "FAILED") << run;
    EXPECT_NE(run["message"].dump().find("revoked"), std::string::npos) << run;
    // It may not come back, neither by itself nor by a restart of either side.
    cluster.kill_agent("n1");
    cluster.start_agent("n1");
    EXPECT_TRUE(wait_until([&] { return cluster.agent_log("n1").find("revoked") != std::string::npos; }, 15000)) << cluster.agent_log("n1");
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n2", "connected"));
    EXPECT_EQ(cluster.node_state("n1"), "revoked");
    // A selector does not find it, and the other node works.
    EXPECT_NE(cluster.submit(task_of("u", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_EQ(cluster.submit(task_of("v", {"n2"}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("v", "SUCCEEDED"));
    EXPECT_NE(cluster.cli({"node", "revoke", "--node", "n9", "--reason", "x"}).code, 0);
}

}  // namespace
}  // namespace apollo::live
