// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the program that saves and installs packages says with its exit code.
#include <gtest/gtest.h>

#include <filesystem>

#include "agent/updater/system_tools.h"
#include "common/base/bytes.h"
#include "tests/support/temp_folder.h"

namespace apollo::updater {
namespace {

namespace fs = std::filesystem;

class UpgradeProgram : public ::testing::Test {
protected:
    std::string program_that(const std::string& script) {
        const std::string file = m_place.path() + "/program";
        EXPECT_TRUE(SystemDisk().write_file_atomically(file, as_bytes("#!/bin/sh\n" + script)).ok());
        fs::permissions(file, fs::perms::owner_all);
        fs::create_directories(m_place.path() + "/upgrade");
        return file;
    }

    test_support::TempFolder m_place;
};

TEST_F(UpgradeProgram, SaysWhetherAnythingWasChangedBeforeItFailed) {
    for (const auto& [script, kind] : {std::pair("echo busy; exit 75", ErrorKind::Refused), std::pair("echo broken; exit 1", ErrorKind::Io)}) {
        SystemTools tools(m_place.path(), program_that(script));
        const Status installed = tools.install("new.deb");
        ASSERT_FALSE(installed.ok());
        EXPECT_EQ(installed.error().kind, kind) << installed.error().message;
    }
}

TEST_F(UpgradeProgram, MustHaveWrittenThePackageItSaved) {
    const std::string file = m_place.path() + "/previous";
    EXPECT_FALSE(SystemTools(m_place.path(), program_that("exit 0")).save(file).ok());
    EXPECT_TRUE(SystemTools(m_place.path(), program_that("echo old > \"$2\"")).save(file).ok());
    EXPECT_EQ(*SystemDisk().read_file(file), "old\n");
}

}  // namespace
}  // namespace apollo::updater
