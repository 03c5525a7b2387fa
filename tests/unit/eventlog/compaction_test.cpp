// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Closed segments are compressed and read as before.
#include "common/eventlog/compaction.h"

#include "common/eventlog/packed_segment.h"
#include "common/eventlog/segment_files.h"
#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {
namespace {

class Compaction : public ::testing::Test {
protected:
    // Eight segments or so; every body is its own number over and over.
    void write(std::uint32_t from, std::uint32_t to) {
        Opened opened = open_log(disk, 64 << 10);
        for (std::uint32_t k = from; k <= to; ++k) {
            std::string text;
            while (text.size() < 700) text += std::to_string(k) + " ";
            opened.writer->append(as_bytes(body_of(k, text)), k);
        }
        ASSERT_TRUE(opened.writer->commit().ok());
        ASSERT_TRUE(opened.writer->close().ok());
    }
    std::vector<std::string> read_all(Position after = Position{0}) {
        std::vector<std::string> bodies;
        auto reader = LogReader::open(disk, log_folder, after);
        EXPECT_TRUE(reader.ok());
        (*reader)->on_damage = [&](const Damage& found) { damage.push_back(found); };
        Record record;
        while ((*reader)->next(record)) bodies.emplace_back(record.body.begin(), record.body.end());
        return bodies;
    }
    std::size_t count(const std::string& suffix) {
        const auto names = disk.list(log_folder);
        return static_cast<std::size_t>(std::count_if(names->begin(), names->end(), [&](const std::string& name) { return name.ends_with(suffix); }));
    }

    FaultDisk disk;
    std::vector<Damage> damage;
};

TEST_F(Compaction, WhatIsCompressedReadsAsBeforeFromTheBeginningAndFromTheMiddle) {
    write(1, 600);
    const auto before = read_all(), middle = read_all(Position{333});
    const std::size_t segments = count(".log");
    ASSERT_GT(segments, 4u);
    const auto report = compact(disk, log_folder, 2);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->compressed, segments - 2);
    EXPECT_LT(report->bytes_after * 2, report->bytes_before);
    EXPECT_EQ(count(".log"), 2u);
    EXPECT_EQ(count(".log.zst"), segments - 2);
    EXPECT_EQ(read_all(), before);
    EXPECT_EQ(read_all(Position{333}), middle);
    EXPECT_TRUE(damage.empty());
    const auto verified = verify(disk, log_folder, owner_of_body);
    ASSERT_TRUE(verified.ok());
    EXPECT_TRUE(verified->damage.empty());
    EXPECT_EQ(verified->events, 600u);
    EXPECT_EQ(verified->segments, segments);
    EXPECT_EQ(compact(disk, log_folder, 2)->compressed, 0u) << "a second time there is nothing to do";
}

TEST_F(Compaction, TheWriterGoesOnBehindCompressedSegments) {
    write(1, 600);
    ASSERT_TRUE(compact(disk, log_folder, 0).ok());
    EXPECT_EQ(count(".log"), 1u) << "the newest one is written to and stays";
    write(601, 700);
    EXPECT_EQ(read_all().size(), 700u);
    EXPECT_TRUE(damage.empty());
}

TEST_F(Compaction, AReaderThatIsInASegmentWhileItIsCompressedReadsOn) {
    write(1, 600);
    const auto before = read_all();
    auto reader = LogReader::open(disk, log_folder);
    Record record;
    std::vector<std::string> bodies;
    while (bodies.size() < 20 && (*reader)->next(record)) bodies.emplace_back(record.body.begin(), record.body.end());
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    while ((*reader)->next(record)) bodies.emplace_back(record.body.begin(), record.body.end());
    EXPECT_EQ(bodies, before);
}

TEST_F(Compaction, WhereBothFormsAreThereThePlainOneCountsAndTheWorkIsFinishedNextTime) {
    write(1, 600);
    const std::string name = segment_name(Position{1});
    ASSERT_TRUE(pack(disk, log_folder + "/" + name, packed_path(log_folder, name)).ok());
    ASSERT_TRUE(pack(disk, log_folder + "/" + name, packed_path(log_folder, name) + ".part").ok());
    EXPECT_EQ(read_all().size(), 600u);
    EXPECT_TRUE(damage.empty());
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    EXPECT_FALSE(disk.exists(log_folder + "/" + name));
    EXPECT_EQ(read_all().size(), 600u);
}

TEST_F(Compaction, AFlippedByteInACompressedSegmentIsDamageWithItsPositionsAndTheRestIsRead) {
    write(1, 600);
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    const auto segments = list_segments(disk, log_folder);
    const std::string path = packed_path(log_folder, (*segments)[1].name);
    auto file = disk.open(path, OpenMode::ReadWrite);
    std::string byte = *(*file)->read_at(200, 1);
    byte[0] = static_cast<char>(byte[0] ^ 0x40);
    ASSERT_TRUE((*file)->write_at(200, as_bytes(byte)).ok());
    const auto verified = verify(disk, log_folder, owner_of_body);
    ASSERT_TRUE(verified.ok()) << verified.error().message;
    ASSERT_EQ(verified->damage.size(), 1u);
    EXPECT_EQ(verified->damage[0].first_missing, (*segments)[1].first);
    EXPECT_EQ(verified->damage[0].last_missing.value, (*segments)[2].first.value - 1);
    EXPECT_EQ(verified->events, 600 - (verified->damage[0].last_missing.value - verified->damage[0].first_missing.value + 1));
}

TEST_F(Compaction, OneThatCannotBeMadeOutAtAllIsDamageAndTheRestIsRead) {
    write(1, 600);
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    const auto segments = list_segments(disk, log_folder);
    auto file = disk.open(packed_path(log_folder, (*segments)[1].name), OpenMode::ReadWrite);
    ASSERT_TRUE((*file)->write_at(0, as_bytes(std::string(8, '\0'))).ok());
    ASSERT_TRUE((*file)->truncate(*(*file)->size() - 9).ok());
    const auto verified = verify(disk, log_folder, owner_of_body);
    ASSERT_TRUE(verified.ok()) << verified.error().message;
    ASSERT_FALSE(verified->damage.empty());
    const std::uint64_t lost = (*segments)[2].first.value - (*segments)[1].first.value;
    EXPECT_EQ(verified->events, 600 - lost);
    EXPECT_EQ(read_all().size(), 600 - lost);
    EXPECT_TRUE(open_log(disk, 64 << 10).writer != nullptr) << "and a writer goes on";
}

TEST_F(Compaction, ALostTableIsFoundAgainFromTheFrames) {
    write(1, 600);
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    const std::string path = packed_path(log_folder, segment_name(Position{1}));
    auto file = disk.open(path, OpenMode::ReadWrite);
    const std::uint64_t size = *(*file)->size();
    ASSERT_TRUE((*file)->write_at(size - 2, as_bytes(std::string("xx"))).ok());
    EXPECT_EQ(read_all().size(), 600u);
    EXPECT_TRUE(damage.empty());
}

}  // namespace
}  // namespace apollo::eventlog
