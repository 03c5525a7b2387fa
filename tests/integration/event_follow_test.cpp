// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `event list --follow`: what happens from now on.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class EventFollow : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    std::unique_ptr<Program> follow(const std::string& log, Words more = {}) {
        Words words{"event", "list", "--follow", "--data", cluster.data()};
        words.insert(words.end(), more.begin(), more.end());
        return std::make_unique<Program>(program_folder() + "/apollo-cli", words, cluster.path(log));
    }
    void run_task(const std::string& id) {
        ASSERT_EQ(cluster.submit(task_of(id, {"n1"}, {shell_step("s", "true")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED"));
    }
    // The documents among the lines; the rest is what was said on stderr.
    static std::vector<Json> documents(const std::string& text) {
        std::vector<Json> found;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            if (Json document = Json::parse(line, nullptr, false); document.is_object()) found.push_back(std::move(document));
        }
        return found;
    }
    static bool has_end_of(const std::string& log, const std::string& task) {
        for (const Json& event : documents(log)) {
            if (event["task_id"] == task && event["type"] == "SUCCEEDED") return true;
        }
        return false;
    }

    LiveCluster cluster;
};

TEST_F(EventFollow, TellsEachEventOnceAlsoOverARestartOfTheOrchestrator) {
    run_task("before");
    const auto follower = follow("all", {"--json", "--from", "1"});
    ASSERT_TRUE(wait_until([&] { return has_end_of(follower->log(), "before"); }, 20000)) << follower->log();
    run_task("first");
    ASSERT_TRUE(wait_until([&] { return has_end_of(follower->log(), "first"); }, 20000)) << follower->log();
    cluster.kill_orchestrator();
    ASSERT_TRUE(wait_until([&] { return follower->log().find("; waiting for it\n") != std::string::npos; }, 20000)) << follower->log();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    run_task("second");
    ASSERT_TRUE(wait_until([&] { return has_end_of(follower->log(), "second"); }, 20000)) << follower->log();
    EXPECT_TRUE(follower->is_running());
    std::uint64_t expected = 1;
    for (const Json& event : documents(follower->log())) EXPECT_EQ(event["position"], expected++);
}

TEST_F(EventFollow, BeginsWithTheLastTenAndKeepsToWhatIsAskedFor) {
    for (const char* id : {"one", "two", "three"}) run_task(id);
    const std::size_t before = cluster.events("").size();
    ASSERT_GT(before, 10u);
    const auto follower = follow("newest", {"--json"});
    ASSERT_TRUE(wait_until([&] { return documents(follower->log()).size() >= 10; }, 20000)) << follower->log();
    EXPECT_EQ(documents(follower->log()).front()["position"], before - 9);
    const auto of_one_task = follow("one", {"--task-id", "later"});
    ASSERT_TRUE(wait_until([&] { return of_one_task->log().find("POSITION") != std::string::npos; }, 20000)) << of_one_task->log();
    run_task("other");
    run_task("later");
    ASSERT_TRUE(wait_until([&] { return of_one_task->log().find("SUCCEEDED") != std::string::npos; }, 20000)) << of_one_task->log();
    EXPECT_EQ(of_one_task->log().find("other"), std::string::npos) << of_one_task->log();
}

TEST_F(EventFollow, SaysWhatDoesNotExistAndWaitsForIt) {
    run_task("there");
    const auto says = [&](const std::string& log, Words names, const std::string& words) {
        auto follower = follow(log, std::move(names));
        EXPECT_TRUE(wait_until([&] { return follower->log().find(words) != std::string::npos; }, 20000)) << words << "\n" << follower->log();
        return follower;
    };
    const auto task = says("task", {"--task-id", "later", "--json"}, "there is no task later; see: apollo-cli task list; waiting, it may come\n");
    says("node", {"--node", "n9"}, "there is no node n9; see: apollo-cli node list; waiting, it may come\n");
    says("step", {"--task-id", "there", "--step", "nope"}, "task there has no step nope; see: apollo-cli task status --task-id there; waiting, it may come\n");
    says("nothing", {"--from", "100000"}, "no such events so far; waiting\n");
    EXPECT_EQ(says("all", {"--task-id", "there"}, "SUCCEEDED")->log().find("waiting"), std::string::npos);
    run_task("later");
    EXPECT_TRUE(wait_until([&] { return has_end_of(task->log(), "later"); }, 20000)) << task->log();
}

TEST_F(EventFollow, WhatCannotBePrintedIsNoSuccess) {
    const std::string cli = program_folder() + "/apollo-cli";
    for (const char* verb : {"event list", "event list --follow", "node token"}) {
        Program printer("/bin/sh", {"-c", cli + " " + verb + " --data " + cluster.data() + " > /dev/full"}, cluster.path("full.log"));
        EXPECT_EQ(printer.wait_for_exit(20000), 1) << verb << ": " << printer.log();
        EXPECT_NE(printer.log().find("written"), std::string::npos) << printer.log();
    }
}

TEST_F(EventFollow, EndsWithAReasonWhereNothingCanBeFollowed) {
    EXPECT_EQ(cluster.cli({"event", "list", "--follow", "--to", "9"}).code, 2);
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const Answer alone = cluster.cli({"event", "list", "--follow"});
    EXPECT_NE(alone.code, 0);
    EXPECT_NE(alone.err.find("no orchestrator runs"), std::string::npos) << alone;
}

}  // namespace
}  // namespace apollo::live
