// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Power cuts, full disks and failing syncs.
#include "common/eventlog/segment_files.h"
#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {

TEST(LogFaults, NothingThatWasCommittedIsLostHoweverThePowerGoes) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        SeededRandom random(seed);
        FaultDisk disk;
        std::uint64_t committed = 0;
        std::uint64_t given = 0;
        for (int life = 0; life < 4; ++life) {
            auto log = open_log(disk, 700);
            ASSERT_NE(log.writer, nullptr);
            ASSERT_GE(log.report.last.value, committed);
            EXPECT_EQ(log.report.events, log.report.last.value) << "only whole batches beyond the commit may go";
            given = log.report.last.value;
            for (std::uint64_t batches = random.below(8); batches > 0; --batches) {
                for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
                    ++given;
                    log.writer->append(as_bytes(body_of(static_cast<std::uint32_t>(given), "data")), 1);
                }
                ASSERT_TRUE(log.writer->commit().ok());
                committed = given;
                if (random.below(3) == 0) {
                    ASSERT_TRUE(log.writer->mark_idle().ok());
                }
            }
            // One batch is cut short: it is written, but its sync never comes.
            disk.syncs_left = 0;
            log.writer->append(as_bytes("77:never acknowledged"), 77);
            EXPECT_FALSE(log.writer->commit().ok());
            disk.cut_power(life % 2 == 0 ? nullptr : &random);
        }
        const Read read = read_log(disk);
        ASSERT_GE(read.positions.size(), committed);
        EXPECT_EQ(read.positions, positions_from_to(1, read.positions.size()));
    }
}

TEST(LogFaults, ATornBatchOfManyRecordsNeverReusesAPositionThatIsReadable) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        SeededRandom random(seed);
        FaultDisk disk;
        auto log = open_log(disk);
        append_records(*log.writer, 10);
        disk.syncs_left = 0;
        for (int i = 0; i < 60; ++i) log.writer->append(as_bytes(body_of(500, std::string(40, 'y'))), 500);
        EXPECT_FALSE(log.writer->commit().ok());
        disk.cut_power(&random);
        auto again = open_log(disk);
        const Position last = again.report.last;
        ASSERT_GE(last.value, 10u);
        append_records(*again.writer, 1);
        EXPECT_GT(again.writer->last(), last);
        const Read read = read_log(disk);
        EXPECT_EQ(std::vector<std::uint64_t>(read.positions.begin(), read.positions.begin() + 10), positions_from_to(1, 10));
        EXPECT_EQ(read.positions.back(), again.writer->last().value);
        EXPECT_EQ(verify_log(disk).events, read.positions.size());
    }
}

TEST(LogFaults, ASyncErrorStopsTheWriterForGood) {
    FaultDisk disk;
    auto log = open_log(disk);
    append_records(*log.writer, 2);
    disk.syncs_left = 0;
    log.writer->append(as_bytes("3:x"), 3);
    const auto failed = log.writer->commit();
    ASSERT_FALSE(failed.ok());
    disk.syncs_left.reset();  // the disk is well again; the writer must not believe it
    const int syncs = disk.syncs;
    EXPECT_EQ(log.writer->append(as_bytes("3:y"), 3).value, 0u);
    EXPECT_EQ(log.writer->commit().error(), failed.error());
    EXPECT_EQ(log.writer->mark_idle().error(), failed.error());
    EXPECT_EQ(log.writer->close().error(), failed.error());
    EXPECT_EQ(log.writer->durable().value, 2u);
    EXPECT_EQ(disk.syncs, syncs) << "a failed sync is never tried again";
}

TEST(LogFaults, AFullDiskStopsTheWriterAndTheRestIsThereAfterwards) {
    for (std::uint64_t space = 0; space < 300; ++space) {
        SCOPED_TRACE(space);
        FaultDisk disk;
        {
            auto log = open_log(disk, 500);
            append_records(*log.writer, 7);
            disk.bytes_left = space;
            bool failed = false;
            std::uint64_t durable = 7;
            for (int i = 0; i < 10; ++i) {
                log.writer->append(as_bytes("9:more"), 9);
                const auto committed = log.writer->commit();
                if (committed) durable = committed->value;
                failed = failed || !committed;
            }
            EXPECT_TRUE(failed);
            EXPECT_EQ(log.writer->durable().value, durable);
            disk.bytes_left.reset();
            auto again = open_log(disk, 500);
            EXPECT_GE(again.report.last.value, durable);
            EXPECT_TRUE(again.report.damage.empty());
            append_records(*again.writer, 12);
        }
        EXPECT_TRUE(verify_log(disk).damage.empty());
    }
}

TEST(LogFaults, ACrashAtAnySyncOfARollOverLeavesALogThatGoesOn) {
    for (int syncs = 0; syncs < 12; ++syncs) {
        SCOPED_TRACE(syncs);
        FaultDisk disk;
        auto log = open_log(disk, 300);
        append_records(*log.writer, 2);
        disk.syncs_left = syncs;
        std::uint64_t durable = 2;
        for (int i = 0; i < 12; ++i) {
            log.writer->append(as_bytes("4:four"), 4);
            if (auto committed = log.writer->commit()) durable = committed->value;
        }
        disk.cut_power();
        auto again = open_log(disk, 300);
        EXPECT_GE(again.report.last.value, durable);
        EXPECT_TRUE(again.report.damage.empty());
        append_records(*again.writer, 10);
        const Read read = read_log(disk);
        EXPECT_EQ(read.positions, positions_from_to(1, again.writer->last().value));
        EXPECT_TRUE(read.damage.empty());
    }
}

TEST(LogFaults, AReaderSaysThatItCouldNotGoOnAndGoesOnWhenItCan) {
    FaultDisk disk;
    auto log = open_log(disk, 700);
    append_records(*log.writer, 40);
    const auto segments = list_segments(disk, log_folder);
    ASSERT_TRUE(segments.ok());
    ASSERT_GE(segments->size(), 3u);
    const std::uint64_t second = (*segments)[1].first.value;

    auto reader = LogReader::open(disk, log_folder);
    ASSERT_TRUE(reader.ok());
    (*reader)->on_damage = [](const Damage& damage) { ADD_FAILURE() << "no damage: " << damage.segment; };
    Record record;
    ASSERT_TRUE((*reader)->next(record));
    disk.closed.insert(path_of(second));
    while (record.position.value + 1 < second) ASSERT_TRUE((*reader)->next(record));
    EXPECT_FALSE((*reader)->error());
    EXPECT_FALSE((*reader)->next(record));
    ASSERT_TRUE((*reader)->error());
    EXPECT_EQ((*reader)->error()->kind, ErrorKind::NotAllowed);
    EXPECT_NE((*reader)->error()->message.find(path_of(second)), std::string::npos);

    disk.closed.clear();
    for (std::uint64_t position = second; position <= 40; ++position) {
        ASSERT_TRUE((*reader)->next(record));
        EXPECT_EQ(record.position.value, position);
    }
    EXPECT_FALSE((*reader)->next(record));
    EXPECT_FALSE((*reader)->error()) << "there is simply nothing further";
}

}  // namespace apollo::eventlog
