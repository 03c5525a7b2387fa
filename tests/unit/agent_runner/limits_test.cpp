// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_runner/runner_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

TEST_F(RunnerTest, ALimitOfCpuTimeEndsABusyLoopAndSaysSo) {
    auto made = shell("a", "while :; do :; done");
    made.limits.cpu_seconds = 1;
    made.timeout_ms = 60000;
    const auto record = run(made);
    EXPECT_EQ(record.how, How::Signaled);
    EXPECT_EQ(record.signal_number, SIGXCPU);
    EXPECT_NE(record.message.find("its limit of 1 s of CPU time"), std::string::npos) << record.message;
}

TEST_F(RunnerTest, ALimitOfMemoryMakesItsAllocationFailAndIsNamedWithTheFailure) {
    // dd takes its whole block as one piece of memory.
    auto made = spec("a", {"dd", "if=/dev/zero", "of=/dev/null", "bs=512M", "count=1"});
    made.limits.memory_bytes = 128 << 20;
    auto record = run(made);
    EXPECT_EQ(record.how, How::Exited);
    EXPECT_NE(record.exit_code, 0);
    EXPECT_NE(record.message.find("its memory was limited to 134217728 bytes"), std::string::npos) << record.message;
    made = spec("b", {"dd", "if=/dev/zero", "of=/dev/null", "bs=1M", "count=1"});
    made.limits.memory_bytes = 128 << 20;
    record = run(made);
    EXPECT_EQ(record.exit_code, 0);
    EXPECT_EQ(record.message, "");
}

TEST_F(RunnerTest, ALimitOfFileSizeEndsWhoWritesMoreButNotItsOutput) {
    auto made = shell("a", "head -c 100000 /dev/zero; exec dd if=/dev/zero of=big bs=1000 count=100");
    made.limits.file_size_bytes = 5000;
    const auto record = run(made);
    EXPECT_EQ(record.signal_number, SIGXFSZ);
    EXPECT_NE(record.message.find("more than its limit of 5000 bytes"), std::string::npos) << record.message;
    EXPECT_EQ(std::filesystem::file_size(made.working_folder + "/big"), 5000u);
    EXPECT_GE(output_of(made).size(), 100000u) << "printed output has a limit of its own";
}

TEST_F(RunnerTest, ALimitOfOpenFilesHoldsForTheCommand) {
    auto made = shell("a", "ulimit -n");
    made.limits.open_files = 20;
    run(made);
    EXPECT_EQ(output_of(made), "20\n");
}

TEST_F(RunnerTest, LimitsSurviveTheSpecAndAWrongOneRunsNothing) {
    auto made = spec("a", {"true"});
    made.limits = {1, 2 << 20, 3, 16};
    const auto back = shim::decode_spec(shim::encode(made));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->limits, made.limits);
    std::string wrong = shim::encode(made);
    const auto at = wrong.find("limit_cpu_s 1 1");
    ASSERT_NE(at, std::string::npos);
    wrong.replace(at, 15, "limit_cpu_s 1 x");
    EXPECT_FALSE(shim::decode_spec(wrong).has_value());
}

}  // namespace
}  // namespace apollo::agent
