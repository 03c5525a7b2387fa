// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Keys, types, ranges and names of tasks and steps.
#include <algorithm>

#include "tests/unit/definition/definition_helpers.h"

namespace apollo::definition {

namespace {

const std::string metrics_task = R"(task_id: collect-metrics-1712345678-b7e2
intent: collect_metrics
target_selector:
  type: label
  key: role
  value: worker
timeout: 120
retry_policy:
  max_retries: 3
  initial_interval: 5
  max_interval: 60
  backoff: exponential
metadata:
  operator: ops-team
  change_ticket: CHG-2024-001
)";

std::string one_intent(const std::string& more) {
    return "intent: collect_metrics\ntarget_selector: {type: group, group: g}\ntimeout: 5\nretry_policy: {}\n" + more;
}

std::string with_retry(const std::string& policy) { return head + "retry_policy: {" + policy + "}\nsteps:\n" + step("a"); }

std::string run(const std::string& params, const std::string& more = "idempotency: unique_key") {
    return with_steps("  - {name: a, intent: run_command, params: " + params + (more.empty() ? "" : ", " + more) + "}\n");
}

}  // namespace

TEST(Task, TheArticlesExampleIsATaskOfOneStep) {
    const auto task = accepted(metrics_task);
    EXPECT_EQ(task.task_id.text, "collect-metrics-1712345678-b7e2");
    EXPECT_TRUE(task.single_intent);
    ASSERT_EQ(task.steps.size(), 1u);
    EXPECT_EQ(task.steps[0].name.text, "collect_metrics");
    EXPECT_EQ(task.steps[0].params_json, "{}");
    EXPECT_EQ(task.target_selector->kind, domain::Selector::Kind::Label);
    EXPECT_EQ(task.target_selector->key, "role");
    EXPECT_EQ(task.target_selector->value, "worker");
    EXPECT_EQ(task.timeout_ms, 120000);
    EXPECT_EQ(*task.retry_policy, (domain::RetryPolicy{3, 5000, 60000, domain::Backoff::Exponential}));
    EXPECT_EQ(task.metadata.at("operator"), "\"ops-team\"");
    EXPECT_EQ(task.metadata.at("change_ticket"), "\"CHG-2024-001\"");
}

TEST(Task, EveryFieldArrives) {
    const auto task = accepted(R"(
intent: upgrade
target_selector: {type: nodes, nodes: [n2, n1, n2]}
timeout: 0.5
depends_on: [earlier]
callback_url: https://example.org/done
priority: high
deadline: 3600
on_failure: compensate
steps:
  - name: first
    intent: ensure_file
    params: {path: /f, content: x}
    compensate: {intent: run_command, params: {argv: [rm, f]}, timeout: 9}
    idempotency: compensate
  - name: second
    intent: rotate_logs
    params: {path: /l}
    depends_on: [first]
    trigger: all_done
    per_node: true
    target_selector: {type: group, group: web}
    retry_policy: {max_retries: 0, backoff: fixed}
    priority: low
)");
    EXPECT_EQ(task.target_selector->nodes, (std::vector<NodeId>{NodeId{"n1"}, NodeId{"n2"}}));
    EXPECT_EQ(task.timeout_ms, 500);
    EXPECT_EQ(task.depends_on, std::vector<TaskId>{TaskId{"earlier"}});
    EXPECT_EQ(task.callback_url, "https://example.org/done");
    EXPECT_EQ(task.priority, domain::Priority::High);
    EXPECT_EQ(task.deadline_ms, 3600000);
    EXPECT_EQ(task.on_failure, domain::OnFailure::Compensate);
    EXPECT_FALSE(task.single_intent);
    EXPECT_EQ(task.steps[0].compensate->intent.text, "run_command");
    EXPECT_EQ(task.steps[0].compensate->params_json, R"({"argv":["rm","f"]})");
    EXPECT_EQ(task.steps[0].compensate->timeout_ms, 9000);
    const auto& second = task.steps[1];
    EXPECT_EQ(second.depends_on, std::vector<StepName>{StepName{"first"}});
    EXPECT_EQ(second.trigger, domain::Trigger::AllDone);
    EXPECT_TRUE(second.per_node);
    EXPECT_EQ(second.target_selector->group, "web");
    EXPECT_EQ(second.retry_policy->max_retries, 0u);
    EXPECT_EQ(second.retry_policy->backoff, domain::Backoff::Fixed);
    EXPECT_EQ(second.priority, domain::Priority::Low);
}

