// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>
#include <windows.h>
#include <aclapi.h>
#include <sddl.h>
#include <shellapi.h>

#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/base/windows_takeover.h"
#include "common/base/windows_text.h"
#include "tests/support/temp_folder.h"

namespace apollo {
namespace {

std::vector<std::string> words_of(const std::wstring& line) {
    int count = 0;
    LPWSTR* wide = ::CommandLineToArgvW(line.c_str(), &count);
    std::vector<std::string> words;
    for (int i = 0; i < count; ++i) words.push_back(windows::to_utf8(wide[i]));
    ::LocalFree(wide);
    return words;
}

TEST(WindowsText, EveryWordOfACommandLineComesBackAsItWas) {
    const std::vector<std::string> words{"program", "", "plain", "with space", "\"", "a\"b", "ends\\", "ends with space\\", "\\\"", "\\\\\" x",
                                         "tab\there", "%PATH%", "^&|<>", "\xC3\xA4\xE6\x97\xA5", "a\\b c\\\\"};
    EXPECT_EQ(words_of(windows::command_line(words)), words);
}

TEST(WindowsText, PathsAreAbsoluteByDriveOrShareOnly) {
    EXPECT_TRUE(is_absolute_path("C:/x"));
    EXPECT_TRUE(is_absolute_path("c:\\x"));
    EXPECT_TRUE(is_absolute_path("\\\\server\\share"));
    EXPECT_FALSE(is_absolute_path("/x"));
    EXPECT_FALSE(is_absolute_path("C:x"));
    EXPECT_EQ(with_slashes("C:\\a\\b"), "C:/a/b");
    EXPECT_EQ(windows::wide_path("C:/" + std::string(300, 'a')).substr(0, 7), L"\\\\?\\C:\\");
}

std::string access_of(const std::string& path) {
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    EXPECT_EQ(::GetNamedSecurityInfoW(windows::wide_path(path).c_str(), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr, nullptr, nullptr, nullptr, &descriptor),
              DWORD{ERROR_SUCCESS});
    LPWSTR text = nullptr;
    ::ConvertSecurityDescriptorToStringSecurityDescriptorW(descriptor, SDDL_REVISION_1, DACL_SECURITY_INFORMATION, &text, nullptr);
    const std::string access = windows::to_utf8(text);
    ::LocalFree(text);
    ::LocalFree(descriptor);
    return access;
}

TEST(WindowsAccess, WhatIsMadeIsForItsUserTheSystemAndAdministratorsOnly) {
    const test_support::TempFolder folder;
    SystemDisk disk;
    ASSERT_TRUE(disk.make_folder(folder.path() + "/own").ok());
    ASSERT_TRUE(disk.write_file_atomically(folder.path() + "/own/key", as_bytes(std::string("secret"))).ok());
    const std::string access = access_of(folder.path() + "/own/key");
    EXPECT_NE(access.find(";;;SY)"), std::string::npos) << access;
    // Everyone, users, authenticated users.
    for (const char* other : {";;;WD)", ";;;BU)", ";;;AU)"}) EXPECT_EQ(access.find(other), std::string::npos) << access;
}

// A folder with which everybody may do everything.
void make_for_everybody(const std::string& folder) {
    const std::wstring path = windows::wide_path(folder);
    PSECURITY_DESCRIPTOR access = nullptr;
    ASSERT_NE(::ConvertStringSecurityDescriptorToSecurityDescriptorW(L"D:P(A;OICI;FA;;;WD)", SDDL_REVISION_1, &access, nullptr), 0);
    ASSERT_NE(::CreateDirectoryW(path.c_str(), nullptr), 0);
    ASSERT_NE(::SetFileSecurityW(path.c_str(), DACL_SECURITY_INFORMATION, access), 0);
    ::LocalFree(access);
}

TEST(WindowsAccess, AServiceRunsNothingThatOthersCouldExchange) {
    const test_support::TempFolder folder;
    const std::string open = folder.path() + "/open", inner = open + "/inner", closed = folder.path() + "/closed";
    make_for_everybody(open);
    ASSERT_TRUE(SystemDisk().make_folder(inner).ok());
    ASSERT_TRUE(SystemDisk().make_folder(closed).ok());
    EXPECT_TRUE(windows::check_program_folder(closed).ok());
    for (const std::string& unsafe : {open, inner}) {
        const auto checked = windows::check_program_folder(unsafe);
        ASSERT_FALSE(checked.ok()) << unsafe;
        EXPECT_NE(checked.error().message.find("may be changed by"), std::string::npos) << checked.error().message;
    }
    EXPECT_FALSE(windows::take_over(inner, "runs").ok()) << "another folder could be put in its place";
}

TEST(WindowsAccess, AFolderThatWasThereIsShutWithAllThatIsInIt) {
    const test_support::TempFolder folder;
    const std::string there = folder.path() + "/there";
    // As any program makes them: the folder around says who may open them.
    for (const std::string& made : {there, there + "/inner"}) ASSERT_NE(::CreateDirectoryW(windows::wide_path(made).c_str(), nullptr), 0);
    const HANDLE file = ::CreateFileW(windows::wide_path(there + "/inner/agent.yaml").c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    ASSERT_NE(file, INVALID_HANDLE_VALUE);
    ::CloseHandle(file);
    ASSERT_FALSE(is_private(there));
    const auto taken = windows::take_over(there, "runs");
    ASSERT_TRUE(taken.ok()) << taken.error().message;
    for (const std::string& shut : {there, there + "/inner", there + "/inner/agent.yaml"}) EXPECT_TRUE(is_private(shut)) << access_of(shut);
    // From now on what lies in the folder that is named belongs to whom its makers say.
    ASSERT_TRUE(SystemDisk().make_folder(there + "/runs").ok());
    for (const std::string& open : {there + "/runs/open", there + "/inner/open"}) make_for_everybody(open);
    ASSERT_TRUE(windows::take_over(there, "runs").ok());
    EXPECT_FALSE(is_private(there + "/runs/open"));
    EXPECT_TRUE(is_private(there + "/inner/open")) << access_of(there + "/inner/open");
}

}  // namespace
}  // namespace apollo
