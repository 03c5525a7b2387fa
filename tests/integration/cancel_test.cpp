// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B024: cancel wins over retry, whenever it comes, and after a restart.
#include <gtest/gtest.h>
#include <poll.h>

#include <random>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Cancel : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    // Each attempt appends a line, then the script's end decides.
    Json failing(const std::string& id, const std::string& then, double delay_s) {
        Json task = task_of(id, {"n1"}, {shell_step("s", "echo x >> " + effects(id) + "; " + then)});
        task["retry_policy"] = {{"max_retries", 9}, {"initial_interval", delay_s}, {"max_interval", delay_s}, {"backoff", "fixed"}};
        return task;
    }
    std::string effects(const std::string& id) { return cluster.path("effects-" + id); }
    bool has_started(const std::string& id, std::size_t attempts = 1) {
        return wait_until([&] { return count_lines(effects(id)) >= attempts; }, 20000);
    }
    Answer cancel(const std::string& id) { return cluster.cli({"task", "cancel", "--task-id", id, "--reason", "enough"}); }

    // The last attempt was ended, or had ended by itself when the cancel reached it; the task is cancelled either way.
    bool is_at_rest(const std::string& id) {
        return wait_until([&] {
            const Json run = cluster.run_of(id, "s", "n1");
            return run.is_object() && (run["state"] == "CANCELLED" || run["state"] == "FAILED");
        }, 30000) && cluster.state_of(id) == "CANCELLED";
    }

    // No further attempt, the state stays, also over a restart of the orchestrator.
    void expect_quiet(const std::vector<std::string>& ids) {
        for (const std::string& id : ids) ASSERT_TRUE(cluster.wait_for_state(id, "CANCELLED", 30000)) << cluster.status(id).dump(1);
        for (const std::string& id : ids) ASSERT_TRUE(is_at_rest(id)) << cluster.status(id).dump(1);
        std::map<std::string, std::size_t> lines;
        for (const std::string& id : ids) lines[id] = count_lines(effects(id));
        ASSERT_EQ(cluster.stop_orchestrator(), 0);
        ASSERT_TRUE(cluster.start_orchestrator());
        ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
        // As long as the longest back-off, and a task behind it that runs through.
        ASSERT_EQ(cluster.submit(task_of("after", {"n1"}, {shell_step("s", "sleep 2.5")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("after", "SUCCEEDED", 30000));
        for (const std::string& id : ids) {
            EXPECT_EQ(count_lines(effects(id)), lines[id]) << id << ": an attempt started after the cancel";
            EXPECT_EQ(cluster.state_of(id), "CANCELLED") << id;
        }
    }

    LiveCluster cluster;
};

TEST_F(Cancel, B024DuringAnAttempt) {
    ASSERT_EQ(cluster.submit(failing("t", "sleep 300; exit 1", 2)).code, 0);
    ASSERT_TRUE(has_started("t"));
    ASSERT_EQ(cancel("t").code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "CANCELLED", 30000)) << cluster.status("t").dump(1);
    expect_quiet({"t"});
    EXPECT_EQ(count_lines(effects("t")), 1u);
}

TEST_F(Cancel, B024DuringTheBackOff) {
    ASSERT_EQ(cluster.submit(failing("t", "exit 1", 2)).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RETRYING"));
    ASSERT_EQ(cancel("t").code, 0);
    expect_quiet({"t"});
    EXPECT_EQ(count_lines(effects("t")), 1u);
}

TEST_F(Cancel, B024WithinMillisecondsOfAFailure) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::string> ids;
    for (int round = 0; round < 30; ++round) {
        const std::string id = "t" + std::to_string(round);
        ids.push_back(id);
        ASSERT_EQ(cluster.submit(failing(id, "exit 1", round % 2 ? 0.05 : 2)).code, 0);
        ASSERT_TRUE(has_started(id));
        ::poll(nullptr, 0, static_cast<int>(random() % 60));  // the moment of the cancel is what is tried out
        const Answer answer = cancel(id);
        ASSERT_EQ(answer.code, 0) << answer;
        // Acknowledged: what starts from now on is too late. An attempt that had been started before may still write its line.
        ASSERT_TRUE(is_at_rest(id)) << cluster.status(id).dump(1);
    }
    expect_quiet(ids);
}

TEST_F(Cancel, B024IsNotLostWhenTheOrchestratorIsKilledRightAfterTheAnswer) {
    ASSERT_EQ(cluster.submit(failing("t", "sleep 300", 1)).code, 0);
    ASSERT_TRUE(has_started("t"));
    ASSERT_EQ(cancel("t").code, 0);
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    expect_quiet({"t"});
}

TEST_F(Cancel, ReachesANodeThatWasAwayAsSoonAsItIsBack) {
    ASSERT_EQ(cluster.submit(failing("t", "sleep 300", 1)).code, 0);
    ASSERT_TRUE(has_started("t"));
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING")) << "told before the agent is gone";
    cluster.kill_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    ASSERT_EQ(cancel("t").code, 0);
    EXPECT_EQ(cluster.run_of("t", "s", "n1")["state"], "RUNNING") << "only the node knows when the processes are gone";
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "CANCELLED", 30000)) << cluster.status("t").dump(1);
}

}  // namespace
}  // namespace apollo::live
