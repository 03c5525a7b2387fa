// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Bytes and YAML: what a file may be before its meaning matters.
#include <chrono>

#include "tests/unit/definition/definition_helpers.h"

namespace apollo::definition {

namespace {
const std::string base = with_steps(step("a"));
}

TEST(Yaml, B001_AKeyWrittenTwiceIsRefusedWithBothLines) {
    expect_fault("task_id: t1\ntimeout: 30\ntarget_selector: {type: group, group: g}\nsteps: []\n\ntimeout: 1\n",
                 "f:6:1: key 'timeout' is written twice, in line 2 and in line 6");
    expect_fault(with_steps("  - name: a\n    intent: collect_metrics\n    intent: rotate_logs\n"),
                 "key 'intent' is written twice, in line 6 and in line 7");
    expect_fault(with_steps("  - {name: a, intent: x, params: {k: 1, \"k\": 2}}\n"), "key 'k' is written twice");
}

TEST(Yaml, B001_MergeKeysAreAllowedAndTheOverrideWins) {
    const auto task = accepted(with_steps("  - &d {name: a, intent: collect_metrics, timeout: 5, priority: low}\n"
                                          "  - {<<: *d, name: b, timeout: 7}\n"
                                          "  - {<<: [{priority: high}, *d], name: c}\n"));
    ASSERT_EQ(task.steps.size(), 3u);
    EXPECT_EQ(task.steps[1].name.text, "b");
    EXPECT_EQ(task.steps[1].timeout_ms, 7000);
    EXPECT_EQ(task.steps[1].priority, domain::Priority::Low);
    EXPECT_EQ(task.steps[2].priority, domain::Priority::High);
    EXPECT_EQ(task.steps[2].timeout_ms, 5000);
    expect_fault(with_steps("  - {<<: 5, name: a, intent: collect_metrics}\n"), "'<<' merges maps");
}

TEST(Yaml, B002_WordsThatOlderYamlTakesForBooleansAreText) {
    const auto task = accepted(with_steps(
        "  - {name: off, intent: NO, params: {country: NO, state: on, mode: y, answer: Yes, real: true, ten: 010, none: ~, q: \"010\"}}\n"));
    EXPECT_EQ(task.steps[0].name.text, "off");
    EXPECT_EQ(task.steps[0].intent.text, "NO");
    EXPECT_EQ(task.steps[0].params_json,
              R"({"answer":"Yes","country":"NO","mode":"y","none":null,"q":"010","real":true,"state":"on","ten":10})");
}

TEST(Yaml, NumbersFollowTheCoreRules) {
    const auto task = accepted(with_steps("  - {name: a, intent: x, params: {a: 0x10, b: 0o10, c: -3, d: 1.5, e: 1e3, f: 1_000, g: 12:30, "
                                          "h: !!str 5, i: \"5\", j: .5, k: 1.2.3, l: +7}}\n"));
    EXPECT_EQ(task.steps[0].params_json,
              R"({"a":16,"b":8,"c":-3,"d":1.5,"e":1000.0,"f":"1_000","g":"12:30","h":"5","i":"5","j":0.5,"k":"1.2.3","l":7})");
    expect_fault(with_steps("  - {name: a, intent: x, params: {a: 99999999999999999999}}\n"), "too large");
    expect_fault(with_steps("  - {name: a, intent: x, params: {a: .inf}}\n"), "JSON has no such number");
    expect_fault(with_steps("  - {name: a, intent: x, params: {a: !python/object x}}\n"), "tag");
}

TEST(Yaml, B003_OneByteOrderMarkAndCrlfChangeNothing) {
    const std::string hash = definition_sha256(accepted(base));
    EXPECT_EQ(definition_sha256(accepted("\xEF\xBB\xBF" + base)), hash);
    std::string crlf;
    for (const char c : base) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(definition_sha256(accepted(crlf)), hash);
}

TEST(Yaml, B003_OtherEncodingsAreRefusedWithTheByteOffset) {
    std::string utf16 = "\xFF\xFE";
    for (const char c : base) utf16 += std::string{c, '\0'};
    for (const std::string& yaml : {"\xEF\xBB\xBF\xEF\xBB\xBF" + base, utf16, utf16.substr(2), "intent: caf\xE9\n" + base,
                                    base + std::string(1, '\0')}) {
        const Parsed parsed = parse(yaml);
        ASSERT_EQ(parsed.faults.size(), 1u);
        EXPECT_THAT(parsed.faults[0].reason, HasSubstr("encoding"));
        EXPECT_THAT(parsed.faults[0].reason, HasSubstr("byte offset"));
    }
    expect_fault("intent: caf\xE9\n", "f:1:12: the encoding is not UTF-8 (perhaps Latin-1); save the file as UTF-8 (byte offset 11)");
    expect_fault("\xEF\xBB\xBF\xEF\xBB\xBF" + base, "byte offset 3");
}

TEST(Yaml, B006_AnAliasBombIsRefusedQuicklyAndSmallUseOfAliasesIsNot) {
    std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char c = 'b'; c <= 'i'; ++c) {
        bomb += std::string(1, c) + ": &" + c + " [";
        for (int i = 0; i < 9; ++i) bomb += (i > 0 ? ",*" : "*") + std::string(1, static_cast<char>(c - 1));
        bomb += "]\n";
    }
    const auto begin = std::chrono::steady_clock::now();
    std::string indented;
    for (std::size_t at = 0; at < bomb.size();) {
        const std::size_t end = bomb.find('\n', at) + 1;
        indented += "      " + bomb.substr(at, end - at);
        at = end;
    }
    expect_fault(with_steps("  - name: s\n    intent: x\n    params:\n" + indented), "too many alias expansions");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    accepted(with_steps("  - {name: s, intent: x, params: {a: &a [1], b: &b {k: *a}, c: &c t, d: [*a, *b, *c, *a, *b, *c, *a, *b]}}\n"));
}

