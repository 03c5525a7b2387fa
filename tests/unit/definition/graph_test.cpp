// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Dependencies, cycles, references, and very large graphs.
#include <chrono>

#include "tests/unit/definition/definition_helpers.h"

namespace apollo::definition {

namespace {

std::string command(const std::string& name, const std::string& argv, const std::string& depends_on = {}) {
    return "  - {name: " + name + ", intent: run_command, idempotency: unique_key, params: {argv: " + argv + "}" +
           (depends_on.empty() ? "" : ", depends_on: [" + depends_on + "]") + "}\n";
}

}  // namespace

TEST(Graph, B004_AnUnknownDependencyNamesBothAndTheNearest) {
    expect_fault(with_steps(step("abc") + step("b", "depends_on: [abcd]")),
                 "f:6:53: step 'b' depends on 'abcd', which is no step of this task; did you mean 'abc'?");
    expect_fault(with_steps(step("a") + step("b", "depends_on: [A]")), "did you mean 'a'?");
    const Parsed twice = parse(with_steps(step("a") + step("b", "depends_on: [a, a]")));
    EXPECT_THAT(twice.faults, IsEmpty());
    EXPECT_EQ(twice.definition.steps[1].depends_on.size(), 1u);
    ASSERT_EQ(twice.warnings.size(), 1u);
    EXPECT_THAT(twice.warnings[0], HasSubstr("line 6: 'a' is named twice"));
    expect_fault(with_steps(step("a") + step("b", "depends_on: a")), "'depends_on' must be a list");
    expect_fault(with_steps(step("a") + step("a")), "step name 'a' is used twice, in line 5 and in line 6");
}

TEST(Graph, AStepThatWaitsForAFailureNeedsSomethingThatCanFail) {
    expect_fault(with_steps(step("a") + step("b", "trigger: any_failed")), "give it depends_on");
    expect_fault(with_steps(step("a") + step("b", "depends_on: [], trigger: any_failed")), "give it depends_on");
}

TEST(Graph, B005_SelfDependenciesAndCyclesAreShownAsPaths) {
    expect_fault(with_steps(step("a", "depends_on: [a]")), "a -> a");
    expect_fault(with_steps(step("b") + step("a", "depends_on: [b, a]")), "a -> a");
    expect_fault(with_steps("  - &d {name: x, intent: collect_metrics, depends_on: [y]}\n  - {<<: *d, name: y}\n"), "y -> y");
    expect_fault("depends_on: [t1]\n" + with_steps(step("a")), "t1 -> t1");
    expect_fault(with_steps(step("a", "depends_on: [b]") + step("b", "depends_on: [a]")), "in a circle: a -> b -> a");
    const Parsed parsed = parse(with_steps(step("r") + step("c", "depends_on: [a, r]") + step("a", "depends_on: [b]") + step("b", "depends_on: [c]")));
    ASSERT_EQ(parsed.faults.size(), 1u);
    EXPECT_EQ(parsed.faults[0].line, 6);
    EXPECT_THAT(parsed.faults[0].reason, HasSubstr("c -> a -> b -> c"));
}

TEST(Graph, OutputsMayBeUsedOfStepsThatAreWaitedFor) {
    const std::string use = "[echo, \"${steps.a.output.key}\"]";
    accepted(with_steps(command("a", "[x]") + command("b", use, "a")));
    accepted(with_steps(command("a", "[x]") + command("m", "[x]", "a") + command("b", use, "m")));
    expect_fault(with_steps(command("a", "[x]") + command("b", use)), "step 'b' does not depend on it");
    expect_fault(with_steps(command("abc", "[x]") + command("b", "[\"${steps.abd.output.k}\"]", "abc")), "did you mean 'abc'?");
    expect_fault(with_steps(command("a", "[\"${steps.a.output.k}\"]")), "does not depend on it");
    expect_fault(with_steps(command("a", "[x]") + command("b", "[\"${steps.a.k}\"]", "a")), "is written ${steps.NAME.output.KEY}");
    accepted(with_steps(command("a", "[echo, \"${HOME}\", \"{{other}}\", \"$(touch /tmp/pwn)\"]")));
    accepted(with_steps("  - {name: a, intent: x, idempotency: compensate, compensate: {intent: y, params: {p: \"${steps.a.output.k}\"}}}\n"));
}

TEST(Graph, B080_AnOutputInsideAScriptIsWarnedOf) {
    const auto warnings = [](const std::string& argv) {
        return parse(with_steps(command("a", "[x]") + command("b", argv, "a"))).warnings.size();
    };
    EXPECT_EQ(warnings("[/bin/sh, -c, \"echo ${steps.a.output.k}\"]"), 1u);
    EXPECT_EQ(warnings("[bash, -ec, \"echo ${steps.a.output.k}\"]"), 1u);
    EXPECT_EQ(warnings("[sh, -c, \"echo \\\"$1\\\"\", sh, \"${steps.a.output.k}\"]"), 0u);
    EXPECT_EQ(warnings("[echo, \"${steps.a.output.k}\"]"), 0u);
}

TEST(Substitution, B080_ValuesArePutInAsDataAndOnlyOnce) {
    const auto lookup = [](const StepName& step, const std::string& key) -> Result<std::string> {
        if (key == "n") return std::string("5");
        if (key == "evil") return std::string(R"j("'; touch /tmp/pwn; ${steps.a.output.n} $(x)")j");
        if (key == "o") return std::string(R"({"k":[1]})");
        return Error{ErrorKind::NotFound, "step " + step.text + " has no output " + key};
    };
    EXPECT_EQ(substitute_outputs(R"({"a":"${steps.a.output.n}","b":"n=${steps.a.output.n}, o=${steps.a.output.o}","c":["${steps.a.output.o}"]})", lookup).value(),
              R"({"a":5,"b":"n=5, o={\"k\":[1]}","c":[{"k":[1]}]})");
    EXPECT_EQ(substitute_outputs(R"({"x":"<${steps.a.output.evil}>"})", lookup).value(),
              R"({"x":"<'; touch /tmp/pwn; ${steps.a.output.n} $(x)>"})");
    EXPECT_EQ(substitute_outputs(R"({"x":"${HOME} ${steps.","y":7})", lookup).value(), R"({"x":"${HOME} ${steps.","y":7})");
    EXPECT_EQ(substitute_outputs(R"({"x":"${steps.b.output.none}"})", lookup).error().message, "step b has no output none");
}

TEST(Graph, B007_TenThousandStepsOfAnyShapeAreRead) {
    const auto begin = std::chrono::steady_clock::now();
    constexpr int count = 10000;
    const auto name = [](int i) { return "s" + std::to_string(i); };
    std::string fan_in;
    std::string chain;
    std::string layers;
    std::string all;
    for (int i = 0; i < count; ++i) {
        if (i + 1 < count) {
            fan_in += step(name(i));
            all += (i > 0 ? ", " : "") + name(i);
        }
        chain += step(name(i), i > 0 ? "depends_on: [" + name(i - 1) + "]" : "");
        std::string before;
        for (int k = 0; k < 3 && i >= 100; ++k) before += (k > 0 ? ", " : "") + name((i / 100 - 1) * 100 + (i + k) % 100);
        layers += step(name(i), before.empty() ? "" : "depends_on: [" + before + "]");
    }
    fan_in += step(name(count - 1), "depends_on: [" + all + "]");
    for (const std::string& steps : {fan_in, chain, layers}) {
        const auto task = accepted(with_steps(steps));
        EXPECT_EQ(task.steps.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(definition_sha256(task).size(), 64u);
    }
    // A chain that closes into one circle of ten thousand.
    expect_fault(with_steps(step("s0", "depends_on: [s9999]") + chain.substr(chain.find('\n') + 1)), "in a circle: s0 -> s9999");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40)) << "far too slow, perhaps quadratic";
}

}  // namespace apollo::definition
