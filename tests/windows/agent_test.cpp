// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One node of Windows: joins, measures, runs, ends trees, is stopped and killed in the middle of a step.
#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "tests/windows/windows_cluster.h"

namespace apollo::live {
namespace {

class WindowsAgent : public WindowsCluster {
protected:
    void SetUp() override { add_windows_agent("w1", {"--label", "role=worker", "--capacity", "4"}); }

    Json task(const std::string& id, std::vector<Json> steps) { return task_of(id, {"w1"}, std::move(steps), 600); }
    std::string output_of(const std::string& id, const std::string& step) {
        return cluster.cli_plain({"task", "output", "--task-id", id, "--step", step, "--node", "w1"}).out;
    }
};

TEST_F(WindowsAgent, JoinsByTokenAndSaysWhatItIs) {
    const Answer list = cluster.cli({"node", "list"});
    ASSERT_EQ(list.code, 0) << list;
    const Json node = list.json["nodes"][0];
    EXPECT_NE(node["version"].get<std::string>().find("Windows 10."), std::string::npos) << node.dump(1);
    EXPECT_EQ(node["labels"]["role"], "worker");
    // The key is sealed and its file is nobody else's.
    const std::string key = read_text(cluster.agent_data("w1") + "/pki/agent.key");
    EXPECT_FALSE(key.empty());
    EXPECT_EQ(key.find("PRIVATE KEY"), std::string::npos);
    // Windows' command line reads the same.
    const Answer same = run_windows_program("apollo-cli", {"node", "list", "--json", "--data", windows_path(cluster.data())});
    ASSERT_EQ(same.code, 0) << same;
    EXPECT_EQ(same.json["nodes"][0]["node"], "w1");
}

TEST_F(WindowsAgent, MeasuresTheMachine) {
    const Json step{{"name", "measure"}, {"intent", "collect_metrics"}, {"idempotency", "idempotent_write"}};
    ASSERT_EQ(cluster.submit(task("t", {step})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    const Json output = cluster.run_of("t", "measure", "w1")["output"];
    ASSERT_TRUE(output.is_object()) << cluster.run_of("t", "measure", "w1").dump(1);
    EXPECT_GT(output["memory_total_bytes"].get<double>(), 1e8);
    EXPECT_GT(output["disk_total_bytes"].get<double>(), 1e8);
    EXPECT_GT(output["cpu_count"].get<int>(), 0);
    EXPECT_GT(output["uptime_s"].get<int>(), 0);
    EXPECT_FALSE(output.contains("load_1m"));
}

TEST_F(WindowsAgent, RunsAChainAndKeepsEveryScript) {
    const Words odd{"print", "plain", "two words", "", "quo\"te", "back\\slash\\", "gr\u00fc\u00dfe \u4e16\u754c"};
    ASSERT_EQ(cluster.submit(task("t", {windows_step("a", odd), windows_step("b", {"variable", "APOLLO_STEP"}, {"a"}), windows_step("c", {"exit", "3"}, {"b"})})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED")) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "a", "w1")["state"], "SUCCEEDED");
    EXPECT_EQ(cluster.run_of("t", "b", "w1")["state"], "SUCCEEDED");
    EXPECT_EQ(cluster.run_of("t", "c", "w1")["state"], "FAILED");
    EXPECT_NE(output_of("t", "a").find("[plain][two words][][quo\"te][back\\slash\\][gr\u00fc\u00dfe \u4e16\u754c]"), std::string::npos) << output_of("t", "a");
    EXPECT_NE(output_of("t", "b").find("b"), std::string::npos);
}

TEST_F(WindowsAgent, CancelEndsTheWholeTree) {
    const std::string child = cluster.path("tree-child");
    ASSERT_EQ(cluster.submit(task("t", {windows_step("s", {"tree", windows_path(child)})})).code, 0);
    ASSERT_TRUE(wait_until([&] { return !read_text(child).empty(); }, 30000)) << cluster.status("t").dump(1);
    ASSERT_FALSE(processes_with(windows_path(child)).empty());
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t", "--reason", "enough"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "CANCELLED")) << cluster.status("t").dump(1);
    EXPECT_TRUE(wait_until([&] { return processes_with("test_command.exe").empty(); }, 20000));
}

TEST_F(WindowsAgent, AStepOutlivesItsAgentAndIsAdopted) {
    const std::string marks = cluster.path("marks"), gate = cluster.path("gate");
    for (const bool killed : {true, false}) {
        const std::string id = killed ? "killed" : "stopped";
        ASSERT_EQ(cluster.submit(task(id, {windows_step("s", {"wait", windows_path(marks), windows_path(gate)})})).code, 0);
        ASSERT_TRUE(cluster.wait_for_run(id, "s", "w1", "RUNNING", 30000)) << cluster.status(id).dump(1);
        ASSERT_TRUE(wait_until([&] { return read_text(marks) == "1\n"; }, 30000)) << read_text(marks);
        if (killed) kill_windows_agent("w1");
        else EXPECT_EQ(interrupt_windows_agent("w1"), 0) << windows_agent_log("w1");
        ASSERT_TRUE(wait_until([&] { return cluster.node_state("w1") != "connected"; }, 30000));
        start_windows_agent("w1");
        ASSERT_TRUE(cluster.wait_for_node("w1", "connected", 60000)) << windows_agent_log("w1");
        EXPECT_EQ(cluster.run_of(id, "s", "w1")["state"], "RUNNING");
        write_text(gate, "");
        ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED")) << cluster.status(id).dump(1);
        EXPECT_EQ(read_text(marks), "1\n");
        EXPECT_EQ(cluster.run_of(id, "s", "w1")["attempt"], 1);
        std::filesystem::remove(marks);
        std::filesystem::remove(gate);
    }
}

TEST_F(WindowsAgent, AStepWhoseGuardDiedIsReportedLostAndLeavesNothingRunning) {
    const std::string marks = cluster.path("marks"), gate = cluster.path("gate");
    ASSERT_EQ(cluster.submit(task("t", {windows_step("s", {"wait", windows_path(marks), windows_path(gate)})})).code, 0);
    ASSERT_TRUE(wait_until([&] { return read_text(marks) == "1\n"; }, 30000)) << cluster.status("t").dump(1);
    kill_windows_agent("w1");
    for (const int guard : processes_with("apollo-shim.exe")) ::kill(guard, SIGKILL);
    start_windows_agent("w1");
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED")) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "s", "w1")["attempt"], 1);
    EXPECT_EQ(read_text(marks), "1\n");
    EXPECT_TRUE(wait_until([&] { return processes_with("test_command.exe").empty(); }, 20000));
}

// The service manager gives its orders to whoever asks for them while a service starts.
TEST_F(WindowsAgent, APersonsAgentIsNotTakenForAServiceThatStarts) {
    kill_windows_agent("w1");
    const std::string marks = cluster.path("marks"), gate = cluster.path("gate");
    const std::string service = "\"" + windows_path(windows_program("test_command")) + "\" wait " + windows_path(marks) + " " + windows_path(gate);
    ASSERT_EQ(run_system_program("sc", {"create", "slow", "binPath=", service}).code, 0);
    Program starts(std::getenv("APOLLO_WITH_WINE"), {"sc", "start", "slow"}, cluster.path("sc.log"));
    ASSERT_TRUE(wait_until([&] { return !read_text(marks).empty(); }, 30000)) << starts.log();
    start_windows_agent("w1");
    EXPECT_TRUE(wait_until([&] { return windows_agent_log("w1").find("connected to the center") != std::string::npos; }, 60000)) << windows_agent_log("w1");
    EXPECT_FALSE(std::filesystem::exists(cluster.agent_data("w1") + "/agent.log"));
    write_text(gate, "");
    EXPECT_TRUE(wait_until([&] { return processes_with("test_command.exe").empty(); }, 20000));
    EXPECT_EQ(run_system_program("sc", {"delete", "slow"}).code, 0);
}

}  // namespace
}  // namespace apollo::live
