// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A node that was away for longer than it takes to be called lost, clocks that are moved, and an orchestrator that stood still:
// no attempt is started in its place, and none twice.
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/support/live_cluster.h"
#include "tests/support/tcp_proxy.h"

namespace apollo::live {
namespace {

class Outage : public ::testing::Test {
protected:
    Outage() : cluster({"--heartbeat-interval", "1"}), line(cluster.port()) {}

    void SetUp() override {
        cluster.add_agent("n1", {"--server", "127.0.0.1:" + std::to_string(line.port())});
        cluster.add_workers({"n2"});
        effects = cluster.path("effects");
    }

    // On both nodes; on n1 until the file "go" is there.
    Json waiting(const std::string& idempotency) {
        const std::string script = "echo $APOLLO_NODE/$APOLLO_ATTEMPT >> " + effects + "; if [ $APOLLO_NODE = n1 ]; then while [ ! -e " +
                                   cluster.path("go") + " ]; do sleep 0.1; done; fi";
        Json step = shell_step("s", script);
        step["idempotency"] = idempotency;
        return task_of("t", {"n1", "n2"}, {step}, 120);
    }
    void expect_each_once() {
        ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 60000)) << cluster.status("t").dump(1);
        EXPECT_EQ(count_lines(effects), 2u) << read_text(effects);
        for (const Json& run : cluster.status("t")["runs"]) EXPECT_EQ(run["attempt"], 1) << run.dump();
    }

    LiveCluster cluster;
    testing::TcpProxy line;
    std::string effects;
};

TEST_F(Outage, B043ANodeThatComesBackLateGoesOnWithItsAttemptAndNoOtherIsStarted) {
    ASSERT_EQ(cluster.submit(waiting("unique_key")).code, 0);
    ASSERT_TRUE(wait_until([&] { return count_lines(effects) == 2; }, 20000));
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
    line.cut_silently();
    ASSERT_TRUE(wait_until([&] { return cluster.run_of("t", "s", "n1")["flags"].dump().find("unreachable") != std::string::npos; }, 20000));
    EXPECT_EQ(cluster.run_of("t", "s", "n1")["state"], "RUNNING") << "silence is not death";
    line.join();
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    write_text(cluster.path("go"), "");
    expect_each_once();
}

TEST_F(Outage, B043WhatEndedWhileTheNodeWasAwayCountsOnce) {
    ASSERT_EQ(cluster.submit(waiting("idempotent_write")).code, 0);
    ASSERT_TRUE(wait_until([&] { return count_lines(effects) == 2; }, 20000));
    line.cut_silently();
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    write_text(cluster.path("go"), "");
    line.join();
    expect_each_once();
}

TEST_F(Outage, B020AnOrchestratorThatStoodStillCallsNobodyLostWhenItGoesOn) {
    ASSERT_EQ(cluster.submit(waiting("unique_key")).code, 0);
    ASSERT_TRUE(wait_until([&] { return count_lines(effects) == 2; }, 20000));
    ASSERT_EQ(::kill(cluster.orchestrator().pid(), SIGSTOP), 0);
    // Five heartbeats: another program's run of that length shows that the time has passed.
    ASSERT_EQ(run_program("/bin/sleep", {"5"}).code, 0);
    ASSERT_EQ(::kill(cluster.orchestrator().pid(), SIGCONT), 0);
    write_text(cluster.path("go"), "");
    expect_each_once();
    const Json log = cluster.cli({"event", "list", "--task-id", "t"}).json;
    EXPECT_EQ(cluster.orchestrator_log().find("lost"), std::string::npos) << cluster.orchestrator_log();
    EXPECT_EQ(log.dump().find("TIMED_OUT"), std::string::npos);
}

}  // namespace
}  // namespace apollo::live
