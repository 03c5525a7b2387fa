// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Slices: what a node is sent ahead, when it is revoked, and what the center makes of what the node did alone.
#include "app/core/slices.h"

#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::NodeStatus;
using domain::RunStatus;
using testing::step;
using testing::task;

class SlicesTest : public CoreTest {
protected:
    std::vector<const Slice*> slices() const {
        std::vector<const Slice*> found;
        for (const Effect& effect : effects) {
            if (const auto* sent = std::get_if<SendSlice>(&effect)) found.push_back(sent->slice.get());
        }
        return found;
    }
    // "x2?y1(x1)": step x, attempt 2, a retry; step y, attempt 1, waiting for x's attempt 1.
    std::string text_of(const Slice& slice) const {
        const domain::Plan& plan = *core.state().tasks[slice.task.value].plan;
        std::string text;
        for (const SliceEntry& entry : slice.entries) {
            text += (text.empty() ? "" : " ") + core.state().step_of(entry.run).name.text + std::to_string(entry.attempt.value);
            if (entry.is_retry) text += "?";
            for (const auto& wait : entry.waits_for) {
                text += "(" + plan.definition.steps[wait.step].name.text + std::to_string(wait.attempt.value) + ")";
            }
            if (entry.upstream_failed) text += "!";
        }
        return text;
    }
    std::string newest() const { return slices().empty() ? "none" : text_of(*slices().back()); }
    void lose(const char* node) { keep(core.node_disconnected(now(), core.state().node_by_id.at(NodeId{node}))); }
    void come_back(const char* node, std::uint64_t last_sequence) {
        const NodeIndex index = core.state().node_by_id.at(NodeId{node});
        keep(core.node_connected(now(), core.state().nodes[index.value].facts, Incarnation{7}, {Sequence{last_sequence}, false}));
    }
    std::uint64_t seen(const char* node) const {
        const NodeIndex index = core.state().node_by_id.at(NodeId{node});
        return domain::contiguous_sequence(core.state().nodes[index.value], Incarnation{7}).value;
    }
    void succeed(const char* node, const char* name, std::uint32_t attempt = 1) {
        report(node, name, EventType::Accepted, attempt);
        report(node, name, EventType::Started, attempt);
        report(node, name, EventType::Succeeded, attempt, exited(0));
    }
};

TEST_F(SlicesTest, WithADispatchTheNodeGetsTheWholeChainAndTheRetriesOfWhatWasSent) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    ASSERT_EQ(slices().size(), 1u);
    EXPECT_EQ(newest(), "x2? y1(x1) z1(y1)");
    EXPECT_EQ(slices()[0]->entries[0].retry_delays_ms, (std::vector<std::int64_t>{1000, 2000, 4000}));
    EXPECT_EQ(slices()[0]->position, core.state().position);
    const auto is_slice = [](const Effect& effect) { return std::holds_alternative<SendSlice>(effect); };
    const auto is_dispatch = [](const Effect& effect) { return std::holds_alternative<SendDispatch>(effect); };
    EXPECT_LT(std::find_if(effects.begin(), effects.end(), is_slice), std::find_if(effects.begin(), effects.end(), is_dispatch));
}

TEST_F(SlicesTest, WhatDependsOnAnotherNodeStaysOutUntilThatResultIsKnown) {
    domain::TaskDefinition definition = task("t", {step("x"), step("far"), step("y", {"x", "far"})}, {"a"});
    definition.steps[1].target_selector = domain::Selector{domain::Selector::Kind::Nodes, {}, {}, {}, {NodeId{"b"}}};
    submit(definition);
    EXPECT_EQ(text_of(*slices()[0]), "x2?");
    succeed("b", "far");
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    report("a", "x", EventType::Failed, 1, exited(1));
    pass(1000);
    EXPECT_EQ(newest(), "x3? y1(x2)") << "the second attempt is on its way, the other node's result is known";
}

TEST_F(SlicesTest, WhatTheNodeKnowsByItselfIsNotSentAgain) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    succeed("a", "x");
    succeed("a", "y");
    EXPECT_EQ(slices().size(), 1u);
}

TEST_F(SlicesTest, ACompensatedStepIsNotRepeatedByTheNode) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y", {"x"})}, {"a"});
    definition.steps[0].idempotency = domain::Idempotency::Compensate;
    submit(definition);
    EXPECT_EQ(newest(), "y1(x1)") << "x is compensated first, by the center";
}