TEST(Yaml, AnAliasInsideItselfIsRefused) {
    expect_fault(with_steps("  - {name: s, intent: x, params: {a: &a [*a]}}\n"), "stands inside what it refers to");
    expect_fault(with_steps("  - &s {<<: *s, name: s, intent: x}\n"), "stands inside what it refers to");
}

TEST(Yaml, SeveralDocumentsAndOddRootsAreRefused) {
    expect_fault(base + "---\n" + base, "a second document begins here");
    expect_fault("", "the file is empty");
    expect_fault("# nothing\n", "the file is empty");
    expect_fault("- a\n- b\n", "a task must be a map");
    expect_fault("just text", "a task must be a map");
    expect_fault("a: [1, 2\n", "this is not YAML");
    expect_fault("a: *nowhere\n", "this is not YAML");
    accepted("---\n" + base + "...\n");
}

TEST(Yaml, DepthAndSizeAreBounded) {
    expect_fault(with_steps("  - {name: s, intent: x, params: {a: " + std::string(200, '[') + std::string(200, ']') + "}}\n"), "nested too deeply");
    EXPECT_FALSE(parse(std::string(100000, '[')).faults.empty());
    EXPECT_FALSE(parse(std::string(100000, '{')).faults.empty());
    std::string nested = "  - {name: s, intent: x, params: {a0: &a0 [[[[[[[[[[x]]]]]]]]]]";
    for (int i = 1; i < 2000; ++i) {
        nested += ", a" + std::to_string(i) + ": &a" + std::to_string(i) + " [[[*a" + std::to_string(i - 1) + "]]]";
    }
    EXPECT_FALSE(parse(with_steps(nested + "}}\n")).faults.empty());
    const Parsed large = parse(std::string((16 << 20) + 1, '#'));
    ASSERT_EQ(large.faults.size(), 1u);
    EXPECT_THAT(large.faults[0].reason, HasSubstr("at most 16777216"));
}

TEST(Yaml, ColumnsCountCharactersNotBytes) {
    expect_fault(with_steps("  - {name: a, intent: x, params: {t: \"\xE5\xA4\xA9\xE5\xA4\xA9\"}, oops: 1}\n"), "f:5:45: unknown key 'oops'");
}

}  // namespace apollo::definition
