// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_session/run_cleaner_fixture.h"

namespace apollo::agent {
namespace {

TEST_F(RunCleanerTest, OldAttemptsGoWithTheirStepAndTaskAndNewOnesStay) {
    make("old/s/1", 2 * week_ms);
    fs::create_directories(root() / "old/s/checkpoint");
    make("mixed/s/1", 2 * week_ms);
    make("mixed/s/2", 1000);
    fs::create_directories(root() / "mixed/s/checkpoint");
    EXPECT_EQ(clean(), 2u);
    EXPECT_FALSE(has("old"));
    EXPECT_FALSE(has("mixed/s/1"));
    EXPECT_TRUE(has("mixed/s/2"));
    EXPECT_TRUE(has("mixed/s/checkpoint")) << "its newest attempt may still need it";
}

TEST_F(RunCleanerTest, WhatIsAliveOrNotAcknowledgedStaysHoweverOldItIs) {
    make("t/s/1", 2 * week_ms);
    make("t/s/2", 2 * week_ms);
    EXPECT_EQ(clean([](const TaskId& task, const StepName& step, Attempt attempt) { return task.text == "t" && step.text == "s" && attempt.value == 2; }), 1u);
    EXPECT_TRUE(has("t/s/2"));
}

TEST_F(RunCleanerTest, OnePassRemovesNoMoreThanItsLimit) {
    for (int k = 0; k < 5; ++k) make("t/s" + std::to_string(k) + "/1", 2 * week_ms);
    EXPECT_EQ(clean([](const auto&, const auto&, auto) { return false; }, 3), 3u);
    EXPECT_EQ(clean(), 2u);
    EXPECT_FALSE(has("t"));
}

TEST_F(RunCleanerTest, NamesThatDifferInCapitalsAreNotTakenForEachOther) {
    for (const char* task : {"night", "Night", "NIGHT"}) make(folder_name(task) + "/s/1", 2 * week_ms);
    EXPECT_EQ(clean([](const TaskId& task, const auto&, auto) { return task.text == "Night"; }), 2u);
    EXPECT_TRUE(has(folder_name("Night") + "/s/1"));
}

TEST_F(RunCleanerTest, ForeignNamesAndWhatNobodyMayWriteAreNoHindrance) {
    make("t/s/notes", 2 * week_ms);
    make("t/s/1", 2 * week_ms);
    make("t/s/2", 1000);  // else the whole step would go
    fs::permissions(root() / "t/s/1/exit", fs::perms::owner_read);
    EXPECT_EQ(clean(), 1u);
    EXPECT_FALSE(has("t/s/1"));
    EXPECT_TRUE(has("t/s/notes"));
}

}  // namespace
}  // namespace apollo::agent