TEST_F(SlicesTest, ACancelRevokesTheSliceByALaterPosition) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    const Position first = slices().back()->position;
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, why}).ok());
    ASSERT_EQ(slices().size(), 2u);
    EXPECT_TRUE(slices().back()->entries.empty());
    EXPECT_GT(slices().back()->position, first);
}

TEST_F(SlicesTest, ASkippedStepLeavesTheSlice) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a"}));
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"y"}, {}}, why}).ok());
    EXPECT_EQ(newest(), "x2? z2?") << "y is gone, and z was sent";
}

TEST_F(SlicesTest, AStepThatTheNodeStartedAloneIsTakenOverAsIfItHadBeenSent) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    lose("a");
    come_back("a", seen("a") + 4);
    const std::size_t dispatches = count_effects<SendDispatch>();
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(count_effects<SendDispatch>(), dispatches) << "nothing new before the node has told all";
    succeed("a", "y");
    EXPECT_EQ(run("y", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(run("y", "a").attempt, Attempt{1});
    EXPECT_EQ(count_effects<SendDispatch>(), dispatches);
    const auto dispatched = std::count_if(events.begin(), events.end(), [&](const domain::Event& event) {
        return event.header.type == EventType::Dispatched && core.state().step_of(event.header.run).name.text == "y";
    });
    EXPECT_EQ(dispatched, 1);
    EXPECT_EQ(core.state().refused_changes, 0u);
}

TEST_F(SlicesTest, ARetryThatTheNodeMadeAloneCountsAsOne) {
    submit(task("t", {step("x")}, {"a"}));
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    lose("a");
    come_back("a", seen("a") + 4);
    report("a", "x", EventType::Failed, 1, exited(1));
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    succeed("a", "x", 2);
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(run("x", "a").retries, 1u);
    pass(60000);
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{2}) << "the center's own timer must not send a third";
}

TEST_F(SlicesTest, AStepSkippedWhileTheNodeStartedItAloneIsStoppedAndItsAttemptIsUsedUp) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "x", EventType::Accepted);
    report("a", "x", EventType::Started);
    lose("a");
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"y"}, {}}, why}).ok());
    come_back("a", seen("a") + 3);
    const std::size_t cancels = count_effects<SendCancel>();
    report("a", "x", EventType::Succeeded, 1, exited(0));
    report("a", "y", EventType::Accepted);
    report("a", "y", EventType::Started);
    EXPECT_EQ(run("y", "a").status, RunStatus::Skipped);
    EXPECT_GT(count_effects<SendCancel>(), cancels);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"y"}, {}}, false, false, why}).ok());
    EXPECT_EQ(run("y", "a").dispatched_attempt, Attempt{2}) << "the node knows attempt 1 already";
}

TEST_F(SlicesTest, AnAttemptThatIsNotTheNextOneIsNeverTakenOver) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    report("a", "y", EventType::Started, 1);
    EXPECT_EQ(run("y", "a").status, RunStatus::Pending) << "x has not ended";
    report("a", "x", EventType::Accepted, 5);
    EXPECT_EQ(run("x", "a").attempt, Attempt{1});
}

TEST_F(SlicesTest, ANodeThatStaysAwayIsLostThenConservativeThenConnectedAgain) {
    lose("a");
    pass(29000);
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Connected);
    pass(1000);
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Unreachable);
    pass(30000);
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Conservative);
    come_back("a", 0);
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Connected);
    pass(100000);
    EXPECT_EQ(core.state().nodes[0].status, NodeStatus::Connected);
}

TEST_F(SlicesTest, ALongChainIsSentInPiecesAndNotWithEveryStep) {
    std::vector<domain::StepDefinition> steps{step("s0")};
    for (int k = 1; k < 400; ++k) steps.push_back(step("s" + std::to_string(k), {"s" + std::to_string(k - 1)}));
    submit(task("t", steps, {"a"}));
    EXPECT_EQ(slices().back()->entries.size(), 64u);
    for (int k = 0; k < 100; ++k) succeed("a", ("s" + std::to_string(k)).c_str());
    EXPECT_LE(slices().size(), 5u);
    EXPECT_GE(slices().size(), 3u);
}

}  // namespace
}  // namespace apollo::core
