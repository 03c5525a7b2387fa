// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the program that saves and installs packages says with its exit code.
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "agent/updater/system_tools.h"
#include "agent/updater/worker.h"
#include "common/base/bytes.h"
#include "common/base/folder_lock.h"
#include "tests/support/temp_folder.h"

namespace apollo::updater {
namespace {

namespace fs = std::filesystem;

bool comes_true(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::yield();
    }
    return true;
}

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

TEST_F(UpgradeProgram, IsToldByTheLastLineItPrinted) {
    SystemTools tools(m_place.path(), program_that("echo first; echo last; exit 1"));
    EXPECT_NE(tools.install("new.deb").error().message.find("last (exit code 1)"), std::string::npos) << tools.install("new.deb").error().message;
    EXPECT_NE(SystemTools(m_place.path(), program_that("exit 1")).install("new.deb").error().message.find("did not say why"), std::string::npos) << "what was printed before is another's";
}

TEST_F(UpgradeProgram, ThatDoesNotEndIsEndedWithWhatItHasStarted) {
    const std::string held = m_place.path() + "/held";
    SystemTools tools(m_place.path(), program_that("(flock 9; echo > " + held + ".is; sleep 1000) 9> " + held + " & wait"), 1000);
    EXPECT_EQ(tools.install("new.deb").error().kind, ErrorKind::Timeout);
    EXPECT_TRUE(SystemDisk().exists(held + ".is"));
    EXPECT_TRUE(comes_true([&] { return !FolderLock::is_held(held); }));
}

TEST_F(UpgradeProgram, OfAnUpdaterThatWasKilledIsWaitedFor) {
    const std::string file = m_place.path() + "/order", gate = m_place.path() + "/gate";
    const std::string program = program_that("echo begin $2 >> " + file + "; while [ $2 = first ] && [ ! -e " + gate + " ]; do sleep 0.02; done; echo end $2 >> " + file);
    const pid_t updater = ::fork();
    if (updater == 0) {
        (void)SystemTools(m_place.path(), program).install("first");
        ::_exit(0);
    }
    ASSERT_TRUE(comes_true([&] { return SystemDisk().exists(m_place.path() + "/upgrade/tool.json") && SystemDisk().exists(file); }));
    ::kill(updater, SIGKILL);
    ::waitpid(updater, nullptr, 0);
    std::thread successor([&] { EXPECT_TRUE(SystemTools(m_place.path(), program).install("second").ok()); });
    EXPECT_TRUE(SystemDisk().write_file_atomically(gate, as_bytes(std::string_view("open"))).ok());
    successor.join();
    EXPECT_EQ(*SystemDisk().read_file(file), "begin first\nend first\nbegin second\nend second\n");
}

TEST_F(UpgradeProgram, PutsTheKeptAgentBackWhereTheJournalIsDamagedAndNoAgentIsWell) {
    const UpgradeFolder folder(m_place.path());
    SystemDisk disk;
    const std::string installed = m_place.path() + "/installed";
    fs::rename(program_that("echo \"$1 $2\" > " + installed), folder.file("upgrade-package"));
    ASSERT_TRUE(disk.write_file_atomically(folder.journal(), as_bytes(std::string_view("torn"))).ok());
    ASSERT_TRUE(disk.write_file_atomically(folder.previous(), as_bytes(std::string_view("old"))).ok());
    Journal times;
    times.health_timeout_ms = times.settle_ms = 1;
    const auto done = resume(disk, m_place.path(), times);
    ASSERT_FALSE(done.ok());
    EXPECT_NE(done.error().message.find("was put back"), std::string::npos) << done.error().message;
    EXPECT_EQ(*disk.read_file(installed), "install " + folder.previous() + "\n");
    EXPECT_FALSE(disk.exists(folder.journal()));
    EXPECT_TRUE(disk.exists(folder.journal() + ".damaged"));
}

TEST_F(UpgradeProgram, MustHaveWrittenThePackageItSaved) {
    const std::string file = m_place.path() + "/previous";
    EXPECT_FALSE(SystemTools(m_place.path(), program_that("exit 0")).save(file).ok());
    EXPECT_TRUE(SystemTools(m_place.path(), program_that("echo old > \"$2\"")).save(file).ok());
    EXPECT_EQ(*SystemDisk().read_file(file), "old\n");
}

}  // namespace
}  // namespace apollo::updater
