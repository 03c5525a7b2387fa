// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Destructive tests: cut everywhere, flip everywhere, delete, swap. Then append again.
#include <algorithm>
#include <set>

#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {

namespace {

// Opens, appends one record, opens again: the second opening must find nothing wrong that the first did not.
void expect_goes_on_from(FaultDisk& disk, std::uint64_t kept, bool clean, std::uint64_t segment_size = 100 << 20) {
    std::size_t damage = 0;
    {
        auto log = open_log(disk, segment_size);
        EXPECT_EQ(log.report.last.value, kept);
        if (clean) {
            EXPECT_TRUE(log.report.damage.empty());
        }
        damage = log.report.damage.size();
        append_records(*log.writer, 1);
        EXPECT_EQ(log.writer->last().value, kept + 1);
    }
    auto again = open_log(disk, segment_size);
    EXPECT_EQ(again.report.last.value, kept + 1);
    EXPECT_EQ(again.report.torn_bytes, 0u);
    EXPECT_EQ(again.report.damage.size(), damage);
}

}  // namespace

TEST(LogTornTail, B049_StartsAtEveryLengthOfTheLastRecordAndLosesOnlyThat) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 100);
    }
    const std::string whole = disk.bytes_of(path_of(1));
    const std::uint64_t begin = places_in(whole)[99].offset;
    const std::uint64_t complete = begin + frame_size + places_in(whole)[99].frame.body_size;
    for (std::uint64_t size = begin; size <= whole.size(); ++size) {
        SCOPED_TRACE(size);
        FaultDisk copy;
        copy.open(path_of(1), OpenMode::Create).ok();
        copy.bytes_of(path_of(1)) = whole.substr(0, size);
        const OpenReport report = verify_log(copy);
        EXPECT_TRUE(report.damage.empty());
        if (size > begin && size < complete) {
            EXPECT_EQ(report.torn_bytes, size - begin);
            EXPECT_EQ(report.torn_offset, begin);
            EXPECT_EQ(report.torn_segment, segment_name(Position{1}));
        }
        expect_goes_on_from(copy, size < complete ? 99 : 100, true);
    }
}

TEST(LogTornTail, B049_AZeroFilledEndIsNoDamageAndCostsNothing) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 100);
    }
    std::string& bytes = disk.bytes_of(path_of(1));
    bytes.resize((bytes.size() + 4095) / 4096 * 4096, '\0');
    EXPECT_EQ(verify_log(disk).torn_bytes, 0u);
    expect_goes_on_from(disk, 100, true);
    EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 101));
}

TEST(LogTornTail, CutAnywhereTheLogOpensAndGoesOn) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 6);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string whole = disk.bytes_of(path_of(1));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        SCOPED_TRACE(size);
        FaultDisk copy;
        copy.open(path_of(1), OpenMode::Create).ok();
        copy.bytes_of(path_of(1)) = whole.substr(0, size);
        std::uint64_t kept = 0;
        for (const Place& place : places_in(whole)) {
            if (place.frame.position.value != 0 && place.offset + frame_size + place.frame.body_size <= size) ++kept;
        }
        expect_goes_on_from(copy, kept, true);
        EXPECT_EQ(read_log(copy).positions, positions_from_to(1, kept + 1));
    }
}

TEST(LogDamage, EveryFlippedByteOfAClosedLogIsReportedWithItsOwnerAndNothingElseIsLost) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 6);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string whole = disk.bytes_of(path_of(1));
    const auto places = places_in(whole);
    const std::uint64_t mark = places.back().offset;
    for (std::size_t at = 0; at < mark; ++at) {
        SCOPED_TRACE(at);
        disk.bytes_of(path_of(1)) = whole;
        disk.bytes_of(path_of(1))[at] ^= 0x10;
        const OpenReport report = verify_log(disk);
        ASSERT_EQ(report.damage.size(), 1u);
        const Damage& damage = report.damage.front();
        EXPECT_EQ(damage.segment, segment_name(Position{1}));
        EXPECT_LE(damage.offset, at);
        EXPECT_GT(damage.offset + damage.length, at);
        std::uint64_t lost = 0;
        if (damage.first_missing <= damage.last_missing) {
            EXPECT_EQ(damage.first_missing, damage.last_missing);
            lost = damage.first_missing.value;
            EXPECT_EQ(damage.owners, std::vector<std::uint32_t>{static_cast<std::uint32_t>(100 + lost)});
        }
        const Read read = read_log(disk);
        EXPECT_EQ(read.positions, positions_from_to(1, 6, lost));
        ASSERT_EQ(read.damage.size(), 1u);
        EXPECT_EQ(read.damage.front().offset, damage.offset);

        auto log = open_log(disk);
        ASSERT_EQ(log.report.damage.size(), 1u);
        append_records(*log.writer, 1);
        EXPECT_EQ(log.writer->last().value, 7u);
        EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 7, lost));
        disk.remove(path_of(7)).ok();  // made when the header was hurt
    }
}

