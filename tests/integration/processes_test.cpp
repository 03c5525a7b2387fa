// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What becomes of a step's processes, its output and its parameters. The runner's own tests cover the details.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Processes : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    // Unique per test, so that tests that run at the same time do not see each other's processes.
    std::string mark() { return cluster.path("mark"); }
    // A process that names the mark in its command line and lives long.
    std::string sleeper(const std::string& name) { return "sh -c 'sleep 1000; :' " + mark() + "-" + name; }
    bool all_gone(int timeout_ms = 15000) {
        return wait_until([&] { return processes_with(mark()).empty(); }, timeout_ms);
    }
    Json step(const std::string& name, const std::string& script, double timeout_s) {
        Json one = shell_step(name, script);
        one["timeout"] = timeout_s;
        return one;
    }

    LiveCluster cluster;
};

TEST_F(Processes, B029ATimeoutEndsTheWholeTreeEvenWhatIgnoresTermOrLeavesItsSession) {
    const std::string plain = sleeper("bg") + " & exec " + sleeper("fg");
    const std::string deaf = "trap '' TERM; " + sleeper("deaf") + " & " + sleeper("deaf2") + " & wait; wait; wait";
    const std::string away = "setsid " + sleeper("away") + " & " + sleeper("here");
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {step("plain", plain, 1), step("deaf", deaf, 1), step("away", away, 1)})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED", 60000)) << cluster.status("t").dump(1);
    for (const char* name : {"plain", "deaf", "away"}) EXPECT_EQ(cluster.run_of("t", name, "n1")["state"], "TIMEOUT") << cluster.run_of("t", name, "n1");
    EXPECT_TRUE(all_gone(1000)) << "a run's end is told only when its last process is gone";
}

TEST_F(Processes, B029ACancelEndsTheWholeTree) {
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {step("s", "trap '' TERM; setsid " + sleeper("away") + " & " + sleeper("here"), 300)}, 300)).code, 0);
    ASSERT_TRUE(wait_until([&] { return processes_with(mark()).size() >= 2; }, 20000));
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t", "--reason", "test"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "CANCELLED", 60000)) << cluster.status("t").dump(1);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "CANCELLED", 30000));
    EXPECT_TRUE(all_gone(1000));
}

TEST_F(Processes, B029AKilledAgentFindsItsRunAgainAndCanStillEndIt) {
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {step("s", sleeper("bg") + " & " + sleeper("fg"), 300)}, 300)).code, 0);
    ASSERT_TRUE(wait_until([&] { return processes_with(mark()).size() >= 2; }, 20000));
    cluster.kill_agent("n1");
    EXPECT_FALSE(processes_with(mark()).empty()) << "work goes on while the agent is away";
    cluster.start_agent("n1");
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    const Json run = cluster.run_of("t", "s", "n1");
    EXPECT_EQ(run["state"], "RUNNING") << run;
    EXPECT_EQ(run["attempt"], 1) << run;
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t", "--reason", "test"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "CANCELLED", 30000)) << cluster.status("t").dump(1);
    EXPECT_TRUE(all_gone(1000));
}

TEST_F(Processes, B031OutputThatIsNoTextIsKeptToTheByteAndFailsNothing) {
    const std::string raw = cluster.path("raw");
    const std::string emoji = cluster.path("emoji");
    ASSERT_EQ(run_program("/bin/sh", {"-c", "head -c 4096 /dev/urandom > \"$0\"; { printf a; yes '\xF0\x9F\x98\x80' | tr -d '\\n' | head -c 65536; } > \"$1\"", raw, emoji}).code, 0);
    std::vector<Json> steps{shell_step("bytes", "printf '\\377\\376\\360\\200'"), shell_step("random", "cat " + raw),
                            shell_step("zero", "printf 'a\\000b'"), shell_step("emoji", "cat " + emoji),
                            shell_step("slow", "printf '\\342'; sleep 0.1; printf '\\202'; sleep 0.1; printf '\\254'"),
                            shell_step("err", "cat " + raw + " >&2"), shell_step("fails", "printf '\\377\\376' >&2; exit 3")};
    const Answer submitted = cluster.submit(task_of("t", {"n1"}, steps));
    ASSERT_EQ(submitted.code, 0) << submitted;
    ASSERT_TRUE(cluster.wait_for_state("t", "FAILED", 60000)) << cluster.status("t").dump(1);
    for (const char* name : {"bytes", "random", "zero", "emoji", "slow", "err"}) EXPECT_EQ(cluster.run_of("t", name, "n1")["state"], "SUCCEEDED") << name;
    EXPECT_EQ(cluster.run_of("t", "fails", "n1")["exit_code"], 3);
    EXPECT_EQ(cluster.run_of("t", "slow", "n1")["output"], "\xE2\x82\xAC");
    const auto stored = [&](const std::string& step) {
        const Json artifact = cluster.run_of("t", step, "n1")["artifact"];
        return artifact.is_object() ? cluster.cli_plain({"artifact", "get", artifact["sha256"]}).out : std::string("(no artifact)");
    };
    EXPECT_EQ(stored("random"), read_text(raw));
    EXPECT_EQ(stored("err"), read_text(raw));
    EXPECT_EQ(stored("emoji"), read_text(emoji));
    EXPECT_EQ(stored("bytes"), "\xFF\xFE\xF0\x80");
    EXPECT_EQ(cluster.run_of("t", "zero", "n1")["output"], std::string("a\0b", 3)) << "a NUL is text, too: short, so it needs no artifact";
    EXPECT_EQ(cluster.agent_log("n1").find("lost"), std::string::npos) << "the connection did not drop";
}

