// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Params of built-in intents and limits of steps are checked when the definition is read, not when the step runs.
#include "tests/unit/definition/definition_helpers.h"

namespace apollo::definition {
namespace {

std::string faults_of(const std::string& step) {
    const Parsed parsed = parse("task_id: t\nintent: test\ntarget_selector: {type: nodes, nodes: [n]}\ntimeout: 5\nretry_policy: {max_retries: 0}\nsteps:\n- {name: s, " +
                                step + "}\n");
    std::string text;
    for (const Fault& fault : parsed.faults) text += fault.reason + "\n";
    return text;
}

const std::string sha256(64, 'a');

TEST(BuiltinParams, GoodOnesAreAccepted) {
    EXPECT_EQ(faults_of("intent: ensure_service, params: {name: nginx, state: started, enabled: true}"), "");
    EXPECT_EQ(faults_of("intent: fetch_artifact, params: {url: 'https://x/y', sha256: " + sha256 + ", path: /opt/y, max_bytes: 10}"), "");
    EXPECT_EQ(faults_of("intent: wait_for, params: {tcp: 'db:5432', timeout_s: 30}"), "");
    EXPECT_EQ(faults_of("intent: http_request, idempotency: unique_key, params: {url: 'http://x/', headers: {A: b}, expect: [200, 204]}"), "");
    EXPECT_EQ(faults_of("intent: collect_metrics"), "");
}

TEST(BuiltinParams, WhatIsMissingUnknownOrOfTheWrongKindIsNamed) {
    EXPECT_NE(faults_of("intent: ensure_service").find("need 'name'"), std::string::npos);
    EXPECT_NE(faults_of("intent: ensure_service, params: {nam: x}").find("did you mean 'name'?"), std::string::npos);
    EXPECT_NE(faults_of("intent: ensure_service, params: {name: x, enabled: maybe}").find("must be true or false"), std::string::npos);
    EXPECT_NE(faults_of("intent: fetch_artifact, params: {url: u, sha256: s, path: relative}").find("must be an absolute path"), std::string::npos);
    EXPECT_NE(faults_of("intent: wait_for, params: {command: 'true'}"), "");
    EXPECT_NE(faults_of("intent: rotate_logs, params: {path: /x, keep: many}"), "");
}

TEST(BuiltinParams, WhatANodeWouldRefuseIsRefusedHereWithThePlaceOfTheField) {
    const std::string fetch = "url: 'https://x/y', sha256: " + sha256 + ", path: /opt/y";
    const std::pair<std::string, std::string> wrong[] = {
        {"wait_for", "the params of wait_for need exactly one of tcp, file and command"},
        {"wait_for, params: {tcp: 'db:5432', file: /x}", "need exactly one of tcp, file and command"},
        {"wait_for, params: {tcp: db}", "'params.tcp' must be HOST:PORT"},
        {"wait_for, params: {tcp: 'db:70000'}", "'params.tcp' must be HOST:PORT"},
        {"wait_for, params: {file: x}", "'params.file' must be an absolute path"},
        {"wait_for, params: {command: []}", "'params.command' must be a list: the program and its arguments"},
        {"wait_for, params: {command: [x, [y]]}", "'params.command[1]' must be a text"},
        {"wait_for, params: {file: /x, interval_ms: 5}", "'params.interval_ms' must be a whole number from 10 to 3600000"},
        {"wait_for, params: {file: /x, timeout_s: soon}", "'params.timeout_s' must be a whole number"},
        {"fetch_artifact, params: {url: 'ftp://x/y', sha256: " + sha256 + ", path: /y}", "'params.url' must be an address that begins with http, https or file"},
        {"fetch_artifact, params: {url: 'https://x/y', sha256: abc, path: /y}", "'params.sha256' must be 64 lower-case hex digits"},
        {"fetch_artifact, params: {" + fetch + ", mode: rw}", "'params.mode' must be an octal text"},
        {"fetch_artifact, params: {" + fetch + ", max_bytes: 0}", "'params.max_bytes' must be a whole number from 1 to"},
        {"ensure_service, params: {name: x}", "need at least one of state and enabled"},
        {"ensure_service, params: {name: x, state: up}", "'params.state' must be started or stopped"},
        {"upgrade_service, params: {" + fetch + ", service: -rf}", "'params.service' must be the name of a service"},
        {"http_request, idempotency: unique_key, params: {url: 'http:///x'}", "'params.url' must be an address"},
        {"http_request, idempotency: unique_key, params: {url: 'http://x/', method: FETCH}", "'params.method' must be GET, HEAD"},
        {"http_request, idempotency: unique_key, params: {url: 'http://x/', expect: [200, 42]}", "'params.expect[1]' must be a status number"},
        {"http_request, idempotency: unique_key, params: {url: 'http://x/', headers: {A: \"b\\nc\"}}", "'params.headers.A' must be one line"},
        {"ensure_file, params: {path: /x, content: [a]}", "'params.content' must be a text"},
        {"run_command, idempotency: unique_key, params: {argv: [x], cwd: here}", "'params.cwd' must be an absolute path"},
    };
    for (const auto& [step, reason] : wrong) EXPECT_THAT(faults_of("intent: " + step), HasSubstr(reason)) << step;
    EXPECT_THAT(faults_of("intent: collect_metrics, compensate: {intent: wait_for, params: {tcp: db}, timeout: 5}"), HasSubstr("'params.tcp' must be HOST:PORT"));
    const Parsed placed = parse(with_steps("  - name: s\n    intent: wait_for\n    params:\n      tcp: db\n"));
    ASSERT_EQ(placed.faults.size(), 1u);
    EXPECT_EQ(placed.faults[0].line, 8);
    EXPECT_EQ(placed.faults[0].column, 12);
}

TEST(BuiltinParams, TextsStayAsTheyWereWrittenAndWhatIsEmptyIsNotThere) {
    const auto params = [](const std::string& written) { return accepted(with_steps("  - {name: s, intent: ensure_file, params: {" + written + "}}\n")).steps[0].params_json; };
    EXPECT_EQ(params("path: /x, content: 42, mode: 0644"), R"({"content":"42","mode":"0644","path":"/x"})");
    EXPECT_EQ(params("path: /x, content: '', mode: "), R"({"content":"","path":"/x"})");
    EXPECT_EQ(params("path: 'C:/x', content: y"), R"({"content":"y","path":"C:/x"})") << "the node may be one with Windows";
}

TEST(BuiltinParams, WhatAnEarlierStepWillSayIsNotJudgedYet) {
    EXPECT_EQ(all_faults(parse(with_steps(step("a") + "  - {name: s, intent: wait_for, depends_on: [a], params: {tcp: '${steps.a.output.address}'}}\n"))), "");
    EXPECT_EQ(all_faults(parse(with_steps(step("a") + "  - {name: s, intent: wait_for, depends_on: [a], params: {command: ['${steps.a.output.program}']}}\n"))), "");
}

TEST(BuiltinParams, ARequestMustSayWhatHappensWhenItIsRepeated) {
    EXPECT_NE(faults_of("intent: http_request, params: {url: 'http://x/'}").find("needs 'idempotency'"), std::string::npos);
}

TEST(Limits, AreReadAndWrongOnesRefused) {
    const Parsed parsed = parse("task_id: t\nintent: test\ntarget_selector: {type: nodes, nodes: [n]}\ntimeout: 5\nretry_policy: {max_retries: 0}\nsteps:\n"
                                "- {name: s, intent: collect_metrics, limits: {cpu_seconds: 10, memory_bytes: 1048576, file_size_bytes: 5, open_files: 16}}\n");
    ASSERT_TRUE(parsed.faults.empty()) << parsed.faults[0].reason;
    EXPECT_EQ(parsed.definition.steps[0].limits, (ResourceLimits{10, 1048576, 5, 16}));
    EXPECT_NE(faults_of("intent: collect_metrics, limits: {cpu: 1}"), "");
    EXPECT_NE(faults_of("intent: collect_metrics, limits: {memory_bytes: 1000}"), "");
    EXPECT_NE(faults_of("intent: collect_metrics, limits: 5"), "");
}

TEST(RollOut, IsReadOfAStepAndOfATaskOfOneIntent) {
    EXPECT_EQ(faults_of("intent: collect_metrics, max_parallel_nodes: 5, tolerance: 10%, ranks: [{type: group, group: g}]"), "");
    const Parsed parsed = parse("task_id: t\nintent: collect_metrics\ntarget_selector: {type: nodes, nodes: [n]}\ntimeout: 5\nretry_policy: {max_retries: 0}\n"
                                "max_parallel_nodes: 3\ntolerance: 2\nranks:\n- {type: label, key: tier, value: canary}\n");
    ASSERT_TRUE(parsed.faults.empty()) << parsed.faults[0].reason;
    const domain::RollOutDefinition& read = parsed.definition.steps[0].roll_out;
    EXPECT_EQ(read.max_parallel_nodes, 3u);
    EXPECT_EQ(read.tolerance, (domain::Tolerance{2, false}));
    ASSERT_EQ(read.ranks.size(), 1u);
    EXPECT_EQ(read.ranks[0].value, "canary");
}

TEST(RollOut, WrongLimitsAreNamed) {
    EXPECT_NE(faults_of("intent: collect_metrics, max_parallel_nodes: 0"), "");
    EXPECT_NE(faults_of("intent: collect_metrics, tolerance: some").find("a number of nodes (2) or a share"), std::string::npos);
    EXPECT_NE(faults_of("intent: collect_metrics, tolerance: 101%"), "");
    EXPECT_NE(faults_of("intent: collect_metrics, tolerance: -1"), "");
    EXPECT_NE(faults_of("intent: collect_metrics, ranks: []"), "");
    const Parsed parsed = parse("task_id: t\ntarget_selector: {type: nodes, nodes: [n]}\ntimeout: 5\ntolerance: 1\nsteps:\n- {name: s, intent: collect_metrics}\n");
    ASSERT_EQ(parsed.faults.size(), 1u);
    EXPECT_NE(parsed.faults[0].reason.find("belongs to a step"), std::string::npos);
}

TEST(RollOut, ChangesTheDefinitionsIdentityOnlyWhereThereIsAny) {
    domain::TaskDefinition definition;
    definition.steps.resize(1);
    const std::string without = canonical_text(definition);
    EXPECT_EQ(without.find("roll_out"), std::string::npos);
    definition.steps[0].roll_out.tolerance = domain::Tolerance{0, false};
    EXPECT_NE(canonical_text(definition), without);
}

TEST(Limits, ChangeTheDefinitionsIdentityOnlyWhereThereAreAny) {
    domain::TaskDefinition definition;
    definition.steps.resize(1);
    const std::string without = canonical_text(definition);
    EXPECT_EQ(without.find("limits"), std::string::npos);
    definition.steps[0].limits.cpu_seconds = 1;
    EXPECT_NE(canonical_text(definition), without);
}

}  // namespace
}  // namespace apollo::definition
