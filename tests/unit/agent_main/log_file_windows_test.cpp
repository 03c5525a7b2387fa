// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>
#include <windows.h>

#include "agent/main/log_file.h"
#include "common/base/windows_text.h"
#include "tests/support/temp_folder.h"

namespace apollo::agent {
namespace {

TEST(LogFileOfWindows, AReaderThatLetsNobodyMoveTheFileDoesNotStopIt) {
    const test_support::TempFolder folder;
    SystemDisk disk;
    const std::string path = folder.path() + "/agent.log";
    auto log = LogFile::open(disk, path, {16, 2});
    ASSERT_TRUE(log.ok());
    log->append("first line\n");
    const HANDLE reader = ::CreateFileW(windows::wide_path(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr);
    ASSERT_NE(reader, INVALID_HANDLE_VALUE);
    log->append("second line\n");
    EXPECT_EQ(*disk.read_file(path), "first line\nsecond line\n");
    ::CloseHandle(reader);
    log->append("third line\n");
    EXPECT_EQ(*disk.read_file(path), "third line\n");
    EXPECT_EQ(*disk.read_file(path + ".1"), "first line\nsecond line\n");
}

}  // namespace
}  // namespace apollo::agent
