// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A new agent is rolled out over nodes, each kept running by a loop in the place of a service manager. A package is a script here.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

namespace fs = std::filesystem;

class NodeUpgrade : public ::testing::Test {
protected:
    void SetUp() override {
        for (const std::string& node : nodes) add_host(node);
        for (const std::string& node : nodes) ASSERT_TRUE(cluster.wait_for_node(node, "connected"));
    }

    std::string package(const std::string& name, const std::string& script) {
        write_text(cluster.path(name), "#!/bin/sh\n# " + name + "\n" + script + "\n");
        fs::permissions(cluster.path(name), fs::perms::owner_all);
        return cluster.path(name);
    }
    static std::string working() { return "exec " + program_folder() + "/apollo-agent \"$@\""; }
    std::string installed(const std::string& node) const { return read_text(cluster.path("host-" + node) + "/agent"); }

    void add_host(const std::string& node) {
        const std::string host = cluster.path("host-" + node);
        fs::create_directories(host);
        fs::copy_file(package("v1", working()), host + "/agent", fs::copy_options::overwrite_existing);
        write_text(host + "/upgrade", "#!/bin/sh\nset -e\ncase $1 in\nsave) cp " + host + "/agent $2 ;;\ninstall)\n  echo once >> " + host + "/installations\n  cp $2 " + host + "/agent.new; chmod 700 " + host +
                                          "/agent.new; mv " + host + "/agent.new " + host + "/agent\n  pid=$(sed 's/.*\"process\":\\([0-9]*\\).*/\\1/' " + cluster.agent_data(node) +
                                          "/health.json)\n  kill $pid 2>/dev/null || true ;;\nesac\n");
        fs::permissions(host + "/upgrade", fs::perms::owner_all);
        write_text(host + "/agent.yaml", "upgrade_program: " + host + "/upgrade\n");
        const std::string token = cluster.cli({"node", "token"}).json["token"];
        const std::string start = host + "/agent --data " + cluster.agent_data(node) + " --server " + cluster.address() + " --node-id " + node + " --token " + token +
                                  " --config " + host + "/agent.yaml --heartbeat 1s";
        loops.push_back(std::make_unique<Program>("/bin/sh", Words{"-c", "while :; do " + start + "; sleep 0.1; done"}, cluster.path(node + ".log")));
    }

    Answer roll_out(const std::string& file, Words more = {}) {
        Words words{"node", "upgrade", "--to", file, "--any-file", "--health-timeout", "8", "--settle", "1", "--wait", "--timeout", "120"};
        words.insert(words.end(), more.begin(), more.end());
        return cluster.cli(words, 150000);
    }
    std::string upgrade_folder(const std::string& node) { return cluster.agent_data(node) + "/upgrade"; }
    std::string phase_of(const std::string& node) {
        const Json journal = Json::parse(read_text(upgrade_folder(node) + "/journal.json"), nullptr, false);
        return journal.is_object() ? journal["phase"].get<std::string>() : std::string();
    }
    void kill_updater_in_phase(const std::string& node, const std::string& phase) {
        ASSERT_TRUE(wait_until([&] { return phase_of(node) == phase; }, 60000)) << node << ": " << phase_of(node);
        for (const int process : processes_with(upgrade_folder(node) + "/apollo-updater --resume")) ::kill(process, SIGKILL);
    }
    Json upgrade_of(const std::string& node) {
        const Json list = cluster.cli({"node", "list"}).json["nodes"];
        for (const Json& one : list) {
            if (one["node"] == node) return one["upgrade"];
        }
        return nullptr;
    }

    LiveCluster cluster;
    const Words nodes{"n1", "n2", "n3", "n4"};
    std::vector<std::unique_ptr<Program>> loops;  // ended before the cluster is
};

