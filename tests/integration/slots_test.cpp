// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B018: a slot is given back on every way out.
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Slots : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}, "1"); }

    std::string blocker(int round) { return "sh -c 'sleep 600; :' " + cluster.path("blocker-" + std::to_string(round)); }

    void end_by_cancel(const std::string& task) { ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", task, "--reason", "round"}).code, 0); }

    void wait_until_it_runs(int round) {
        ASSERT_TRUE(wait_until([&] { return !processes_with(cluster.path("blocker-" + std::to_string(round))).empty(); }, 20000)) << round;
    }

    int taken() {
        const Json node = cluster.cli({"node", "list"}).json["nodes"][0];
        return node["running"].get<int>() + node["queued"].get<int>();
    }

    LiveCluster cluster;
};

TEST_F(Slots, B018FiftyRoundsOfCancelKillTimeoutAndRestartLeaveTheOnlySlotFree) {
    for (int round = 0; round < 50; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const std::string n = std::to_string(round);
        const int kind = round % 5;
        Json step = shell_step("block", "exec " + blocker(round));
        if (kind == 2) step["timeout"] = 0.3;
        ASSERT_EQ(cluster.submit(task_of("block-" + n, {"n1"}, {step}, 600)).code, 0);
        if (kind != 3) wait_until_it_runs(round);  // 3: cancelled between dispatch and acknowledgement
        switch (kind) {
            case 1:
                // While it becomes another program its command line is empty, and it is found by nobody.
                ASSERT_TRUE(wait_until([&] {
                    const auto pids = processes_with(cluster.path("blocker-" + n));
                    for (const int pid : pids) ::kill(pid, SIGKILL);
                    return !pids.empty();
                }, 5000));
                break;
            case 2: break;
            case 4:
                cluster.kill_agent("n1");
                cluster.start_agent("n1");
                ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
                end_by_cancel("block-" + n);
                break;
            default: end_by_cancel("block-" + n);
        }
        ASSERT_EQ(cluster.submit(task_of("next-" + n, {"n1"}, {shell_step("a", "true"), shell_step("b", "true")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("next-" + n, "SUCCEEDED", 20000)) << "the slot is still taken\n" << cluster.status("block-" + n).dump(1);
    }
    EXPECT_TRUE(wait_until([&] { return taken() == 0; }, 10000)) << taken();
    // Capacity is still one: two steps never overlap.
    const std::string marks = cluster.path("marks");
    const std::string script = "echo in >> " + marks + "; sleep 0.2; echo out >> " + marks;
    ASSERT_EQ(cluster.submit(task_of("overlap", {"n1"}, {shell_step("a", script), shell_step("b", script), shell_step("c", script)})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("overlap", "SUCCEEDED", 20000));
    EXPECT_EQ(read_text(marks), "in\nout\nin\nout\nin\nout\n");
}

}  // namespace
}  // namespace apollo::live
