// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What waits for a task says by its exit code how the task ended.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Waiting : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    static Json task(const std::string& id, const std::string& script) {
        Json definition = task_of(id, {"n1"}, {shell_step("s", script)});
        definition["retry_policy"] = {{"max_retries", 0}};
        return definition;
    }
    std::string file(const std::string& id, const std::string& script) { return cluster.store_definition(task(id, script)); }
    std::string held() const { return "while [ -e " + cluster.path("hold") + " ]; do sleep 0.05; done"; }
    Answer submit_and_wait(const std::string& id, const std::string& script) { return cluster.cli({"task", "submit", "--file", file(id, script), "--wait"}); }
    Answer watch(const std::string& id) { return cluster.cli({"task", "watch", "--task-id", id}); }

    LiveCluster cluster;
};

TEST_F(Waiting, OnlySuccessEndsWithZero) {
    EXPECT_EQ(submit_and_wait("good", "true").code, 0);
    EXPECT_EQ(watch("good").code, 0);
    EXPECT_EQ(submit_and_wait("bad", "exit 3").code, 1);
    const Answer failed = watch("bad");
    EXPECT_EQ(failed.code, 1) << failed;
    EXPECT_EQ(failed.json["state"], "FAILED") << failed;
    const Answer plain = cluster.cli_plain({"task", "watch", "--task-id", "bad"});
    EXPECT_EQ(plain.code, 1) << plain;
    EXPECT_NE(plain.out.find("bad FAILED\n"), std::string::npos) << plain;
    EXPECT_EQ(cluster.cli({"task", "status", "--task-id", "bad"}).code, 0) << "it was shown";
}

TEST_F(Waiting, ACancelledTaskIsNoSuccess) {
    write_text(cluster.path("hold"), "");
    ASSERT_EQ(cluster.submit(task("t", held())).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t"}).code, 0);
    const Answer watched = watch("t");
    EXPECT_EQ(watched.code, 1) << watched;
    EXPECT_EQ(watched.json["state"], "CANCELLED") << watched;
}

TEST_F(Waiting, TimeThatRunsOutIsSaidAndTheStateShown) {
    write_text(cluster.path("hold"), "");
    const Answer submitted = cluster.cli({"task", "submit", "--file", file("t", held()), "--wait", "--timeout", "1"});
    const Answer watched = cluster.cli({"task", "watch", "--task-id", "t", "--timeout", "1"});
    for (const Answer& answer : {submitted, watched}) {
        EXPECT_EQ(answer.code, 1) << answer;
        EXPECT_NE(answer.err.find("task t has not ended after 1 s"), std::string::npos) << answer;
        EXPECT_EQ(answer.json["task_id"], "t") << answer;
        EXPECT_EQ(answer.json["state"], "RUNNING") << answer;
    }
    std::filesystem::remove(cluster.path("hold"));
    EXPECT_EQ(watch("t").code, 0);
}

}  // namespace
}  // namespace apollo::live
