// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a healthy log promises.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "common/eventlog/async_committer.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {

TEST(Log, GivesBackWhatWasAppendedInOrder) {
    FaultDisk disk;
    auto log = open_log(disk);
    EXPECT_EQ(log.report.last.value, 0u);
    EXPECT_EQ(log.writer->append(as_bytes("1:one"), 1).value, 1u);
    EXPECT_EQ(log.writer->append({}, no_owner).value, 2u);
    EXPECT_EQ(log.writer->append(as_bytes(std::string(body_limit_bytes, 'z')), 3).value, 3u);
    EXPECT_EQ(log.writer->durable().value, 0u);
    auto durable = log.writer->commit();
    ASSERT_TRUE(durable.ok());
    EXPECT_EQ(durable->value, 3u);
    const Read read = read_log(disk);
    EXPECT_EQ(read.positions, positions_from_to(1, 3));
    EXPECT_EQ(read.owners, (std::vector<std::uint32_t>{1, no_owner, 3}));
    EXPECT_EQ(read.bodies[0], "1:one");
    EXPECT_EQ(read.bodies[1], "");
    EXPECT_EQ(read.bodies[2].size(), body_limit_bytes);
}

TEST(Log, SyncsOncePerBatchHoweverManyRecordsItHas) {
    FaultDisk disk;
    auto log = open_log(disk);
    for (int i = 0; i < 1000; ++i) log.writer->append(as_bytes("5:x"), 5);
    const int before = disk.syncs;
    ASSERT_TRUE(log.writer->commit().ok());
    EXPECT_EQ(disk.syncs, before + 1);
}

TEST(Log, ContinuesAtTheNextPositionAfterClosingAndAfterNotClosing) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 5);
        ASSERT_TRUE(log.writer->close().ok());
        EXPECT_FALSE(log.writer->commit().ok());
    }
    for (int round = 1; round <= 3; ++round) {
        auto log = open_log(disk);
        EXPECT_TRUE(log.report.damage.empty());
        EXPECT_EQ(log.report.torn_bytes, 0u);
        EXPECT_EQ(log.report.last.value, 4u + static_cast<unsigned>(round));
        append_records(*log.writer, 1);
    }
    EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 8));
}

TEST(Log, RollsOverIntoSegmentsNamedByTheirFirstPosition) {
    FaultDisk disk;
    auto log = open_log(disk, 400);
    append_records(*log.writer, 40);
    ASSERT_TRUE(log.writer->close().ok());
    const auto names = disk.list(folder);
    ASSERT_GT(names->size(), 3u);
    EXPECT_EQ(names->front(), "00000000000000000001.log");
    for (const std::string& name : *names) {
        const std::string& bytes = disk.bytes_of(folder + "/" + name);
        EXPECT_EQ(decode_header(as_bytes(bytes))->first, *position_of_name(name));
        EXPECT_EQ(places_in(bytes).front().frame.position, *position_of_name(name));
    }
    EXPECT_TRUE(verify_log(disk).damage.empty());
    EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 40));
}

TEST(Log, ABatchMaySpanSeveralSegments) {
    FaultDisk disk;
    {
        auto log = open_log(disk, 300);
        for (std::uint32_t i = 1; i <= 30; ++i) log.writer->append(as_bytes(body_of(i, "payload")), i);
        ASSERT_TRUE(log.writer->commit().ok());
    }
    EXPECT_GT(disk.list(folder)->size(), 3u);
    auto log = open_log(disk, 300);
    EXPECT_EQ(log.report.last.value, 30u);
    EXPECT_TRUE(log.report.damage.empty());
    append_records(*log.writer, 5);
    EXPECT_EQ(read_log(disk).positions, positions_from_to(1, 35));
}

TEST(Log, ReadingBeginsBehindAnyPosition) {
    FaultDisk disk;
    auto log = open_log(disk, 400);
    append_records(*log.writer, 40);
    for (std::uint64_t after = 0; after <= 41; ++after) {
        const Read read = read_log(disk, Position{after});
        EXPECT_EQ(read.positions, positions_from_to(after + 1, 40)) << after;
        EXPECT_TRUE(read.damage.empty());
    }
}

