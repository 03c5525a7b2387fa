// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/progress_probe.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "common/base/host.h"
#include "tests/support/shell.h"

namespace apollo::agent {
namespace {

class ProgressProbeTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(folder() + "/work");
        std::filesystem::create_directories(m_root.path().toStdString() + "/step/checkpoint");
    }
    std::string folder() const { return m_root.path().toStdString() + "/step/1"; }
    void write(const std::string& name, const std::string& text) const { std::ofstream(m_root.path().toStdString() + "/step/" + name) << text; }
    Progress look(const std::optional<LaunchSpec>& command = std::nullopt) {
        std::optional<Progress> found;
        m_probe.look(folder(), command, [&](const Progress& progress) { found = progress; });
        const QDeadlineTimer deadline(20000);
        while (!found && !deadline.hasExpired()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
        EXPECT_TRUE(found.has_value());
        return found.value_or(Progress{});
    }
    LaunchSpec shell(const std::string& for_sh, const std::string& for_cmd) const {
        LaunchSpec spec;
        spec.argv = test_support::shell(for_sh, for_cmd);
        spec.environment = {{"WORD", "seven"}};
        spec.working_folder = folder() + "/work";
        return spec;
    }

    QTemporaryDir m_root;
    ProgressProbe m_probe;
};

TEST_F(ProgressProbeTest, TheMarkStaysWhileNothingHappensAndChangesWithOutputAndCheckpoints) {
    const std::string first = look().mark;
    EXPECT_EQ(look().mark, first);
    write("1/output", "more");
    const std::string second = look().mark;
    EXPECT_NE(second, first);
    write("checkpoint/part-1", "x");
    const std::string third = look().mark;
    EXPECT_NE(third, second);
    write("checkpoint/part-1", "xy");
    EXPECT_NE(look().mark, third);
}

TEST_F(ProgressProbeTest, WhatTheProgressCommandPrintsIsPartOfTheMark) {
    const LaunchSpec asked = shell("echo $WORD; pwd", "echo %WORD%& cd");
    const Progress first = look(asked);
    EXPECT_FALSE(first.stuck);
    EXPECT_NE(first.mark.find("seven"), std::string::npos) << first.mark;
    EXPECT_NE(with_slashes(first.mark).find(folder() + "/work"), std::string::npos) << first.mark;
    EXPECT_EQ(look(asked).mark, first.mark);
    EXPECT_NE(look(shell("echo other", "echo other")).mark, first.mark);
}

TEST_F(ProgressProbeTest, ACommandThatFailsOrCannotBeStartedSaysThatItIsStuck) {
    EXPECT_TRUE(look(shell("exit 3", "exit 3")).stuck);
    LaunchSpec missing = shell("", "");
    missing.argv = {"/does/not/exist"};
    EXPECT_TRUE(look(missing).stuck);
}

}  // namespace
}  // namespace apollo::agent
