// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/log_copy.h"

#include "common/base/file_copy.h"
#include "common/eventlog/compaction.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {
namespace {

class Copy : public ::testing::Test {
protected:
    void append(LogWriter& writer, std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t k = from; k <= to; ++k) writer.append(as_bytes(body_of(k, std::string(500, 'x'))), k);
        ASSERT_TRUE(writer.commit().ok());
    }
    std::vector<std::string> read(const std::string& place) {
        std::vector<std::string> bodies;
        auto reader = LogReader::open(disk, place);
        Record record;
        while ((*reader)->next(record)) bodies.emplace_back(record.body.begin(), record.body.end());
        return bodies;
    }
    void copy_now() {
        ASSERT_TRUE(copy.look().ok());
        ASSERT_TRUE(copy.copy().ok());
    }

    FaultDisk disk;
    LogCopy copy{disk, log_folder, "/copy"};
};

TEST_F(Copy, FollowsAWriterAlsoThroughClosedAndCompressedSegments) {
    Opened opened = open_log(disk, 32 << 10);
    append(*opened.writer, 1, 30);
    copy_now();
    EXPECT_EQ(read("/copy").size(), 30u);
    append(*opened.writer, 31, 300);
    copy_now();
    EXPECT_EQ(read("/copy"), read(log_folder));
    ASSERT_TRUE(compact(disk, log_folder, 1).ok());
    append(*opened.writer, 301, 310);
    copy_now();
    EXPECT_EQ(read("/copy"), read(log_folder));
    EXPECT_EQ(*disk.list("/copy"), *disk.list(log_folder)) << "what is compressed is not kept twice";
    const auto verified = verify(disk, "/copy", owner_of_body);
    EXPECT_TRUE(verified.ok() && verified->damage.empty());
}

TEST_F(Copy, WhatAnEarlierLifeCopiedIsCopiedAnewSinceItsEndMayDiffer) {
    Opened opened = open_log(disk);
    append(*opened.writer, 1, 10);
    copy_now();
    auto file = disk.open("/copy/" + segment_name(Position{1}), OpenMode::ReadWrite);
    const std::uint64_t size = *(*file)->size();
    ASSERT_TRUE((*file)->write_at(size - 100, as_bytes(std::string(50, '!'))).ok());
    append(*opened.writer, 11, 12);
    LogCopy later(disk, log_folder, "/copy");
    ASSERT_TRUE(later.look().ok());
    ASSERT_TRUE(later.copy().ok());
    EXPECT_EQ(read("/copy"), read(log_folder));
}

TEST_F(Copy, IsNotOverwrittenByALogThatWasHurtSince) {
    Opened opened = open_log(disk);
    append(*opened.writer, 1, 20);
    copy_now();
    const std::string name = segment_name(Position{1}), whole = disk.bytes_of("/copy/" + name);
    disk.bytes_of(log_folder + "/" + name)[whole.size() - 300] ^= 1;
    LogCopy later(disk, log_folder, "/copy");
    ASSERT_TRUE(later.look().ok());
    ASSERT_TRUE(later.copy().ok());
    EXPECT_EQ(disk.bytes_of("/copy/" + name + ".kept1"), whole);
    disk.bytes_of(log_folder + "/" + name).resize(whole.size() / 2);
    LogCopy last(disk, log_folder, "/copy");
    ASSERT_TRUE(last.look().ok());
    ASSERT_TRUE(last.copy().ok());
    EXPECT_EQ(disk.bytes_of("/copy/" + name + ".kept1"), whole) << "also not by one that lost its end";
    EXPECT_TRUE(disk.exists("/copy/" + name + ".kept2"));
}

TEST_F(Copy, ClosedSegmentsOfAGoodCopyAreNotTouchedByALaterLife) {
    Opened opened = open_log(disk, 32 << 10);
    append(*opened.writer, 1, 200);
    copy_now();
    const auto before = read("/copy");
    auto file = disk.open(log_folder + "/" + segment_name(Position{1}), OpenMode::ReadWrite);
    ASSERT_TRUE((*file)->write_at(500, as_bytes(std::string("hurt"))).ok());
    LogCopy later(disk, log_folder, "/copy");
    ASSERT_TRUE(later.look().ok());
    ASSERT_TRUE(later.copy().ok());
    EXPECT_EQ(read("/copy"), before);
}

TEST_F(Copy, WhatVanishedFromTheCopyIsCopiedAgain) {
    Opened opened = open_log(disk, 32 << 10);
    append(*opened.writer, 1, 200);
    copy_now();
    const auto names = disk.list("/copy");
    for (const std::string& name : *names) ASSERT_TRUE(disk.remove("/copy/" + name).ok());
    append(*opened.writer, 201, 210);
    copy_now();
    EXPECT_EQ(read("/copy"), read(log_folder));
}

TEST_F(Copy, ACopyThatHoldsMoreIsNotTheCopyOfThisLog) {
    Opened opened = open_log(disk, 32 << 10);
    append(*opened.writer, 1, 200);
    copy_now();
    EXPECT_TRUE(LogCopy(disk, log_folder, "/copy").check_copy().ok());
    EXPECT_FALSE(LogCopy(disk, "/empty", "/copy").check_copy().ok());
}

TEST(FileCopy, FilesThatNeverChangeAreCopiedOnceWithTheirFolders) {
    const test_support::TempFolder temporary;
    const std::string root = temporary.path();
    SystemDisk disk;
    ASSERT_TRUE(disk.make_folder(root + "/from/ab").ok());
    ASSERT_TRUE(disk.write_file_atomically(root + "/from/ab/one", as_bytes(std::string("1"))).ok());
    ASSERT_TRUE(disk.write_file_atomically(root + "/from/half.part", as_bytes(std::string("x"))).ok());
    ASSERT_TRUE(copy_new_files(disk, root + "/from", root + "/to", 1).ok());
    EXPECT_EQ(*disk.read_file(root + "/to/ab/one"), "1");
    EXPECT_FALSE(disk.exists(root + "/to/half.part"));
    ASSERT_TRUE(disk.write_file_atomically(root + "/to/ab/one", as_bytes(std::string("kept"))).ok());
    ASSERT_TRUE(copy_new_files(disk, root + "/from", root + "/to", 1).ok());
    EXPECT_EQ(*disk.read_file(root + "/to/ab/one"), "kept");
}

}  // namespace
}  // namespace apollo::eventlog
