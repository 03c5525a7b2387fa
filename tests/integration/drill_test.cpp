// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The drill converges with its own orchestrator and on a running one, leaves nothing of itself there, and says so when
// reconciliation is broken.
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

Answer drill(const Words& options) {
    Words arguments{"drill", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_program(program_folder() + "/apollo-cli", arguments, 150000);
}

void expect_kept(const Json& report, const Words& checks) {
    Words names;
    for (const Json& one : report["checks"]) {
        names.push_back(one["check"]);
        EXPECT_EQ(one["ok"], true) << one.dump();
    }
    EXPECT_EQ(names, checks);
}

const Words all_checks{"effects", "duplicates", "agreement", "leftovers"};
const char* break_reconciliation = "APOLLO_TEST_BREAK_RECONCILIATION";

TEST(Drill, WithItsOwnOrchestratorAllConvergesWithinAMinute) {
    // A place of its own, so that what other drills run at the same time is not taken for what this one left.
    const QTemporaryDir place;
    ASSERT_EQ(::setenv("TMPDIR", place.path().toStdString().c_str(), 1), 0);
    const Answer answer = drill({});
    ::unsetenv("TMPDIR");
    ASSERT_EQ(answer.code, 0) << answer;
    const Json& report = answer.json;
    EXPECT_EQ(report["converged"], true);
    EXPECT_EQ(report["place"], "own");
    expect_kept(report, all_checks);
    for (const char* time : {"detection_ms", "takeover_ms", "adoption_ms", "repair_ms", "convergence_ms"}) {
        EXPECT_TRUE(report[time].is_number()) << time << "\n" << report.dump(1);
    }
    EXPECT_LT(report["duration_ms"].get<int>(), 60000);
    EXPECT_EQ(report["folder"], nullptr) << "it is removed";
    EXPECT_GT(report["steps"].size(), 15u);
    EXPECT_TRUE(wait_until([&] { return processes_with(place.path().toStdString()).empty(); }, 10000)) << "nothing of it goes on";
}

TEST(Drill, ABrokenReconciliationIsFound) {
    ASSERT_EQ(::setenv(break_reconciliation, "1", 1), 0);
    const Answer answer = drill({"--timeout", "20"});
    ::unsetenv(break_reconciliation);
    EXPECT_EQ(answer.code, 1) << answer;
    ASSERT_TRUE(answer.json.is_object()) << answer;
    EXPECT_EQ(answer.json["converged"], false);
    EXPECT_TRUE(answer.json["trouble"].is_string()) << answer;
    const std::string folder = answer.json["folder"];
    EXPECT_TRUE(std::filesystem::exists(folder + "/center.log")) << "what happened can be looked at";
    std::filesystem::remove_all(folder);
}

TEST(Drill, OnARunningOrchestratorItTouchesNothingOfOthersAndRevokesItsAgents) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("work", {"n1"}, {shell_step("s", "sleep 8")})).code, 0);
    const Answer answer = drill({"--data", cluster.data(), "--timeout", "100"});  // says what it waits for before it is stopped
    ASSERT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.json["place"], "running");
    expect_kept(answer.json, all_checks);
    EXPECT_TRUE(cluster.wait_for_state("work", "SUCCEEDED"));
    const Json run = cluster.run_of("work", "s", "n1");
    EXPECT_EQ(run["attempt"], 1);
    const Json nodes = cluster.cli({"node", "list"}).json["nodes"];
    ASSERT_EQ(nodes.size(), 4u);
    for (const Json& node : nodes) EXPECT_EQ(node["state"], node["node"] == "n1" ? "connected" : "revoked") << node.dump();
    EXPECT_EQ(cluster.cli({"alert", "list"}).json["alerts"].size(), 0u) << cluster.cli({"alert", "list"});
}

TEST(Drill, OfNamedNodesItDoesOnlyWhatIsHarmlessAndSaysSo) {
    LiveCluster cluster;
    cluster.add_workers({"n1", "n2"});
    const Answer answer = drill({"--data", cluster.data(), "--node", "n1", "--node", "n2"});
    ASSERT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.json["place"], "named");
    expect_kept(answer.json, {"effects", "duplicates", "agreement"});
    EXPECT_EQ(answer.json["detection_ms"], nullptr);
    EXPECT_NE(answer.json["note"].get<std::string>().find("neither killed nor cut off"), std::string::npos);
    cluster.kill_agent("n2");
    const Answer dead = drill({"--data", cluster.data(), "--node", "n2"});
    EXPECT_EQ(dead.code, 1) << dead;
    EXPECT_NE(dead.json["trouble"].get<std::string>().find("n2"), std::string::npos) << dead;
}

std::vector<std::string> drill_nodes_not_revoked(LiveCluster& cluster) {
    std::vector<std::string> names;
    const Json nodes = cluster.cli({"node", "list"}).json;
    for (const Json& node : nodes["nodes"]) {
        const std::string name = node["node"];
        if (name.starts_with("drill-") && node["state"] != "revoked") names.push_back(name);
    }
    return names;
}

TEST(Drill, NamesItsNodesOnceAndOnlyThoseThatAreThere) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    const Answer twice = drill({"--data", cluster.data(), "--node", "n1", "--node", "n1"});
    EXPECT_EQ(twice.code, 2) << twice;
    EXPECT_NE(twice.err.find("node n1 is named twice"), std::string::npos) << twice;
    const Answer unknown = drill({"--data", cluster.data(), "--node", "n7"});
    EXPECT_EQ(unknown.code, 1) << unknown;
    EXPECT_NE(unknown.err.find("there is no node n7"), std::string::npos) << unknown;
}

TEST(Drill, ThatIsInterruptedRevokesItsNodesAndOneThatIsKilledIsClearedUpByTheNext) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    const auto begin = [&](const char* log) {
        auto program = std::make_unique<Program>(program_folder() + "/apollo-cli", Words{"drill", "--data", cluster.data()}, cluster.path(log));
        EXPECT_TRUE(wait_until([&] { return drill_nodes_not_revoked(cluster).size() == 3; }, 30000)) << program->log();
        return program;
    };
    auto interrupted = begin("interrupted.log");
    for (const int pid : processes_with(cluster.address())) {
        const std::string line = read_text("/proc/" + std::to_string(pid) + "/cmdline");
        const bool shows_token = line.find("drill-") != std::string::npos && line.find(std::string("--token\0", 8)) != std::string::npos;
        EXPECT_FALSE(shows_token) << "a secret stands in the list of processes";
    }
    EXPECT_EQ(interrupted->stop(), 1) << interrupted->log();
    EXPECT_TRUE(drill_nodes_not_revoked(cluster).empty()) << interrupted->log();
    auto killed = begin("killed.log");
    killed->kill();
    EXPECT_EQ(drill_nodes_not_revoked(cluster).size(), 3u);
    // The next drill's limit is the time after which a silent one counts as dead.
    ASSERT_TRUE(wait_until([&] {
        drill({"--data", cluster.data(), "--node", "n1", "--timeout", "2"});
        return drill_nodes_not_revoked(cluster).empty();
    }, 90000));
    const Json tasks = cluster.cli({"task", "list"}).json;
    for (const Json& task : tasks["tasks"]) EXPECT_FALSE(task["ended_at"].is_null()) << task;
}

TEST(Drill, WithoutAnOrchestratorWhereOneIsNamedTheExitCodeIsThree) {
    QTemporaryDir folder;
    EXPECT_EQ(drill({"--data", folder.path().toStdString()}).code, 3);
}

}  // namespace
}  // namespace apollo::live
