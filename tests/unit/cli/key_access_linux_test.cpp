// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/cli/folder_checks.h"
#include "common/base/disk.h"
#include "tests/support/temp_folder.h"

namespace apollo::cli {
namespace {

namespace fs = std::filesystem;

TEST(KeyAccess, KeysThatOthersCanReadAreFound) {
    const test_support::TempFolder folder;
    const std::string data = folder.path();
    SystemDisk disk;
    EXPECT_TRUE(check_permissions(data).ok) << "there are none";
    ASSERT_TRUE(disk.make_folder(data + "/pki").ok());
    ASSERT_TRUE(disk.write_file_atomically(data + "/pki/ca.key", as_bytes(std::string("key"))).ok());
    EXPECT_TRUE(check_permissions(data).ok) << check_permissions(data).message;
    fs::permissions(data + "/pki/ca.key", fs::perms::group_read, fs::perm_options::add);
    EXPECT_NE(check_permissions(data).message.find("ca.key"), std::string::npos);
    fs::permissions(data + "/pki/ca.key", fs::perms::group_read, fs::perm_options::remove);
    fs::permissions(data + "/pki", fs::perms::others_exec, fs::perm_options::add);
    EXPECT_FALSE(check_permissions(data).ok);
}

}  // namespace
}  // namespace apollo::cli
