// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The simulator itself: seeds are clean, a seed is one run, planted bugs are found, failing runs are cut down.
#include <gtest/gtest.h>

#include "tests/sim/shrinker.h"

namespace apollo::sim {
namespace {

std::string text_of(const Report& report) {
    std::string text = "seed " + std::to_string(report.seed) + ":";
    for (const Violation& violation : report.violations) text += "\n  " + violation.kind + ": " + violation.text;
    return text;
}

class Seeds : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Seeds, AreClean) {
    RunRequest request;
    request.seed = GetParam();
    const Report report = run_seed(request);
    EXPECT_TRUE(report.violations.empty()) << text_of(report) << "\nrepeat it with: " << command_line(request);
}

INSTANTIATE_TEST_SUITE_P(Simulator, Seeds, ::testing::Range<std::uint64_t>(1, 41));

TEST(Simulator, TheSameSeedIsTheSameRunByteForByte) {
    for (const std::uint64_t seed : {3u, 14u, 159u}) {
        RunRequest request;
        request.seed = seed;
        const Report first = run_seed(request);
        const Report second = run_seed(request);
        EXPECT_EQ(first.trace_hash, second.trace_hash) << "seed " << seed;
        EXPECT_EQ(first.trace_hash.size(), 64u);
    }
}

TEST(Simulator, AnotherSeedIsAnotherRun) {
    RunRequest one;
    RunRequest two;
    two.seed = 2;
    EXPECT_NE(run_seed(one).trace_hash, run_seed(two).trace_hash);
}

// The first seed that finds it, or nothing.
std::optional<std::pair<RunRequest, Report>> find(Plant plant, std::uint64_t most_seeds) {
    for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
        RunRequest request;
        request.seed = seed;
        request.plant = plant;
        Report report = run_seed(request);
        if (!report.violations.empty()) return std::pair{request, std::move(report)};
    }
    return std::nullopt;
}

class Plants : public ::testing::TestWithParam<PlantInfo> {};

TEST_P(Plants, AreFoundAndCutDown) {
    const auto found = find(GetParam().plant, 500);
    ASSERT_TRUE(found) << GetParam().name << " was not found in 500 seeds";
    const Shrunk small = shrink(found->first, found->second, 60, run_seed);
    EXPECT_EQ(small.report.violations.front().kind, found->second.violations.front().kind);
    // With a fault less a run may live a little longer.
    EXPECT_LE(small.report.events * 10, found->second.events * 11) << "a smaller run, or about the same";
    const Report again = run_seed(small.request);
    EXPECT_EQ(again.trace_hash, small.report.trace_hash) << "the printed command line repeats it: " << command_line(small.request);
}

INSTANTIATE_TEST_SUITE_P(Simulator, Plants, ::testing::ValuesIn(plants()), [](const auto& one) {
    std::string name = one.param.name;
    std::erase(name, '-');
    return name;
});

TEST(Simulator, CutsAFailingRunDownToWhatItNeeds) {
    RunRequest request;
    request.seed = 4;
    const Scenario whole = make_scenario(4, {});
    // Fails whenever the first task is there; everything else can go.
    const RunOnce run = [](const RunRequest& one) {
        Report report;
        report.seed = one.seed;
        if (!one.limits.tasks || one.limits.tasks->contains(0)) report.violations.push_back({"made up", "as long as task 0 is there"});
        return report;
    };
    const Shrunk small = shrink(request, run(request), 400, run);
    EXPECT_EQ(small.request.limits.tasks, (std::set<std::uint32_t>{0}));
    EXPECT_EQ(small.request.limits.faults, std::set<std::uint32_t>{});
    EXPECT_EQ(small.request.limits.actions, std::set<std::uint32_t>{});
    EXPECT_EQ(small.request.limits.agents, 1u);
    EXPECT_EQ(small.request.limits.steps, 1u);
    EXPECT_EQ(command_line(small.request), "apollo-sim --seeds 4 --agents 1 --steps 1 --tasks 0 --actions none --faults none");
}

TEST(Simulator, LeavingOutAPartChangesNoOther) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const Scenario whole = make_scenario(seed, {});
        Limits limits;
        limits.faults = std::set<std::uint32_t>{1, 3};
        limits.tasks = std::set<std::uint32_t>{0};
        const Scenario less = make_scenario(seed, limits);
        ASSERT_EQ(less.tasks.size(), 1u);
        EXPECT_EQ(less.tasks[0].definition, whole.tasks[0].definition);
        for (const Fault& fault : less.faults) {
            const auto same = [&](const Fault& one) { return one.number == fault.number && one.at_ms == fault.at_ms && one.dice == fault.dice; };
            EXPECT_EQ(std::count_if(whole.faults.begin(), whole.faults.end(), same), 1) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace apollo::sim
