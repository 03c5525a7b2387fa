// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/windows/windows_cluster.h"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace apollo::live {

namespace {

std::string needed_variable(const char* name) {
    const char* value = std::getenv(name);
    EXPECT_NE(value, nullptr) << name << " is not set; installer/windows/check runs these tests";
    return value == nullptr ? std::string() : value;
}

// Wine takes long to start a program.
constexpr int connect_limit_ms = 60000;

}  // namespace

std::string windows_path(const std::string& path) {
    std::string text = "Z:" + path;
    std::replace(text.begin(), text.end(), '/', '\\');
    return text;
}

std::string windows_program(const std::string& name) { return needed_variable("APOLLO_WINDOWS_BIN") + "/" + name + ".exe"; }

Answer run_windows_program(const std::string& name, const Words& arguments, int timeout_ms) { return run_system_program(windows_program(name), arguments, timeout_ms); }

Answer run_system_program(const std::string& name, const Words& arguments, int timeout_ms) {
    Words words{name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_program(needed_variable("APOLLO_WITH_WINE"), words, timeout_ms);
}

void WindowsCluster::TearDown() {
    if (HasFailure()) {
        for (const auto& [node, program] : m_agents) std::cerr << "---- " << node << ".log\n" << windows_agent_log(node);
    }
    for (const auto& [node, program] : m_agents) program->kill();
}

void WindowsCluster::add_windows_agent(const std::string& node, Words options) {
    const Answer token = cluster.cli({"node", "token", "--ttl", "600"});
    ASSERT_EQ(token.code, 0) << token;
    Words arguments{windows_program("apollo-agent"), "--data", windows_path(cluster.agent_data(node)), "--node-id", node, "--token",
                    token.json["token"].get<std::string>(), "--server", cluster.address()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    m_agents[node] = std::make_unique<Program>(needed_variable("APOLLO_WITH_WINE"), arguments, cluster.path(node + ".log"));
    ASSERT_TRUE(cluster.wait_for_node(node, "connected", connect_limit_ms)) << windows_agent_log(node);
}

void WindowsCluster::start_windows_agent(const std::string& node) {
    m_agents[node] = std::make_unique<Program>(needed_variable("APOLLO_WITH_WINE"),
                                               Words{windows_program("apollo-agent"), "--data", windows_path(cluster.agent_data(node))}, cluster.path(node + ".log"));
}

void WindowsCluster::kill_windows_agent(const std::string& node) { m_agents.at(node)->kill(); }

std::optional<int> WindowsCluster::interrupt_windows_agent(const std::string& node) {
    ::kill(m_agents.at(node)->pid(), SIGINT);
    return m_agents.at(node)->wait_for_exit(connect_limit_ms);
}

Json WindowsCluster::windows_step(const std::string& name, Words words, const Words& depends_on) {
    words.insert(words.begin(), windows_path(windows_program("test_command")));
    Json step{{"name", name}, {"intent", "run_command"}, {"idempotency", "idempotent_write"}, {"params", {{"argv", words}}}};
    if (!depends_on.empty()) step["depends_on"] = depends_on;
    return step;
}

void WindowsCluster::give_mark_intent(const std::string& node, bool is_windows, int ms) {
    const std::string prefix = cluster.path("marks-" + node + "-");
    Json apply{"sh", "-c", "echo $APOLLO_ATTEMPT >> " + prefix + "$APOLLO_STEP; sleep " + std::to_string(ms / 1000.0)};
    if (is_windows) apply = {windows_path(windows_program("test_command")), "mark", windows_path(prefix), std::to_string(ms)};
    std::filesystem::create_directories(cluster.agent_data(node) + "/intents");
    const Json intent{{"name", "mark"}, {"idempotency", "idempotent_write"}, {"apply", {{"argv", apply}}}};
    write_text(cluster.agent_data(node) + "/intents/mark.yaml", intent.dump() + "\n");
}

}  // namespace apollo::live
