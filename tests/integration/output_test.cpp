// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a step prints can be read while it runs, from its node and never through the log; when it has ended, from the center.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Output : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    Answer output(const std::string& task, Words more = {}) {
        Words arguments{"task", "output", "--task-id", task, "--step", "s"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return cluster.cli_plain(arguments);
    }
    std::string gate() const { return cluster.path("gate"); }
    // Prints, then waits for the gate, then prints a last line.
    void start_waiting(const std::string& task, const std::string& prints) {
        const std::string script = prints + "; until test -e " + gate() + "; do sleep 0.05; done; echo last";
        ASSERT_EQ(cluster.submit(task_of(task, {"n1"}, {shell_step("s", script)})).code, 0);
        ASSERT_TRUE(cluster.wait_for_run(task, "s", "n1", "RUNNING"));
    }

    LiveCluster cluster;
};

TEST_F(Output, OfARunningStepComesFromItsNodeAndLeavesNoTraceInTheLog) {
    start_waiting("t", "echo first");
    ASSERT_TRUE(wait_until([&] { return output("t").out == "first\n"; }, 20000)) << output("t");
    const std::size_t events = cluster.events("").size();
    const Answer document = output("t", {"--json"});
    EXPECT_EQ(document.json["output"], "first\n") << document;
    EXPECT_EQ(document.json["running"], true);
    EXPECT_EQ(document.json["attempt"], 1);
    EXPECT_EQ(document.json["node"], "n1");
    Program follower(program_folder() + "/apollo-cli", {"task", "output", "--task-id", "t", "--step", "s", "--follow", "--data", cluster.data()},
                     cluster.path("followed"));
    ASSERT_TRUE(wait_until([&] { return follower.log() == "first\n"; }, 20000)) << follower.log();
    EXPECT_EQ(cluster.events("").size(), events);
    EXPECT_TRUE(follower.is_running());
    write_text(gate(), "open");
    EXPECT_EQ(follower.wait_for_exit(20000), 0);
    EXPECT_EQ(follower.log(), "first\nlast\n");
}

TEST_F(Output, WhoeverFollowsOutlivesARestartOfTheAgentAndOfTheOrchestrator) {
    start_waiting("t", "echo first");
    ASSERT_TRUE(wait_until([&] { return output("t").out == "first\n"; }, 20000)) << output("t");
    Program follower(program_folder() + "/apollo-cli", {"task", "output", "--task-id", "t", "--step", "s", "--follow", "--data", cluster.data()},
                     cluster.path("followed"));
    ASSERT_TRUE(wait_until([&] { return follower.log() == "first\n"; }, 20000)) << follower.log();
    cluster.kill_agent("n1");
    ASSERT_TRUE(wait_until([&] { return follower.log().find("; waiting for it\n") != std::string::npos; }, 20000)) << "it asked meanwhile: " << follower.log();
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    EXPECT_TRUE(follower.is_running()) << follower.log();
    write_text(gate(), "open");
    EXPECT_EQ(follower.wait_for_exit(30000), 0);
    EXPECT_EQ(follower.log().rfind("first\n", 0), 0u) << follower.log();
    EXPECT_TRUE(follower.log().ends_with("; waiting for it\nlast\n")) << follower.log();
}

TEST_F(Output, LongerThanOnePieceArrivesWholeWhileItRunsAndWhenItHasEnded) {
    start_waiting("t", "seq 1 200000");
    std::string numbers;
    for (int k = 1; k <= 200000; ++k) numbers += std::to_string(k) + "\n";
    ASSERT_TRUE(wait_until([&] { return output("t").out.size() == numbers.size(); }, 30000));
    EXPECT_TRUE(output("t").out == numbers);
    write_text(gate(), "open");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    // From here on the node is not needed.
    cluster.kill_agent("n1");
    EXPECT_TRUE(output("t").out == numbers + "last\n");
    EXPECT_EQ(output("t", {"--follow"}).code, 0) << "there is nothing to wait for";
}

TEST_F(Output, OfANodeThatIsAwayIsAClearError) {
    start_waiting("t", "echo first");
    cluster.kill_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    const Answer answer = output("t");
    EXPECT_EQ(answer.code, 1) << answer;
    EXPECT_NE(answer.err.find("node n1 is not connected"), std::string::npos) << answer;
    write_text(gate(), "open");
}

TEST_F(Output, OfAnEarlierAttemptIsStillThere) {
    Json task = task_of("t", {"n1"}, {shell_step("s", "echo attempt $APOLLO_ATTEMPT; test $APOLLO_ATTEMPT -gt 1")});
    task["retry_policy"] = {{"max_retries", 1}, {"initial_interval", 0.1}};
    ASSERT_EQ(cluster.submit(task).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    EXPECT_EQ(output("t").out, "attempt 2\n");
    EXPECT_EQ(output("t", {"--attempt", "1"}).out, "attempt 1\n");
    const Answer none = output("t", {"--attempt", "7"});
    EXPECT_EQ(none.code, 1) << none;
    EXPECT_NE(none.err.find("holds nothing of that attempt"), std::string::npos) << none;
}

TEST_F(Output, OfAStepOnSeveralNodesNeedsOneToBeNamed) {
    cluster.add_workers({"n2"});
    ASSERT_EQ(cluster.submit(task_of("t", {"n1", "n2"}, {shell_step("s", "echo $APOLLO_NODE")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    const Answer both = output("t");
    EXPECT_EQ(both.code, 2) << both;
    EXPECT_NE(both.err.find("n1, n2"), std::string::npos) << both;
    EXPECT_EQ(output("t", {"--node", "n2"}).out, "n2\n");
    EXPECT_EQ(output("t", {"--node", "n9"}).code, 1);
    EXPECT_EQ(output("nobody").code, 1);
    EXPECT_EQ(cluster.cli_plain({"task", "output", "--task-id", "t"}).code, 2) << "--step is missing";
}

}  // namespace
}  // namespace apollo::live
