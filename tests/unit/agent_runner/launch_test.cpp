// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_runner/runner_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

TEST_F(RunnerTest, StartedThenEndedAreToldOnceWithTheExitCode) {
    const auto made = shell("a", "exit 7");
    const auto record = run(made);
    EXPECT_EQ(record.how, How::Exited);
    EXPECT_EQ(record.exit_code, 7);
    EXPECT_EQ(m_started[made.folder], 1);
    EXPECT_EQ(m_ends[made.folder], 1);
    EXPECT_TRUE(record.started_at.known());
    EXPECT_LE(record.started_at, record.ended_at);
}

TEST_F(RunnerTest, ADeathBySignalIsNamed) {
    const auto record = run(shell("a", "kill -SEGV $$"));
    EXPECT_EQ(record.how, How::Signaled);
    EXPECT_EQ(record.signal_number, SIGSEGV);
}

TEST_F(RunnerTest, B031OutputKeepsEveryByteOfStdoutAndStderr) {
    std::string bytes("\xff\xfe\xf0\x80\0 nul\n", 10);
    bytes += "x";
    for (int i = 0; i < 16384; ++i) bytes += "\xF0\x9F\x9A\x80";
    std::ofstream(root() + "/bytes", std::ios::binary) << bytes;
    auto made = spec("a", {"cat", root() + "/bytes"});
    EXPECT_EQ(run(made).exit_code, 0);
    EXPECT_EQ(output_of(made), bytes);
    made = shell("b", "printf one; printf two >&2; printf three");
    run(made);
    EXPECT_EQ(output_of(made), "onetwothree");
}

TEST_F(RunnerTest, OutputBeyondTheLimitIsReadDroppedAndSaid) {
    auto made = shell("a", "head -c 3000000 /dev/zero; echo done > finished");
    made.output_limit_bytes = 1000;
    const auto record = run(made);
    EXPECT_EQ(record.exit_code, 0);
    EXPECT_TRUE(record.output_truncated);
    EXPECT_EQ(output_of(made).size(), 1000u);
    EXPECT_EQ(read_file(made.working_folder + "/finished"), "done\n");
}

TEST_F(RunnerTest, B033StdinIsEmptyAndThereIsNoTerminal) {
    auto made = shell("a", "read x; echo \"got:$x\"; cat; (head -c1 </dev/tty) 2>/dev/null && echo terminal; exit 0");
    made.timeout_ms = 10000;
    EXPECT_EQ(run(made).how, How::Exited);
    EXPECT_EQ(output_of(made), "got:\n");
}

TEST_F(RunnerTest, TheCommandGetsItsFolderEnvironmentAndNothingElseOpen) {
    auto made = shell("a", "pwd; echo \"$WORD\"; ls /proc/self/fd | wc -l");
    made.environment = {{"WORD", "$(touch pwned) `x`"}};
    run(made);
    // 0, 1, 2 and the one ls itself opens.
    EXPECT_EQ(output_of(made), made.working_folder + "\n$(touch pwned) `x`\n4\n");
}

TEST_F(RunnerTest, SignalsAreAtTheirDefaultsAndNotBlocked) {
    const auto made = shell("a", "sed -n 's/^Sig\\(Blk\\|Ign\\):/0x/p' /proc/self/status | tr -d '\\t'");
    run(made);
    // Signals 32 and 33 belong to the C library and cannot be set by programs.
    std::istringstream masks(output_of(made));
    std::uint64_t blocked = 1;
    std::uint64_t ignored = 1;
    masks >> std::hex >> blocked >> ignored;
    EXPECT_EQ(blocked, 0u);
    EXPECT_EQ(ignored & ~0x180000000ull, 0u);
}

TEST_F(RunnerTest, AMissingCommandCouldNotStartWith127AndNoStart) {
    const auto made = spec("a", {"/no/such/program"});
    const auto record = run(made);
    EXPECT_EQ(record.how, How::CouldNotStart);
    EXPECT_EQ(record.exit_code, 127);
    EXPECT_NE(record.message.find("/no/such/program"), std::string::npos);
    EXPECT_EQ(m_started[made.folder], 0);
    EXPECT_EQ(run(spec("b", {"no-such-program-in-path"})).exit_code, 127);
}

TEST_F(RunnerTest, WhatIsNotExecutableCouldNotStartWith126) {
    std::ofstream(root() + "/plain") << "echo hello\n";
    EXPECT_EQ(run(spec("a", {root() + "/plain"})).exit_code, 126);
    // Executable, but of no known format: execvp would hand it to a shell.
    std::filesystem::permissions(root() + "/plain", std::filesystem::perms::owner_all);
    const auto made = spec("b", {root() + "/plain"});
    EXPECT_EQ(run(made).exit_code, 126);
    EXPECT_EQ(output_of(made), "");
}

TEST_F(RunnerTest, AMissingWorkingFolderCouldNotStart) {
    auto made = shell("a", "true");
    made.working_folder = "/no/such/folder";
    const auto record = run(made);
    EXPECT_EQ(record.how, How::CouldNotStart);
    EXPECT_NE(record.message.find("/no/such/folder"), std::string::npos);
}

TEST_F(RunnerTest, WhatCannotBePassedToAProcessIsRefused) {
    EXPECT_FALSE(m_launcher->launch(spec("a", {})).ok());
    EXPECT_FALSE(m_launcher->launch(spec("b", {"echo", std::string("a\0b", 3)})).ok());
    auto made = spec("c", {"true"});
    made.environment = {{"A=B", "x"}};
    EXPECT_FALSE(m_launcher->launch(made).ok());
}

TEST_F(RunnerTest, AMissingGuardProgramIsAnErrorOfLaunch) {
    ProcessLauncher launcher("/no/such/shim");
    const auto launched = launcher.launch(shell("a", "true"));
    ASSERT_FALSE(launched.ok());
    EXPECT_NE(launched.error().message.find("/no/such/shim"), std::string::npos);
}

TEST_F(RunnerTest, B030NothingIsLeftDefunct) {
    const std::string list = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
    const std::string before = shim::read_small_file(list);
    for (int i = 0; i < 20; ++i) run(shell("s" + std::to_string(i), "sleep 0.01 & exit 0"));
    EXPECT_EQ(shim::read_small_file(list), before);
}

}  // namespace
}  // namespace apollo::agent
