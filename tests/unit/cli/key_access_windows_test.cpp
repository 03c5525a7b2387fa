// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>
#include <windows.h>
#include <aclapi.h>

#include <fstream>

#include "app/cli/folder_checks.h"
#include "common/base/disk.h"
#include "common/base/windows_text.h"
#include "tests/support/temp_folder.h"

namespace apollo::cli {
namespace {

// No list: everybody may do everything.
bool let_everybody_read(const std::string& file) {
    std::wstring path = windows::wide_path(file);
    return ::SetNamedSecurityInfoW(path.data(), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr, nullptr, nullptr, nullptr) == ERROR_SUCCESS;
}

TEST(KeyAccess, KeysThatOthersCanReadAreFound) {
    const test_support::TempFolder folder;
    const std::string data = folder.path();
    SystemDisk disk;
    EXPECT_TRUE(check_permissions(data).ok) << "there are none";
    ASSERT_TRUE(disk.make_folder(data + "/pki").ok());
    ASSERT_TRUE(disk.write_file_atomically(data + "/pki/ca.key", as_bytes(std::string("key"))).ok());
    EXPECT_TRUE(check_permissions(data).ok) << check_permissions(data).message;
    std::ofstream(data + "/pki/copied.key") << "key";
    ASSERT_TRUE(let_everybody_read(data + "/pki/copied.key"));
    EXPECT_NE(check_permissions(data).message.find("copied.key"), std::string::npos);
}

}  // namespace
}  // namespace apollo::cli
