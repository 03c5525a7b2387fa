// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which runs are set aside for a damaged place of the log, and which are left alone.
#include "app/orchestrator/damage_owners.h"

#include <gtest/gtest.h>

#include "tests/support/task_builder.h"

namespace apollo::orchestrator {
namespace {

eventlog::Damage damage_of(std::uint64_t first, std::uint64_t last, std::vector<std::uint32_t> owners = {}) {
    eventlog::Damage damage;
    damage.first_missing = Position{first};
    damage.last_missing = Position{last};
    damage.owners = std::move(owners);
    return damage;
}

VersionGap gap(std::uint32_t run, std::uint64_t after, std::uint64_t before, std::uint32_t missing) {
    return {RunIndex{run}, Position{after}, Position{before}, missing};
}

class DamageOwners : public ::testing::Test {
protected:
    // Task 0, submitted at 1, has runs 0 (SUCCEEDED), 1 and 2 (RUNNING); task 1, submitted at 100, has run 3 (RUNNING).
    DamageOwners() {
        state.tasks.resize(2);
        state.tasks[0].submitted_position = Position{1};
        state.tasks[1].submitted_position = Position{100};
        state.runs.resize(4);
        for (std::uint32_t k = 0; k < 4; ++k) {
            state.runs[k].task = TaskIndex{k == 3};
            state.runs[k].status = k == 0 ? domain::RunStatus::Succeeded : domain::RunStatus::Running;
        }
    }

    OpenDamage attribute(const eventlog::Damage& damage, const std::vector<VersionGap>& gaps = {}, std::uint64_t watermark = 0) const {
        return orchestrator::attribute(state, Position{watermark}, damage, {damage}, gaps, renumbering);
    }
    static std::vector<std::uint32_t> runs(const OpenDamage& open) {
        std::vector<std::uint32_t> result;
        for (RunIndex run : open.runs) result.push_back(run.value);
        return result;
    }

    domain::State state;
    domain::Renumbering renumbering;
};

using Runs = std::vector<std::uint32_t>;

TEST_F(DamageOwners, EventsThatAllNameTheirRunSetAsideThoseRunsOnly) {
    const OpenDamage open = attribute(damage_of(10, 12, {1, 1, no_run.value}));
    EXPECT_EQ(open.others, OtherOwners::None);
    EXPECT_EQ(runs(open), Runs{1});
}

TEST_F(DamageOwners, LaterVersionsExplainWhatNoFrameNames) {
    const OpenDamage open = attribute(damage_of(10, 12, {1}), {gap(1, 9, 20, 2), gap(2, 8, 30, 1)});
    EXPECT_EQ(open.others, OtherOwners::None) << "two events of run 1, one of run 2";
    EXPECT_EQ(runs(open), (Runs{1, 2}));
}

TEST_F(DamageOwners, WhatNothingExplainsSetsAsideWhatWasUnderWayThenAndHasNotEnded) {
    const OpenDamage open = attribute(damage_of(10, 11));
    EXPECT_EQ(open.others, OtherOwners::Unknown);
    EXPECT_EQ(runs(open), (Runs{1, 2})) << "not the one that ended, nor the task submitted after it";
}

TEST_F(DamageOwners, DamageBelowTheSnapshotLeavesTheLivingRunsAlone) {
    const OpenDamage open = attribute(damage_of(10, 12, {2}), {}, 50);
    EXPECT_EQ(open.others, OtherOwners::InSnapshot);
    EXPECT_EQ(runs(open), Runs{2}) << "only the one that is proven";
}

TEST_F(DamageOwners, DamageThatReachesBeyondTheSnapshotIsInDoubt) {
    EXPECT_EQ(attribute(damage_of(10, 51), {}, 50).others, OtherOwners::Unknown);
}

TEST_F(DamageOwners, AGapElsewhereSaysNothingOfThisPlace) {
    const OpenDamage open = attribute(damage_of(10, 10), {gap(1, 40, 60, 1)});
    EXPECT_EQ(open.others, OtherOwners::Unknown);
}

TEST_F(DamageOwners, AGapOverTwoPlacesNamesItsRunInBothAndCountsInNeither) {
    const auto first = damage_of(10, 10), second = damage_of(20, 20);
    const OpenDamage open = orchestrator::attribute(state, Position{}, first, {first, second}, {gap(1, 9, 30, 1)}, renumbering);
    EXPECT_EQ(open.others, OtherOwners::Unknown);
    EXPECT_EQ(runs(open), (Runs{1, 2}));
}

TEST_F(DamageOwners, RunsAreNamedByTheNumberAnAmendmentGaveThem) {
    const auto told = [&](domain::EventType type, std::uint32_t first_run, domain::Payload payload) {
        domain::Event event;
        event.header.type = type;
        event.header.task = TaskIndex{0};
        event.header.run = RunIndex{first_run};
        event.payload = std::move(payload);
        renumbering.take(event);
    };
    using apollo::testing::step;
    domain::TaskSubmitted before;
    before.plan = apollo::testing::plan(apollo::testing::task("t", {step("x"), step("y"), step("z")}, {"a"}));
    domain::TaskAmended after;
    after.plan = apollo::testing::plan(apollo::testing::task("t", {step("z"), step("x")}, {"a"}));
    told(domain::EventType::TaskSubmitted, 10, before);
    told(domain::EventType::TaskAmended, 1, after);
    const OpenDamage open = attribute(damage_of(10, 12, {10, 11, 12}));
    EXPECT_EQ(runs(open), (Runs{1, 2})) << "z and x; y is no longer there";
    EXPECT_EQ(open.others, OtherOwners::None);
}

}  // namespace
}  // namespace apollo::orchestrator
