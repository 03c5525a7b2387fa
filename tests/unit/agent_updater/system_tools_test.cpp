// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/system_tools.h"

#include <gtest/gtest.h>

#include "common/base/bytes.h"
#include "common/base/folder_lock.h"
#include "tests/support/temp_folder.h"

namespace apollo::updater {
namespace {

TEST(SystemToolsTest, WhatAnAgentWroteCountsAsLongAsOneIsThere) {
    const test_support::TempFolder place;
    SystemDisk disk;
    const SystemTools tools(place.path(), "");
    EXPECT_FALSE(tools.health());
    ASSERT_TRUE(disk.write_file_atomically(place.path() + "/health.json", as_bytes(std::string(R"({"process": 42, "version": "1.0", "connected": true})"))).ok());
    EXPECT_FALSE(tools.health()) << "the file outlived it, as after a power cut";
    const auto lock = FolderLock::take(place.path() + "/lock");
    ASSERT_TRUE(lock.ok());
    const auto health = tools.health();
    ASSERT_TRUE(health);
    EXPECT_EQ(health->process, 42);
    EXPECT_EQ(health->version, "1.0");
    EXPECT_TRUE(health->is_connected);
}

}  // namespace
}  // namespace apollo::updater
