// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/log_file.h"

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace apollo::agent {
namespace {

class LogFileTest : public ::testing::Test {
protected:
    LogFile open(const LogLimits& limits) {
        auto log = LogFile::open(disk, path(), limits);
        EXPECT_TRUE(log.ok()) << log.error().message;
        return std::move(log).value();
    }
    std::string path() const { return folder.path() + "/agent.log"; }
    std::string older(int number) const { return path() + "." + std::to_string(number); }
    std::string read(const std::string& file) { return disk.exists(file) ? *disk.read_file(file) : std::string("(none)"); }

    const test_support::TempFolder folder;
    SystemDisk disk;
};

TEST_F(LogFileTest, AFullFileMakesRoomWhileItIsWrittenTo) {
    LogFile log = open({10, 2});
    for (const char* line : {"one 456\n", "two\n", "three\n", "four\n", "five\n", "six is longer than a file may be\n", "seven\n"}) log.append(line);
    EXPECT_EQ(read(path()), "seven\n");
    EXPECT_EQ(read(older(1)), "six is longer than a file may be\n");
    EXPECT_EQ(read(older(2)), "four\nfive\n");
    EXPECT_FALSE(disk.exists(older(3)));
}

TEST_F(LogFileTest, NoLineIsLostOrTwiceAcrossFilesAndStarts) {
    std::string all;
    for (int start = 0; start < 3; ++start) {
        LogFile log = open({64, 99});
        for (int k = 0; k < 20; ++k) {
            const std::string line = std::to_string(start) + "/" + std::to_string(k) + "\n";
            all += line;
            log.append(line);
        }
    }
    std::string found = read(path());
    for (int number = 1; disk.exists(older(number)); ++number) found = read(older(number)) + found;
    EXPECT_EQ(found, all);
}

TEST_F(LogFileTest, WithoutOlderOnesItBeginsAnewAndLimitsMayChange) {
    LogFile log = open({10, 0});
    log.append("12345678\n");
    log.append("next\n");
    EXPECT_EQ(read(path()), "next\n");
    log.set_limits({100, 0});
    log.append("12345678\n");
    EXPECT_EQ(read(path()), "next\n12345678\n");
    EXPECT_FALSE(disk.exists(older(1)));
}

}  // namespace
}  // namespace apollo::agent