TEST(Task, AllFaultsComeAtOnceInTheOrderOfTheFile) {
    const Parsed parsed = parse("task_id: a/b\nintent: x y\ntimeout: 30s\ntarget_selector: {type: lable}\npriorty: high\nsteps:\n"
                                "  - {name: a, intent: collect_metrics, per_node: 1}\n  - {intent: x}\n");
    EXPECT_EQ(parsed.faults.size(), 7u) << all_faults(parsed);
    EXPECT_TRUE(std::is_sorted(parsed.faults.begin(), parsed.faults.end(),
                               [](const Fault& a, const Fault& b) { return a.line < b.line; }));
    EXPECT_EQ(parsed.faults[4].line, 5);
    EXPECT_EQ(parsed.faults[4].reason, "unknown key 'priorty' in a task; did you mean 'priority'?");
    EXPECT_EQ(to_text("x.yaml", parsed.faults[4]), "x.yaml:5:1: unknown key 'priorty' in a task; did you mean 'priority'?");
}

TEST(Task, ATaskOfOneIntentNeedsTheArticlesFields) {
    for (const char* key : {"target_selector", "timeout", "retry_policy"}) {
        std::string yaml = one_intent("");
        const std::size_t at = yaml.find(key);
        yaml.erase(at, yaml.find('\n', at) + 1 - at);
        expect_fault(yaml, std::string("a task needs '") + key + "'");
    }
    expect_fault("timeout: 5\n", "a task needs an 'intent' or 'steps'");
    accepted(one_intent(""));
    accepted(one_intent("params: {path: /a}\nidempotency: compensate\ncompensate: {intent: undo}\n"));
    expect_fault(with_steps(step("a")) + "params: {a: 1}\n", "'params' belongs to a step");
}

TEST(Task, StepsNeedASelectorAndATimeoutFromSomewhere) {
    expect_fault("steps:\n" + step("a"), "step 'a' has no 'target_selector' and the task has none either");
    const auto untimed = parse("target_selector: {type: group, group: g}\nsteps:\n" + step("a"));
    EXPECT_THAT(untimed.faults, IsEmpty()) << "its history may give one";
    ASSERT_EQ(untimed.warnings.size(), 1u);
    EXPECT_THAT(untimed.warnings[0], HasSubstr("step 'a' has no 'timeout' and the task has none either"));
    accepted("steps:\n" + step("a", "timeout: 1, target_selector: {type: group, group: g}"));
    expect_fault(with_steps("  []\n"), "'steps' is empty");
    expect_fault(head + "steps: a\n", "'steps' must be a list");
}

TEST(Task, TimesAreSecondsWithoutUnits) {
    expect_fault("timeout: 30s\nsteps: []\n", "'timeout' '30s' must be a plain number of seconds, without unit or quotes, such as 30");
    expect_fault("timeout: \"30\"\nsteps: []\n", "without unit or quotes");
    for (const char* wrong : {"0", "-1", "0.0001", "31536001", "1e300"}) {
        expect_fault(std::string("timeout: ") + wrong + "\nsteps: []\n", "'timeout' must be above 0 and at most 31536000 seconds");
    }
    for (const char* wrong : {"soon", "true", "[5]", ".inf"}) {
        expect_fault(std::string("timeout: ") + wrong + "\nsteps: []\n", "'timeout' must be a number of seconds");
    }
    EXPECT_EQ(accepted(with_steps(step("a", "timeout: 31536000"))).steps[0].timeout_ms, 31536000000);
    EXPECT_EQ(accepted(with_steps(step("a", "timeout: 010"))).steps[0].timeout_ms, 10000);
}

TEST(Task, B026_RetryIntervalsAboveZeroAndBoundedCounts) {
    for (const char* wrong : {"max_retries: -1", "max_retries: 1001", "max_retries: 1.5", "max_retries: x"}) {
        expect_fault(with_retry(wrong), "'max_retries' must be a whole number from 0 to 1000");
    }
    expect_fault(with_retry("initial_interval: 0"), "'initial_interval' must be above 0");
    expect_fault(with_retry("max_interval: 0"), "'max_interval' must be above 0");
    expect_fault(with_retry("initial_interval: 5ms"), "without unit");
    expect_fault(with_retry("initial_interval: 10, max_interval: 9"), "must not be shorter than 'initial_interval'");
    expect_fault(with_retry("backoff: exponentiall"), "did you mean 'exponential'?");
    EXPECT_EQ(*accepted(with_retry("")).retry_policy, domain::RetryPolicy{});
    EXPECT_EQ(accepted(with_retry("max_retries: 0")).retry_policy->max_retries, 0u);
    EXPECT_EQ(accepted(with_retry("initial_interval: 100")).retry_policy->max_interval_ms, 100000);
}

