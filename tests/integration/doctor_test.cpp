// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// doctor over real programs: a healthy system has no trouble, planted faults are named by their check.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/integration/segment_file.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

namespace fs = std::filesystem;

// Names of the checks that found trouble.
Words troubles(const Answer& answer) {
    Words names;
    if (!answer.json.is_object()) return {"no JSON"};
    for (const Json& check : answer.json["checks"]) {
        if (!check["ok"].get<bool>()) names.push_back(check["check"]);
        EXPECT_FALSE(check["message"].get<std::string>().empty());
        EXPECT_EQ(check["advice"].is_null(), check["ok"].get<bool>()) << check.dump();
    }
    return names;
}

TEST(Doctor, FindsNothingInAHealthySystemAndEachPlantedFaultInItAndInItsFolder) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", "true"), shell_step("b", "true", {"a"})})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    const Answer healthy = cluster.cli({"doctor"});
    EXPECT_EQ(healthy.code, 0) << healthy;
    EXPECT_EQ(troubles(healthy), Words{});
    EXPECT_EQ(healthy.json["ok"], true);

    ASSERT_EQ(cluster.cli({"orchestrator", "pause", "--reason", "test"}).code, 0);
    const Answer paused = cluster.cli({"doctor"});
    EXPECT_EQ(paused.code, 1) << paused;
    EXPECT_EQ(troubles(paused), Words{"pauses"});
    ASSERT_EQ(cluster.cli({"orchestrator", "resume", "--reason", "test"}).code, 0);

    ASSERT_EQ(cluster.stop_agent("n1"), 0);
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const Answer at_rest = cluster.cli({"doctor"});
    EXPECT_EQ(at_rest.code, 0) << at_rest;
    EXPECT_EQ(troubles(at_rest), Words{});

    fs::permissions(cluster.data() + "/pki", fs::perms::others_exec, fs::perm_options::add);
    EXPECT_EQ(troubles(cluster.cli({"doctor"})), Words{"permissions"});
    fs::permissions(cluster.data() + "/pki", fs::perms::others_exec, fs::perm_options::remove);

    const std::string segment = segments_of(cluster.data()).front();
    const auto records = records_of(segment);
    ASSERT_GT(records.size(), 4u);
    flip_byte(segment, records[records.size() / 2].body_middle());
    const Answer hurt = cluster.cli({"doctor"});
    EXPECT_EQ(hurt.code, 1) << hurt;
    const Words named = troubles(hurt);
    EXPECT_NE(std::find(named.begin(), named.end(), "log"), named.end()) << hurt;
}

TEST(Doctor, OfAFolderWithoutALogSaysSo) {
    LiveCluster cluster;
    const Answer answer = run_program(program_folder() + "/apollo-cli", {"doctor", "--data", cluster.path("nothing")});
    EXPECT_EQ(answer.code, 1) << answer;
    EXPECT_NE(answer.err.find("there is no log"), std::string::npos) << answer;
}

}  // namespace
}  // namespace apollo::live
