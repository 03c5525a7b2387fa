// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Undoing, live change, pauses, breakers and dead ends through the real programs.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Steering : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    std::string effects() { return read_text(cluster.path("effects")); }
    std::string writes(const std::string& word) { return "echo " + word + " >> " + cluster.path("effects"); }
    // Live state, replayed state and log agree.
    void expect_one_truth(const std::string& task) {
        const Json live = cluster.status(task);
        const Answer replayed = cluster.cli({"replay", "state", "--task-id", task, "--at", std::to_string(live["position"].get<std::uint64_t>())});
        EXPECT_EQ(replayed.json, live);
        EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
    }

    LiveCluster cluster;
};

class Undoing : public Steering {
protected:
    Json undoable(const std::string& name, const Words& depends_on, const std::string& script = {}) {
        Json step = shell_step(name, script.empty() ? writes(name) : script, depends_on);
        step["compensate"] = {{"intent", "run_command"}, {"params", {{"argv", {"sh", "-c", writes("undo-" + name)}}}}, {"timeout", 20}};
        return step;
    }
    // a -> b, c, d -> e -> f -> g, where g fails until `gate` exists.
    void submit_diamond() {
        Json task = task_of("t", {"n1"},
                            {undoable("a", {}), undoable("b", {"a"}), undoable("c", {"a"}), undoable("d", {"a"}), undoable("e", {"b", "c", "d"}),
                             undoable("f", {"e"}), undoable("g", {"f"}, "[ -e " + cluster.path("gate") + " ]")});
        task["retry_policy"] = {{"max_retries", 0}};
        task["on_failure"] = "compensate";
        const Answer answer = cluster.submit(task);
        ASSERT_EQ(answer.code, 0) << answer;
    }
    std::size_t undo_place(const std::string& name) { return effects().find("undo-" + name + "\n"); }
    void expect_undone_in_order() {
        for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
            const std::string line = std::string("undo-") + name + "\n";
            ASSERT_NE(effects().find(line), std::string::npos) << effects();
            EXPECT_EQ(effects().find(line), effects().rfind(line)) << "once only:\n" << effects();
        }
        EXPECT_LT(undo_place("g"), undo_place("f"));
        EXPECT_LT(undo_place("f"), undo_place("e"));
        for (const char* name : {"b", "c", "d"}) {
            EXPECT_LT(undo_place("e"), undo_place(name));
            EXPECT_LT(undo_place(name), undo_place("a"));
        }
    }
};

