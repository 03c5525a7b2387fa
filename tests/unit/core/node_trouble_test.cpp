// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::NodeStatus;
using testing::step;
using testing::task;

TEST_F(CoreTest, ANodeWithAFullDiskIsShownAlertedOnceAndGetsNothingNewUntilItIsBack) {
    const std::string trouble = "the agent's log cannot be written: no space left";
    keep(core.node_trouble(now(), NodeIndex{0}, trouble));
    keep(core.node_trouble(now(), NodeIndex{0}, trouble));
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Conservative);
    EXPECT_EQ(std::count_if(events.begin(), events.end(), [](const auto& event) { return event.header.type == EventType::AlertRaised; }), 1);
    submit(task("t", {step("x")}, {"a"}));
    EXPECT_EQ(count_effects<SendDispatch>(), 0u);
    const domain::NodeFacts facts = core.state().nodes[0].facts;
    keep(core.node_disconnected(now(), NodeIndex{0}));
    keep(core.node_connected(now(), facts, Incarnation{7}));
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Connected);
    EXPECT_EQ(count_effects<SendDispatch>(), 1u);
}

TEST_F(CoreTest, ANodeInTroubleLosesItsSlices) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    ASSERT_EQ(count_effects<SendSlice>(), 1u);
    keep(core.node_trouble(now(), NodeIndex{0}, "full"));
    ASSERT_EQ(count_effects<SendSlice>(), 2u);
    const auto newest = std::find_if(effects.rbegin(), effects.rend(), [](const Effect& effect) { return std::holds_alternative<SendSlice>(effect); });
    EXPECT_TRUE(std::get<SendSlice>(*newest).slice->entries.empty());
}

TEST_F(CoreTest, ANodeWithoutTroubleStaysAsItIs) {
    keep(core.node_trouble(now(), NodeIndex{0}, {}));
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Connected);
}

}  // namespace
}  // namespace apollo::core
