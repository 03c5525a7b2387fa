// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Windows' launcher with real guards and real commands.
#pragma once

#include <gtest/gtest.h>
#include <windows.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <map>

#include "agent/runner/process_launcher.h"
#include "agent/shim/attempt_files.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::agent {
using How = ExitRecord::How;

class WindowsLauncherTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_root.isValid());
        restart_agent();
    }

    // A new launcher that knows nothing, like that of a restarted agent.
    void restart_agent() {
        m_launcher = std::make_unique<ProcessLauncher>(beside("apollo-shim"));
        m_launcher->on_started = [this](const std::string& folder, WallTime) { ++m_started[folder]; };
        m_launcher->on_ended = [this](const std::string& folder, const ExitRecord& record) {
            ++m_ends[folder];
            m_records[folder] = record;
        };
    }
    static std::string beside(const std::string& name) { return program_file(QCoreApplication::applicationDirPath().toStdString(), name); }

    LaunchSpec spec(const std::string& name, std::vector<std::string> words) {
        LaunchSpec made;
        made.folder = m_root.path().toStdString() + "/" + name;
        EXPECT_TRUE(SystemDisk().make_folder(made.folder + "/work").ok());
        words.insert(words.begin(), beside("test_command"));
        made.argv = std::move(words);
        made.working_folder = made.folder + "/work";
        made.grace_ms = 1500;  // a busy machine needs some of it to end what wants to end
        made.output_limit_bytes = 1 << 20;
        return made;
    }
    static bool wait_until(const std::function<bool()>& condition) {
        const QDeadlineTimer deadline(30000);
        while (!condition()) {
            if (deadline.hasExpired()) return false;
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            ::Sleep(5);
        }
        return true;
    }
    bool wait_for_start(const LaunchSpec& made) {
        return wait_until([&] { return m_started[made.folder] > 0; });
    }
    bool wait_for_end(const LaunchSpec& made) {
        return wait_until([&] { return m_ends[made.folder] > 0; });
    }
    static std::string read(const std::string& path) {
        auto text = SystemDisk().read_file(path);
        return text ? *text : std::string();
    }
    // What it printed, when it has ended.
    std::string output_of(const LaunchSpec& made) {
        EXPECT_TRUE(m_launcher->launch(made).ok());
        EXPECT_TRUE(wait_for_end(made));
        return SystemDisk().exists(made.folder + "/output") ? read(made.folder + "/output") : std::string();
    }
    static bool lives(std::int64_t pid) { return start_ticks(pid) != 0; }

    QTemporaryDir m_root;
    std::unique_ptr<ProcessLauncher> m_launcher;
    std::map<std::string, int> m_started;
    std::map<std::string, int> m_ends;
    std::map<std::string, ExitRecord> m_records;
    std::optional<ExitRecord> m_found;
};

}  // namespace apollo::agent
