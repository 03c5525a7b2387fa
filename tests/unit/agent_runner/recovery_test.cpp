// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/agent_runner/runner_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

class RecoveryTest : public RunnerTest {
protected:
    Evidence inspect(const LaunchSpec& made) { return m_launcher->inspect(made.folder, m_found); }
    bool wait_for_file(const std::string& path) {
        return wait_until([&] { return std::filesystem::exists(path); });
    }
    shim::StartRecord start_of(const LaunchSpec& made) {
        const auto start = shim::decode_start(shim::read_small_file(made.folder + "/started"));
        EXPECT_TRUE(start);
        return start.value_or(shim::StartRecord{});
    }
    static int run_guard_directly(const std::string& folder) {
        pid_t pid = 0;
        const char* arguments[] = {SHIM_PATH, "--folder", folder.c_str(), nullptr};
        if (::posix_spawn(&pid, SHIM_PATH, nullptr, nullptr, const_cast<char* const*>(arguments), environ) != 0) return -1;
        int status = 0;
        ::waitpid(pid, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::optional<ExitRecord> m_found;
};

TEST_F(RecoveryTest, ASecondGuardOnARunningAttemptRunsNothing) {
    const auto made = shell("a", "echo once >> ../effects; touch ready; while [ ! -e go ]; do sleep 0.02; done");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    EXPECT_EQ(run_guard_directly(made.folder), 3);
    std::ofstream(made.working_folder + "/go") << "";
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(run_guard_directly(made.folder), 3);
    EXPECT_EQ(read_file(made.folder + "/effects"), "once\n");
}

TEST_F(RecoveryTest, AGuardThatFindsTheLockHeldRunsNothingEvenBeforeAnyRecordExists) {
    const auto made = shell("a", "echo once >> ../effects");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_end(made));
    for (const char* name : {"started", "exit", "effects"}) std::filesystem::remove(made.folder + "/" + name);
    const int lock = shim::take_lock(made.folder);
    ASSERT_GE(lock, 0);
    EXPECT_EQ(run_guard_directly(made.folder), 3);
    EXPECT_FALSE(std::filesystem::exists(made.folder + "/effects"));
    ::close(lock);
    EXPECT_EQ(run_guard_directly(made.folder), 0);
    EXPECT_EQ(read_file(made.folder + "/effects"), "once\n");
}

TEST_F(RecoveryTest, TwoLaunchersAtOnceRunAnAttemptOnce) {
    ProcessLauncher other(SHIM_PATH);
    for (int i = 0; i < 10; ++i) {
        const auto made = shell("a" + std::to_string(i), "echo once >> ../effects");
        int other_ends = 0;
        other.on_ended = [&](const std::string&, const ExitRecord&) { ++other_ends; };
        ASSERT_TRUE(m_launcher->launch(made).ok());
        ASSERT_TRUE(other.launch(made).ok());
        ASSERT_TRUE(wait_until([&] { return m_ends[made.folder] > 0 && other_ends > 0; }));
        EXPECT_EQ(read_file(made.folder + "/effects"), "once\n");
        EXPECT_EQ(m_records[made.folder].how, How::Exited);
    }
}

TEST_F(RecoveryTest, AGuardKilledByForceIsLostAndItsTreeIsEnded) {
    const auto made = shell("a", "setsid sleep 1000 & sleep 1001 & touch ready; wait");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    ::kill(static_cast<pid_t>(start_of(made).pid), SIGKILL);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Lost);
    EXPECT_EQ(living_processes_of(made.folder), 0);
    EXPECT_EQ(inspect(made), Evidence::Lost);
}

TEST_F(RecoveryTest, ARestartedAgentAdoptsWhatRuns) {
    const auto made = shell("a", "touch ready; while [ ! -e go ]; do sleep 0.02; done; exit 5");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    restart_agent();
    m_started.clear();
    EXPECT_EQ(inspect(made), Evidence::Running);
    EXPECT_FALSE(m_found);
    ASSERT_TRUE(wait_until([&] { return m_started[made.folder] == 1; }));
    EXPECT_EQ(m_ends[made.folder], 0);
    std::ofstream(made.working_folder + "/go") << "";
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].exit_code, 5);
    EXPECT_EQ(m_started[made.folder], 1);
    ::waitpid(-1, nullptr, WNOHANG);
}

