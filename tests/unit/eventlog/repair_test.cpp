// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A damaged log is healed from its backup, or said why not, and the hurt files are kept.
#include "common/eventlog/repair.h"

#include "common/base/file_copy.h"
#include "common/eventlog/compaction.h"
#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {
namespace {

class Repair : public ::testing::Test {
protected:
    void SetUp() override {
        {
            auto log = open_log(disk, 2000);
            append_records(*log.writer, 100);
            ASSERT_TRUE(log.writer->close().ok());
        }
        names = *disk.list(log_folder);
        ASSERT_GE(names.size(), 3u);
        whole = read_log(disk).bodies;
        back_up();
    }
    void back_up() { ASSERT_TRUE(copy_new_files(disk, log_folder, "/copy", 0).ok()); }
    std::string path(std::size_t segment) const { return log_folder + "/" + names[segment]; }
    void hurt(const std::string& file, std::uint64_t offset) { disk.bytes_of(file)[offset] ^= 1; }
    std::vector<HealedPlace> repair_it(bool only_look = false) {
        auto places = repair(disk, {log_folder, "/copy", "/aside"}, owner_of_body, only_look);
        EXPECT_TRUE(places.ok()) << places.error().message;
        return places ? *places : std::vector<HealedPlace>{};
    }
    void expect_healed(std::size_t count) {
        const auto places = repair_it();
        EXPECT_EQ(places.size(), count);
        for (const HealedPlace& place : places) EXPECT_EQ(place.obstacle, "");
        EXPECT_TRUE(verify_log(disk).damage.empty());
        EXPECT_EQ(read_log(disk).bodies, whole);
    }

