// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Real guards and real commands, found by their events as the agent finds them.
#include <gtest/gtest.h>
#include <windows.h>

#include <functional>

#include "agent/shim/attempt_files.h"
#include "agent/shim/objects_windows.h"
#include "agent/shim/records.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/base/windows_text.h"
#include "tests/support/temp_folder.h"

namespace apollo::shim {
namespace {

constexpr DWORD limit_ms = 60000;

std::string beside(const std::string& name) {
    wchar_t own[MAX_PATH];
    ::GetModuleFileNameW(nullptr, own, MAX_PATH);
    const std::string path = with_slashes(windows::to_utf8(own));
    return program_file(path.substr(0, path.rfind('/')), name);
}

bool is_alive(DWORD pid) {
    const OwnedHandle process(::OpenProcess(SYNCHRONIZE, FALSE, pid));
    return process && ::WaitForSingleObject(process.get(), 0) == WAIT_TIMEOUT;
}

class GuardTest : public ::testing::Test {
protected:
    void SetUp() override {
        spec.folder = m_folder.path() + "/attempt";
        spec.working_folder = m_folder.path();
        spec.output_limit_bytes = 1 << 20;
        spec.grace_ms = 200;
        ASSERT_TRUE(SystemDisk().make_folder(spec.folder).ok());
    }
    void run(std::vector<std::string> words) {
        words.insert(words.begin(), beside("test_command"));
        spec.argv = std::move(words);
    }
    // The guard's process.
    OwnedHandle start() {
        EXPECT_TRUE(SystemDisk().write_file_atomically(spec.folder + "/spec", as_bytes(encode(spec))).ok());
        const std::string program = beside("apollo-shim");
        std::wstring line = windows::command_line({program, "--folder", spec.folder});
        STARTUPINFOW startup{};
        startup.cb = sizeof startup;
        PROCESS_INFORMATION made{};
        EXPECT_NE(::CreateProcessW(windows::wide_path(program).c_str(), line.data(), nullptr, nullptr, FALSE, CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP, nullptr, nullptr,
                                   &startup, &made), 0) << windows::message_of(::GetLastError());
        ::CloseHandle(made.hThread);
        return OwnedHandle(made.hProcess);
    }
    int end_of(const OwnedHandle& guard) {
        EXPECT_EQ(::WaitForSingleObject(guard.get(), limit_ms), DWORD{WAIT_OBJECT_0});
        DWORD code = 99;
        ::GetExitCodeProcess(guard.get(), &code);
        return static_cast<int>(code);
    }
    ExitRecord outcome() { return decode_exit(read_small_file(spec.folder + "/exit")).value_or(ExitRecord{}); }
    std::string output() { return read_small_file(spec.folder + "/output"); }
    void wait_until_executed() { ASSERT_EQ(::WaitForSingleObject(started().get(), limit_ms), DWORD{WAIT_OBJECT_0}); }
    void cancel() { ::SetEvent(cancelled().get()); }
    DWORD pid_in(const std::string& file) {
        for (DWORD waited_ms = 0; waited_ms < limit_ms; waited_ms += 20) {
            if (const std::string text = read_small_file(file); !text.empty()) return static_cast<DWORD>(std::stoul(text));
            (void)::WaitForSingleObject(::GetCurrentProcess(), 20);
        }
        return 0;
    }

