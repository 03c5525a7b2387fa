// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Definitions that are wrong: found before anything is stored, with file, line, column and reason. The parser's own tests
// cover the details; here the shell and the orchestrator are looked at.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

// One cluster without agents' work for all of these: nothing may be stored by any of them.
class BadInput : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"a1"}); }

    std::string file(const std::string& text, const std::string& name = "input.yaml") {
        write_text(cluster.path(name), text);
        return cluster.path(name);
    }
    Answer validate(const std::string& name) { return cluster.cli_plain({"task", "validate", "--file", name}, 20000); }
    Answer submit(const std::string& name) { return cluster.cli_plain({"task", "submit", "--file", name}, 20000); }

    void expect_refused(const std::string& text, const std::vector<std::string>& reasons) {
        const std::string name = file(text);
        for (const Answer& answer : {validate(name), submit(name)}) {
            EXPECT_EQ(answer.code, 2) << answer;
            EXPECT_NE(answer.err.find(name + ":"), std::string::npos) << answer;
            for (const std::string& reason : reasons) EXPECT_NE(answer.err.find(reason), std::string::npos) << reason << "\n" << answer;
        }
        EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
        EXPECT_FALSE(std::filesystem::exists(cluster.path("effect")));
    }

    // `tail`: lines of the last step or below.
    std::string base(const std::string& steps) {
        return "task_id: t1\nintent: demo\ntarget_selector: {type: nodes, nodes: [a1]}\ntimeout: 30\nretry_policy: {max_retries: 0}\nsteps:\n" + steps;
    }
    std::string step(const std::string& name, const std::string& extra = "") {
        return "  - {name: " + name + ", intent: run_command, idempotency: idempotent_write, params: {argv: [touch, " + cluster.path("effect") + "]}" + extra + "}\n";
    }

    LiveCluster cluster;
};

TEST_F(BadInput, AllFaultsOfAFileAreShownAtOnceEachWithItsPlace) {
    const std::string name = file("task_id: t1\nintent: demo\ntarget_selctor: {type: label}\ntimeout: soon\nretry_policy: {max_retries: -1}\nsteps:\n"
                                  "  - {name: a b, intent: run_command, depends_on: [zz]}\n");
    const Answer answer = submit(name);
    EXPECT_EQ(answer.code, 2) << answer;
    std::istringstream lines(answer.err);
    std::vector<int> at;
    const std::regex pattern(".*/input\\.yaml:(\\d+):(\\d+): \\S.*");
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        EXPECT_TRUE(std::regex_match(line, match, pattern)) << line;
        if (!match.empty()) at.push_back(std::stoi(match[1]));
    }
    for (int line : {3, 4, 5, 7}) EXPECT_TRUE(std::count(at.begin(), at.end(), line)) << "nothing about line " << line << "\n" << answer;
    EXPECT_NE(answer.err.find("target_selector"), std::string::npos) << "the right key is named: " << answer;
    EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
    EXPECT_EQ(cluster.cli({"task", "submit", "--file", cluster.path("missing.yaml")}).code, 2);
    EXPECT_EQ(submit(file("")).code, 2);
    EXPECT_EQ(submit(file("steps: [")).code, 2);
}

TEST_F(BadInput, B001DuplicateKeysAreRefusedWithBothLines) {
    expect_refused("task_id: t1\nintent: demo\ntimeout: 30\ntarget_selector: {type: nodes, nodes: [a1]}\nretry_policy: {max_retries: 0}\ntimeout: 1\nsteps:\n" + step("s1"),
                   {":6:", "timeout", "3"});
    expect_refused(base("  - name: s1\n    intent: run_command\n    idempotency: idempotent_write\n    params: {argv: [touch, " + cluster.path("effect") +
                        "]}\n    params: {argv: [touch, " + cluster.path("effect") + "]}\n"),
                   {":11:", "params", "10"});
    const std::string merged = file(base("  - &d {name: s1, intent: run_command, idempotency: idempotent_write, params: {argv: [\"true\"]}}\n  - {<<: *d, name: s2}\n"));
    const Answer accepted = validate(merged);
    EXPECT_EQ(accepted.code, 0) << accepted;
}

TEST_F(BadInput, B002WordsLikeNoAndOnStayText) {
    const std::string name = file(base("  - {name: off, intent: run_command, idempotency: idempotent_write, params: {argv: [printf, '%s\\n', NO, on, y, Yes, off]}}\n"));
    ASSERT_EQ(submit(name).code, 0) << submit(name);
    ASSERT_TRUE(cluster.wait_for_state("t1", "SUCCEEDED")) << cluster.status("t1");
    const Json run = cluster.run_of("t1", "off", "a1");
    EXPECT_EQ(run["output"], "NO\non\ny\nYes\noff\n") << run;
}