// Without a header the records have to prove each other; one that is hurt itself must not be believed.
TEST(LogDamage, AFlippedHeaderAndAnyFlippedByteOfTheFirstRecordAreSurvived) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 6);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string whole = disk.bytes_of(path_of(1));
    const auto places = places_in(whole);
    for (std::uint64_t at = places[0].offset; at < places[1].offset; ++at) {
        SCOPED_TRACE(at);
        disk.bytes_of(path_of(1)) = whole;
        disk.bytes_of(path_of(1))[20] ^= 0x01;
        disk.bytes_of(path_of(1))[at] ^= 0x40;
        EXPECT_GE(verify_log(disk).events, 5u) << "the others are intact";
    }
}

TEST(LogDamage, EveryFlippedByteOfASealedSegmentIsReportedAndEveryOwnerIsKnown) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 500);
        append_records(*log.writer, 30);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string whole = disk.bytes_of(path_of(1));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        SCOPED_TRACE(at);
        disk.bytes_of(path_of(1)) = whole;
        disk.bytes_of(path_of(1))[at] ^= 0x01;
        const auto report = verify(disk, log_folder, {});  // nobody reads the bodies: frame or index must know
        ASSERT_TRUE(report.ok());
        ASSERT_EQ(report->damage.size(), 1u);
        const Damage& damage = report->damage.front();
        EXPECT_EQ(damage.segment, segment_name(Position{1}));
        EXPECT_LE(damage.offset, at);
        std::uint64_t lost = 0;
        if (damage.first_missing <= damage.last_missing) {
            lost = damage.first_missing.value;
            EXPECT_EQ(damage.owners, std::vector<std::uint32_t>{static_cast<std::uint32_t>(100 + lost)});
        }
        EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 30, lost));
    }
}

TEST(LogDamage, AFlippedLastRecordOfAnOpenLogIsDamageOnlyOnceAMarkNamesItDurable) {
    for (const bool marked : {false, true}) {
        SCOPED_TRACE(marked);
        FaultDisk disk;
        {
            auto log = open_log(disk);
            append_records(*log.writer, 4);
            if (marked) {
                ASSERT_TRUE(log.writer->mark_idle().ok());
            }
        }
        std::string& bytes = disk.bytes_of(path_of(1));
        bytes[places_in(bytes)[3].offset + frame_size] ^= 1;
        auto log = open_log(disk);
        EXPECT_EQ(log.report.damage.size(), marked ? 1u : 0u);
        EXPECT_EQ(log.report.torn_bytes > 0, !marked);
        append_records(*log.writer, 1);
        EXPECT_EQ(log.writer->last().value, marked ? 5u : 4u) << "a position that was durable is never given out again";
        EXPECT_EQ(read_log(disk).positions, marked ? (std::vector<std::uint64_t>{1, 2, 3, 5}) : positions_from_to(1, 4));
    }
}

TEST(LogDamage, B050_AHugeLengthIsNeitherAllocatedNorFollowed) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 10);
        ASSERT_TRUE(log.writer->close().ok());
    }
    std::string& bytes = disk.bytes_of(path_of(1));
    const std::uint64_t offset = places_in(bytes)[4].offset;
    bytes.replace(offset, 4, "\xFF\xFF\xFF\xFF", 4);
    const std::string damaged = bytes;
    const OpenReport report = verify_log(disk);
    ASSERT_EQ(report.damage.size(), 1u);
    EXPECT_EQ(report.damage[0].offset, offset);
    EXPECT_EQ(report.damage[0].first_missing.value, 5u);
    EXPECT_EQ(report.damage[0].last_missing.value, 5u);
    EXPECT_EQ(report.damage[0].owners, std::vector<std::uint32_t>{105});
    EXPECT_EQ(report.events, 9u);
    EXPECT_EQ(disk.bytes_of(path_of(1)), damaged) << "verify changes nothing";
    open_log(disk);
    EXPECT_EQ(disk.bytes_of(path_of(1)).substr(0, damaged.size()), damaged) << "damaged bytes are kept";
}

