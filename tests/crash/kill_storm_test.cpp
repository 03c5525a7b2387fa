// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Everything is killed again and again while a task runs; each step runs exactly once all the same.
#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

constexpr int layers = 20, width = 10;

// 20 layers of 10; each depends on three of the layer before, in every second layer on its own node only.
Json storm_task(const LiveCluster& cluster) {
    std::vector<Json> steps;
    for (int i = 0; i < layers * width; ++i) {
        Words depends_on;
        for (int k = 0; i >= width && k < 3; ++k) depends_on.push_back("s" + std::to_string((i / width - 1) * width + (i + k) % width));
        Json step = shell_step("s" + std::to_string(i), "echo $APOLLO_STEP $APOLLO_ATTEMPT >> " + cluster.path("effects-") + "$APOLLO_NODE; sleep 0.1", depends_on);
        step["idempotency"] = "unique_key";
        if (i / width % 2 == 1) step["per_node"] = true;
        steps.push_back(std::move(step));
    }
    return task_of("storm", {"n1", "n2"}, steps, 600);
}

void expect_each_step_once(const LiveCluster& cluster, const std::string& node) {
    std::map<std::string, int> times;
    std::istringstream lines(read_text(cluster.path("effects-" + node)));
    for (std::string line; std::getline(lines, line);) ++times[line];
    EXPECT_EQ(times.size(), static_cast<std::size_t>(layers * width)) << node;
    for (const auto& [line, count] : times) {
        EXPECT_EQ(count, 1) << node << ": " << line;
        EXPECT_EQ(line.substr(line.find(' ')), " 1") << node << ": " << line << " is no first attempt";
    }
}

TEST(KillStorm, TwentyKillsOfTheOrchestratorAndFiveOfEachAgentLoseAndDoubleNothing) {
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    LiveCluster cluster({"--segment-size", "65536", "--snapshot-interval", "100"});
    cluster.add_workers({"n1", "n2"});
    ASSERT_EQ(cluster.submit(storm_task(cluster)).code, 0);

    std::vector<std::string> victims(20, "orchestrator");
    victims.insert(victims.end(), 5, "n1");
    victims.insert(victims.end(), 5, "n2");
    std::shuffle(victims.begin(), victims.end(), random);
    std::size_t kills_at_work = 0;
    for (const std::string& victim : victims) {
        ::poll(nullptr, 0, static_cast<int>(50 + random() % 450));  // a random moment is what is tried out
        const std::size_t done = count_lines(cluster.path("effects-n1")) + count_lines(cluster.path("effects-n2"));
        if (done < 2 * layers * width) ++kills_at_work;
        if (victim == "orchestrator") {
            cluster.kill_orchestrator();
            ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
        } else {
            cluster.kill_agent(victim);
            cluster.start_agent(victim);
        }
    }
    std::cout << kills_at_work << " of " << victims.size() << " kills hit while steps ran\n";
    EXPECT_GE(kills_at_work, victims.size() / 2) << "the task was over too early to prove anything";
    ASSERT_TRUE(cluster.wait_for_state("storm", "SUCCEEDED", 180000)) << cluster.status("storm").dump(1).substr(0, 4000);
    for (const char* node : {"n1", "n2"}) expect_each_step_once(cluster, node);

    const Answer verified = cluster.cli({"log", "verify"});
    EXPECT_EQ(verified.code, 0) << verified;
    // Nobody does anything any more: both documents are of the same position.
    const Answer status = cluster.cli({"task", "status", "--task-id", "storm"});
    const std::string at = status.json["position"].dump();
    EXPECT_EQ(status.out, cluster.cli({"replay", "state", "--task-id", "storm", "--at", at}).out);
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    EXPECT_EQ(status.out, cluster.cli({"replay", "state", "--task-id", "storm", "--at", at}).out) << "from files";

    if (run_program(program_folder() + "/apollo-cli", {"store", "rebuild", "--help"}).code == 0) {
        const Answer rebuilt = cluster.cli_plain({"store", "rebuild"});
        EXPECT_EQ(rebuilt.code, 0) << rebuilt;
    }
    ASSERT_TRUE(cluster.start_orchestrator());
    EXPECT_EQ(cluster.status("storm")["runs"], status.json["runs"]) << "after a rebuild of the store and a restart";
}

}  // namespace
}  // namespace apollo::live
