// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator's disk is gone; its backup takes over, and what agents know better is reconciled.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Restore : public ::testing::Test {
protected:
    // LiveCluster starts the orchestrator at once; the backup's folder is beside the data.
    Restore() : backup(folder.path().toStdString() + "/backup"), cluster({"--backup", backup, "--segment-size", "4096", "--plain-segments", "2"}) {}
    void SetUp() override { cluster.add_workers({"n1"}); }
    void run(const std::string& id) {
        ASSERT_EQ(cluster.submit(task_of(id, {"n1"}, {shell_step("s", "echo $APOLLO_TASK_ID/$APOLLO_ATTEMPT >> " + effects())})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED")) << cluster.status(id).dump(1);
    }
    std::string effects() { return cluster.path("effects"); }
    bool backup_holds(const std::string& task, const std::string& state = "SUCCEEDED") {
        return cluster_cli({"replay", "state", "--task-id", task, "--data", backup, "--json"}).out.find("\"state\":\"" + state + "\"") != std::string::npos;
    }
    static Answer cluster_cli(Words words) { return run_program(program_folder() + "/apollo-cli", words); }

    QTemporaryDir folder;
    std::string backup;
    LiveCluster cluster;
};

TEST_F(Restore, ABackupTakesOverAndNothingRunsTwice) {
    for (int k = 0; k < 12; ++k) run("t" + std::to_string(k));
    ASSERT_TRUE(wait_until([&] { return backup_holds("t11"); }, 30000)) << cluster.orchestrator_log();
    // The backup is behind by what happens now; the agent knows it.
    ASSERT_EQ(cluster.submit(task_of("long", {"n1"}, {shell_step("s", "echo long/$APOLLO_ATTEMPT >> " + effects() + "; while [ ! -e " + cluster.path("go") + " ]; do sleep 0.1; done")}, 120)).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("long", "s", "n1", "RUNNING"));
    ASSERT_TRUE(wait_until([&] { return backup_holds("long", "RUNNING"); }, 30000));
    cluster.kill_orchestrator();
    std::filesystem::remove_all(cluster.data());
    const Answer restored = cluster_cli({"log", "restore", "--from", backup, "--data", cluster.data(), "--json"});
    ASSERT_EQ(restored.code, 0) << restored;
    EXPECT_TRUE(restored.json["ok"].get<bool>());
    EXPECT_NE(cluster_cli({"log", "restore", "--from", backup, "--data", cluster.data()}).code, 0) << "a log that is there is not overwritten";
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected")) << cluster.agent_log("n1");
    EXPECT_FALSE(std::filesystem::exists(cluster.data() + "/restored"));
    write_text(cluster.path("go"), "");
    ASSERT_TRUE(cluster.wait_for_state("long", "SUCCEEDED")) << cluster.status("long").dump(1);
    run("after");
    EXPECT_EQ(count_lines(effects()), 14u) << read_text(effects());
    EXPECT_EQ(cluster.state_of("t0"), "SUCCEEDED");
}

TEST_F(Restore, WhatTheBackupMissedIsKnownAgainFromTheAgent) {
    run("early");
    ASSERT_TRUE(wait_until([&] { return backup_holds("early"); }, 30000));
    const std::string kept = backup + "-kept";
    std::filesystem::copy(backup, kept, std::filesystem::copy_options::recursive);
    const Answer again = [&] { run("late"); return cluster.cli({"task", "status", "--task-id", "late"}); }();
    ASSERT_EQ(again.code, 0);
    cluster.kill_orchestrator();
    std::filesystem::remove_all(cluster.data());
    ASSERT_EQ(cluster_cli({"log", "restore", "--from", kept, "--data", cluster.data()}).code, 0);
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    // The same definition again: the agent has done it and says so; no second effect.
    ASSERT_EQ(cluster.submit(task_of("late", {"n1"}, {shell_step("s", "echo $APOLLO_TASK_ID/$APOLLO_ATTEMPT >> " + effects())})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("late", "SUCCEEDED")) << cluster.status("late").dump(1);
    EXPECT_EQ(read_text(effects()), "early/1\nlate/1\n");
}

}  // namespace
}  // namespace apollo::live
