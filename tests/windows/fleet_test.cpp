// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A fleet of both systems: one task of 30 steps on two nodes of Linux and one of Windows, whose agents are killed meanwhile.
#include "tests/windows/windows_cluster.h"

namespace apollo::live {
namespace {

class MixedFleet : public WindowsCluster {};

TEST_F(MixedFleet, EveryStepRunsOnceOnEveryNodeThoughAgentsAreKilled) {
    constexpr int step_count = 30, step_ms = 300;
    const Words linux_nodes{"l1", "l2"};
    const Words worker{"--label", "role=worker", "--capacity", "2"};
    for (const std::string& node : linux_nodes) {
        give_mark_intent(node, false, step_ms);
        cluster.add_agent(node, worker);
    }
    give_mark_intent("w1", true, step_ms);
    add_windows_agent("w1", worker);

    Json task{{"task_id", "fleet"},
              {"intent", "test"},
              {"target_selector", {{"type", "label"}, {"key", "role"}, {"value", "worker"}}},
              {"timeout", 600},
              {"retry_policy", {{"max_retries", 0}}},
              {"steps", Json::array()}};
    for (int i = 0; i < step_count; ++i) {
        Json step{{"name", "s" + std::to_string(i)}, {"intent", "mark"}, {"idempotency", "idempotent_write"}};
        if (i >= 3) step["depends_on"] = Words{"s" + std::to_string(i - 3)};
        task["steps"].push_back(step);
    }
    ASSERT_EQ(cluster.submit(task).code, 0);

    const auto done_on = [&](const std::string& node) {
        int count = 0;
        for (int i = 0; i < step_count; ++i) count += read_text(marks_of(node, "s" + std::to_string(i))).empty() ? 0 : 1;
        return count;
    };
    const auto is_beyond = [&](const std::string& node, int count) { return wait_until([&] { return done_on(node) >= count; }, 120000); };
    ASSERT_TRUE(is_beyond("w1", 5)) << cluster.status("fleet").dump(1);
    kill_windows_agent("w1");
    cluster.kill_agent("l1");
    start_windows_agent("w1");
    cluster.start_agent("l1");
    ASSERT_TRUE(is_beyond("w1", 15)) << cluster.status("fleet").dump(1);
    kill_windows_agent("w1");
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    start_windows_agent("w1");
    ASSERT_TRUE(cluster.wait_for_state("fleet", "SUCCEEDED", 240000)) << cluster.status("fleet").dump(1);

    for (const char* node : {"l1", "l2", "w1"}) {
        for (int i = 0; i < step_count; ++i) {
            const std::string step = "s" + std::to_string(i);
            EXPECT_EQ(read_text(marks_of(node, step)), "1\n") << step << " on " << node;
            EXPECT_EQ(cluster.run_of("fleet", step, node)["attempt"], 1) << step << " on " << node;
        }
    }
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
}

}  // namespace
}  // namespace apollo::live
