// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/records.h"

#include <gtest/gtest.h>

namespace apollo::shim {
namespace {

ExitRecord some_exit() {
    ExitRecord record;
    record.how = ExitRecord::How::TimedOut;
    record.exit_code = 3;
    record.signal_number = 9;
    record.killed = true;
    record.message = "a line\nend 0 \nand more";
    record.started_at = {1000};
    record.ended_at = {2500};
    return record;
}

TEST(ShimRecords, SpecSurvivesEveryByteInItsTexts) {
    LaunchSpec spec;
    spec.argv = {"/bin/echo", "", "two\nlines", "arg 3 x\n", "\xff\xfe"};
    spec.environment = {{"A", "x=y"}, {"B", ""}, {"C", "end 0 \n"}};
    spec.working_folder = "/tmp/a b";
    spec.timeout_ms = 1234;
    spec.grace_ms = 99;
    spec.output_limit_bytes = 1ull << 40;
    const auto back = decode_spec(encode(spec));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->argv, spec.argv);
    EXPECT_EQ(back->environment, spec.environment);
    EXPECT_EQ(back->working_folder, spec.working_folder);
    EXPECT_EQ(back->timeout_ms, 1234);
    EXPECT_EQ(back->grace_ms, 99);
    EXPECT_EQ(back->output_limit_bytes, 1ull << 40);
}

TEST(ShimRecords, ExitRecordSurvives) {
    const auto back = decode_exit(encode(some_exit()));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->how, ExitRecord::How::TimedOut);
    EXPECT_EQ(back->exit_code, 3);
    EXPECT_EQ(back->signal_number, 9);
    EXPECT_TRUE(back->killed);
    EXPECT_FALSE(back->output_truncated);
    EXPECT_EQ(back->message, "a line\nend 0 \nand more");
    EXPECT_EQ(back->ended_at.ms, 2500);
}

TEST(ShimRecords, ARecordCutAnywhereIsNoRecord) {
    const std::string whole = encode(some_exit());
    for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(decode_exit(whole.substr(0, size))) << size;
    EXPECT_FALSE(decode_exit(whole + "x"));
    EXPECT_FALSE(decode_start(whole));
}

TEST(ShimRecords, TheExampleOfTheDocumentIsRead) {
    const auto start = decode_start(
        "apollo-started 1\npid 4 4242\nstart_ticks 3 777\nboot_id 4 b-id\nstarted_at_ms 4 1500\nend 0 \n");
    ASSERT_TRUE(start);
    EXPECT_EQ(*start, (StartRecord{4242, 777, "b-id", {1500}}));
}

}  // namespace
}  // namespace apollo::shim