TEST_F(Undoing, AFailedTaskIsUndoneInReverseOrderAndARerunSucceeds) {
    submit_diamond();
    ASSERT_TRUE(cluster.wait_for_state("t", "COMPENSATED")) << cluster.status("t").dump(1);
    expect_undone_in_order();
    write_text(cluster.path("gate"), "");
    ASSERT_EQ(cluster.cli({"task", "rerun", "--task-id", "t", "--reason", "the gate is open"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    expect_one_truth("t");
}

TEST_F(Undoing, StatusAndExplainTellWhatFailedAndWhereThereWasNothingToUndo) {
    Json task = task_of("t", {"n1"}, {undoable("a", {}), shell_step("b", "echo no space left >&2; exit 3", {"a"}), shell_step("c", "true", {"b"})});
    task["retry_policy"] = {{"max_retries", 0}};
    task["on_failure"] = "compensate";
    ASSERT_EQ(cluster.submit(task).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "COMPENSATED")) << cluster.status("t").dump(1);
    const std::string shown = cluster.cli_plain({"task", "status", "--task-id", "t"}).out;
    EXPECT_NE(shown.find("COMPENSATED (nothing to undo)"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("(nothing to undo)"), shown.rfind("(nothing to undo)")) << "a was undone, c never ran\n" << shown;
    EXPECT_NE(shown.find("\nb on n1 had failed: exit code 3: no space left\n"), std::string::npos) << shown;
    const std::string explained = cluster.cli_plain({"task", "explain", "--task-id", "t"}).out;
    EXPECT_NE(explained.find("had nothing to undo: the step has no compensating action; it had failed: exit code 3: no space left"), std::string::npos) << explained;
    EXPECT_NE(explained.find("was undone"), std::string::npos) << explained;
    EXPECT_EQ(cluster.run_of("t", "b", "n1")["message"], "nothing to undo: the step has no compensating action; it had failed: exit code 3");
    expect_one_truth("t");
}

TEST_F(Undoing, AskedForWhereNoStepHasAnActionItSaysSo) {
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    const Answer undone = cluster.cli_plain({"task", "compensate", "--task-id", "t", "--reason", "not wanted"});
    EXPECT_EQ(undone.code, 0) << undone;
    EXPECT_EQ(undone.out, "t is COMPENSATED: no step had anything to undo\n");
}

TEST_F(Undoing, B062NoneIsUndoneTwiceWhenTheOrchestratorIsKilledBetweenThem) {
    submit_diamond();
    // Killed each time another undoing has left its line, until all is undone.
    for (std::size_t seen = 0; seen < 5; ++seen) {
        const auto lines = [&] {
            std::size_t count = 0;
            for (std::size_t at = effects().find("undo-"); at != std::string::npos; at = effects().find("undo-", at + 1)) ++count;
            return count;
        };
        ASSERT_TRUE(wait_until([&] { return lines() > seen; }, 30000)) << effects();
        cluster.kill_orchestrator();
        ASSERT_TRUE(cluster.start_orchestrator());
        ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    }
    ASSERT_TRUE(cluster.wait_for_state("t", "COMPENSATED")) << cluster.status("t").dump(1);
    expect_undone_in_order();
    expect_one_truth("t");
}

class Amending : public Steering {
protected:
    // s00 runs until `gate` exists; s01 … s49 follow in a chain.
    Json fifty(const std::string& first_script) {
        std::vector<Json> steps{shell_step("s00", first_script)};
        for (int k = 1; k < 50; ++k) steps.push_back(shell_step(name(k), writes(name(k)), {name(k - 1)}));
        return task_of("t", {"n1"}, steps);
    }
    static std::string name(int k) { return std::string("s") + (k < 10 ? "0" : "") + std::to_string(k); }
    std::string waits() { return "while [ ! -e " + cluster.path("gate") + " ]; do sleep 0.1; done"; }
    Answer amend(const Json& definition, Words more) {
        Words words{"task", "amend", "--file", cluster.store_definition(definition)};
        words.insert(words.end(), more.begin(), more.end());
        return cluster.cli(words);
    }
};

TEST_F(Amending, ARunningTaskIsChangedAsItsPreviewSaidAndReplayShowsEachMoment) {
    ASSERT_EQ(cluster.submit(fifty(waits())).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s00", "n1", "RUNNING"));
    const Json before = cluster.status("t");
    Json changed = fifty(waits());
    changed["steps"].erase(changed["steps"].begin() + 49);                  // s49 goes
    changed["steps"][48]["depends_on"] = {"s00"};                           // s48 is re-wired
    changed["steps"].push_back(shell_step("extra", writes("extra"), {"s48"}));  // one is new
    const Answer preview = amend(changed, {"--dry-run"});
    ASSERT_EQ(preview.code, 0) << preview;
    EXPECT_EQ(preview.json["changes"].size(), 3u) << preview;
    EXPECT_EQ(cluster.status("t")["runs"], before["runs"]) << "a preview changes nothing";
    const Answer done = amend(changed, {"--reason", "better"});
    ASSERT_EQ(done.code, 0) << done;
    EXPECT_EQ(done.json["changes"], preview.json["changes"]);
    write_text(cluster.path("gate"), "");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_NE(effects().find("extra\n"), std::string::npos);
    EXPECT_EQ(effects().find("s49\n"), std::string::npos);
    EXPECT_EQ(count_lines(cluster.path("effects")), 49u) << "each step once";
    const Answer then = cluster.cli({"replay", "state", "--task-id", "t", "--at", std::to_string(before["position"].get<std::uint64_t>())});
    EXPECT_EQ(then.json, before) << "the graph as it was";
    expect_one_truth("t");
}

TEST_F(Amending, WhatIsDoneCannotChangeAndTheReasonIsNamed) {
    ASSERT_EQ(cluster.submit(fifty("true")).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    const Answer refused = amend(fifty("false"), {"--reason", "too late"});
    EXPECT_NE(refused.code, 0);
    EXPECT_NE(refused.err.find("step s00 cannot change: it is SUCCEEDED on n1"), std::string::npos) << refused;
}

TEST_F(Steering, APausedTaskAndAPausedOrchestratorSurviveAKill) {
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", "while [ ! -e " + cluster.path("gate") + " ]; do sleep 0.1; done"), shell_step("b", writes("b"), {"a"})})).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "a", "n1", "RUNNING"));
    ASSERT_EQ(cluster.cli({"task", "pause", "--task-id", "t"}).code, 0);
    write_text(cluster.path("gate"), "");
    ASSERT_TRUE(cluster.wait_for_run("t", "a", "n1", "SUCCEEDED"));
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    EXPECT_EQ(cluster.run_of("t", "b", "n1")["state"], "PENDING");
    const Answer why = cluster.cli({"task", "explain", "--task-id", "t", "--step", "b"});
    EXPECT_NE(why.out.find("the task is paused"), std::string::npos) << why;
    ASSERT_EQ(cluster.cli({"orchestrator", "pause"}).code, 0);
    ASSERT_EQ(cluster.cli({"task", "resume", "--task-id", "t"}).code, 0);
    EXPECT_EQ(cluster.run_of("t", "b", "n1")["state"], "PENDING");
    const auto shown = [&] { return cluster.cli_plain({"task", "status", "--task-id", "t"}).out; };
    EXPECT_NE(shown().find("\nthe whole orchestrator is paused since "), std::string::npos) << shown();
    EXPECT_NE(shown().find("its end cannot be foretold: the whole orchestrator is paused"), std::string::npos) << shown();
    ASSERT_EQ(cluster.cli({"orchestrator", "resume"}).code, 0);
    EXPECT_EQ(shown().find("orchestrator is paused"), std::string::npos) << shown();
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    EXPECT_EQ(effects(), "b\n");
}

TEST_F(Steering, B061ADecisionOfAPersonStaysWhateverTheProcessSaysLater) {
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("a", "sleep 300"), shell_step("b", writes("b"), {"a"})})).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "a", "n1", "RUNNING"));
    const Words by_hand{"task", "override", "--task-id", "t", "--step", "a", "--to", "SUCCEEDED", "--reason", "done by hand"};
    EXPECT_NE(cluster.cli(by_hand).err.find("cancel it or wait for its end first"), std::string::npos);
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "CANCELLED"));
    ASSERT_EQ(cluster.cli(by_hand).code, 0);
    cluster.kill_orchestrator();
    ASSERT_TRUE(cluster.start_orchestrator());
    EXPECT_EQ(cluster.run_of("t", "a", "n1")["state"], "SUCCEEDED");
    expect_one_truth("t");
}

}  // namespace

