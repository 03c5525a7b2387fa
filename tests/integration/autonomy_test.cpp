// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A node that is cut off in the middle of a chain goes on alone for its window, stops taking new steps after it, and agrees
// with the center soon after the line is back: every step once, in order.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"
#include "tests/support/tcp_proxy.h"

namespace apollo::live {
namespace {

constexpr int step_count = 10;

class Autonomy : public ::testing::Test {
protected:
    Autonomy() : cluster({"--heartbeat-interval", "1", "--autonomy-window", "7"}), line(cluster.port()) {}

    void SetUp() override {
        cluster.add_agent("n1", {"--capacity", "2", "--server", "127.0.0.1:" + std::to_string(line.port())});
        effects = cluster.path("effects");
    }

    // Each step writes its name and takes `duration_s`.
    Json chain(double duration_s) {
        std::vector<Json> list;
        for (int k = 0; k < step_count; ++k) {
            const std::string name = "s" + std::to_string(k);
            Json step = shell_step(name, "echo " + name + " >> " + effects + "; sleep " + std::to_string(duration_s));
            if (k > 0) step["depends_on"] = Words{"s" + std::to_string(k - 1)};
            list.push_back(step);
        }
        return task_of("chain", {"n1"}, list);
    }
    static std::string names(int count) {
        std::string text;
        for (int k = 0; k < count; ++k) text += "s" + std::to_string(k) + "\n";
        return text;
    }
    bool wait_for_steps(std::size_t count, int timeout_ms = 20000) {
        return wait_until([&] { return count_lines(effects) >= count; }, timeout_ms);
    }
    void expect_all_once_and_both_agree() {
        ASSERT_TRUE(cluster.wait_for_state("chain", "SUCCEEDED", 30000)) << cluster.status("chain").dump(1);
        EXPECT_EQ(read_text(effects), names(step_count)) << "every step once, in order";
        for (const Json& run : cluster.status("chain")["runs"]) EXPECT_EQ(run["attempt"], 1) << run.dump();
        EXPECT_EQ(cluster.node_state("n1"), "connected");
    }

    LiveCluster cluster;
    testing::TcpProxy line;
    std::string effects;
};

TEST_F(Autonomy, CutWithAResetTheChainIsFinishedAloneWithinTheWindow) {
    ASSERT_EQ(cluster.submit(chain(0.1)).code, 0);
    ASSERT_TRUE(wait_for_steps(3));
    line.cut_with_reset();
    ASSERT_TRUE(wait_for_steps(step_count)) << read_text(effects);
    line.join();
    expect_all_once_and_both_agree();
    const Json events = cluster.events("chain");
    const auto alone = std::count_if(events.begin(), events.end(), [](const Json& event) {
        return event["type"] == "DISPATCHED" && event["payload"].dump().find("itself") != std::string::npos;
    });
    EXPECT_GE(alone, 5) << "the center says which steps the node started alone";
}

TEST_F(Autonomy, CutSilentlyTheChainGoesOnAndStopsTakingNewStepsAfterTheWindow) {
    ASSERT_EQ(cluster.submit(chain(1)).code, 0);
    ASSERT_TRUE(wait_for_steps(2));
    line.cut_silently();
    ASSERT_TRUE(wait_for_steps(4)) << "it noticed the silence and went on alone";
    ASSERT_TRUE(wait_until([&] { return cluster.agent_log("n1").find("is over") != std::string::npos; }, 20000)) << cluster.agent_log("n1");
    EXPECT_TRUE(cluster.wait_for_node("n1", "conservative"));
    const std::size_t at_end = count_lines(effects);
    EXPECT_LT(at_end, static_cast<std::size_t>(step_count));
    // Long enough for two more steps, had they been started.
    EXPECT_FALSE(wait_for_steps(at_end + 1, 2500)) << read_text(effects);
    line.join();
    expect_all_once_and_both_agree();
}

TEST_F(Autonomy, WithTheOrchestratorKilledTheChainGoesOnAndItsRestartAgrees) {
    ASSERT_EQ(cluster.submit(chain(0.2)).code, 0);
    ASSERT_TRUE(wait_for_steps(3));
    cluster.kill_orchestrator();
    ASSERT_TRUE(wait_for_steps(step_count)) << read_text(effects);
    ASSERT_TRUE(cluster.start_orchestrator());
    expect_all_once_and_both_agree();
}

TEST_F(Autonomy, ACancelWhileItIsCutOffHoldsWhenTheLineIsBack) {
    ASSERT_EQ(cluster.submit(chain(1)).code, 0);
    ASSERT_TRUE(wait_for_steps(2));
    line.cut_with_reset();
    ASSERT_TRUE(wait_for_steps(3));
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "chain", "--reason", "test"}).code, 0);
    line.join();
    ASSERT_TRUE(cluster.wait_for_state("chain", "CANCELLED", 30000)) << cluster.status("chain").dump(1);
    const std::size_t at_end = count_lines(effects);
    EXPECT_LT(at_end, static_cast<std::size_t>(step_count));
    EXPECT_TRUE(wait_until([&] { return processes_with("sleep 1.000000").empty(); }, 10000));
    EXPECT_EQ(count_lines(effects), at_end);
}

TEST_F(Autonomy, AnAgentThatIsRestartedWhileItIsCutOffGoesOnFromItsOwnLog) {
    ASSERT_EQ(cluster.submit(chain(0.2)).code, 0);
    ASSERT_TRUE(wait_for_steps(2));
    line.cut_with_reset();
    ASSERT_TRUE(wait_for_steps(4));
    cluster.kill_agent("n1");
    cluster.start_agent("n1");
    ASSERT_TRUE(wait_for_steps(7)) << cluster.agent_log("n1");
    line.join();
    expect_all_once_and_both_agree();
}

}  // namespace
}  // namespace apollo::live
