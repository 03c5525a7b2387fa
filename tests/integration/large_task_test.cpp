// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B007: the shape of a graph does not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

std::string definition(const std::string& id, std::size_t count, const std::function<std::vector<std::size_t>(std::size_t)>& depends_on) {
    std::string text = "task_id: " + id + "\nintent: demo\ntarget_selector: {type: nodes, nodes: [a1]}\ntimeout: 3600\nretry_policy: {max_retries: 0}\nsteps:\n";
    for (std::size_t i = 0; i < count; ++i) {
        text += "  - {name: s" + std::to_string(i) + ", intent: run_command, idempotency: idempotent_write, params: {argv: [\"true\"]}";
        std::string names;
        for (std::size_t k : depends_on(i)) names += (names.empty() ? "s" : ", s") + std::to_string(k);
        text += (names.empty() ? "" : ", depends_on: [" + names + "]") + "}\n";
    }
    return text;
}

std::string shape(const std::string& name, std::size_t count) {
    if (name == "chain") return definition(name + std::to_string(count), count, [](std::size_t i) { return i ? std::vector{i - 1} : std::vector<std::size_t>{}; });
    if (name == "fanin") {
        return definition(name + std::to_string(count), count, [count](std::size_t i) {
            std::vector<std::size_t> all;
            for (std::size_t k = 0; i == count - 1 && k < i; ++k) all.push_back(k);
            return all;
        });
    }
    return definition(name + std::to_string(count), count, [](std::size_t i) {
        std::vector<std::size_t> three;
        for (std::size_t k = 0; i >= 100 && k < 3; ++k) three.push_back((i / 100 - 1) * 100 + (i + k) % 100);
        return three;
    });
}

class LargeTask : public ::testing::TestWithParam<std::string> {};

TEST_P(LargeTask, B007TenThousandStepsAreCheckedAndTakenInSecondsWhileStatusAnswers) {
    LiveCluster cluster;
    cluster.add_workers({"a1"});
    ASSERT_EQ(cluster.submit(task_of("small", {"a1"}, {shell_step("s", "true")})).code, 0);
    std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> durations;
    std::int64_t slowest_answer_ms = 0;
    for (const std::size_t count : {std::size_t{10000}, std::size_t{20000}}) {
        const std::string file = cluster.path(GetParam() + ".yaml");
        write_text(file, shape(GetParam(), count));
        const Answer validated = cluster.cli({"task", "validate", "--file", file}, 120000);
        ASSERT_EQ(validated.code, 0) << validated;
        EXPECT_EQ(validated.json["steps"], count);
        Answer submitted;
        std::atomic<bool> done = false;
        std::thread submitting([&] {
            submitted = cluster.cli({"task", "submit", "--file", file}, 120000);
            done = true;
        });
        while (!done) {
            const Answer answer = cluster.cli({"task", "status", "--task-id", "small"}, 60000);
            EXPECT_EQ(answer.code, 0) << answer;
            slowest_answer_ms = std::max(slowest_answer_ms, answer.duration_ms);
        }
        submitting.join();
        ASSERT_EQ(submitted.code, 0) << submitted;
        durations[count] = {validated.duration_ms, submitted.duration_ms};
        const std::string id = GetParam() + std::to_string(count);
        const Answer status = cluster.cli({"task", "status", "--task-id", id}, 60000);
        EXPECT_EQ(status.code, 0);
        EXPECT_EQ(status.json["runs"].size(), count);
        EXPECT_EQ(cluster.cli({"task", "cancel", "--task-id", id, "--reason", "enough seen"}, 60000).code, 0);
    }
    for (const auto& [count, pair] : durations) {
        std::cout << GetParam() << " of " << count << " steps: validate " << pair.first << " ms, submit " << pair.second << " ms\n";
        EXPECT_LT(pair.first, 20000);
        EXPECT_LT(pair.second, 30000);
    }
    std::cout << "slowest status meanwhile: " << slowest_answer_ms << " ms; twice the steps took validate x"
              << static_cast<double>(durations[20000].first) / static_cast<double>(std::max<std::int64_t>(1, durations[10000].first)) << ", submit x"
              << static_cast<double>(durations[20000].second) / static_cast<double>(std::max<std::int64_t>(1, durations[10000].second)) << "\n";
    EXPECT_LT(slowest_answer_ms, 10000);
    EXPECT_TRUE(cluster.wait_for_state("small", "SUCCEEDED"));
}

INSTANTIATE_TEST_SUITE_P(Shapes, LargeTask, ::testing::Values("fanin", "chain", "layers"), [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace apollo::live