TEST_F(NodeUpgrade, GoesOverAllNodesAndWaitsForWhatRunsThere) {
    ASSERT_EQ(cluster.submit(task_of("work", {"n1"}, {shell_step("s", "sleep 2; echo done >> " + cluster.path("effects"))})).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("work", "s", "n1", "RUNNING"));
    const Answer done = roll_out(package("v2", working()), {"--batch", "50%", "--task-id", "up"});
    ASSERT_EQ(done.code, 0) << done << cluster.status("up").dump(1);
    EXPECT_EQ(done.json["nodes"].size(), 4u);
    for (const std::string& node : nodes) {
        EXPECT_NE(installed(node).find("# v2"), std::string::npos) << node;
        EXPECT_EQ(upgrade_of(node)["state"], "SUCCEEDED") << node;
    }
    EXPECT_EQ(count_lines(cluster.path("effects")), 1u);
    EXPECT_EQ(cluster.run_of("work", "s", "n1")["attempt"], 1);
    // The order of things: work, canary, then two at a time.
    std::size_t running = 0, most = 0;
    bool work_done = false;
    for (const Json& event : cluster.events("")) {
        work_done = work_done || (event["type"] == "SUCCEEDED" && event["task_id"] == "work");
        if (event["task_id"] != "up") continue;
        if (event["type"] == "STARTED") {
            EXPECT_TRUE(event["node"] != "n1" || work_done) << "n1's agent is not replaced while its step runs";
            most = std::max(most, ++running);
        }
        if (event["type"] == "SUCCEEDED") --running;
    }
    EXPECT_EQ(most, 2u);
}

TEST_F(NodeUpgrade, ABrokenVersionStopsAtTheCanaryAndTheOldOneIsBack) {
    const Answer failed = roll_out(package("broken", "exit 1"), {"--batch", "2", "--task-id", "up"});
    EXPECT_EQ(failed.code, 1) << failed;
    EXPECT_NE(installed("n1").find("# v1"), std::string::npos) << installed("n1");
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected"));
    EXPECT_EQ(upgrade_of("n1")["state"], "FAILED");
    EXPECT_NE(upgrade_of("n1")["message"].get<std::string>().find("is back"), std::string::npos) << upgrade_of("n1").dump(1);
    for (const char* node : {"n2", "n3", "n4"}) {
        EXPECT_EQ(cluster.run_of("up", "upgrade", node)["state"], "PENDING") << node;
        EXPECT_TRUE(upgrade_of(node).is_null()) << node << " waits for nothing";
        EXPECT_NE(installed(node).find("# v1"), std::string::npos) << node;
    }
    const std::string alerts = cluster.cli({"alert", "list"}).out;
    EXPECT_NE(alerts.find("the roll-out up/upgrade has stopped: it failed on n1: exit code 65: the new agent did not come back within 8 s"), std::string::npos) << alerts;
    EXPECT_NE(failed.json["nodes"][0]["message"].get<std::string>().find("did not come back within 8 s"), std::string::npos) << failed;
    ASSERT_EQ(cluster.submit(task_of("after", {"n1"}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("after", "SUCCEEDED"));
}

TEST_F(NodeUpgrade, SaysInOneLineEachWhyItFailedAndWhoIsLeftOut) {
    ASSERT_EQ(cluster.cli({"node", "drain", "--node", "n4"}).code, 0);
    Words words{"node", "upgrade", "--to", package("broken", "exit 1"), "--any-file", "--health-timeout", "2", "--settle", "1", "--wait", "--timeout", "120", "--task-id", "up"};
    const Answer failed = cluster.cli_plain(words, 150000);
    EXPECT_EQ(failed.code, 1) << failed;
    EXPECT_NE(failed.out.find("up FAILED: 0 of 3 nodes upgraded\nn1 FAILED: exit code 65: the new agent did not come back within 2 s; the old agent ("), std::string::npos) << failed;
    EXPECT_NE(failed.out.find("is back\n2 nodes were not touched\nn4 is left out: it is drained"), std::string::npos) << failed;
    const Answer drained = roll_out(package("v2", working()), {"--node", "n4"});
    EXPECT_EQ(drained.code, 1) << drained;
    EXPECT_NE(drained.err.find("n4 is left out: it is drained"), std::string::npos) << drained;
}

TEST(NodeUpgradeOfOneAway, LeavesOutWhatIsNotThereBeforeItCountsAsLost) {
    LiveCluster cluster({"--heartbeat-interval", "10"});
    cluster.add_workers({"n1"});
    write_text(cluster.path("any"), "any\n");
    cluster.kill_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "unreachable"));
    const Answer away = cluster.cli({"node", "upgrade", "--to", cluster.path("any"), "--any-file"});
    EXPECT_EQ(away.code, 1) << away;
    EXPECT_NE(away.err.find("n1 is left out: it is not connected"), std::string::npos) << away;
    EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
}

