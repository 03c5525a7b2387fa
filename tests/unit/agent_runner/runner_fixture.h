// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Real guards and real commands in a temporary folder.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "agent/runner/process_launcher.h"
#include "agent/shim/attempt_files.h"

namespace apollo::agent {

inline bool wait_until(const std::function<bool()>& condition, int limit_ms = 20000) {
    const QDeadlineTimer deadline(limit_ms);
    while (!condition()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        const QDeadlineTimer pause(2);
        while (!pause.hasExpired()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 1);
    }
    return true;
}

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class RunnerTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_root.isValid());
        restart_agent();
    }
    void TearDown() override {
        m_launcher.reset();
        for (const auto& [name, folder] : m_folders) {
            const auto start = shim::decode_start(shim::read_small_file(folder + "/started"));
            if (start && shim::names_living_process(*start)) ::kill(static_cast<pid_t>(start->pid), SIGTERM);
        }
    }

    // A new launcher that knows nothing, like that of a restarted agent.
    void restart_agent() {
        m_launcher = std::make_unique<ProcessLauncher>(SHIM_PATH);
        m_launcher->on_started = [this](const std::string& folder, WallTime) { ++m_started[folder]; };
        m_launcher->on_ended = [this](const std::string& folder, const ExitRecord& record) {
            ++m_ends[folder];
            m_records[folder] = record;
        };
    }

    std::string root() const { return m_root.path().toStdString(); }
    LaunchSpec spec(const std::string& name, std::vector<std::string> argv) {
        LaunchSpec made;
        made.folder = root() + "/" + name;
        std::filesystem::create_directories(made.folder + "/work");
        made.argv = std::move(argv);
        made.working_folder = made.folder + "/work";
        made.grace_ms = 1500;  // a busy machine needs some of it to end what wants to end
        made.output_limit_bytes = 1 << 20;
        m_folders[name] = made.folder;
        return made;
    }
    LaunchSpec shell(const std::string& name, const std::string& script) {
        return spec(name, {"/bin/sh", "-c", script});
    }
    // Launches and waits for the end.
    ExitRecord run(const LaunchSpec& made) {
        const Status launched = m_launcher->launch(made);
        EXPECT_TRUE(launched.ok()) << (launched.ok() ? "" : launched.error().message);
        EXPECT_TRUE(wait_for_end(made));
        return m_records[made.folder];
    }
    bool wait_for_end(const LaunchSpec& made) {
        return wait_until([&] { return m_ends[made.folder] > 0; });
    }
    static std::string output_of(const LaunchSpec& made) { return read_file(made.folder + "/output"); }

    // Processes whose environment names this attempt; zombies have none.
    static int living_processes_of(const std::string& folder) {
        int count = 0;
        const std::string entry = "APOLLO_RUN_FOLDER=" + folder + std::string(1, '\0');
        for (const auto& process : std::filesystem::directory_iterator("/proc")) {
            if (shim::read_small_file(process.path().string() + "/environ").find(entry) != std::string::npos) ++count;
        }
        return count;
    }

    QTemporaryDir m_root;
    std::map<std::string, std::string> m_folders;
    std::unique_ptr<ProcessLauncher> m_launcher;
    std::map<std::string, int> m_started;
    std::map<std::string, int> m_ends;
    std::map<std::string, ExitRecord> m_records;
};

}  // namespace apollo::agent
