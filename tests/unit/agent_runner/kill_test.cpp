// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_runner/runner_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

class TreeTest : public RunnerTest {
protected:
    void expect_timeout_ends_all(const std::string& script, bool needs_kill) {
        auto made = shell("a", script);
        made.timeout_ms = 300;
        const auto record = run(made);
        EXPECT_EQ(record.how, How::TimedOut);
        EXPECT_EQ(record.killed, needs_kill);
        EXPECT_EQ(living_processes_of(made.folder), 0);
    }
    bool wait_for_file(const std::string& path) {
        return wait_until([&] { return std::filesystem::exists(path); });
    }
};

TEST_F(TreeTest, B029TimeoutEndsGrandchildren) {
    expect_timeout_ends_all("sleep 1000 & exec sh -c \"sleep 1001 & wait\"", false);
}

TEST_F(TreeTest, B029TimeoutEndsATreeThatIgnoresTerm) {
    expect_timeout_ends_all("trap '' TERM; sleep 1000 & sh -c \"sleep 1001 & wait\"; wait", true);
}

TEST_F(TreeTest, B029TimeoutEndsWhatLeftTheSession) {
    expect_timeout_ends_all("setsid sh -c 'setsid sleep 1002 & sleep 1003' & sleep 1001", false);
}

TEST_F(TreeTest, B029TimeoutEndsWhatLeftTheSessionAndIgnoresTerm) {
    expect_timeout_ends_all("trap '' TERM; setsid sh -c 'setsid sleep 1002 & sleep 1003' & sleep 1001", true);
}

TEST_F(TreeTest, B029CancelEndsTheTree) {
    const auto made = shell("a", "trap '' TERM; setsid sleep 1002 & sleep 1001 & touch ready; wait");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    m_launcher->kill(made.folder);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
    EXPECT_TRUE(m_records[made.folder].killed);
    EXPECT_EQ(living_processes_of(made.folder), 0);
}

TEST_F(TreeTest, ACancelThatComesBeforeTheStartRunsNothing) {
    // The guard is asked to end before it can have reached the command in most rounds; in all of them it ends at once.
    for (int i = 0; i < 10; ++i) {
        const auto made = shell("a" + std::to_string(i), "sleep 1000");
        ASSERT_TRUE(m_launcher->launch(made).ok());
        m_launcher->kill(made.folder);
        ASSERT_TRUE(wait_for_end(made));
        EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
        EXPECT_EQ(living_processes_of(made.folder), 0);
    }
}

TEST_F(TreeTest, AProcessThatObeysTermGetsItsGraceToCleanUp) {
    auto made = shell("a", "trap 'echo cleaned > cleaned; exit 0' TERM; touch ready; while true; do sleep 0.02; done");
    made.grace_ms = 10000;
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    m_launcher->kill(made.folder);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
    EXPECT_FALSE(m_records[made.folder].killed);
    EXPECT_EQ(read_file(made.working_folder + "/cleaned"), "cleaned\n");
}

TEST_F(TreeTest, ALeftoverThatKeepsTheOutputOpenDoesNotHoldUpTheEnd) {
    const auto made = shell("a", "sleep 1000 & setsid sleep 1001 & echo done; exit 4");
    const auto record = run(made);
    EXPECT_EQ(record.how, How::Exited);
    EXPECT_EQ(record.exit_code, 4);
    EXPECT_EQ(output_of(made), "done\n");
    EXPECT_EQ(living_processes_of(made.folder), 0);
}

TEST_F(TreeTest, EndlessOutputDoesNotHoldUpTheTimeout) {
    auto made = spec("a", {"cat", "/dev/zero"});
    made.timeout_ms = 200;
    made.output_limit_bytes = 10;
    EXPECT_EQ(run(made).how, How::TimedOut);
}

TEST_F(TreeTest, AStoppedProcessIsKilledToo) {
    auto made = shell("a", "kill -STOP $$");
    made.timeout_ms = 200;
    EXPECT_EQ(run(made).how, How::TimedOut);
    EXPECT_EQ(living_processes_of(made.folder), 0);
}

}  // namespace
}  // namespace apollo::agent
