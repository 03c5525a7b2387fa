// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class OperatorActions : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1", "n2"}); }

    // a -> b -> c, per node; b fails on n1 until `gate` exists. Each step appends its name.
    void submit_failing() {
        const auto script = [&](const std::string& name) { return "echo " + name + "$APOLLO_ATTEMPT >> " + cluster.path("effects-") + "$APOLLO_NODE"; };
        Json b = shell_step("b", script("b") + "; [ \"$APOLLO_NODE\" = n2 ] || [ -e " + cluster.path("gate") + " ]", {"a"});
        Json c = shell_step("c", script("c"), {"b"});
        b["per_node"] = true;
        c["per_node"] = true;
        ASSERT_EQ(cluster.submit(task_of("t", {"n1", "n2"}, {shell_step("a", script("a")), b, c})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("t", "FAILED")) << cluster.status("t").dump(1);
        ASSERT_EQ(effects("n1"), "a1\nb1\n");
        ASSERT_TRUE(cluster.wait_for_run("t", "c", "n2", "SUCCEEDED"));
    }
    std::string effects(const std::string& node) { return read_text(cluster.path("effects-" + node)); }
    Answer act(Words words) {
        words.insert(words.begin(), "task");
        words.insert(words.end(), {"--task-id", "t"});
        return cluster.cli(words);
    }

    LiveCluster cluster;
};

TEST_F(OperatorActions, RerunFailedRunsTheFailedOnesAndWhatWaitedForThemOnly) {
    submit_failing();
    write_text(cluster.path("gate"), "");
    const Answer answer = act({"rerun", "--failed", "--reason", "gate opened"});
    ASSERT_EQ(answer.code, 0) << answer;
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_EQ(effects("n1"), "a1\nb1\nb2\nc1\n");
    EXPECT_EQ(effects("n2"), "a1\nb1\nc1\n");
    EXPECT_EQ(cluster.run_of("t", "b", "n1")["attempt"], 2);
}

TEST_F(OperatorActions, RerunOfAStepRunsThatStepOnTheNamedNode) {
    submit_failing();
    ASSERT_EQ(act({"rerun", "--step", "a", "--node", "n2", "--reason", "again"}).code, 0);
    ASSERT_TRUE(wait_until([&] { return effects("n2") == "a1\nb1\nc1\na2\n"; }, 20000)) << effects("n2");
    EXPECT_EQ(effects("n1"), "a1\nb1\n");
}

TEST_F(OperatorActions, RerunFromAStepRunsItAndAllThatDependsOnIt) {
    submit_failing();
    write_text(cluster.path("gate"), "");
    const Answer answer = act({"rerun", "--step", "b", "--from", "--reason", "from b on"});
    ASSERT_EQ(answer.code, 0) << answer;
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_EQ(effects("n1"), "a1\nb1\nb2\nc1\n");
    EXPECT_EQ(effects("n2"), "a1\nb1\nc1\nb2\nc2\n");
}

TEST_F(OperatorActions, SkipOfAFailedStepLetsTheRestGoOn) {
    submit_failing();
    const Answer answer = act({"skip", "--step", "b", "--node", "n1", "--reason", "not needed here"});
    ASSERT_EQ(answer.code, 0) << answer;
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "b", "n1")["state"], "SKIPPED");
    EXPECT_EQ(effects("n1"), "a1\nb1\nc1\n");
}

TEST_F(OperatorActions, OverridePutsARunIntoAStateAndStandsInTheLogWithWhoAndWhy) {
    submit_failing();
    const Answer answer = act({"override", "--step", "b", "--node", "n1", "--to", "SUCCEEDED", "--reason", "checked by hand", "--operator", "alice"});
    ASSERT_EQ(answer.code, 0) << answer;
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    bool found = false;
    for (const Json& event : cluster.events("t")) {
        if (event["type"] != "MANUAL_OVERRIDE") continue;
        found = true;
        EXPECT_EQ(event["payload"]["reason"], "checked by hand");
        EXPECT_EQ(event["payload"]["operator"], "local-operator") << "who it was is in the certificate";
        EXPECT_EQ(event["payload"]["on_behalf_of"], "alice");
        EXPECT_EQ(event["payload"]["to"], "SUCCEEDED");
        EXPECT_EQ(event["step"], "b");
        EXPECT_EQ(event["node"], "n1");
    }
    EXPECT_TRUE(found);
    EXPECT_EQ(act({"override", "--step", "b", "--to", "RUNNING", "--reason", "x"}).code, 2) << "no state for a person to choose";
    EXPECT_EQ(act({"override", "--step", "b", "--to", "GREEN", "--reason", "x"}).code, 2);
}

