// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/write.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/definition/parse.h"

namespace apollo::definition {
namespace {

std::string complaints(const Parsed& parsed) {
    std::string text;
    for (const Fault& fault : parsed.faults) text += to_text("written", fault) + "\n";
    return text;
}

void expect_round_trip(const std::string& yaml) {
    const Parsed first = parse(yaml);
    ASSERT_TRUE(first.faults.empty()) << complaints(first);
    const std::string written = task_text(first.definition);
    const Parsed again = parse(written);
    ASSERT_TRUE(again.faults.empty()) << complaints(again) << written;
    EXPECT_TRUE(again.definition == first.definition) << written;
}

TEST(TaskText, IsTheDefinitionAgainForEverySample) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(APOLLO_SOURCE_FOLDER "/resources/samples")) {
        if (entry.path().extension() != ".yaml") continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream file(entry.path());
        std::stringstream text;
        text << file.rdbuf();
        expect_round_trip(text.str());
        ++files;
    }
    EXPECT_GE(files, 2);
}

TEST(TaskText, KeepsEverySettingAndOddText) {
    expect_round_trip(R"(
task_id: all-of-it
intent: odd
target_selector: {type: nodes, nodes: [n1, n2]}
timeout: 1.5
deadline: 3600
priority: high
on_failure: compensate
depends_on: [other]
callback_url: https://example.org/x?a=b#c
metadata: {n: 010, t: "yes", deep: {a: [1, 2.5, null, true, "", " x", "a: b", "# no", "- no"]}}
steps:
  - name: a
    intent: run_command
    idempotency: compensate
    compensate: {intent: run_command, params: {argv: ["true"]}, timeout: 3}
    retry_policy: {max_retries: 0, initial_interval: 0.25, max_interval: 9, backoff: fixed}
    tolerance: 2
    limits: {cpu_seconds: 9, memory_bytes: 9000000, open_files: 64}
    params:
      argv: [sh, -c, "line 1\n  line 2\n\n\tline 4\n", "  leading", "trailing \n", "\n", "bell \x07", "no end\nhere", "中文\n再来"]
      env: {A: "1", "B C": "two words"}
  - name: "no"
    intent: run_command
    idempotency: unique_key
    depends_on: [a]
    trigger: any_failed
    per_node: true
    priority: low
    max_parallel_nodes: 5
    tolerance: 10%
    ranks: [{type: group, group: canary}, {type: label, key: zone, value: north}]
    target_selector: {type: group, group: "g 1"}
    params: {argv: ["null"]}
)");
}

TEST(TaskText, WritesScriptsAsTheyLook) {
    const Parsed parsed = parse("intent: x\ntarget_selector: {type: group, group: g}\ntimeout: 5\nsteps:\n"
                                "  - {name: a, intent: run_command, idempotency: unique_key, params: {argv: [sh, -c, \"set -e\\necho hi\\n\"]}}\n");
    ASSERT_TRUE(parsed.faults.empty());
    EXPECT_NE(task_text(parsed.definition).find("        - |\n          set -e\n          echo hi\n"), std::string::npos)
        << task_text(parsed.definition);
}

}  // namespace
}  // namespace apollo::definition