TEST(BreakerOfAnIntent, B063OpensByConfigurationAndLetsAPersonCloseIt) {
    LiveCluster cluster({"--breaker-failures", "3", "--breaker-reset", "600"});
    cluster.add_workers({"n1"});
    Json failing = task_of("bad", {"n1"}, {shell_step("x", "[ -e " + cluster.path("gate") + " ]")});
    failing["retry_policy"] = {{"max_retries", 20}, {"initial_interval", 1}, {"max_interval", 1}, {"backoff", "fixed"}};
    ASSERT_EQ(cluster.submit(failing).code, 0);
    const auto open = [&] { return cluster.cli({"breaker", "list"}).out.find("\"open\": true") != std::string::npos ||
                                   cluster.cli({"breaker", "list"}).out.find("\"open\":true") != std::string::npos; };
    ASSERT_TRUE(wait_until(open, 30000)) << cluster.cli({"breaker", "list"});
    ASSERT_EQ(cluster.submit(task_of("good", {"n1"}, {shell_step("y", "true")})).code, 0);
    const Answer why = cluster.cli({"task", "explain", "--task-id", "good"});
    EXPECT_NE(why.out.find("breaker intent:run_command is open"), std::string::npos) << why;
    EXPECT_NE(cluster.cli({"alert", "list"}).out.find("breaker intent:run_command is open"), std::string::npos);
    write_text(cluster.path("gate"), "");
    ASSERT_EQ(cluster.cli({"breaker", "close", "--breaker", "intent:run_command", "--reason", "mended"}).code, 0);
    ASSERT_EQ(cluster.cli({"breaker", "close", "--breaker", "node:n1", "--reason", "mended"}).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("good", "SUCCEEDED"));
    EXPECT_TRUE(cluster.wait_for_state("bad", "SUCCEEDED"));
}

}  // namespace apollo::live
