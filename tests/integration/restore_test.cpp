// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator's disk is gone; its backup takes over, and what agents know better is reconciled.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/http_receiver.h"
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

TEST_F(Restore, ABackupIsNotOverwrittenByAnotherLogNorByAnOlderOneNorByTwo) {
    run("t");
    ASSERT_TRUE(wait_until([&] { return backup_holds("t"); }, 30000));
    const auto refused = [&](const std::string& data) {
        const Answer answer = run_program(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0", "--backup", backup}, 10000);
        EXPECT_EQ(answer.code, 1) << answer;
        return answer.err;
    };
    // Beside the one that keeps it.
    EXPECT_FALSE(refused(cluster.path("second")).empty());
    const std::string kept = backup + "-kept";
    std::filesystem::copy(backup, kept, std::filesystem::copy_options::recursive);
    run("more");
    ASSERT_TRUE(wait_until([&] { return backup_holds("more"); }, 30000));
    cluster.kill_orchestrator();
    // A new, empty data folder: the disk is gone, and somebody starts the same command again.
    EXPECT_NE(refused(cluster.path("empty")).find("the backup of another orchestrator"), std::string::npos);
    // One that was restored from an older copy.
    const std::string older = cluster.path("older");
    ASSERT_EQ(cluster_cli({"log", "restore", "--from", kept, "--data", older}).code, 0);
    EXPECT_NE(refused(older).find("holds more than the log"), std::string::npos);
    EXPECT_TRUE(backup_holds("more"));
}

TEST_F(Restore, TheDataFolderIsNoPlaceForItsBackup) {
    std::filesystem::create_directory_symlink(cluster.path("own"), cluster.path("link"));
    for (const std::string& place : {cluster.path("own"), cluster.path("own") + "/backup", cluster.path("link")}) {
        const Answer answer = run_program(program_folder() + "/apollo-orchestrator", {"--data", cluster.path("own"), "--listen", "127.0.0.1:0", "--backup", place}, 10000);
        EXPECT_NE(answer.code, 0) << place << answer;
        EXPECT_NE(answer.err.find("--backup"), std::string::npos) << answer;
    }
}

TEST_F(Restore, OneThatWasInterruptedIsNotStartedAndCanBeRepeated) {
    run("t");
    ASSERT_TRUE(wait_until([&] { return backup_holds("t"); }, 30000));
    const std::string data = cluster.path("restored");
    ASSERT_EQ(cluster_cli({"log", "restore", "--from", backup, "--data", data}).code, 0);
    write_text(data + "/restored", "incomplete\n");
    const Answer started = run_program(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0"}, 10000);
    EXPECT_NE(started.code, 0);
    EXPECT_NE(started.err.find("not restored to the end"), std::string::npos) << started;
    EXPECT_EQ(cluster_cli({"log", "restore", "--from", backup, "--data", data}).code, 0);
}

TEST_F(Restore, ACallbackThatWasOutstandingIsSentAfterwards) {
    testing::HttpReceiver receiver;
    const std::uint16_t port = receiver.server.serverPort();
    const auto submit = [&](const std::string& id) {
        Json task = task_of(id, {"n1"}, {shell_step("s", "true")});
        task["callback_url"] = receiver.url_at(port);
        return cluster.submit(task).code;
    };
    ASSERT_EQ(submit("told"), 0);
    ASSERT_TRUE(receiver.wait_until([&] { return receiver.bodies.size() == 1; }, 30000)) << cluster.orchestrator_log();
    receiver.server.close();
    ASSERT_EQ(submit("outstanding"), 0);
    const auto told_in_backup = [&] { return read_text(backup + "/run/callbacks.json").find("\"reached\":0") == std::string::npos; };
    ASSERT_TRUE(wait_until([&] { return backup_holds("outstanding") && told_in_backup(); }, 30000)) << cluster.orchestrator_log();
    cluster.kill_orchestrator();
    std::filesystem::remove_all(cluster.data());
    ASSERT_EQ(cluster_cli({"log", "restore", "--from", backup, "--data", cluster.data()}).code, 0);
    ASSERT_TRUE(receiver.server.listen(QHostAddress::LocalHost, port));
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(receiver.wait_until([&] { return receiver.bodies.size() >= 2; }, 30000)) << cluster.orchestrator_log();
    EXPECT_EQ(Json::parse(receiver.bodies[1])["task_id"], "outstanding") << "and not the one that was told";
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

TEST(FailingBackup, IsAnAlertAndATroubleOfTheDoctorUntilItIsMended) {
    QTemporaryDir folder;
    const std::string backup = folder.path().toStdString() + "/backup";
    LiveCluster cluster({"--backup", backup, "--backup-alert-after", "7", "--metrics", "0"});
    const auto verdict_of_doctor = [&] {
        const Answer answer = cluster.cli({"doctor"});
        for (const Json& check : answer.json["checks"]) {
            if (check["check"] == "backup") return check;
        }
        return Json();
    };
    const auto alerts = [&] { return cluster.cli({"alert", "list"}).out; };
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(cluster.data() + "/run/backup.json"); }, 30000));
    EXPECT_TRUE(verdict_of_doctor()["ok"].get<bool>()) << verdict_of_doctor();
    // The disk of the backup is in a state in which nothing can be written there.
    const std::string place = backup + "/artifacts";
    std::filesystem::remove_all(place);
    write_text(place, "no folder");
    ASSERT_TRUE(wait_until([&] { return alerts().find("\"backup\"") != std::string::npos; }, 40000)) << cluster.orchestrator_log();
    EXPECT_NE(alerts().find(backup), std::string::npos) << alerts();
    const Json trouble = verdict_of_doctor();
    EXPECT_FALSE(trouble["ok"].get<bool>());
    EXPECT_NE(trouble["message"].get<std::string>().find(backup + " has fallen behind since"), std::string::npos) << trouble;
    std::filesystem::remove(place);
    ASSERT_TRUE(wait_until([&] { return alerts().find("\"backup\"") == std::string::npos; }, 40000)) << cluster.orchestrator_log();
    EXPECT_TRUE(verdict_of_doctor()["ok"].get<bool>());
    // The same on the folder, with nothing running on it.
    EXPECT_EQ(cluster.stop_orchestrator(), 0);
    EXPECT_TRUE(verdict_of_doctor()["ok"].get<bool>()) << verdict_of_doctor();
    std::filesystem::remove_all(backup + "/log");
    EXPECT_FALSE(verdict_of_doctor()["ok"].get<bool>()) << "the copy is gone";
}

}  // namespace
}  // namespace apollo::live
