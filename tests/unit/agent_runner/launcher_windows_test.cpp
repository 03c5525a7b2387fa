// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a guard itself does is tested in agent_shim.
#include "tests/unit/agent_runner/windows_fixture.h"

namespace apollo::agent {
namespace {

TEST_F(WindowsLauncherTest, ACommandIsToldStartedAndEndedOnceEach) {
    const auto made = spec("a", {"print", "two words", "gr\u00fc\u00dfe"});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_started[made.folder], 1);
    EXPECT_EQ(m_ends[made.folder], 1);
    EXPECT_EQ(m_records[made.folder].how, How::Exited);
    EXPECT_EQ(read(made.folder + "/output"), "[two words][gr\u00fc\u00dfe]!");
}

TEST_F(WindowsLauncherTest, AFolderOfAnyScriptAndLengthWillDo) {
    const auto made = spec(std::string(120, 'x') + "-\u4e16\u754c/" + std::string(120, 'y'), {"exit", "5"});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].exit_code, 5);
}

TEST_F(WindowsLauncherTest, AMissingProgramIsSaid) {
    auto made = spec("a", {});
    made.argv = {"there-is-no-such-program"};
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_started[made.folder], 0);
    EXPECT_EQ(m_records[made.folder].how, How::CouldNotStart);
    EXPECT_EQ(m_records[made.folder].exit_code, 127);
}

TEST_F(WindowsLauncherTest, KillEndsTheTree) {
    const auto made = spec("a", {"tree", m_root.path().toStdString() + "/child"});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_until([&] { return !read(m_root.path().toStdString() + "/child").empty(); }));
    const std::int64_t child = std::stoll(read(m_root.path().toStdString() + "/child"));
    EXPECT_TRUE(lives(child));
    m_launcher->kill(made.folder);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
    EXPECT_FALSE(lives(child));
}

TEST_F(WindowsLauncherTest, ACancelThatComesBeforeTheStartEndsItAtOnce) {
    for (int i = 0; i < 5; ++i) {
        const auto made = spec("a" + std::to_string(i), {"sleep"});
        ASSERT_TRUE(m_launcher->launch(made).ok());
        m_launcher->kill(made.folder);
        ASSERT_TRUE(wait_for_end(made));
        EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
    }
}

TEST_F(WindowsLauncherTest, ARestartedAgentAdoptsWhatRuns) {
    const std::string gate = m_root.path().toStdString() + "/gate";
    const auto made = spec("a", {"wait", m_root.path().toStdString() + "/marks", gate});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_start(made));
    restart_agent();
    m_started.clear();
    ASSERT_EQ(m_launcher->inspect(made.folder, m_found), Evidence::Running);
    ASSERT_TRUE(wait_for_start(made));
    ASSERT_TRUE(SystemDisk().write_file_atomically(gate, as_bytes(std::string_view("1"))));
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Exited);
    restart_agent();
    EXPECT_EQ(m_launcher->inspect(made.folder, m_found), Evidence::Ended);
    ASSERT_TRUE(m_found);
    EXPECT_EQ(m_found->exit_code, 0);
}

TEST_F(WindowsLauncherTest, ARestartedAgentCanCancelWhatRuns) {
    const auto made = spec("a", {"sleep"});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_start(made));
    restart_agent();
    ASSERT_EQ(m_launcher->inspect(made.folder, m_found), Evidence::Running);
    m_launcher->kill(made.folder);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
}

TEST_F(WindowsLauncherTest, AGuardThatWasKilledIsLostAndItsTreeEnds) {
    const auto made = spec("a", {"tree", m_root.path().toStdString() + "/child"});
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_until([&] { return !read(m_root.path().toStdString() + "/child").empty(); }));
    const std::int64_t child = std::stoll(read(m_root.path().toStdString() + "/child"));
    const auto start = shim::decode_start(shim::read_small_file(made.folder + "/started"));
    ASSERT_TRUE(start);
    const HANDLE guard = ::OpenProcess(PROCESS_TERMINATE, FALSE, static_cast<DWORD>(start->pid));
    ASSERT_NE(guard, nullptr);
    ::TerminateProcess(guard, 9);
    ::CloseHandle(guard);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Lost);
    EXPECT_TRUE(wait_until([&] { return !lives(child); }));
}

TEST_F(WindowsLauncherTest, WhatWasNeverStartedIsKnown) {
    const auto made = spec("a", {"sleep"});
    EXPECT_EQ(m_launcher->inspect(made.folder, m_found), Evidence::NeverStarted);
}

}  // namespace
}  // namespace apollo::agent
