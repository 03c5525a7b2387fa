// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/run_cleaner.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "common/base/clock.h"

namespace apollo::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t week_ms = 7LL * 24 * 3600 * 1000;

class RunCleanerTest : public ::testing::Test {
protected:
    void make(const std::string& path, std::int64_t age_ms) {
        const fs::path folder = root() / path;
        fs::create_directories(folder);
        std::ofstream(folder / "exit") << "x";
        const auto when = fs::file_time_type::clock::now() - std::chrono::milliseconds(age_ms);
        fs::last_write_time(folder / "exit", when);
        fs::last_write_time(folder, when);
    }
    fs::path root() const { return m_root.path().toStdString(); }
    bool has(const std::string& path) const { return fs::exists(root() / path); }
    std::size_t clean(const KeepsAttempt& keeps = [](const auto&, const auto&, auto) { return false; }, std::size_t limit = 200) {
        return clean_runs({root().string(), week_ms, limit}, SystemClock().now().wall, keeps);
    }
    QTemporaryDir m_root;
};

TEST_F(RunCleanerTest, OldAttemptsGoWithTheirStepAndTaskAndNewOnesStay) {
    make("old/s/1", 2 * week_ms);
    fs::create_directories(root() / "old/s/checkpoint");
    make("mixed/s/1", 2 * week_ms);
    make("mixed/s/2", 1000);
    fs::create_directories(root() / "mixed/s/checkpoint");
    EXPECT_EQ(clean(), 2u);
    EXPECT_FALSE(has("old"));
    EXPECT_FALSE(has("mixed/s/1"));
    EXPECT_TRUE(has("mixed/s/2"));
    EXPECT_TRUE(has("mixed/s/checkpoint")) << "its newest attempt may still need it";
}

TEST_F(RunCleanerTest, WhatIsAliveOrNotAcknowledgedStaysHoweverOldItIs) {
    make("t/s/1", 2 * week_ms);
    make("t/s/2", 2 * week_ms);
    EXPECT_EQ(clean([](const TaskId& task, const StepName& step, Attempt attempt) { return task.text == "t" && step.text == "s" && attempt.value == 2; }), 1u);
    EXPECT_TRUE(has("t/s/2"));
}

TEST_F(RunCleanerTest, OnePassRemovesNoMoreThanItsLimit) {
    for (int k = 0; k < 5; ++k) make("t/s" + std::to_string(k) + "/1", 2 * week_ms);
    EXPECT_EQ(clean([](const auto&, const auto&, auto) { return false; }, 3), 3u);
    EXPECT_EQ(clean(), 2u);
    EXPECT_FALSE(has("t"));
}

TEST_F(RunCleanerTest, LinksAndForeignNamesAreLeftAlone) {
    make("elsewhere/s/1", 1000);
    fs::create_directories(root() / "t/s");
    fs::create_directory_symlink(root() / "elsewhere", root() / "link");
    make("t/s/notes", 2 * week_ms);
    EXPECT_EQ(clean(), 0u);
    EXPECT_TRUE(has("link/s/1"));
    EXPECT_TRUE(has("t/s/notes"));
}

}  // namespace
}  // namespace apollo::agent