TEST_F(RecoveryTest, B029AnAdoptedAttemptCanBeCancelled) {
    const auto made = shell("a", "trap '' TERM; sleep 1000 & touch ready; wait; wait");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    ASSERT_TRUE(wait_for_file(made.working_folder + "/ready"));
    restart_agent();
    ASSERT_EQ(inspect(made), Evidence::Running);
    m_launcher->kill(made.folder);
    ASSERT_TRUE(wait_for_end(made));
    EXPECT_EQ(m_records[made.folder].how, How::Cancelled);
    EXPECT_EQ(living_processes_of(made.folder), 0);
}

TEST_F(RecoveryTest, WhatEndedWhileTheAgentWasAwayIsReported) {
    const auto made = shell("a", "exit 6");
    ASSERT_TRUE(m_launcher->launch(made).ok());
    restart_agent();
    ASSERT_TRUE(wait_for_file(made.folder + "/exit"));
    ASSERT_TRUE(wait_until([&] { return !shim::is_locked(made.folder); }));
    EXPECT_EQ(inspect(made), Evidence::Ended);
    ASSERT_TRUE(m_found);
    EXPECT_EQ(m_found->exit_code, 6);
}

TEST_F(RecoveryTest, WithoutAStartRecordNothingWasStarted) {
    const auto made = shell("a", "true");
    EXPECT_EQ(inspect(made), Evidence::NeverStarted);
    std::ofstream(made.folder + "/spec") << shim::encode(made);
    EXPECT_EQ(inspect(made), Evidence::NeverStarted);
    EXPECT_EQ(run(made).exit_code, 0);
}

TEST_F(RecoveryTest, AStartRecordOfAnotherBootIsLost) {
    const auto made = shell("a", "true");
    const shim::StartRecord start{::getpid(), start_ticks(::getpid()), "another-boot", {1000}};
    ASSERT_TRUE(shim::write_durably(made.folder, "started", shim::encode(start)).ok());
    EXPECT_EQ(inspect(made), Evidence::Lost);
    ASSERT_TRUE(m_found);
    EXPECT_EQ(m_found->how, How::Lost);
    EXPECT_EQ(m_found->started_at.ms, 1000);
}

TEST_F(RecoveryTest, APidGivenToAnotherProcessIsNeverKilled) {
    const shim::StartRecord other_ticks{::getpid(), start_ticks(::getpid()) + 1, boot_id(), {}};
    EXPECT_FALSE(shim::names_living_process(other_ticks));
    const shim::StartRecord other_boot{::getpid(), start_ticks(::getpid()), "x", {}};
    EXPECT_FALSE(shim::names_living_process(other_boot));
    const shim::StartRecord me{::getpid(), start_ticks(::getpid()), boot_id(), {}};
    EXPECT_TRUE(shim::names_living_process(me));
}

TEST_F(RecoveryTest, AGuardThatCannotWriteItsRecordsStartsNothing) {
    const auto made = shell("a", "touch effect");
    // A folder where the guard wants its reserved record: creating the file fails, as on a full disk.
    std::filesystem::create_directory(made.folder + "/exit.tmp");
    const auto record = run(made);
    EXPECT_EQ(record.how, How::CouldNotStart);
    EXPECT_EQ(m_started[made.folder], 0);
    EXPECT_FALSE(std::filesystem::exists(made.working_folder + "/effect"));
    EXPECT_EQ(inspect(made), Evidence::NeverStarted);
}

TEST_F(RecoveryTest, AnOutcomeThatCannotBeRecordedIsLost) {
    const auto made = shell("a", "rm ../exit.tmp; mkdir ../exit.tmp");
    EXPECT_EQ(run(made).how, How::Lost);
}

}  // namespace
}  // namespace apollo::agent