    FaultDisk disk;
    std::vector<std::string> names;
    std::vector<std::string> whole;
};

TEST_F(Repair, TakesWhatIsHurtFromTheBackupAndKeepsTheHurtFile) {
    hurt(path(1), 300);
    hurt(path(1), 900);
    const std::string before = disk.bytes_of(path(1));
    const std::size_t count = verify_log(disk).damage.size();
    ASSERT_GE(count, 1u);
    expect_healed(count);
    EXPECT_EQ(disk.bytes_of("/aside/" + names[1]), before);
}

TEST_F(Repair, OnlyLookingChangesNothing) {
    hurt(path(1), 300);
    const auto places = repair_it(true);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_EQ(places[0].obstacle, "");
    EXPECT_EQ(verify_log(disk).damage.size(), 1u);
    for (const std::string& file : disk.paths()) EXPECT_FALSE(file.starts_with("/aside/")) << file;
}

TEST_F(Repair, BringsADeletedSegmentBack) {
    ASSERT_TRUE(disk.remove(path(1)).ok());
    expect_healed(1);
}

TEST_F(Repair, BringsTheCutOffEndOfASegmentBack) {
    disk.bytes_of(path(1)).resize(700);
    expect_healed(1);
}

TEST_F(Repair, BringsBackAnEndThatWasCutOffSoThatTheRestLooksWhole) {
    std::string& newest = disk.bytes_of(path(names.size() - 1));
    const auto places = places_in(newest);
    newest.resize(places[1].offset);
    ASSERT_TRUE(verify_log(disk).damage.empty()) << "nothing in the log itself says so";
    expect_healed(1);
}

TEST_F(Repair, BringsBackSeveralSegmentsThatAreGoneFromTheEnd) {
    ASSERT_TRUE(disk.remove(path(names.size() - 1)).ok());
    ASSERT_TRUE(disk.remove(path(names.size() - 2)).ok());
    ASSERT_TRUE(verify_log(disk).damage.empty());
    expect_healed(2);
}

TEST_F(Repair, OfALongerLogThatIsAnotherOneTakesNothing) {
    ASSERT_TRUE(disk.remove(path(names.size() - 1)).ok());
    for (std::size_t k = 0; k + 1 < names.size(); ++k) ASSERT_TRUE(disk.remove("/copy/" + names[k]).ok());
    const auto places = repair_it();
    ASSERT_EQ(places.size(), 1u);
    EXPECT_NE(places[0].obstacle.find("in common"), std::string::npos) << places[0].obstacle;
}

TEST_F(Repair, LeavesALogAloneThatHasGoneOnOtherwise) {
    const std::string newest = path(names.size() - 1);
    disk.bytes_of(newest).resize(places_in(disk.bytes_of(newest))[1].offset);
    const Position kept = verify_log(disk).last;
    {
        // Nobody knew better than that two of the lost events had been there.
        auto log = open_log(disk, 2000);
        ASSERT_TRUE(log.writer->go_on_behind(Position{kept.value + 2}).ok());
        append_records(*log.writer, 5);
        ASSERT_TRUE(log.writer->close().ok());
    }
    ASSERT_LT(kept.value + 3, 100u);
    const auto before = read_log(disk).bodies;
    const auto places = repair_it();
    ASSERT_FALSE(places.empty());
    EXPECT_NE(places[0].obstacle.find("has gone on with others"), std::string::npos) << places[0].obstacle;
    EXPECT_EQ(read_log(disk).bodies, before) << "and nothing was changed";
}

TEST_F(Repair, HealsASegmentWithoutAHeader) {
    disk.bytes_of(path(1)).replace(0, 512, std::string(512, '\0'));
    expect_healed(verify_log(disk).damage.size());
}

TEST_F(Repair, HealsACompressedSegmentAlsoFromACompressedBackup) {
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    ASSERT_TRUE(compact(disk, "/copy", 1).ok());
    const std::string packed = path(1) + ".zst";
    hurt(packed, disk.bytes_of(packed).size() / 3);
    ASSERT_FALSE(verify_log(disk).damage.empty());
    expect_healed(verify_log(disk).damage.size());
    EXPECT_FALSE(disk.exists(packed)) << "the hurt one is not found beside the healed one";
}

TEST_F(Repair, HealsTheOpenSegmentFromABackupThatIsBehindIt) {
    auto log = open_log(disk, 100 << 20);
    append_records(*log.writer, 20);
    ASSERT_TRUE(log.writer->close().ok());
    log = {};
    const std::string newest = log_folder + "/" + disk.list(log_folder)->back();
    ASSERT_TRUE(disk.remove("/copy/" + names.back()).ok());
    back_up();
    log = open_log(disk, 100 << 20);
    append_records(*log.writer, 20);
    ASSERT_TRUE(log.writer->close().ok());
    whole = read_log(disk).bodies;
    hurt(newest, places_in(disk.bytes_of(newest))[1].offset + frame_size);
    ASSERT_EQ(verify_log(disk).damage.size(), 1u);
    expect_healed(1);
}

TEST_F(Repair, SaysWhyTheCopyDoesNotHelp) {
    hurt(path(1), 300);
    hurt("/copy/" + names[1], 300);
    auto places = repair_it();
    ASSERT_EQ(places.size(), 1u);
    EXPECT_NE(places[0].obstacle.find("hurt"), std::string::npos) << places[0].obstacle;
    ASSERT_TRUE(disk.remove("/copy/" + names[1]).ok());
    EXPECT_NE(repair_it()[0].obstacle.find("does not hold"), std::string::npos);
    disk.open("/copy/" + names[1], OpenMode::Create).ok();
    disk.bytes_of("/copy/" + names[1]) = disk.bytes_of("/copy/" + names[2]);
    EXPECT_NE(repair_it()[0].obstacle.find("another log"), std::string::npos);
    EXPECT_EQ(verify_log(disk).damage.size(), 1u) << "and nothing was changed";
}

TEST_F(Repair, TellsOfAnEndThatTheCopyLacks) {
    const Position last = verify_log(disk).last, known{last.value + 3};
    for (const bool only_look : {true, false}) {
        auto places = repair(disk, {log_folder, "/copy", "/aside"}, owner_of_body, only_look, known);
        ASSERT_TRUE(places.ok()) << places.error().message;
        ASSERT_EQ(places->size(), 1u);
        EXPECT_EQ(places->front().damage.first_missing, last.next());
        EXPECT_EQ(places->front().damage.last_missing, known);
        EXPECT_NE(places->front().obstacle, "");
    }
    EXPECT_EQ(read_log(disk).bodies, whole);
    auto places = repair(disk, {log_folder, "/copy", "/aside"}, owner_of_body, true, last);
    EXPECT_TRUE(places.ok() && places->empty()) << "it is all there";
}

TEST_F(Repair, OfAWholeLogDoesNothing) { EXPECT_TRUE(repair_it().empty()); }

}  // namespace
}  // namespace apollo::eventlog