TEST_F(OperatorActions, WhatAPersonDecidedComesBackFromAnExport) {
    submit_failing();
    ASSERT_EQ(act({"skip", "--step", "b", "--node", "n1", "--reason", "not needed here"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    const Answer exported = cluster.cli({"export", "--task-id", "t", "--format", "apollo", "--out", cluster.path("t.apollo")});
    ASSERT_EQ(exported.code, 0) << exported;
    const Answer imported = cluster.cli({"import", "apollo", cluster.path("t.apollo"), "--task-id", "copy"});
    ASSERT_EQ(imported.code, 0) << imported;
    EXPECT_EQ(cluster.state_of("copy"), "SUCCEEDED");
    for (const char* step : {"a", "b", "c"}) {
        for (const char* node : {"n1", "n2"}) EXPECT_EQ(cluster.run_of("copy", step, node)["state"], cluster.run_of("t", step, node)["state"]) << step << " on " << node;
    }
}

TEST_F(OperatorActions, WithoutAReasonNothingHappens) {
    submit_failing();
    const Json before = cluster.status("t");
    for (const Words& words : std::vector<Words>{{"rerun"}, {"rerun", "--failed"}, {"skip", "--step", "b"}, {"override", "--step", "b", "--to", "SUCCEEDED"}}) {
        const Answer answer = act(words);
        EXPECT_EQ(answer.code, 2) << words[0] << "\n" << answer;
        EXPECT_NE(answer.err.find("--reason"), std::string::npos) << answer;
    }
    EXPECT_EQ(cluster.status("t"), before);
}

TEST_F(OperatorActions, WhatDoesNotExistIsSaidAndChangesNothing) {
    submit_failing();
    const Json before = cluster.status("t");
    for (const Words& words : std::vector<Words>{{"rerun", "--step", "nope"}, {"skip", "--step", "b", "--node", "n9"}, {"override", "--step", "nope", "--to", "FAILED"}}) {
        Words with_reason = words;
        with_reason.insert(with_reason.end(), {"--reason", "x"});
        const Answer answer = act(with_reason);
        EXPECT_NE(answer.code, 0) << answer;
        EXPECT_FALSE(answer.err.empty());
    }
    for (const char* verb : {"status", "cancel", "rerun", "skip", "watch"}) {
        Words words{"task", verb, "--task-id", "no-such-task"};
        if (std::string(verb) != "status" && std::string(verb) != "watch") words.insert(words.end(), {"--reason", "x"});
        const Answer answer = cluster.cli(words);
        EXPECT_EQ(answer.code, 1) << verb << "\n" << answer;
        EXPECT_NE(answer.err.find("no-such-task"), std::string::npos) << answer;
    }
    EXPECT_EQ(cluster.status("t"), before);
}

TEST_F(OperatorActions, TaskListFiltersByStateTimeAndMetadata) {
    submit_failing();
    Json good = task_of("good", {"n1"}, {shell_step("s", "true")});
    good["metadata"] = {{"change_ticket", "CHG-7"}};
    ASSERT_EQ(cluster.submit(good).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("good", "SUCCEEDED"));
    const auto listed = [&](Words filter) {
        filter.insert(filter.begin(), {"task", "list"});
        std::string ids;
        const Answer answer = cluster.cli(filter);
        EXPECT_EQ(answer.code, 0) << answer;
        for (const Json& task : answer.json["tasks"]) ids += task["task_id"].get<std::string>() + " ";
        return ids;
    };
    EXPECT_EQ(listed({}), "t good ");
    EXPECT_EQ(listed({"--state", "FAILED"}), "t ");
    EXPECT_EQ(listed({"--state", "SUCCEEDED"}), "good ");
    EXPECT_EQ(listed({"--state", "CANCELLED"}), "");
    EXPECT_EQ(listed({"--meta", "change_ticket=CHG-7"}), "good ");
    EXPECT_EQ(listed({"--meta", "change_ticket=other"}), "");
    EXPECT_EQ(listed({"--since", "2100-01-01T00:00:00Z"}), "");
    EXPECT_EQ(listed({"--since", "2020-01-01T00:00:00Z"}), "t good ");
}

TEST_F(OperatorActions, EventListNarrowsByStepNodeAndPosition) {
    submit_failing();
    const Json all = cluster.events("t");
    ASSERT_GT(all.size(), 10u);
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1]["position"], all[i]["position"]);
    const Json part = cluster.cli({"event", "list", "--task-id", "t", "--step", "b", "--node", "n1"}).json["events"];
    std::string types;
    for (const Json& event : part) types += event["type"].get<std::string>() + " ";
    EXPECT_EQ(types, "DISPATCHED ACCEPTED STARTED FAILED ");
    const std::uint64_t middle = all[5]["position"];
    const std::string at = std::to_string(middle);
    const Json one = cluster.cli({"event", "list", "--task-id", "t", "--from", at, "--to", at}).json["events"];
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0], all[5]);
    EXPECT_EQ(cluster.cli({"event", "list", "--task-id", "nope"}).code, 1);
}

}  // namespace
}  // namespace apollo::live
