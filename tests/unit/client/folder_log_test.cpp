// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/client/folder_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace apollo::client {
namespace {

using ::testing::HasSubstr;

// A disk that lets nobody look into its folders.
class ClosedDisk final : public Disk {
public:
    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode) override { return Error{ErrorKind::Io, "cannot open " + path}; }
    bool exists(const std::string&) const override { return false; }
    Result<std::vector<std::string>> list(const std::string& folder) const override { return Error{ErrorKind::NotAllowed, "cannot list " + folder + ": Permission denied"}; }
    Status make_folder(const std::string&) override { return success(); }
    Status rename(const std::string&, const std::string&) override { return success(); }
    Status remove(const std::string&) override { return success(); }
    Status sync_folder(const std::string&) override { return success(); }
};

TEST(FindLog, SaysWhyThereIsNone) {
    const test_support::TempFolder folder;
    SystemDisk disk;
    const Status missing = find_log(disk, folder.path() + "/log");
    ASSERT_FALSE(missing.ok());
    EXPECT_EQ(missing.error().kind, ErrorKind::NotFound);
    EXPECT_THAT(missing.error().message, HasSubstr("there is no log in " + folder.path() + "/log; is that the right folder?"));
    const Status empty = find_log(disk, folder.path());
    ASSERT_FALSE(empty.ok());
    EXPECT_THAT(empty.error().message, HasSubstr("it holds no segment"));
}

TEST(FindLog, DoesNotTakeAClosedDoorForAnEmptyHouse) {
    ClosedDisk disk;
    const Status closed = find_log(disk, "/var/lib/apollo/log");
    ASSERT_FALSE(closed.ok());
    EXPECT_EQ(closed.error().kind, ErrorKind::NotAllowed);
    EXPECT_THAT(closed.error().message, HasSubstr("Permission denied; run this as the user whose data folder it is"));
}

}  // namespace
}  // namespace apollo::client