TEST_F(BadInput, B003OneByteOrderMarkIsFineOtherEncodingsAreNamed) {
    const std::string plain = base(step("s1"));
    const Answer without = cluster.cli({"task", "validate", "--file", file(plain)});
    const Answer with = cluster.cli({"task", "validate", "--file", file("\xEF\xBB\xBF" + plain)});
    ASSERT_EQ(without.code, 0) << without;
    ASSERT_EQ(with.code, 0) << with;
    EXPECT_EQ(with.json["definition_sha256"], without.json["definition_sha256"]);
    expect_refused("\xEF\xBB\xBF\xEF\xBB\xBF" + plain, {"byte-order mark"});
    std::string wide = "\xFF\xFE";
    for (char c : plain) wide += {c, '\0'};
    expect_refused(wide, {"UTF-16"});
    expect_refused("# caf\xE9\n" + plain, {"UTF-8"});
}

TEST_F(BadInput, B004UnknownDependenciesAreRefusedWithTheNearestName) {
    expect_refused(base(step("collect") + step("b", ", depends_on: [colect]")), {":8:", "colect", "collect", "b"});
    expect_refused(base(step("a") + step("b", ", depends_on: [A]")), {":8:", "A", "a"});
    // Other tasks are known to the orchestrator only.
    const Answer unknown_task = submit(file("depends_on: [no_such_task]\n" + base(step("a"))));
    EXPECT_EQ(unknown_task.code, 2) << unknown_task;
    EXPECT_NE(unknown_task.err.find("no_such_task"), std::string::npos) << unknown_task;
    EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
    // A name twice: one dependency, or refused; never a step that waits for ever.
    const std::string twice = file(base(step("a") + step("b", ", depends_on: [a, a]")));
    if (submit(twice).code == 0) {
        EXPECT_TRUE(cluster.wait_for_state("t1", "SUCCEEDED")) << cluster.status("t1");
    }
}

TEST_F(BadInput, B005CirclesAreShownAsAPath) {
    expect_refused(base(step("a", ", depends_on: [a]")), {"a -> a"});
    expect_refused(base(step("b") + step("a", ", depends_on: [b, a]")), {"a -> a"});
    expect_refused(base(step("a", ", depends_on: [c]") + step("b", ", depends_on: [a]") + step("c", ", depends_on: [b]")), {" -> "});
    expect_refused("depends_on: [t1]\n" + base(step("a")), {"t1"});
}

TEST_F(BadInput, B006AnAliasBombIsRefusedAtOnceInLittleMemory) {
    std::string bomb = base("  - name: s1\n    intent: run_command\n    idempotency: idempotent_write\n    params:\n      argv: [\"true\"]\n      env:\n");
    const std::string letters = "abcdefghi";
    for (std::size_t i = 0; i < letters.size(); ++i) {
        bomb += std::string("        ") + letters[i] + ": &" + letters[i] + " [";
        for (int k = 0; k < 9; ++k) bomb += std::string(k ? "," : "") + (i == 0 ? "x" : std::string("*") + letters[i - 1]);
        bomb += "]\n";
    }
    const std::string name = file(bomb);
    const Answer answer = run_program("/bin/sh", {"-c", "ulimit -v 2000000; exec \"$0\" task validate --file \"$1\"", program_folder() + "/apollo-cli", name}, 10000);
    EXPECT_EQ(answer.code, 2) << answer;
    EXPECT_LT(answer.duration_ms, 3000);
    EXPECT_NE(answer.err.find("alias"), std::string::npos) << answer;
    EXPECT_EQ(submit(name).code, 2);
    EXPECT_EQ(cluster.cli({"task", "list"}).code, 0);
}

TEST_F(BadInput, B015ASecondDefinitionUnderTheSameIdIsRefusedAndTheFirstGoesOn) {
    const std::string effects = cluster.path("effects");
    const std::string gate = cluster.path("gate");
    const std::string a = "echo A >> " + effects + "; until [ -e " + gate + " ]; do sleep 0.05; done";
    ASSERT_EQ(cluster.submit(task_of("t1", {"a1"}, {shell_step("a", a)})).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t1", "a", "a1", "RUNNING"));
    const Answer second = cluster.submit(task_of("t1", {"a1"}, {shell_step("b", "echo B >> " + effects)}));
    EXPECT_NE(second.code, 0) << second;
    EXPECT_NE(second.err.find("t1"), std::string::npos) << second;
    // Names differ by case: two tasks, everywhere.
    EXPECT_EQ(cluster.submit(task_of("T1", {"a1"}, {shell_step("c", "echo C >> " + effects)})).json["created"], true);
    ASSERT_TRUE(cluster.wait_for_state("T1", "SUCCEEDED"));
    write_text(gate, "");
    ASSERT_TRUE(cluster.wait_for_state("t1", "SUCCEEDED")) << cluster.status("t1");
    EXPECT_EQ(read_text(effects), "A\nC\n");
    EXPECT_EQ(cluster.status("t1")["runs"].size(), 1u);
}

}  // namespace
}  // namespace apollo::live
