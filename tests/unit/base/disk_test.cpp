// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The machine's own disk, clock and lock, alike on every system.
#include "common/base/disk.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/base/clock.h"
#include "common/base/folder_lock.h"
#include "common/base/host.h"
#include "common/base/time.h"
#include "tests/support/temp_folder.h"

namespace apollo {
namespace {

class SystemDiskTest : public ::testing::Test {
protected:
    std::string path(const std::string& name) const { return m_folder.path() + "/" + name; }
    const test_support::TempFolder m_folder;
    SystemDisk disk;
};

TEST_F(SystemDiskTest, KeepsBytesAtTheirPlaceAndTellsTheEnd) {
    auto file = disk.open(path("file"), OpenMode::Create);
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_TRUE((*file)->write_at(3, as_bytes(std::string("def"))).ok());
    ASSERT_TRUE((*file)->write_at(0, as_bytes(std::string("abc"))).ok());
    ASSERT_TRUE((*file)->sync().ok());
    EXPECT_EQ(*(*file)->read_at(1, 100), "bcdef");
    EXPECT_EQ(*(*file)->read_at(6, 10), "");
    ASSERT_TRUE((*file)->truncate(4).ok());
    EXPECT_EQ(*(*file)->size(), 4u);
    EXPECT_EQ(*disk.read_file(path("file")), "abcd");
}

TEST_F(SystemDiskTest, NamesMayBeOfAnyScript) {
    const std::string folder = path("M\xC3\xA4rz \xE6\x97\xA5\xE6\x9C\xAC/inner");
    ASSERT_TRUE(disk.make_folder(folder).ok());
    ASSERT_TRUE(disk.write_file_atomically(folder + "/\xC3\xA9t\xC3\xA9", as_bytes(std::string("x"))).ok());
    EXPECT_EQ(*disk.list(folder), std::vector<std::string>{"\xC3\xA9t\xC3\xA9"});
    EXPECT_EQ(*disk.read_file(folder + "/\xC3\xA9t\xC3\xA9"), "x");
}

TEST_F(SystemDiskTest, PathsMayBeLong) {
    std::string folder = path("long");
    for (int level = 0; level < 8; ++level) folder += "/" + std::string(60, static_cast<char>('a' + level));
    ASSERT_GT(folder.size(), 480u);
    ASSERT_TRUE(disk.make_folder(folder).ok());
    ASSERT_TRUE(disk.write_file_atomically(folder + "/file", as_bytes(std::string("deep"))).ok());
    EXPECT_EQ(*disk.read_file(folder + "/file"), "deep");
    EXPECT_TRUE(disk.exists(folder + "/file"));
}

TEST_F(SystemDiskTest, ReplacesAFileThatSomebodyReads) {
    ASSERT_TRUE(disk.write_file_atomically(path("file"), as_bytes(std::string("old"))).ok());
    const auto reader = disk.open(path("other"), OpenMode::Create);
    ASSERT_TRUE(reader.ok());
    ASSERT_TRUE(disk.write_file_atomically(path("file"), as_bytes(std::string("new"))).ok());
    EXPECT_EQ(*disk.read_file(path("file")), "new");
    ASSERT_TRUE(disk.remove(path("file")).ok());
    EXPECT_FALSE(disk.exists(path("file")));
}

TEST_F(SystemDiskTest, AFolderGoesWithAllInIt) {
    std::string folder = path("tree");
    for (int level = 0; level < 5; ++level) folder += "/" + std::string(60, 'd');
    ASSERT_TRUE(disk.make_folder(folder).ok());
    ASSERT_TRUE(disk.write_file_atomically(folder + "/file", as_bytes(std::string("x"))).ok());
    std::filesystem::permissions(system_path(folder + "/file"), std::filesystem::perms::owner_read);
    const auto removed = disk.remove(path("tree"));
    EXPECT_TRUE(removed.ok()) << removed.error().message;
    EXPECT_FALSE(disk.exists(path("tree")));
    EXPECT_TRUE(disk.remove(path("tree")).ok()) << "what is not there need not go";
}

TEST_F(SystemDiskTest, WhatIsMissingIsSaidToBe) {
    const auto file = disk.open(path("none"), OpenMode::Read);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().kind, ErrorKind::NotFound);
    EXPECT_NE(file.error().message.find(path("none")), std::string::npos);
}

TEST_F(SystemDiskTest, OneProcessHoldsAFolderAndOthersAreToldWhich) {
    EXPECT_FALSE(FolderLock::is_held(path("lock")));
    {
        const auto first = FolderLock::take(path("lock"));
        ASSERT_TRUE(first.ok()) << first.error().message;
        EXPECT_TRUE(FolderLock::is_held(path("lock")));
        const auto second = FolderLock::take(path("lock"));
        ASSERT_FALSE(second.ok());
        EXPECT_EQ(second.error().kind, ErrorKind::Refused);
        EXPECT_NE(second.error().message.find("in use by process "), std::string::npos) << second.error().message;
    }
    EXPECT_FALSE(FolderLock::is_held(path("lock")));
    EXPECT_TRUE(FolderLock::take(path("lock")).ok());
}

TEST(Host, SaysWhatTheSystemKnows) {
    EXPECT_FALSE(host_name().empty());
    EXPECT_EQ(environment_variable("APOLLO_NO_SUCH_VARIABLE"), "");
    EXPECT_FALSE(is_absolute_path(""));
    EXPECT_FALSE(is_absolute_path("a/b"));
    EXPECT_TRUE(is_absolute_path(test_support::TempFolder().path()));
    EXPECT_GT(SystemClock().now().monotonic.ms, 0);
}

TEST(Host, NamesThatDifferHaveFoldersThatDifferEverywhere) {
    SystemDisk disk;
    const test_support::TempFolder root;
    const std::vector<std::string> names{"deploy", "Deploy", "DEPLOY", "nul", "con.txt", "COM1", "ends.", "ends", "aux", std::string(128, 'A')};
    for (const std::string& name : names) {
        const std::string folder = root.path() + "/" + folder_name(name);
        EXPECT_FALSE(disk.exists(folder)) << name << " has another one's folder";
        ASSERT_TRUE(disk.make_folder(folder).ok()) << name;
        ASSERT_TRUE(disk.write_file_atomically(folder + "/name", as_bytes(name)).ok()) << name;
        EXPECT_TRUE(is_plain_folder(folder));
        EXPECT_FALSE(is_plain_folder(folder + "/name"));
        EXPECT_EQ(name_of_folder(folder_name(name)), name);
    }
    for (const std::string& name : names) EXPECT_EQ(*disk.read_file(root.path() + "/" + folder_name(name) + "/name"), name);
}

TEST(Time, IsWrittenAsOneReadsIt) {
    EXPECT_EQ(to_rfc3339({0}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_rfc3339({951827696789}), "2000-02-29T12:34:56.789Z");
    EXPECT_EQ(to_rfc3339({-1}), "1969-12-31T23:59:59.999Z");
}

}  // namespace
}  // namespace apollo
