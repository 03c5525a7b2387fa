// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/durations.h"

#include <gtest/gtest.h>

namespace apollo::viewmodels {
namespace {

constexpr std::int64_t hour = 3'600'000;
std::string text(const Elapsed& value) {
    return elapsed_text(value).toStdString();
}

TEST(Durations, RunPastMidnightShowsItsWholeLength) {
    const WallTime start{1'700'000'000'000};
    EXPECT_EQ(text(elapsed(start, {start.ms + 16 * hour}, false, {})), "16 h");
    EXPECT_EQ(text(elapsed(start, {start.ms + 26 * hour}, false, {})), "26 h");
    EXPECT_EQ(text(elapsed(start, {start.ms + 400 * 24 * hour}, false, {})), "400 d");
}

TEST(Durations, UnknownTimesAreADash) {
    EXPECT_EQ(text(elapsed({}, {}, true, {5})), "—");
    EXPECT_EQ(text(elapsed({5}, {}, false, {9})), "—");
    EXPECT_EQ(text(elapsed({}, {7}, false, {9})), "—");
}

TEST(Durations, RunningTicksWithNow) {
    EXPECT_EQ(text(elapsed({1000}, {}, true, {1000 + 25 * hour})), "25 h");
    EXPECT_EQ(text(elapsed({1000}, {}, true, {1000 + 25 * hour + 60'000})), "25 h 1 min");
    EXPECT_EQ(elapsed({1000}, {}, true, {500}).ms, 0) << "a clock that jumped back never makes it negative";
}

TEST(Durations, EndBeforeStartIsFlaggedAndNeverNegative) {
    const Elapsed skewed = elapsed({10'000}, {5'000}, false, {});
    EXPECT_EQ(skewed.kind, Elapsed::Kind::Skewed);
    EXPECT_EQ(skewed.ms, 5'000);
    EXPECT_EQ(text(skewed), "clock set back by 5.0 s");
}

TEST(Durations, ShortOnesKeepTheirUnit) {
    EXPECT_EQ(duration_text(0).toStdString(), "0 ms");
    EXPECT_EQ(duration_text(-5).toStdString(), "0 ms");
    EXPECT_EQ(duration_text(999).toStdString(), "999 ms");
    EXPECT_EQ(duration_text(59'999).toStdString(), "59.9 s");
    EXPECT_EQ(duration_text(60'000).toStdString(), "1 min");
    EXPECT_EQ(duration_text(303'000).toStdString(), "5 min 3 s");
}

}  // namespace
}  // namespace apollo::viewmodels
