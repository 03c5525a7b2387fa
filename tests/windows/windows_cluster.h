// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An orchestrator of Linux with agents of both systems; those of Windows run under Wine. Lives on the test's thread.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {

// Wine's name of a file here.
std::string windows_path(const std::string& path);
// APOLLO_WINDOWS_BIN: the folder of Windows' programs.
std::string windows_program(const std::string& name);
// A program of Windows run to its end.
Answer run_windows_program(const std::string& name, const Words& arguments, int timeout_ms = 60000);
// A program of Wine itself, run to its end.
Answer run_system_program(const std::string& name, const Words& arguments, int timeout_ms = 60000);

// Lets the system choose where nothing is said.
class WindowsCluster : public ::testing::Test {
protected:
    void TearDown() override;

    // ---- one node of Windows ----
    void add_windows_agent(const std::string& node, Words options = {});
    void start_windows_agent(const std::string& node);
    void kill_windows_agent(const std::string& node);
    std::optional<int> interrupt_windows_agent(const std::string& node);  // Ctrl+C
    std::string windows_agent_log(const std::string& node) { return read_text(cluster.path(node + ".log")); }

    // A step of what test_command.exe does.
    Json windows_step(const std::string& name, Words words, const Words& depends_on = {});
    // The intent "mark" of this node, of either system: adds a line to `marks_of(node, step)` and takes `ms`.
    void give_mark_intent(const std::string& node, bool is_windows, int ms);
    std::string marks_of(const std::string& node, const std::string& step) { return cluster.path("marks-" + node + "-" + step); }

    LiveCluster cluster;

private:
    std::map<std::string, std::unique_ptr<Program>> m_agents;
};

}  // namespace apollo::live
