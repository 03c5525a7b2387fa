// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Windows' launcher with real guards and real commands. What a guard itself does is tested in agent_shim.
#include <gtest/gtest.h>
#include <windows.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <map>

#include "agent/runner/process_launcher.h"
#include "agent/shim/attempt_files.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

class WindowsLauncherTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_root.isValid());
        restart_agent();
    }

    // A new launcher that knows nothing, like that of a restarted agent.
    void restart_agent() {
        m_launcher = std::make_unique<ProcessLauncher>(beside("apollo-shim"));
        m_launcher->on_started = [this](const std::string& folder, WallTime) { ++m_started[folder]; };
        m_launcher->on_ended = [this](const std::string& folder, const ExitRecord& record) {
            ++m_ends[folder];
            m_records[folder] = record;
        };
    }
    static std::string beside(const std::string& name) { return program_file(QCoreApplication::applicationDirPath().toStdString(), name); }

    LaunchSpec spec(const std::string& name, std::vector<std::string> words) {
        LaunchSpec made;
        made.folder = m_root.path().toStdString() + "/" + name;
        std::filesystem::create_directories(system_path(made.folder + "/work"));
        words.insert(words.begin(), beside("test_command"));
        made.argv = std::move(words);
        made.working_folder = made.folder + "/work";
        made.grace_ms = 300;
        made.output_limit_bytes = 1 << 20;
        return made;
    }
    static bool wait_until(const std::function<bool()>& condition) {
        const QDeadlineTimer deadline(30000);
        while (!condition()) {
            if (deadline.hasExpired()) return false;
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            ::Sleep(5);
        }
        return true;
    }
    bool wait_for_start(const LaunchSpec& made) {
        return wait_until([&] { return m_started[made.folder] > 0; });
    }
    bool wait_for_end(const LaunchSpec& made) {
        return wait_until([&] { return m_ends[made.folder] > 0; });
    }
    static std::string read(const std::string& path) {
        auto text = SystemDisk().read_file(path);
        return text ? *text : std::string();
    }
    static bool lives(std::int64_t pid) { return shim::start_ticks(pid) != 0; }

    QTemporaryDir m_root;
    std::unique_ptr<ProcessLauncher> m_launcher;
    std::map<std::string, int> m_started;
    std::map<std::string, int> m_ends;
    std::map<std::string, ExitRecord> m_records;
    std::optional<ExitRecord> m_found;
};

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
    auto moved = made;
    moved.working_folder = m_root.path().toStdString();  // Windows' own limit holds for a process's current folder
    ASSERT_TRUE(m_launcher->launch(moved).ok());
    ASSERT_TRUE(wait_for_end(moved));
    EXPECT_EQ(m_records[moved.folder].exit_code, 5);
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