TEST_F(Processes, B032OutputWithoutLinesIsOneTextAndNoStreamOfEvents) {
    const std::string slow = "i=0; while [ $i -lt 40 ]; do printf x; sleep 0.05; i=$((i+1)); done";
    const std::string progress = "i=0; while [ $i -lt 1000 ]; do printf '%d%%\\r' $i; i=$((i+1)); done; printf 'last without newline'";
    const std::string parts = "for i in 1 2 3 4 5 6 7 8 9 10; do head -c 1000 /dev/zero | tr '\\0' y; sleep 0.02; done; echo";
    const std::vector<Json> steps{shell_step("slow", slow), shell_step("progress", progress), shell_step("parts", parts), shell_step("empty", "true")};
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, steps)).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 60000)) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "slow", "n1")["output"], std::string(40, 'x'));
    EXPECT_TRUE(cluster.run_of("t", "empty", "n1")["output"].is_null());
    const auto stored = [&](const std::string& step) {
        return cluster.cli_plain({"artifact", "get", cluster.run_of("t", step, "n1")["artifact"]["sha256"]}).out;
    };
    EXPECT_EQ(stored("parts"), std::string(10000, 'y') + "\n");
    const std::string kept = stored("progress");
    EXPECT_TRUE(kept.starts_with("0%\r1%\r")) << kept.substr(0, 20);
    EXPECT_TRUE(kept.ends_with("999%\rlast without newline")) << kept.substr(kept.size() - 40);
    EXPECT_LE(cluster.events("t").size(), 4u * 4u + 2u) << "what a step prints goes through no event but its last";
}

TEST_F(Processes, B033AStepThatAsksForInputGetsNoneAndNoTerminal) {
    std::vector<Json> steps{shell_step("read", "read x; echo got:$x"), shell_step("cat", "cat"), shell_step("tty", "head -c1 </dev/tty && echo open || echo none")};
    for (Json& one : steps) one["timeout"] = 20;
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, steps)).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 15000)) << cluster.status("t").dump(1);
    EXPECT_EQ(cluster.run_of("t", "read", "n1")["output"], "got:\n");
    EXPECT_NE(cluster.run_of("t", "tty", "n1")["output"].get<std::string>().find("none"), std::string::npos);
}

// Each value as argument, as environment, and through the output of an earlier step: byte for byte, never a command.
TEST_F(Processes, B080ValuesAreDataNeverCommands) {
    const std::string hit = cluster.path("hit");
    const Words values{"x'; touch " + hit + "; echo '", "$(touch " + hit + ")", "`touch " + hit + "`", "one\ntouch " + hit, "-rf", "{{other}} ${HOME}", "${x}"};
    std::vector<Json> steps;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string n = std::to_string(i);
        steps.push_back({{"name", "argv" + n}, {"intent", "run_command"}, {"idempotency", "idempotent_write"},
                         {"params", {{"argv", {"printf", "%s", values[i]}}}}});
        Json env = shell_step("env" + n, "printf %s \"$VALUE\"");
        env["params"]["env"] = {{"VALUE", values[i]}};
        steps.push_back(env);
        // The value goes into the summary of `make`, from there into an argument of `use`.
        Json make = shell_step("make" + n, "printf %s \"$SUMMARY\" > \"$APOLLO_OUTPUT\"");
        make["params"]["env"] = {{"SUMMARY", Json{{"value", values[i]}}.dump()}};
        steps.push_back(make);
        steps.push_back({{"name", "use" + n}, {"intent", "run_command"}, {"idempotency", "idempotent_write"}, {"depends_on", {"make" + n}},
                         {"params", {{"argv", {"printf", "%s", "${steps.make" + n + ".output.value}"}}}}});
    }
    const Answer submitted = cluster.submit(task_of("t", {"n1"}, steps));
    ASSERT_EQ(submitted.code, 0) << submitted;
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 60000)) << cluster.status("t").dump(1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (const char* kind : {"argv", "env", "use"}) EXPECT_EQ(cluster.run_of("t", kind + std::to_string(i), "n1")["output"], values[i]) << kind << i;
    }
    EXPECT_FALSE(std::filesystem::exists(hit));
}

}  // namespace
}  // namespace apollo::live
