// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What an agent does about its own machine: a full disk is told and gone through, a step's limits strike and are named.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

namespace fs = std::filesystem;

TEST(AgentCare, AFullDiskIsShownAndAlertedAndTheWorkGoesOnWhenThereIsRoom) {
    LiveCluster cluster;
    const std::string data = cluster.agent_data("n1");
    fs::create_directories(data);
    if (::mount("tmpfs", data.c_str(), "tmpfs", 0, "size=3m") != 0) GTEST_SKIP() << "NOT TESTED: a tmpfs cannot be mounted here; run as root";
    const auto unmount = [&](void*) { ::umount2(data.c_str(), MNT_DETACH); };
    const std::unique_ptr<void, decltype(unmount)> mounted(&cluster, unmount);
    cluster.add_agent("n1", {"--capacity", "2"});
    run_program("/bin/sh", {"-c", "head -c 4000000 /dev/zero > \"$0\"", data + "/filler"});
    Json task = task_of("t", {"n1"}, {shell_step("s", "echo x >> " + cluster.path("effects"))});
    task["retry_policy"] = {{"max_retries", 5}, {"initial_interval", 0.2}};
    ASSERT_EQ(cluster.submit(task).code, 0);
    ASSERT_TRUE(cluster.wait_for_node("n1", "conservative")) << cluster.agent_log("n1");
    const Json events = cluster.events("");
    const auto is_alert = [](const Json& event) {
        return event["type"] == "ALERT_RAISED" && event["payload"].dump().find("No space left on device") != std::string::npos;
    };
    EXPECT_EQ(std::count_if(events.begin(), events.end(), is_alert), 1) << "once, however long it lasts";
    EXPECT_TRUE(cluster.agent("n1").is_running());
    fs::remove(data + "/filler");
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected", 30000)) << cluster.agent_log("n1");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 30000)) << cluster.status("t").dump(1);
    EXPECT_EQ(count_lines(cluster.path("effects")), 1u);
    cluster.stop_agent("n1");
}

// The log's disk has room; only the folders of attempts have none.
TEST(AgentCare, AStepThatHasNoRoomToStartCostsNoAttempt) {
    LiveCluster cluster;
    const std::string runs = cluster.agent_data("n1") + "/runs";
    fs::create_directories(runs);
    if (::mount("tmpfs", runs.c_str(), "tmpfs", 0, "size=256k") != 0) GTEST_SKIP() << "NOT TESTED: a tmpfs cannot be mounted here; run as root";
    const auto unmount = [&](void*) { ::umount2(runs.c_str(), MNT_DETACH); };
    const std::unique_ptr<void, decltype(unmount)> mounted(&cluster, unmount);
    cluster.add_agent("n1", {"--capacity", "2"});
    run_program("/bin/sh", {"-c", "head -c 400000 /dev/zero > \"$0\"", runs + "/filler"});
    Json task = task_of("t", {"n1"}, {shell_step("s", "echo x >> " + cluster.path("effects"))});
    task["retry_policy"] = {{"max_retries", 0}};
    ASSERT_EQ(cluster.submit(task).code, 0);
    ASSERT_TRUE(cluster.wait_for_node("n1", "conservative")) << cluster.agent_log("n1") << cluster.status("t").dump(1);
    const std::string alerts = cluster.cli({"alert", "list"}).out;
    EXPECT_NE(alerts.find("steps cannot be started"), std::string::npos) << alerts;
    for (const Json& event : cluster.events("")) EXPECT_NE(event["type"], "STARTED") << "of a command that never was";
    fs::remove(runs + "/filler");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 30000)) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "s", "n1")["attempt"], 1);
    EXPECT_EQ(count_lines(cluster.path("effects")), 1u);
    cluster.stop_agent("n1");
}

TEST(AgentCare, ALimitOfAStepStrikesAndIsNamedInItsMessage) {
    LiveCluster cluster;
    cluster.add_workers({"n1"}, "2");
    Json busy = shell_step("busy", "while :; do :; done"), modest = shell_step("modest", "ulimit -n");
    busy["limits"] = {{"cpu_seconds", 1}};
    modest["limits"] = {{"open_files", 64}};
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {busy, modest})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED", 30000)) << cluster.status("t").dump(1);
    EXPECT_NE(cluster.run_of("t", "busy", "n1")["message"].get<std::string>().find("its limit of 1 s of CPU time"), std::string::npos)
        << cluster.run_of("t", "busy", "n1");
    EXPECT_EQ(cluster.run_of("t", "modest", "n1")["output"], "64\n") << cluster.run_of("t", "modest", "n1");
}

TEST(AgentCare, HowLongThingsAreKeptIsReadFromItsFileAndRemembered) {
    QTemporaryDir folder;
    const std::string config = folder.path().toStdString() + "/agent.yaml", data = folder.path().toStdString() + "/agent";
    const auto start = [&](const std::string& lines) {
        write_text(config, "server: 127.0.0.1:1\nnode_id: n1\n" + lines);
        return run_program(program_folder() + "/apollo-agent", {"--data", data, "--config", config, "--token", "none"}, 10000);
    };
    const Answer wrong = start("log_retention: 7x\n");
    EXPECT_EQ(wrong.code, 2) << wrong;
    EXPECT_NE(wrong.err.find("agent.yaml:3:16: '7x' is no time up to 3650d"), std::string::npos) << wrong;
    start("log_retention: 30d\nretention: 2d\ncontrol_group: /sys/fs/cgroup/steps\n");
    const Json kept = Json::parse(read_text(data + "/agent.json"), nullptr, false);
    EXPECT_EQ(kept["log_retention_ms"], 30LL * 86400000) << kept;
    EXPECT_EQ(kept["retention_ms"], 2LL * 86400000) << kept;
    EXPECT_EQ(kept["control_group"], "/sys/fs/cgroup/steps") << kept;
    start("log_retention: never\n");
    EXPECT_EQ(Json::parse(read_text(data + "/agent.json"), nullptr, false)["log_retention_ms"], 0);
}

}  // namespace
}  // namespace apollo::live