TEST(Task, SelectorsHaveExactlyTheKeysOfTheirType) {
    const auto selector = [](const std::string& text) { return "target_selector: {" + text + "}\ntimeout: 1\nsteps:\n" + step("a"); };
    expect_fault(selector("type: label, key: k"), "a target_selector needs 'value'");
    expect_fault(selector("type: nodes, nodes: []"), "'nodes' is empty");
    expect_fault(selector("type: nodes, nodes: [a/b]"), "node 'a/b' contains '/'");
    expect_fault(selector("type: group, group: g, key: k"), "'key' does not belong to a selector of type group");
    expect_fault(selector("type: grup, group: g"), "did you mean 'group'?");
    expect_fault(selector("group: g"), "a target_selector needs 'type'");
    EXPECT_EQ(accepted(selector("type: label, key: zone, value: 010")).target_selector->value, "010");
}

TEST(Task, B079_NamesAreOneHarmlessPathComponent) {
    for (const char* wrong : {"../../x", "/etc/x", "\"..\\\\x\"", "\"%2e%2e/x\"", "a/../../x", "\"a\\0b\"", ".", "\"\"", "CON", "nul.txt",
                              "com1", "\"a\\n\"", "a.", "\"a b\"", "-a", "\"h\xC3\xA9\""}) {
        EXPECT_FALSE(parse(with_steps(step(wrong))).faults.empty()) << wrong;
        EXPECT_FALSE(parse("task_id: " + std::string(wrong) + "\ntimeout: 1\ntarget_selector: {type: group, group: g}\nsteps:\n" + step("a")).faults.empty()) << wrong;
    }
    expect_fault(with_steps(step("a/b")), "step name 'a/b' contains '/'");
    expect_fault(with_steps(step(std::string(300, 'x'))), "has 300 characters; at most 128");
    expect_fault(with_steps(step("CON")), "is the name of a device on Windows");
    accepted(with_steps(step("console") + step("a.b_c-d") + step("COM10")));
}

TEST(Task, R1_SomebodyDeclaresWhatHappensWhenAStepRunsTwice) {
    expect_fault(run("{argv: [true]}", ""), "run_command needs 'idempotency'");
    expect_fault(run("{argv: [true]}", "idempotency: compensate"), "needs a 'compensate' block");
    accepted(run("{argv: [true]}", "idempotency: compensate, compensate: {intent: run_command, params: {argv: [undo]}}"));
    EXPECT_THAT(parse(with_steps(step("a"))).warnings, IsEmpty());
    const Parsed site = parse(with_steps("  - {name: a, intent: make_tea}\n"));
    EXPECT_THAT(site.faults, IsEmpty());
    ASSERT_EQ(site.warnings.size(), 1u);
    EXPECT_THAT(site.warnings[0], HasSubstr("line 5: intent 'make_tea' is not built in"));
    const Parsed misspelt = parse(with_steps("  - {name: a, intent: colect_metrics}\n"));
    ASSERT_EQ(misspelt.warnings.size(), 1u);
    EXPECT_THAT(misspelt.warnings[0], HasSubstr("did you mean 'collect_metrics'?"));
    const Parsed declared = parse(with_steps("  - {name: a, intent: run_comand, idempotency: idempotent_write}\n"));
    ASSERT_EQ(declared.warnings.size(), 1u);
    EXPECT_THAT(declared.warnings[0], HasSubstr("'run_comand' is not built in; did you mean 'run_command'?"));
    EXPECT_THAT(parse(with_steps("  - {name: a, intent: make_tea, idempotency: idempotent_write}\n")).warnings, IsEmpty());
    expect_fault(with_steps(step("a", "idempotency: unique")), "the idempotency 'unique' is not known");
}