// The journal is there until the upgrade has ended; who works on it is its lock's content.
TEST_F(NodeUpgrade, AnUpdaterThatIsKilledIsFollowedByAnotherOneAndTheAttemptStillTellsTheEnd) {
    Words words{"node", "upgrade", "--to", package("v2", working()), "--any-file", "--node", "n1", "--health-timeout", "30", "--settle", "3", "--task-id", "up"};
    ASSERT_EQ(cluster.cli(words).code, 0);
    kill_updater_in_phase("n1", "watching");
    ASSERT_TRUE(cluster.wait_for_state("up", "SUCCEEDED", 90000)) << cluster.status("up").dump(1) << read_text(upgrade_folder("n1") + "/upgrade.log");
    EXPECT_EQ(cluster.run_of("up", "upgrade", "n1")["attempt"], 1);
    EXPECT_NE(installed("n1").find("# v2"), std::string::npos);
    EXPECT_FALSE(fs::exists(upgrade_folder("n1") + "/journal.json"));
}

TEST_F(NodeUpgrade, AnInstallationThatIsKilledIsTakenBack) {
    // It goes on without its updater, and nothing is put back beside it.
    write_text(cluster.path("host-n1/upgrade"), "#!/bin/sh\nset -e\nhost=" + cluster.path("host-n1") + "\ncase $1 in\nsave) cp $host/agent $2 ;;\ninstall)\n  if grep -q '# v2' $2; then echo half > $host/half; while [ -e $host/half ]; do sleep 0.05; done; exit 1; fi\n"
                                                "  [ ! -e $host/half ] || echo both > $host/both\n  cp $2 $host/agent.new; chmod 700 $host/agent.new; mv $host/agent.new $host/agent\n  kill $(sed 's/.*\"process\":\\([0-9]*\\).*/\\1/' " +
                                                    cluster.agent_data("n1") + "/health.json) ;;\nesac\n");
    Words words{"node", "upgrade", "--to", package("v2", working()), "--any-file", "--node", "n1", "--health-timeout", "30", "--settle", "1", "--task-id", "up"};
    ASSERT_EQ(cluster.cli(words).code, 0);
    ASSERT_TRUE(wait_until([&] { return fs::exists(cluster.path("host-n1/half")); }, 60000));
    kill_updater_in_phase("n1", "installing");
    ASSERT_TRUE(wait_until([&] { return !processes_with(upgrade_folder("n1") + "/apollo-updater --resume").empty(); }, 30000));
    EXPECT_FALSE(processes_with(upgrade_folder("n1") + "/upgrade-package install").empty());
    fs::remove(cluster.path("host-n1/half"));
    ASSERT_TRUE(cluster.wait_for_state("up", "FAILED", 90000)) << cluster.status("up").dump(1);
    EXPECT_NE(upgrade_of("n1")["message"].get<std::string>().find("went down while the package was installed; the old agent"), std::string::npos) << upgrade_of("n1").dump(1);
    EXPECT_NE(installed("n1").find("# v1"), std::string::npos);
    EXPECT_FALSE(fs::exists(cluster.path("host-n1/both")));
}

TEST_F(NodeUpgrade, WhatIsCalledOffIsNotPutBack) {
    Words words{"node", "upgrade", "--to", package("broken", "exit 1"), "--any-file", "--node", "n1", "--health-timeout", "60", "--settle", "1", "--task-id", "up"};
    ASSERT_EQ(cluster.cli(words).code, 0);
    ASSERT_TRUE(wait_until([&] { return phase_of("n1") == "watching"; }, 60000));
    Program off(upgrade_folder("n1") + "/apollo-updater", Words{"--call-off", "--data", cluster.agent_data("n1")}, cluster.path("off.log"));
    EXPECT_EQ(off.wait_for_exit(20000), 0) << off.log();
    EXPECT_FALSE(fs::exists(upgrade_folder("n1") + "/journal.json"));
    EXPECT_TRUE(processes_with(upgrade_folder("n1") + "/apollo-updater --resume").empty());
    EXPECT_NE(installed("n1").find("# broken"), std::string::npos);
    EXPECT_EQ(count_lines(cluster.path("host-n1/installations")), 1u) << "nothing was put back";
    // The agent is mended by hand, and tells what became of it: it is not begun anew.
    write_text(cluster.path("host-n1/agent"), "#!/bin/sh\n" + working() + "\n");
    ASSERT_TRUE(cluster.wait_for_state("up", "FAILED", 60000)) << cluster.status("up").dump(1);
    EXPECT_NE(upgrade_of("n1")["message"].get<std::string>().find("was called off"), std::string::npos) << upgrade_of("n1").dump(1);
    EXPECT_EQ(cluster.run_of("up", "upgrade", "n1")["attempt"], 1);
    EXPECT_EQ(count_lines(cluster.path("host-n1/installations")), 1u);
}

