// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B017: orchestrator, agent and process die together. Whoever comes back, no run stays RUNNING for ever and no retry is lost
// or made twice.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class BothDie : public ::testing::Test {
protected:
    BothDie() : cluster({"--execution-grace", "1", "--heartbeat-interval", "1"}) {}

    // The first attempt sleeps long, a later one ends at once.
    void run_and_kill_all(int max_retries) {
        cluster.add_agent("n1", {"--capacity", "2"});
        const std::string effects = cluster.path("effects"), marker = cluster.path("first-attempt");
        Json step = shell_step("s", "echo x >> " + effects + "; test $APOLLO_ATTEMPT -gt 1 || exec sh -c 'sleep 300; :' " + marker);
        step["timeout"] = 8;
        Json task = task_of("t", {"n1"}, {step});
        task["retry_policy"] = {{"max_retries", max_retries}, {"initial_interval", 0.1}};
        ASSERT_EQ(cluster.submit(task).code, 0);
        ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
        ASSERT_TRUE(wait_until([&] { return !processes_with(marker).empty() && count_lines(effects) == 1; }, 20000));
        cluster.kill_orchestrator();
        cluster.kill_agent("n1");
        for (const char* what : {"apollo-shim", "first-attempt"}) {
            for (int pid : processes_with(what)) {
                if (read_text("/proc/" + std::to_string(pid) + "/environ").find(cluster.path("")) != std::string::npos) ::kill(pid, SIGKILL);
            }
        }
        ASSERT_TRUE(wait_until([&] { return processes_with(marker).empty(); }, 10000));
        ASSERT_TRUE(cluster.start_orchestrator());
    }
    std::size_t effects() { return count_lines(cluster.path("effects")); }
    std::size_t count(const std::string& type) {
        const Json events = cluster.events("t");
        return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const Json& event) { return event["type"] == type; }));
    }

    LiveCluster cluster;
};

TEST_F(BothDie, B017TheAgentComesBackWithItsLogAndTheRetryIsMadeOnce) {
    run_and_kill_all(2);
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 30000)) << cluster.status("t").dump(1);
    EXPECT_EQ(effects(), 2u);
    EXPECT_EQ(count("RETRY_SCHEDULED"), 1u);
    EXPECT_EQ(count("FAILED"), 1u) << "the attempt is recorded as lost";
}

TEST_F(BothDie, B017TheAgentComesBackWithAnEmptyLogAndTheRetryIsMadeOnce) {
    run_and_kill_all(2);
    std::filesystem::remove_all(cluster.agent_data("n1") + "/wal");
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 30000)) << cluster.status("t").dump(1);
    EXPECT_TRUE(wait_until([&] { return effects() == 2; }, 10000)) << effects();
    EXPECT_EQ(count("RETRY_SCHEDULED"), 1u);
    EXPECT_GE(count("RECONCILED"), 1u) << "the repair is an event";
}

TEST_F(BothDie, B017TheAgentNeverComesBackAndTheTaskEnds) {
    run_and_kill_all(0);
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED", 30000)) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "s", "n1")["state"], "TIMEOUT");
}

TEST_F(BothDie, B017TheAgentNeverComesBackAndTheRetryWaitsWithAVisibleReason) {
    run_and_kill_all(1);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RETRYING", 30000)) << cluster.status("t").dump(1);
    EXPECT_TRUE(wait_until([&] { return cluster.run_of("t", "s", "n1")["flags"] == Json::array({"unreachable"}); }, 20000));
    EXPECT_TRUE(wait_until([&] { return effects() == 1; }, 10000)) << effects();
}

}  // namespace
}  // namespace apollo::live
