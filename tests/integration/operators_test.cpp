// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Operators with roles: each command is checked, a revoked one is out at once, and all of it survives a restart.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Operators : public ::testing::Test {
protected:
    Operators() { ::setenv("HOME", cluster.path("home").c_str(), 1); }

    void add(const std::string& name, const std::string& role) {
        const Answer added = cluster.cli({"operator", "add", "--name", name, "--role", role});
        ASSERT_EQ(added.code, 0) << added;
        EXPECT_EQ(added.json["role"], role);
    }
    static Answer as(const std::string& name, Words arguments) {
        arguments.insert(arguments.end(), {"--profile", name, "--json"});
        return run_program(program_folder() + "/apollo-cli", arguments);
    }
    std::string task_file(const std::string& id) { return cluster.store_definition(task_of(id, {"n1"}, {shell_step("s", "true")})); }

    LiveCluster cluster;
};

TEST_F(Operators, MayDoWhatTheirRoleAllowsAndNothingElse) {
    cluster.add_workers({"n1"});
    add("vera", "viewer");
    add("otto", "operator");
    add("anna", "admin");
    EXPECT_EQ(as("vera", {"task", "list"}).code, 0);
    const Answer refused = as("vera", {"task", "submit", "--file", task_file("t")});
    EXPECT_EQ(refused.code, 4) << refused;
    EXPECT_NE(refused.err.find("role viewer"), std::string::npos) << refused;
    EXPECT_EQ(as("otto", {"task", "submit", "--file", task_file("t"), "--wait"}).code, 0);
    EXPECT_EQ(as("vera", {"task", "explain", "--task-id", "t"}).code, 0);
    EXPECT_EQ(as("vera", {"task", "output", "--task-id", "t", "--step", "s"}).code, 0);
    for (const char* name : {"vera", "otto"}) {
        EXPECT_EQ(as(name, {"node", "token"}).code, 4) << name;
        EXPECT_EQ(as(name, {"node", "revoke", "--node", "n1"}).code, 4) << name;
        EXPECT_EQ(as(name, {"operator", "add", "--name", "x", "--role", "admin"}).code, 4) << name;
        EXPECT_EQ(as(name, {"operator", "revoke", "--name", "anna"}).code, 4) << name;
    }
    EXPECT_EQ(as("anna", {"node", "token"}).code, 0);
    EXPECT_EQ(as("anna", {"operator", "add", "--name", "berta", "--role", "viewer"}).code, 0);
    EXPECT_EQ(as("berta", {"task", "list"}).code, 0);
    // Who did it is who the certificate says.
    const Json events = cluster.events("");
    const auto by = [&](const std::string& type, const std::string& target) -> std::string {
        for (const Json& event : events) {
            if (event["type"] == type && event["payload"]["target"] == target) return event["payload"]["operator"];
        }
        return {};
    };
    EXPECT_EQ(by("OPERATOR_ADDED", "vera"), "local-operator");
    EXPECT_EQ(by("OPERATOR_ADDED", "berta"), "anna");
    EXPECT_EQ(cluster.status("t")["runs"][0]["state"], "SUCCEEDED");
}

TEST_F(Operators, ARevokedOneIsOutAtOnceAndAfterARestart) {
    add("otto", "operator");
    EXPECT_EQ(as("otto", {"task", "list"}).code, 0);
    Program shell(program_folder() + "/apollo-cli", {"orchestrator", "status", "--profile", "otto"}, cluster.path("status.log"));
    EXPECT_EQ(shell.wait_for_exit(20000), 0);
    EXPECT_EQ(cluster.cli({"operator", "revoke", "--name", "otto", "--reason", "left"}).code, 0);
    EXPECT_EQ(as("otto", {"task", "list"}).code, 4);
    EXPECT_EQ(cluster.cli({"operator", "revoke", "--name", "otto"}).json["changed"], 0);
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    EXPECT_EQ(as("otto", {"task", "list"}).code, 4);
    const Json list = cluster.cli({"operator", "list"}).json["operators"];
    ASSERT_EQ(list.size(), 2u) << list.dump();
    EXPECT_EQ(list[0]["operator"], "local-operator");
    EXPECT_EQ(list[1]["state"], "revoked");
    // Let in again he needs his new certificate.
    const std::string folder = cluster.path("new-profile");
    EXPECT_EQ(cluster.cli({"operator", "add", "--name", "otto", "--role", "viewer", "--out", folder}).code, 0);
    EXPECT_EQ(as("otto", {"task", "list"}).code, 4) << "the profile in his home is the old one";
}

TEST_F(Operators, BadNamesAndRolesAndTheLocalOperatorAreRefused) {
    EXPECT_EQ(cluster.cli({"operator", "add", "--name", "a b", "--role", "viewer"}).code, 2);
    EXPECT_EQ(cluster.cli({"operator", "add", "--name", "a", "--role", "king"}).code, 2);
    EXPECT_EQ(cluster.cli({"operator", "add", "--role", "viewer"}).code, 2);
    EXPECT_EQ(cluster.cli({"operator", "add", "--name", "local-operator", "--role", "viewer"}).code, 2);
    EXPECT_EQ(cluster.cli({"operator", "revoke", "--name", "local-operator"}).code, 1);
    EXPECT_EQ(cluster.cli({"operator", "revoke", "--name", "nobody"}).code, 1);
    add("vera", "viewer");
    const Answer twice = cluster.cli({"operator", "add", "--name", "vera", "--role", "admin", "--out", cluster.path("second")});
    EXPECT_EQ(twice.code, 1) << twice;
    EXPECT_EQ(as("vera", {"node", "token"}).code, 4);
}

}  // namespace
}  // namespace apollo::live