TEST_F(NodeUpgrade, WhatWaitsToInstallIsCalledOffWithTheUpdater) {
    const std::string host = cluster.path("host-n1");
    write_text(host + "/upgrade", "#!/bin/sh\ncase $1 in\nsave) cp " + host + "/agent $2 ;;\ninstall) while [ ! -e " + host + "/free ]; do echo waits >> " + host + "/waits; sleep 0.1; done; echo once >> " + host +
                                      "/installations ;;\nesac\n");
    Words words{"node", "upgrade", "--to", package("v2", working()), "--any-file", "--node", "n1", "--task-id", "up"};
    ASSERT_EQ(cluster.cli(words).code, 0);
    ASSERT_TRUE(wait_until([&] { return fs::exists(host + "/waits"); }, 60000));
    Program off(upgrade_folder("n1") + "/apollo-updater", Words{"--call-off", "--data", cluster.agent_data("n1")}, cluster.path("off.log"));
    EXPECT_EQ(off.wait_for_exit(20000), 0) << off.log();
    EXPECT_TRUE(wait_until([&] { return processes_with(upgrade_folder("n1") + "/upgrade-package install").empty(); }, 10000));
    write_text(host + "/free", "free");
    ASSERT_TRUE(cluster.wait_for_state("up", "FAILED", 60000)) << cluster.status("up").dump(1);
    EXPECT_FALSE(fs::exists(host + "/installations"));
}

TEST_F(NodeUpgrade, AGuardThatIsKilledStopsNothingAndTheNextAttemptTellsTheEnd) {
    Words words{"node", "upgrade", "--to", package("v2", working()), "--any-file", "--node", "n1", "--health-timeout", "30", "--settle", "3", "--task-id", "up"};
    ASSERT_EQ(cluster.cli(words).code, 0);
    ASSERT_TRUE(wait_until([&] { return phase_of("n1") == "watching"; }, 60000));
    const auto guards = processes_with("apollo-shim --folder " + cluster.agent_data("n1"));
    ASSERT_EQ(guards.size(), 1u);
    ::kill(guards[0], SIGKILL);
    ASSERT_TRUE(cluster.wait_for_state("up", "SUCCEEDED", 90000)) << cluster.status("up").dump(1);
    EXPECT_EQ(cluster.run_of("up", "upgrade", "n1")["attempt"], 2);
    EXPECT_NE(installed("n1").find("# v2"), std::string::npos);
    EXPECT_EQ(count_lines(cluster.path("host-n1/installations")), 1u) << "it was installed once";
}

TEST_F(NodeUpgrade, WhatCannotBeRolledOutIsSaidBeforehand) {
    const std::string file = package("v2", working());
    EXPECT_EQ(roll_out(cluster.path("nowhere")).code, 2);
    EXPECT_EQ(roll_out(file, {"--batch", "0"}).code, 2);
    EXPECT_EQ(roll_out(file, {"--batch", "120%"}).code, 2);
    EXPECT_NE(roll_out(file, {"--node", "n9"}).err.find("no node n9"), std::string::npos);
    EXPECT_NE(roll_out(file, {"--group", "none"}).err.find("no node fits"), std::string::npos);
    const Answer unknown = cluster.cli({"node", "upgrade", "--to", file});
    EXPECT_EQ(unknown.code, 2) << unknown;
    EXPECT_NE(unknown.err.find("--any-file"), std::string::npos) << unknown;
    write_text(cluster.path("key"), "no key");
    EXPECT_NE(roll_out(file, {"--release-key", cluster.path("key")}).err.find("is not signed"), std::string::npos);
    write_text(cluster.path("cut.deb"), "!<arch>\ndebian-binary   0  ");
    EXPECT_NE(cluster.cli({"node", "upgrade", "--to", cluster.path("cut.deb")}).err.find("damaged Debian package"), std::string::npos);
    EXPECT_TRUE(cluster.cli({"task", "list"}).json["tasks"].empty()) << "no node has seen any of it";
}

}  // namespace
}  // namespace apollo::live
