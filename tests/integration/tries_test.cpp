// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How often a step was tried is in the log: no restart gives what is used up a fresh set of tries.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Tries : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    // Writes a line per attempt and fails; three attempts.
    Json hopeless(const std::string& id) {
        Json step = shell_step("s", "echo $APOLLO_ATTEMPT >> " + effects(id) + "; exit 1");
        step["retry_policy"] = {{"max_retries", 2}, {"initial_interval", 1}, {"max_interval", 1}, {"backoff", "fixed"}};
        return task_of(id, {"n1"}, {step});
    }
    std::string effects(const std::string& id) { return cluster.path("effects-" + id); }
    void restart_orchestrator() {
        cluster.stop_orchestrator();
        ASSERT_TRUE(cluster.start_orchestrator());
        ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    }
    void restart_agent() {
        cluster.kill_agent("n1");
        cluster.start_agent("n1");
        ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    }
    // Another step behind it shows that everything that was to come has come.
    void expect_three_lines_still(const std::string& id, const std::string& probe) {
        ASSERT_EQ(cluster.submit(task_of(probe, {"n1"}, {shell_step("s", "true")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state(probe, "SUCCEEDED"));
        EXPECT_EQ(cluster.state_of(id), "FAILED");
        EXPECT_EQ(read_text(effects(id)), "1\n2\n3\n");
        EXPECT_EQ(cluster.run_of(id, "s", "n1")["attempt"], 3);
    }

    LiveCluster cluster;
};

TEST_F(Tries, B025WhatIsUsedUpStaysSoOverRestartsOfEitherSideUntilAPersonAsks) {
    ASSERT_EQ(cluster.submit(hopeless("dead")).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("dead", "FAILED"));
    restart_orchestrator();
    expect_three_lines_still("dead", "after-center");
    restart_agent();
    expect_three_lines_still("dead", "after-agent");
    cluster.kill_agent("n1");
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    expect_three_lines_still("dead", "after-both");
    ASSERT_EQ(cluster.cli({"task", "rerun", "--task-id", "dead", "--reason", "once more"}).code, 0);
    EXPECT_TRUE(wait_until([&] { return count_lines(effects("dead")) == 6; }, 20000)) << "a rerun renews the tries";
    ASSERT_TRUE(cluster.wait_for_state("dead", "FAILED"));
    EXPECT_EQ(read_text(effects("dead")), "1\n2\n3\n4\n5\n6\n") << "and attempts are counted on";
    EXPECT_NE(cluster.events("dead").dump().find("once more"), std::string::npos);
}

TEST_F(Tries, B025AKillBetweenTwoAttemptsGivesNoneAway) {
    ASSERT_EQ(cluster.submit(hopeless("killed")).code, 0);
    ASSERT_TRUE(wait_until([&] { return count_lines(effects("killed")) == 2; }, 20000));
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_state("killed", "FAILED"));
    expect_three_lines_still("killed", "after-kill");
}

}  // namespace
}  // namespace apollo::live