TEST(Log, AReaderFollowsAWriterIntoNewSegmentsAndRespectsTheLimit) {
    FaultDisk disk;
    auto log = open_log(disk, 400);
    auto reader = LogReader::open(disk, folder);
    ASSERT_TRUE(reader.ok());
    (*reader)->on_damage = [](const Damage& damage) { ADD_FAILURE() << damage.segment << " " << damage.offset; };
    Record record;
    EXPECT_FALSE((*reader)->next(record));
    for (std::uint64_t p = 1; p <= 60; ++p) {
        append_records(*log.writer, 1);
        if (p % 7 == 0) {
            ASSERT_TRUE(log.writer->mark_idle().ok());
        }
        EXPECT_FALSE((*reader)->next(record, Position{p - 1}));
        ASSERT_TRUE((*reader)->next(record, Position{p})) << p;
        EXPECT_EQ(record.position.value, p);
        EXPECT_FALSE((*reader)->next(record));
    }
    EXPECT_EQ((*reader)->position().value, 60u);
}

TEST(Log, AReaderWaitsForARecordThatIsHalfThere) {
    FaultDisk disk;
    auto log = open_log(disk);
    append_records(*log.writer, 3);
    const std::string whole = disk.bytes_of(path_of(1));
    const std::uint64_t begin = places_in(whole)[2].offset;
    for (std::uint64_t size = begin; size < whole.size(); ++size) {
        disk.bytes_of(path_of(1)) = whole.substr(0, size);
        auto reader = LogReader::open(disk, folder, Position{2});
        (*reader)->on_damage = [](const Damage& damage) { ADD_FAILURE() << damage.offset; };
        Record record;
        if ((*reader)->next(record)) continue;  // only padding was missing
        disk.bytes_of(path_of(1)) = whole;
        ASSERT_TRUE((*reader)->next(record)) << size;
        EXPECT_EQ(record.position.value, 3u);
    }
}

TEST(AsyncCommitter, MakesEverythingDurableInOrderWhileAReaderFollows) {
    const test_support::TempFolder temporary;
    const std::string real_folder = temporary.path();
    SystemDisk disk;
    OpenReport report;
    LogSettings settings;
    settings.folder = real_folder;
    settings.segment_size_bytes = 200000;
    auto writer = LogWriter::open(disk, settings, owner_of_body, report);
    ASSERT_TRUE(writer.ok());
    std::atomic<std::uint64_t> durable = 0;
    AsyncCommitter committer(std::move(writer).value(), {[&](Position p) { durable = p.value; },
                                                         [](const Error& error) { ADD_FAILURE() << error.message; }});
    constexpr std::uint64_t count = 30000;
    std::thread reading([&] {
        auto reader = LogReader::open(disk, real_folder);
        ASSERT_TRUE(reader.ok());
        (*reader)->on_damage = [](const Damage& damage) { ADD_FAILURE() << damage.segment << " " << damage.offset; };
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(50);
        Record record;
        std::uint64_t expected = 1;
        while (expected <= count && std::chrono::steady_clock::now() < deadline) {
            // Every other look reads whatever is complete, durable or not.
            const Position limit = expected % 2 == 0 ? Position{durable.load()} : Position{~0ull};
            if (!(*reader)->next(record, limit)) {
                std::this_thread::yield();
                continue;
            }
            ASSERT_EQ(record.position.value, expected);
            ASSERT_EQ(as_text(record.body), body_of(record.owner, "payload"));
            ++expected;
        }
        EXPECT_EQ(expected, count + 1);
    });
    for (std::uint32_t i = 1; i <= count; ++i) EXPECT_EQ(committer.append(as_bytes(body_of(i, "payload")), i).value, i);
    EXPECT_EQ(committer.last().value, count);
    EXPECT_TRUE(committer.stop().ok());
    EXPECT_EQ(durable.load(), count);
    reading.join();
    const auto verified = verify(disk, real_folder, owner_of_body);
    EXPECT_EQ(verified->events, count);
    EXPECT_TRUE(verified->damage.empty());
}

TEST(AsyncCommitter, SaysOnceThatTheDiskFailedAndThenStops) {
    FaultDisk disk;
    auto log = open_log(disk);
    disk.syncs_left = 0;
    std::atomic<int> failures = 0;
    AsyncCommitter committer(std::move(log.writer), {[](Position) { ADD_FAILURE() << "nothing is durable"; },
                                                     [&](const Error&) { ++failures; }});
    committer.append(as_bytes("1:x"), 1);
    committer.append(as_bytes("1:y"), 1);
    EXPECT_FALSE(committer.stop().ok());
    EXPECT_EQ(failures.load(), 1);
}

}  // namespace apollo::eventlog
