// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a healthy log promises.
#include <algorithm>
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
    const auto names = disk.list(log_folder);
    ASSERT_GT(names->size(), 3u);
    EXPECT_EQ(names->front(), "00000000000000000001.log");
    for (const std::string& name : *names) {
        const std::string& bytes = disk.bytes_of(log_folder + "/" + name);
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
    EXPECT_GT(disk.list(log_folder)->size(), 3u);
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
    auto reader = LogReader::open(disk, log_folder);
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
        auto reader = LogReader::open(disk, log_folder, Position{2});
        (*reader)->on_damage = [](const Damage& damage) { ADD_FAILURE() << damage.offset; };
        Record record;
        if ((*reader)->next(record)) continue;  // only padding was missing
        disk.bytes_of(path_of(1)) = whole;
        ASSERT_TRUE((*reader)->next(record)) << size;
        EXPECT_EQ(record.position.value, 3u);
    }
}

// Shows each file only up to a size, and all of it from its nth question for a size or for bytes on: as a reader sees a
// file whose writer goes on between two of the reader's looks.
class GrowingDisk final : public Disk {
public:
    GrowingDisk(FaultDisk& whole, std::uint64_t shown_bytes, int whole_from_look) : m_whole(whole), m_shown_bytes(shown_bytes), m_looks_left(whole_from_look) {}

    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
        auto file = m_whole.open(path, mode);
        if (!file) return file.error();
        return std::unique_ptr<File>(std::make_unique<OpenFile>(*this, std::move(file).value()));
    }
    bool exists(const std::string& path) const override { return m_whole.exists(path); }
    Result<std::vector<std::string>> list(const std::string& in) const override { return m_whole.list(in); }
    Status make_folder(const std::string& path) override { return m_whole.make_folder(path); }
    Status rename(const std::string& from, const std::string& to) override { return m_whole.rename(from, to); }
    Status remove(const std::string& path) override { return m_whole.remove(path); }
    Status sync_folder(const std::string& path) override { return m_whole.sync_folder(path); }

    void show_all() { m_looks_left = 0; }

private:
    class OpenFile final : public File {
    public:
        OpenFile(GrowingDisk& disk, std::unique_ptr<File> file) : m_disk(disk), m_file(std::move(file)) {}
        Status write_at(std::uint64_t offset, ByteView bytes) override { return m_file->write_at(offset, bytes); }
        Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
            const std::uint64_t shown = m_disk.look();
            if (offset >= shown) return std::string();
            return m_file->read_at(offset, static_cast<std::size_t>(std::min<std::uint64_t>(size, shown - offset)));
        }
        Status sync() override { return m_file->sync(); }
        Status truncate(std::uint64_t size) override { return m_file->truncate(size); }
        Result<std::uint64_t> size() const override {
            auto size = m_file->size();
            const std::uint64_t shown = m_disk.look();
            return size ? Result<std::uint64_t>(std::min(*size, shown)) : size;
        }

    private:
        GrowingDisk& m_disk;
        std::unique_ptr<File> m_file;
    };

    std::uint64_t look() { return m_looks_left-- > 0 ? m_shown_bytes : ~0ull; }

    FaultDisk& m_whole;
    std::uint64_t m_shown_bytes;
    int m_looks_left;
};

TEST(Log, AReaderLosesNothingWhateverTheWriterDoesBetweenTwoOfItsLooks) {
    FaultDisk disk;
    {
        auto log = open_log(disk);
        append_records(*log.writer, 5);
        ASSERT_TRUE(log.writer->close().ok());
    }
    const std::string& whole = disk.bytes_of(path_of(1));
    for (std::uint64_t shown = segment_header_size; shown < whole.size(); shown += 4) {
        Position there;  // what may be called durable while no more than this is shown
        for (const Place& place : places_in(whole.substr(0, shown))) {
            if (place.offset + record_size(place.frame.body_size) <= shown) there = std::max(there, place.frame.position);
        }
        for (int look = 1; look <= 16; ++look) {
            GrowingDisk growing(disk, shown, look);
            auto reader = LogReader::open(growing, log_folder);
            ASSERT_TRUE(reader.ok());
            std::vector<Damage> damage;
            (*reader)->on_damage = [&](const Damage& one) { damage.push_back(one); };
            Record record;
            std::vector<std::uint64_t> positions;
            for (int call = 0; call < 4; ++call) {
                while ((*reader)->next(record, there)) positions.push_back(record.position.value);
            }
            growing.show_all();
            while ((*reader)->next(record, Position{5})) positions.push_back(record.position.value);
            ASSERT_EQ(positions, positions_from_to(1, 5)) << shown << " bytes shown, all from look " << look << " on";
            ASSERT_TRUE(damage.empty()) << shown << " bytes shown, all from look " << look << " on";
        }
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
