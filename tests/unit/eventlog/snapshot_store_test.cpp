// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "common/eventlog/snapshot_store.h"
#include "tests/support/fault_disk.h"

namespace apollo::eventlog {

namespace {

class Snapshots : public ::testing::Test {
protected:
    std::optional<Snapshot> newest(std::uint64_t limit = 1000) {
        warnings.clear();
        return store.newest(Position{limit}, warnings);
    }
    std::string& file(std::uint64_t watermark) {
        const std::string digits = std::to_string(watermark);
        return disk.bytes_of("/snapshots/" + std::string(20 - digits.size(), '0') + digits + ".snapshot");
    }
    test_support::FaultDisk disk;
    SnapshotStore store{disk, "/snapshots"};
    std::vector<std::string> warnings;
};

}  // namespace

TEST_F(Snapshots, TheNewestComesBackAndOlderOnesAreRemoved) {
    EXPECT_FALSE(newest().has_value());
    for (const std::uint64_t watermark : {10, 20, 30, 40, 50}) {
        ASSERT_TRUE(store.write({Position{watermark}, "state " + std::to_string(watermark)}).ok());
    }
    EXPECT_EQ(newest()->bytes, "state 50");
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(disk.list("/snapshots")->size(), 3u);
}

TEST_F(Snapshots, WhatIsAheadOfTheLogProvesItsEndAndIsThenKeptAside) {
    for (const std::uint64_t watermark : {10, 20, 30}) ASSERT_TRUE(store.write({Position{watermark}, "state"}).ok());
    file(30)[5] ^= 1;
    EXPECT_EQ(store.newest_above(Position{10}).value, 20u) << "a damaged one proves nothing";
    EXPECT_EQ(store.newest_above(Position{20}).value, 20u);
    ASSERT_TRUE(store.set_aside_above(Position{15}).ok());
    EXPECT_EQ(newest()->watermark.value, 10u);
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(disk.list("/snapshots")->size(), 3u) << "nothing is thrown away";
}

TEST_F(Snapshots, SurviveAPowerCut) {
    ASSERT_TRUE(store.write({Position{7}, "state"}).ok());
    disk.cut_power();
    EXPECT_EQ(newest()->watermark.value, 7u);
}

TEST_F(Snapshots, B051_ADamagedOneFallsBackToTheOlderAtEveryByte) {
    ASSERT_TRUE(store.write({Position{10}, "old"}).ok());
    ASSERT_TRUE(store.write({Position{20}, "new"}).ok());
    const std::string whole = file(20);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        file(20) = whole;
        file(20)[at] ^= 4;
        EXPECT_EQ(newest()->bytes, "old") << at;
        EXPECT_EQ(warnings.size(), 1u);
        file(20) = whole.substr(0, at);
        EXPECT_EQ(newest()->bytes, "old") << at;
    }
}

TEST_F(Snapshots, B051_OneThatIsNewerThanTheLogIsNotTaken) {
    ASSERT_TRUE(store.write({Position{400}, "before"}).ok());
    ASSERT_TRUE(store.write({Position{500}, "beyond"}).ok());
    EXPECT_EQ(newest(480)->bytes, "before");
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("newer than the log"), std::string::npos);
}

}  // namespace apollo::eventlog
