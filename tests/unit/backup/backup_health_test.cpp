// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// When a backup is called behind, and when no more.
#include "app/orchestrator/backup_health.h"

#include <gtest/gtest.h>

namespace apollo::orchestrator {
namespace {

constexpr MonotonicTime at(std::int64_t seconds) { return MonotonicTime{seconds * 1000}; }

struct BackupHealthTest : ::testing::Test {
    BackupHealth health{at(0), 60000};
};

TEST_F(BackupHealthTest, NothingIsKnownBeforeTheFirstAttempts) {
    EXPECT_EQ(health.verdict(at(1)), std::nullopt) << "an alert of the process before stands until something is known";
    health.attempted(at(2), "");
    EXPECT_EQ(health.verdict(at(2)), std::nullopt);
    health.attempted(at(7), "");
    EXPECT_EQ(health.verdict(at(7)), "");
}

TEST_F(BackupHealthTest, OneThatFailsNowAndThenIsWell) {
    for (int k = 0; k < 100; ++k) {
        health.attempted(at(5 * k), k % 3 == 0 ? "" : "no space");
        EXPECT_TRUE(health.verdict(at(5 * k)).value_or("").empty());
    }
}

TEST_F(BackupHealthTest, OneThatFailsForTheWholeTimeIsBehindUntilItWentWellTwice) {
    health.attempted(at(5), "");
    for (int k = 10; k < 65; k += 5) health.attempted(at(k), "no space");
    EXPECT_TRUE(health.verdict(at(64)).value_or("").empty()) << "59 s";
    EXPECT_EQ(health.verdict(at(65)), "was complete 60 s ago for the last time: no space");
    health.attempted(at(70), "");
    EXPECT_FALSE(health.verdict(at(70)).value_or("").empty()) << "once may be luck";
    health.attempted(at(75), "no space");
    health.attempted(at(80), "");
    EXPECT_FALSE(health.verdict(at(80)).value_or("").empty());
    health.attempted(at(85), "");
    EXPECT_EQ(health.verdict(at(85)), "");
}

TEST_F(BackupHealthTest, OneThatHangsIsBehindThoughNothingFailed) {
    health.attempted(at(5), "");
    health.attempted(at(10), "");
    EXPECT_EQ(health.verdict(at(69)), "");
    EXPECT_EQ(health.verdict(at(70)), "was complete 60 s ago for the last time: copying does not come to an end");
    EXPECT_EQ(health.age_ms(at(70)), 60000);
}

}  // namespace
}  // namespace apollo::orchestrator
