// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is taken for the remains of a killed drill, and what is not.
#include "app/cli/drill_leftovers.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::cli {
namespace {

constexpr std::int64_t limit_ms = 300000;

TEST(DrillLeftovers, NamesOfDrillsAreKnownAndOthersAreNot) {
    EXPECT_EQ(drill_of("drill-0123abcd-crash"), "drill-0123abcd");
    EXPECT_EQ(drill_of("drill-0123abcd-t-late"), "drill-0123abcd");
    for (const char* other : {"drill-0123abcd", "drill-press-1", "drill-0123abcx-cut", "my-drill-0123abcd-cut", "drill-0123abcd9-cut", "n1"}) EXPECT_EQ(drill_of(other), "") << other;
}

TEST(DrillLeftovers, OnlyWhatIsSilentForLongerThanADrillMayTake) {
    testing::EventScript script;
    script.enrol("n1").enrol("drill-0123abcd-crash").connect("n1").connect("drill-0123abcd-crash");
    script.submit(testing::task("drill-0123abcd-t-crash", {testing::step("a")}, {"drill-0123abcd-crash"}));
    const auto later = [&](std::int64_t ms) { return WallTime{script.state().last.recorded_time.ms + ms}; };
    EXPECT_TRUE(dead_drills(script.state(), later(10 * limit_ms), limit_ms).empty()) << "its agent is there: it goes on";
    script.lose("drill-0123abcd-crash");
    EXPECT_TRUE(dead_drills(script.state(), later(limit_ms), limit_ms).empty()) << "it may go on at this moment";
    EXPECT_EQ(dead_drills(script.state(), later(limit_ms + 1), limit_ms), std::vector<std::string>{"drill-0123abcd"});
    script.lose("n1");
    EXPECT_EQ(dead_drills(script.state(), later(2 * limit_ms), limit_ms), std::vector<std::string>{"drill-0123abcd"}) << "nobody else's node";
}

}  // namespace
}  // namespace apollo::cli