TEST(Task, RunCommandGetsItsWordsExactlyAsWritten) {
    const auto task = accepted(run("{argv: [printf, NO, 010, null, ~, 1.50, true, \"\", -rf], env: {A: 007, B: \"x'; touch /tmp/pwn; echo '\"}, cwd: /tmp}"));
    EXPECT_EQ(task.steps[0].params_json,
              R"({"argv":["printf","NO","010","null","~","1.50","true","","-rf"],"cwd":"/tmp","env":{"A":"007","B":"x'; touch /tmp/pwn; echo '"}})");
    expect_fault(with_steps("  - {name: a, intent: run_command, idempotency: unique_key}\n"), "run_command needs 'params'");
    expect_fault(run("{}"), "needs 'argv'");
    expect_fault(run("{argv: []}"), "'argv' is empty");
    expect_fault(run("{argv: \"rm -rf /\"}"), "'argv' must be a list");
    expect_fault(run("{argv: [\"\", x]}"), "the first word of 'argv'");
    expect_fault(run("{argv: [a, [b]]}"), "a word of 'argv' must be text");
    expect_fault(run("{argv: [\"a\\0b\"]}"), "contains a NUL");
    expect_fault(run("{argv: [a], env: {\"A=B\": c}}"), "must not be empty or contain '='");
    expect_fault(run("{argv: [a], shell: true}"), "unknown key 'shell' in the params of run_command");
    expect_fault(run("{argv: [a], arvg: [b]}"), "did you mean 'argv'?");
}

TEST(Task, MetadataKeepsItsJsonTypesAndUrlsAreChecked) {
    const auto task = accepted(head + "metadata: {n: 5, t: NO, l: [1, {b: 2, a: 1}]}\nsteps:\n" + step("a"));
    EXPECT_EQ(task.metadata.at("n"), "5");
    EXPECT_EQ(task.metadata.at("t"), "\"NO\"");
    EXPECT_EQ(task.metadata.at("l"), R"([1,{"a":1,"b":2}])");
    expect_fault(head + "metadata: text\nsteps:\n" + step("a"), "'metadata' must be a map");
    expect_fault(head + "callback_url: ftp://x\nsteps:\n" + step("a"), "must be an address that begins with http");
    for (const char* odd : {"http://", "http:///done", "http://:80/", "http://-x/", "http://a..b/", "http://[x]/", "https://[]/"}) {
        expect_fault(head + "callback_url: \"" + odd + "\"\nsteps:\n" + step("a"), "names no host");
    }
    for (const char* odd : {"http://x:0/", "http://x:65536/", "http://x:/", "http://x:8o/"}) {
        expect_fault(head + "callback_url: \"" + odd + "\"\nsteps:\n" + step("a"), "has a port that is none");
    }
    for (const char* odd : {"http://x/a b", "http://x/<a>", "http://x/%", "http://x/%2", "http://x/ä", "http://x\\\\y/"}) {
        expect_fault(head + "callback_url: \"" + odd + "\"\nsteps:\n" + step("a"), "must be written as %XX");
    }
    expect_fault(head + "callback_url: http://ann:secret@x/\nsteps:\n" + step("a"), "must not hold a name or password");
    for (const char* good : {"http://x", "http://127.0.0.1:8080/done?task=%20a&b=[1]", "https://[::1]:7/", "https://a-b.example.org/x#c"}) {
        EXPECT_TRUE(parse(head + "callback_url: \"" + good + "\"\nsteps:\n" + step("a")).faults.empty()) << good;
    }
}

TEST(Canonical, OrderAndStyleOfTheFileDoNotMatterAndContentDoes) {
    const std::string hash = definition_sha256(accepted(metrics_task));
    EXPECT_EQ(hash, definition_sha256(accepted(
        "{retry_policy: {backoff: exponential, max_interval: 60, initial_interval: 5.0, max_retries: 3}, metadata: {change_ticket: "
        "\"CHG-2024-001\", operator: 'ops-team'}, timeout: 120.0, target_selector: {value: worker, key: role, type: label}, intent: collect_metrics}")));
    EXPECT_EQ(hash, definition_sha256(accepted("# a comment\n" + metrics_task)));
    std::string other = metrics_task;
    other.replace(other.find("worker"), 6, "master");
    EXPECT_NE(hash, definition_sha256(accepted(other)));
}

TEST(NearestName, FindsSlipsAndNothingFarther) {
    EXPECT_EQ(nearest_name("timout", {"timeout", "priority"}), "timeout");
    EXPECT_EQ(nearest_name("itmeout", {"timeout"}), "timeout");
    EXPECT_EQ(nearest_name("ALPHA", {"alpha"}), "alpha");
    EXPECT_EQ(nearest_name("x", {"y", "zz"}), "");
    EXPECT_EQ(nearest_name("completely", {"different"}), "");
}

}  // namespace apollo::definition
