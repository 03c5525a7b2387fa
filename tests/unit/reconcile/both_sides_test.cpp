// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Both cores together: an agent's log or the center's is damaged, and afterwards both agree and the work is done once.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/task_builder.h"
#include "tests/unit/reconcile/two_sides.h"

namespace apollo::testing {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;

class BothSides : public ::testing::Test {
protected:
    static domain::TaskStatus status(const TwoSides& sides, const std::string& task) { return sides.state().find_task(TaskId{task})->status; }

    static void work_until_done(TwoSides& sides) {
        for (int round = 0; round < 1000; ++round) {
            if (sides.end_processes() > 0) continue;
            const bool open = std::any_of(sides.state().tasks.begin(), sides.state().tasks.end(), [](const auto& task) { return !domain::is_ended(task.status); });
            if (!open) return;
            sides.pass(5000);
        }
    }
    static void expect_agreement(TwoSides& sides) {
        const std::size_t events = sides.events().size();
        sides.reconcile();
        for (std::size_t k = events; k < sides.events().size(); ++k) {
            const EventType type = sides.events()[k].header.type;
            EXPECT_FALSE(type == EventType::Reconciled || type == EventType::DeadLettered) << "a second comparison found a difference";
        }
        EXPECT_EQ(sides.state().refused_changes, 0u);
        for (const auto& [attempt, count] : sides.effects()) EXPECT_EQ(count, 1) << attempt;
    }
};

TEST_F(BothSides, AgreementNeedsNoRepair) {
    TwoSides sides(2);
    sides.submit(layered_task("t", 3, 4, {"n0", "n1"}));
    sides.settle();
    sides.end_processes();
    sides.reconcile();
    EXPECT_EQ(sides.count_events(EventType::Reconciled), 0u);
    work_until_done(sides);
    EXPECT_EQ(status(sides, "t"), TaskStatus::Succeeded);
}

TEST_F(BothSides, ALostLogIsFoundOutAndWhatWasRunningIsTriedAgain) {
    TwoSides sides(1);
    sides.submit(task("t", {step("x"), step("y", {"x"})}, {"n0"}));
    sides.settle();
    sides.kill_agent(0);
    sides.log_of(0).clear();
    sides.start_agent(0);
    sides.settle();
    EXPECT_EQ(sides.run("t", "x", 0).status, RunStatus::Retrying);
    EXPECT_EQ(sides.count_events(EventType::Reconciled), 1u);
    work_until_done(sides);
    EXPECT_EQ(status(sides, "t"), TaskStatus::Succeeded);
    expect_agreement(sides);
}

TEST_F(BothSides, ARolledBackLogTakesANewIncarnationAndWhatItStillHoldsGoesOn) {
    TwoSides sides(1);
    sides.submit(task("t", {step("x"), step("z")}, {"n0"}));
    sides.settle();
    const std::size_t both_claimed = sides.log_of(0).size();
    sides.end_process(0, "t", "x", 1, 0);
    sides.settle();
    sides.kill_agent(0);
    sides.log_of(0).resize(both_claimed - 2);  // the newest STARTED and x's SUCCEEDED are gone
    sides.start_agent(0);
    sides.settle();
    EXPECT_EQ(sides.run("t", "x", 0).status, RunStatus::Succeeded);
    EXPECT_EQ(sides.run("t", "z", 0).status, RunStatus::Running) << "its attempt is known on both sides";
    work_until_done(sides);
    EXPECT_EQ(status(sides, "t"), TaskStatus::Succeeded);
    EXPECT_EQ(sides.effects().size(), 2u) << "nothing was started twice";
    expect_agreement(sides);
}

TEST_F(BothSides, ACenterFromAnOlderCopyHearsTheStoryAgain) {
    TwoSides sides(1);
    sides.submit(task("t", {step("x"), step("y", {"x"})}, {"n0"}));
    sides.settle();
    const std::size_t copy = sides.events().size();
    sides.end_processes();
    sides.restore_center(copy);
    EXPECT_EQ(sides.run("t", "x", 0).status, RunStatus::Succeeded);
    work_until_done(sides);
    EXPECT_EQ(status(sides, "t"), TaskStatus::Succeeded);
    EXPECT_EQ(sides.effects().size(), 2u);
    expect_agreement(sides);
}

TEST_F(BothSides, ATaskThatAnOlderCopyOfTheCenterDoesNotKnowIsStoppedOnTheNode) {
    TwoSides sides(1);
    const std::size_t copy = sides.events().size();
    sides.submit(task("t", {step("x")}, {"n0"}));
    sides.settle();
    ASSERT_EQ(sides.agent(0).running(), 1u);
    sides.restore_center(copy);
    EXPECT_EQ(sides.agent(0).running(), 0u);
    EXPECT_GE(sides.state().dead_letters.size(), 1u);
    expect_agreement(sides);
}

TEST_F(BothSides, AClaimThatItsLogLostIsDispatchedAgainUnderAnotherAttempt) {
    TwoSides sides(1);
    sides.submit(task("t", {step("x"), step("z")}, {"n0"}));
    sides.settle();
    sides.kill_agent(0);
    std::erase_if(sides.log_of(0), [](const agent::AgentRecord& record) {
        const auto* claim = std::get_if<agent::ClaimRecord>(&record);
        return claim != nullptr && claim->order.key.step.text == "x";
    });
    sides.start_agent(0, true);
    sides.settle();
    EXPECT_EQ(sides.run("t", "x", 0).status, RunStatus::Retrying);
    EXPECT_EQ(sides.run("t", "z", 0).status, RunStatus::Running);
    work_until_done(sides);
    EXPECT_EQ(status(sides, "t"), TaskStatus::Succeeded);
    expect_agreement(sides);
}

// Show 4: one record in a hundred of the agents' logs is gone, a few logs are cut or lost as a whole.
TEST_F(BothSides, AHundredNodesWithOnePercentDamageAreAllRepairedAndEachRepairIsAnEvent) {
    TwoSides sides(100);
    SeededRandom random(4);
    std::vector<std::string> names;
    for (int k = 0; k < 100; ++k) names.push_back("n" + std::to_string(k));
    for (const char* id : {"t1", "t2", "t3"}) sides.submit(layered_task(id, 3, 3, names));
    sides.settle();
    for (int k = 0; k < 4; ++k) sides.end_processes();
    std::size_t damaged_nodes = 0, lost_records = 0;
    for (std::uint32_t k = 0; k < 100; ++k) {
        auto& log = sides.log_of(k);
        const std::size_t before = log.size();
        const bool cut = random.below(100) == 0, wiped = random.below(100) == 0;
        std::erase_if(log, [&](const agent::AgentRecord& record) { return !std::holds_alternative<agent::IncarnationRecord>(record) && random.below(100) == 0; });
        if (cut) log.resize(log.size() / 2);
        if (wiped) log.clear();
        if (log.size() == before) continue;
        lost_records += before - log.size();
        ++damaged_nodes;
        sides.kill_agent(k);
        sides.start_agent(k, !cut && !wiped);
    }
    sides.settle();
    ASSERT_GE(damaged_nodes, 20u);
    ASSERT_GE(lost_records, 30u);
    EXPECT_GE(sides.count_events(EventType::Reconciled), 1u);
    expect_agreement(sides);
    work_until_done(sides);
    for (const char* id : {"t1", "t2", "t3"}) EXPECT_EQ(status(sides, id), TaskStatus::Succeeded);
    expect_agreement(sides);
    std::cout << damaged_nodes << " of 100 logs damaged, " << lost_records << " records lost, " << sides.count_events(EventType::Reconciled)
              << " repairs, " << sides.effects().size() << " attempts for 2700 runs\n";
}

}  // namespace
}  // namespace apollo::testing
