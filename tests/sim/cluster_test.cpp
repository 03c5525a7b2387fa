// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Kills, cuts and failures at random moments; whatever happens, the promises hold.

#include "tests/sim/cluster.h"

#include <gtest/gtest.h>

#include "common/domain/reducer.h"
#include "tests/support/task_builder.h"

namespace apollo::sim {
namespace {

using domain::TaskStatus;

std::string replay_hash(const std::vector<domain::Event>& log) {
    domain::State state;
    for (const domain::Event& event : log) domain::apply(state, event);
    EXPECT_EQ(state.refused_changes, 0u);
    return domain::state_hash(state);
}

void expect_promises(Cluster& cluster) {
    cluster.world().last_checks();
    for (const std::string& violation : cluster.violations()) ADD_FAILURE() << violation;
    for (const auto& [attempt, count] : cluster.effects()) EXPECT_EQ(count, 1) << attempt << " was started " << count << " times";
    EXPECT_EQ(cluster.state().refused_changes, 0u);
    for (const domain::Node& node : cluster.state().nodes) EXPECT_EQ(node.live_runs, 0u) << node.facts.node.text << " leaks a slot";
    std::map<std::uint32_t, std::uint32_t> versions;
    for (const domain::Event& event : cluster.durable_log()) {
        if (event.header.version.value == 0) continue;
        EXPECT_EQ(event.header.version.value, ++versions[event.header.run.value]) << "versions of a run grow by one";
    }
}

TEST(Cluster, RunsALayeredTaskWithEachStepOnce) {
    Cluster cluster({.seed = 7});
    cluster.submit(testing::layered_task("t", 5, 4, {"n1", "n2"}));
    ASSERT_TRUE(cluster.run_until([&] { return cluster.status(TaskId{"t"}) == TaskStatus::Succeeded; }, 600000));
    cluster.run_for(1000);
    expect_promises(cluster);
    EXPECT_EQ(cluster.effects().size(), 5u * 4u * 2u);
    EXPECT_EQ(replay_hash(cluster.durable_log()), domain::state_hash(cluster.state()));
}

TEST(Cluster, TheSameSeedGivesTheSameLog) {
    const auto run = [] {
        Cluster cluster({.seed = 99, .failing_per_mille = 200});
        cluster.submit(testing::layered_task("t", 4, 4, {"n1", "n2"}));
        cluster.run_for(60000);
        return replay_hash(cluster.durable_log());
    };
    EXPECT_EQ(run(), run());
}

// A long life of kills of either side; afterwards everything must come to its end by itself.
class Killed : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Killed, EveryStepRunsExactlyOnceThroughKillsOfEitherSide) {
    Cluster cluster({.seed = GetParam(), .agents = 3});
    cluster.submit(testing::layered_task("t", 8, 5, {"n1", "n2", "n3"}));
    for (int k = 0; k < 25; ++k) {
        cluster.run_for(static_cast<std::int64_t>(cluster.random().below(400)));
        const std::uint64_t what = cluster.random().below(4);
        const auto agent = static_cast<std::uint32_t>(cluster.random().below(3));
        if (what == 0) cluster.kill_agent(agent);
        else if (what == 1) cluster.cut(agent);
        else cluster.kill_orchestrator();
        cluster.run_for(static_cast<std::int64_t>(cluster.random().below(300)));
        cluster.start_orchestrator();
        cluster.start_agent(agent);
    }
    ASSERT_TRUE(cluster.run_until([&] { return cluster.status(TaskId{"t"}) == TaskStatus::Succeeded; }, 600000))
        << "seed " << GetParam() << ": the task did not come to its end, it is " << to_text(cluster.status(TaskId{"t"}));
    cluster.run_for(2000);
    expect_promises(cluster);
    EXPECT_EQ(cluster.effects().size(), 8u * 5u * 3u) << "no attempt but the first was needed";
    EXPECT_EQ(replay_hash(cluster.durable_log()), domain::state_hash(cluster.state()));
}

TEST_P(Killed, FailuresAreRetriedAndNothingRunsTwiceInOneAttempt) {
    Cluster cluster({.seed = GetParam() + 1000, .failing_per_mille = 300});
    cluster.submit(testing::layered_task("t", 4, 4, {"n1", "n2"}));
    for (int k = 0; k < 10; ++k) {
        cluster.run_for(static_cast<std::int64_t>(cluster.random().below(1500)));
        cluster.kill_orchestrator();
        cluster.kill_agent(0);
        cluster.run_for(50);
        cluster.start_orchestrator();
        cluster.start_agent(0);
    }
    ASSERT_TRUE(cluster.run_until([&] { return domain::is_ended(cluster.status(TaskId{"t"})); }, 3600000)) << "seed " << GetParam();
    cluster.run_for(60000);
    expect_promises(cluster);
    for (const domain::Run& run : cluster.state().runs) EXPECT_LE(run.attempt.value, 4u) << "one attempt and three retries";
    EXPECT_EQ(replay_hash(cluster.durable_log()), domain::state_hash(cluster.state()));
}

// B024: cancel at any moment, also during back-off and right after a failure, survives a restart.
TEST_P(Killed, B024_NothingStartsAfterACancel) {
    Cluster cluster({.seed = GetParam() + 2000, .failing_per_mille = 600});
    cluster.submit(testing::layered_task("t", 3, 3, {"n1", "n2"}));
    cluster.run_for(static_cast<std::int64_t>(cluster.random().below(4000)));
    if (domain::is_ended(cluster.status(TaskId{"t"}))) return;
    cluster.cancel(TaskId{"t"});
    cluster.run_for(20);  // acknowledged
    if (cluster.random().below(2) == 0) {
        cluster.kill_orchestrator();
        cluster.run_for(30);
        cluster.start_orchestrator();
    }
    ASSERT_TRUE(cluster.run_until([&] { return cluster.status(TaskId{"t"}) == TaskStatus::Cancelled; }, 120000)) << "seed " << GetParam();
    const auto effects = cluster.effects();
    cluster.run_for(300000);
    EXPECT_EQ(cluster.effects(), effects) << "an attempt started after the task was cancelled";
    EXPECT_EQ(cluster.status(TaskId{"t"}), TaskStatus::Cancelled);
    expect_promises(cluster);
}

TEST_P(Killed, AnAgentThatLostItsLogIsGivenNewAttemptsOnly) {
    Cluster cluster({.seed = GetParam() + 3000});
    cluster.submit(testing::layered_task("t", 6, 3, {"n1", "n2"}));
    cluster.run_for(static_cast<std::int64_t>(cluster.random().below(1500)));
    cluster.kill_agent(0);
    cluster.run_for(500);
    cluster.wipe_agent(0);
    cluster.start_agent(0);
    ASSERT_TRUE(cluster.run_until([&] { return cluster.status(TaskId{"t"}) == TaskStatus::Succeeded; }, 600000))
        << "seed " << GetParam() << " " << to_text(cluster.status(TaskId{"t"}));
    cluster.run_for(2000);
    expect_promises(cluster);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Killed, ::testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace apollo::sim
