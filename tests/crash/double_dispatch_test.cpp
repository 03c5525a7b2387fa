// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B019: an orchestrator that comes back does not start a second copy of what runs.
#include <gtest/gtest.h>
#include <poll.h>

#include <iostream>
#include <random>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

TEST(DoubleDispatch, B019AKilledOrchestratorFindsARunningStepAgain) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    const std::string effects = cluster.path("effects"), gate = cluster.path("gate");
    const std::string script = "echo $APOLLO_ATTEMPT >> " + effects + "; until [ -e " + gate + " ]; do sleep 0.05; done";
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", script)}, 300)).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    EXPECT_EQ(cluster.run_of("t", "s", "n1")["state"], "RUNNING");
    // While the orchestrator is away the step ends.
    cluster.kill_orchestrator();
    write_text(gate, "");
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_EQ(read_text(effects), "1\n");
}

TEST(DoubleDispatch, B019ThirtyKillsWithinTheFirstHalfSecondGiveOneEffectEach) {
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    LiveCluster cluster({"--acknowledgement-timeout", "1"});
    cluster.add_workers({"n1"});
    for (int round = 0; round < 30; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const std::string id = "t" + std::to_string(round), effects = cluster.path("effects-" + id);
        const Json task = task_of(id, {"n1"}, {shell_step("s", "echo $APOLLO_ATTEMPT >> " + effects + "; sleep 0.3")});
        const std::string file = cluster.store_definition(task);
        {
            Program submission(program_folder() + "/apollo-cli", {"task", "submit", "--file", file, "--data", cluster.data()}, cluster.path("submit.log"));
            ::poll(nullptr, 0, static_cast<int>(random() % 500));  // a random moment is what is tried out
            cluster.kill_orchestrator();
            ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
            submission.wait_for_exit(20000);
        }
        // Whether the first one came through or not: the same task, once.
        const Answer again = cluster.cli({"task", "submit", "--file", file});
        ASSERT_EQ(again.code, 0) << again;
        ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED", 30000)) << cluster.status(id).dump(1);
        ASSERT_EQ(read_text(effects), "1\n");
        EXPECT_EQ(cluster.run_of(id, "s", "n1")["attempt"], 1);
    }
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
}

}  // namespace
}  // namespace apollo::live