    const test_support::TempFolder m_folder;
    LaunchSpec spec;

private:
    // Kept from the first call on: an event lives as long as somebody has it open.
    const OwnedHandle& started() { return m_started_event ? m_started_event : m_started_event = attempt_event(spec.folder, "started"); }
    const OwnedHandle& cancelled() { return m_cancel_event ? m_cancel_event : m_cancel_event = attempt_event(spec.folder, "cancel"); }
    OwnedHandle m_started_event, m_cancel_event;
};

TEST_F(GuardTest, ACommandGetsItsWordsAndLeavesItsOutputAndExitCode) {
    run({"print", "two words", "a\"b\\", "", "\xE6\x97\xA5"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::Exited);
    EXPECT_EQ(outcome().exit_code, 0);
    EXPECT_NE(output().find("[two words][a\"b\\][][\xE6\x97\xA5]"), std::string::npos) << output();
    EXPECT_NE(output().find("!"), std::string::npos) << output();
}

TEST_F(GuardTest, AnExitCodeIsKeptAndASecondGuardRunsNothing) {
    run({"exit", "7"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().exit_code, 7);
    EXPECT_EQ(end_of(start()), 3);
    EXPECT_EQ(outcome().exit_code, 7);
}

TEST_F(GuardTest, TheStepsVariablesAreThere) {
    spec.environment = {{"APOLLO_STEP", "sch\xC3\xB6n"}};
    run({"variable", "APOLLO_STEP"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(output(), "sch\xC3\xB6n");
}

TEST_F(GuardTest, OutputBeyondItsLimitIsDroppedAndSaid) {
    spec.output_limit_bytes = 4;
    run({"print", "longer than four"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(output().size(), 4u);
    EXPECT_TRUE(outcome().output_truncated);
}

TEST_F(GuardTest, WhileItRunsItsLockIsHeldAndItsProcessIsNamed) {
    run({"sleep"});
    const OwnedHandle guard = start();
    wait_until_executed();
    EXPECT_TRUE(is_locked(spec.folder));
    const auto record = decode_start(read_small_file(spec.folder + "/started"));
    ASSERT_TRUE(record.has_value());
    EXPECT_TRUE(names_living_process(*record));
    EXPECT_EQ(record->pid, static_cast<std::int64_t>(::GetProcessId(guard.get())));
    EXPECT_EQ(end_of(start()), 3);  // another one finds the lock held
    cancel();
    EXPECT_EQ(end_of(guard), 0);
    EXPECT_FALSE(is_locked(spec.folder));
    EXPECT_FALSE(names_living_process(*record));
    EXPECT_EQ(outcome().how, ExitRecord::How::Cancelled);
}

TEST_F(GuardTest, ACancelEndsTheWholeTree) {
    const std::string file = m_folder.path() + "/child";
    run({"tree", file});
    const OwnedHandle guard = start();
    wait_until_executed();
    const DWORD child = pid_in(file);
    ASSERT_TRUE(is_alive(child));
    cancel();
    EXPECT_EQ(end_of(guard), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::Cancelled);
    EXPECT_TRUE(outcome().killed);
    EXPECT_FALSE(is_alive(child));
}

TEST_F(GuardTest, ACancelBeforeTheStartStartsNothing) {
    run({"print", "never"});
    cancel();
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::Cancelled);
    EXPECT_EQ(output(), "");
}

TEST_F(GuardTest, ATimeoutKillsWhatDoesNotListen) {
    spec.timeout_ms = 300;
    run({"stubborn"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::TimedOut);
    EXPECT_TRUE(outcome().killed);
}

TEST_F(GuardTest, WhatACommandLeavesRunningIsEnded) {
    const std::string file = m_folder.path() + "/left";
    run({"leave", file});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::Exited);
    EXPECT_EQ(outcome().exit_code, 0);
    EXPECT_FALSE(is_alive(pid_in(file)));
}

TEST_F(GuardTest, TheTreeDiesWithAGuardThatIsKilled) {
    const std::string file = m_folder.path() + "/child";
    run({"tree", file});
    const OwnedHandle guard = start();
    wait_until_executed();
    const OwnedHandle child(::OpenProcess(SYNCHRONIZE, FALSE, pid_in(file)));
    ASSERT_TRUE(child);
    ::TerminateProcess(guard.get(), 1);
    EXPECT_EQ(::WaitForSingleObject(child.get(), limit_ms), DWORD{WAIT_OBJECT_0});
    EXPECT_FALSE(is_locked(spec.folder));
    EXPECT_TRUE(file_exists(spec.folder + "/started"));
    EXPECT_FALSE(file_exists(spec.folder + "/exit"));  // lost
}

TEST_F(GuardTest, WhatCannotBeExecutedIsSaid) {
    spec.argv = {"no-such-program"};
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::CouldNotStart);
    EXPECT_EQ(outcome().exit_code, 127);
}

TEST_F(GuardTest, ABatchFileIsNotHandedToAShell) {
    ASSERT_TRUE(SystemDisk().write_file_atomically(m_folder.path() + "/step.bat", as_bytes(std::string("exit 0\r\n"))).ok());
    spec.argv = {m_folder.path() + "/step.bat"};
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().exit_code, 126);
    EXPECT_NE(outcome().message.find("batch file"), std::string::npos) << outcome().message;
}

TEST_F(GuardTest, ALimitThatWindowsDoesNotHaveIsRefused) {
    spec.limits.open_files = 10;
    run({"exit", "0"});
    EXPECT_EQ(end_of(start()), 0);
    EXPECT_EQ(outcome().how, ExitRecord::How::CouldNotStart);
    EXPECT_EQ(outcome().exit_code, 126);
}

}  // namespace
}  // namespace apollo::shim