TEST(LogDamage, AWipedSectorNamesAllMissingPositionsAndTheIndexKnowsTheirOwners) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 3000);
        append_records(*log.writer, 100);
        ASSERT_TRUE(log.writer->close().ok());
    }
    disk.bytes_of(path_of(1)).replace(512, 512, std::string(512, '\0'));
    const OpenReport report = verify_log(disk);
    ASSERT_EQ(report.damage.size(), 1u);
    const Damage& damage = report.damage[0];
    const std::uint64_t count = damage.last_missing.value - damage.first_missing.value + 1;
    EXPECT_GT(count, 5u);
    ASSERT_EQ(damage.owners.size(), count);
    for (std::uint64_t i = 0; i < count; ++i) EXPECT_EQ(damage.owners[i], 100 + damage.first_missing.value + i);
    EXPECT_EQ(report.events, 100 - count);
    EXPECT_EQ(read_log(disk).positions.size(), 100 - count);
}

TEST(LogDamage, AWipedBeginningOfASegmentCostsOnlyWhatStoodThere) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 50);
        ASSERT_TRUE(log.writer->close().ok());
    }
    disk.bytes_of(path_of(1)).replace(0, 512, std::string(512, '\0'));
    auto log = open_log(disk);
    EXPECT_GT(log.report.events, 35u);
    EXPECT_EQ(log.report.last.value, 50u);
    append_records(*log.writer, 1);
    EXPECT_EQ(read_log(disk).positions.back(), 51u);
}

TEST(LogDamage, B050_ADeletedMiddleSegmentIsNamedAndItsPositionsAreNotUsedAgain) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 40);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const auto names = *disk.list(log_folder);
    const Position first = *position_of_name(names[1]);
    const Position behind = *position_of_name(names[2]);
    disk.remove(log_folder + "/" + names[1]).ok();
    auto log = open_log(disk, 400);
    ASSERT_EQ(log.report.damage.size(), 1u);
    EXPECT_EQ(log.report.damage[0].segment, names[1]);
    EXPECT_EQ(log.report.damage[0].first_missing, first);
    EXPECT_EQ(log.report.damage[0].last_missing.value, behind.value - 1);
    append_records(*log.writer, 1);
    EXPECT_EQ(log.writer->last().value, 41u);
    const Read read = read_log(disk);
    EXPECT_EQ(read.positions.size(), 41 - (behind.value - first.value));
    ASSERT_EQ(read.damage.size(), 1u);
    EXPECT_EQ(read.damage[0].segment, names[1]);
}

TEST(LogDamage, ADeletedFirstSegmentIsNamed) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 40);
    }
    const Position behind = *position_of_name((*disk.list(log_folder))[1]);
    disk.remove(path_of(1)).ok();
    const OpenReport report = verify_log(disk);
    ASSERT_EQ(report.damage.size(), 1u);
    EXPECT_EQ(report.damage[0].segment, segment_name(Position{1}));
    EXPECT_EQ(report.damage[0].last_missing.value, behind.value - 1);
    EXPECT_EQ(read_log(disk).damage.size(), 1u);
}

TEST(LogDamage, B050_SwappedNamesAreReportedAndTheRecordsStillComeInOrder) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 40);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const auto names = *disk.list(log_folder);
    std::swap(disk.bytes_of(log_folder + "/" + names[1]), disk.bytes_of(log_folder + "/" + names[2]));
    const OpenReport report = verify_log(disk);
    std::set<std::string> named;
    for (const Damage& damage : report.damage) named.insert(damage.segment);
    EXPECT_EQ(named, (std::set<std::string>{names[1], names[2]}));
    EXPECT_EQ(report.events, 40u);
    EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 40));
}

TEST(LogDamage, ACopiedSegmentIsNotReadTwice) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 40);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string copy = disk.bytes_of(path_of(1));
    disk.open(path_of(1000), OpenMode::Create).ok();
    disk.bytes_of(path_of(1000)) = copy;
    const OpenReport report = verify_log(disk);
    EXPECT_EQ(report.events, 40u);
    ASSERT_FALSE(report.damage.empty());
    EXPECT_EQ(report.damage[0].segment, segment_name(Position{1000}));
}

