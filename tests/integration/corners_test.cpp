// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Answers of the shell where nothing is found, or where what is asked makes no sense.
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Corners : public ::testing::Test {
protected:
    void SetUp() override {
        cluster.add_workers({"n1"});
        ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", "exit 3")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("t", "FAILED"));
    }
    void expect(const Words& words, int code, const std::string& part) {
        const Answer answer = cluster.cli_plain(words);
        EXPECT_EQ(answer.code, code) << words[0] << " " << words[1] << answer;
        EXPECT_NE((answer.out + answer.err).find(part), std::string::npos) << part << answer;
    }

    LiveCluster cluster;
};

TEST_F(Corners, EventsOfWhatIsNotThereAreNotAnEmptyList) {
    expect({"event", "list", "--task-id", "t", "--to", "1"}, 0, "no events in that range");
    EXPECT_EQ(cluster.cli({"event", "list", "--task-id", "t", "--to", "1"}).json["events"].size(), 0u);
    expect({"event", "list", "--task-id", "nobody", "--to", "1"}, 1, "there is no task nobody");
    expect({"event", "list", "--task-id", "t", "--step", "b"}, 1, "task t has no step b");
    expect({"event", "list", "--step", "b"}, 1, "no task has a step b");
    expect({"event", "list", "--task-id", "t", "--node", "n9"}, 1, "there is no node n9");
    expect({"event", "list", "--from", "5", "--to", "4"}, 2, "--from 5 lies behind --to 4");
    expect({"event", "list", "--task-id", "t", "--step", "a"}, 0, "FAILED");
}

TEST_F(Corners, OneDocumentOfJsonOrNone) {
    for (const char* format : {"csv", "dot", "apollo"}) expect({"export", "--json", "--task-id", "t", "--format", format}, 2, std::string(format) + " is none: add --out FILE");
    const Answer written = cluster.cli({"export", "--task-id", "t", "--format", "csv", "--out", cluster.path("t.csv")});
    EXPECT_EQ(written.code, 0) << written;
    EXPECT_EQ(written.json["format"], "csv");
    EXPECT_FALSE(cluster.cli({"export", "--task-id", "t", "--format", "chrome-trace"}).json.is_discarded());
}

TEST_F(Corners, AFolderWithoutSegmentsIsNoLog) {
    for (const char* verb : {"stats", "verify", "compact"}) expect({"log", verb, "--log-dir", "/etc"}, 1, "there is no log in /etc");
}

TEST_F(Corners, ALogOfAnotherUserIsNotWrittenByThisOne) {
    if (::geteuid() != 0) GTEST_SKIP() << "NOT TESTED: only the superuser can give a folder to another user; run as root";
    ASSERT_EQ(::chown((cluster.data() + "/log").c_str(), 4242, 4242), 0);
    expect({"log", "compact"}, 4, "run this as that user: sudo -u '#4242'");
    expect({"store", "rebuild"}, 4, "run this as that user");
    expect({"log", "verify"}, 0, "ok");
    ASSERT_EQ(::chown((cluster.data() + "/log").c_str(), 0, 0), 0);
    expect({"log", "compact"}, 0, "");
}

TEST_F(Corners, AReasonThatNobodyCanReadIsNone) {
    for (const std::string& blank : {std::string(), std::string("   "), std::string("\t"), std::string("\u00a0\u3000"), std::string("\u200b")}) {
        expect({"task", "rerun", "--task-id", "t", "--reason", blank}, 2, "needs a reason");
        expect({"task", "skip", "--task-id", "t", "--step", "a", "--reason", blank}, 2, "needs a reason");
        expect({"task", "override", "--task-id", "t", "--step", "a", "--to", "SUCCEEDED", "--reason", blank}, 2, "needs a reason");
        expect({"task", "compensate", "--task-id", "t", "--reason", blank}, 2, "needs a reason");
    }
}

TEST_F(Corners, AStateMayBeWrittenSmall) {
    expect({"task", "override", "--task-id", "t", "--step", "a", "--to", "succeeded", "--reason", "by hand"}, 0, "SUCCEEDED");
    expect({"task", "override", "--task-id", "t", "--step", "a", "--to", "done", "--reason", "by hand"}, 2, "must be one of SUCCEEDED FAILED SKIPPED PENDING");
}

}  // namespace
}  // namespace apollo::live