TEST(LogDamage, ASealedSegmentCutShortNamesWhatIsMissing) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 40);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const Position behind = *position_of_name((*disk.list(log_folder))[1]);
    std::string& bytes = disk.bytes_of(path_of(1));
    const std::string whole = bytes;
    for (std::size_t size = segment_header_size; size < whole.size(); ++size) {
        SCOPED_TRACE(size);
        bytes = whole.substr(0, size);
        const OpenReport report = verify_log(disk);
        EXPECT_EQ(report.torn_bytes, 0u);
        std::uint64_t missing = 0;
        for (const Damage& damage : report.damage) missing += damage.last_missing.value + 1 - damage.first_missing.value;
        EXPECT_EQ(report.events + missing, 40u);
        if (missing > 0) {
            EXPECT_EQ(report.damage.back().last_missing.value, behind.value - 1);
        }
        EXPECT_EQ(read_log(disk).positions.size(), report.events);
    }
}

TEST(LogDamage, ANewestSegmentThatIsAllGarbageIsKeptAndItsPositionsAreNotUsedAgain) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 400);
        append_records(*log.writer, 20);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string name = disk.list(log_folder)->back();
    const Position first = *position_of_name(name);
    const std::string garbage(disk.bytes_of(log_folder + "/" + name).size(), '\x5A');
    disk.bytes_of(log_folder + "/" + name) = garbage;
    auto log = open_log(disk, 400);
    ASSERT_EQ(log.report.damage.size(), 1u);
    EXPECT_EQ(log.report.damage[0].segment, name);
    EXPECT_EQ(log.report.damage[0].first_missing, first);
    EXPECT_EQ(log.report.torn_bytes, 0u);
    append_records(*log.writer, 1);
    EXPECT_GT(log.writer->last().value, 20u);
    EXPECT_EQ(disk.bytes_of(log_folder + "/" + name), garbage) << "damaged bytes are kept";
    EXPECT_EQ(read_log(disk).positions.back(), log.writer->last().value);
}

TEST(LogDamage, AFutureFormatIsRefusedByName) {
    FaultDisk disk;
    SegmentHeader header;
    header.version = 2;
    header.first = Position{1};
    disk.open(path_of(1), OpenMode::Create).ok();
    disk.bytes_of(path_of(1)) = encode_header(header);
    const auto report = verify(disk, log_folder, {});
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().kind, ErrorKind::Unsupported);
}

TEST(LogLostEnd, IsDamageForWhoKnowsHowFarTheLogHadCome) {
    for (const bool whole_segments : {false, true}) {
        FaultDisk disk;
        {
            auto log = open_log(disk, 2000);
            append_records(*log.writer, 100);
        }
        const std::string newest = log_folder + "/" + disk.list(log_folder)->back();
        if (whole_segments) {
            ASSERT_TRUE(disk.remove(newest).ok());
        }
        if (!whole_segments) disk.bytes_of(newest).resize(places_in(disk.bytes_of(newest))[1].offset);
        const std::uint64_t kept = verify_log(disk).last.value;
        ASSERT_LT(kept, 100u);
        ASSERT_TRUE(verify_log(disk).damage.empty());
        const auto told = verify(disk, log_folder, owner_of_body, Position{100});
        ASSERT_EQ(told->damage.size(), 1u);
        EXPECT_EQ(told->damage[0].first_missing.value, kept + 1);
        EXPECT_EQ(told->damage[0].last_missing.value, 100u);
        {
            auto log = open_log(disk, 2000);
            ASSERT_TRUE(log.writer->go_on_behind(Position{100}).ok());
            append_records(*log.writer, 3);
            EXPECT_EQ(log.writer->durable().value, 103u) << "no position is given out twice";
        }
        // From then on the log itself says so, for a writer and for a reader.
        const Read read = read_log(disk);
        EXPECT_EQ(read.positions.back(), 103u);
        EXPECT_EQ(read.positions.size(), kept + 3);
        const auto again = open_log(disk, 2000);
        for (const auto& damage : {read.damage, again.report.damage}) {
            ASSERT_EQ(damage.size(), 1u);
            EXPECT_EQ(damage[0].first_missing.value, kept + 1);
            EXPECT_EQ(damage[0].last_missing.value, 100u);
        }
    }
}

}  // namespace apollo::eventlog
