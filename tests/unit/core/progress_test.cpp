// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An attempt's time is over at the center: what a living node says decides, and a silent one is waited for no longer.
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using testing::step;
using testing::task;

class ProgressTest : public CoreTest {
protected:
    ProgressTest() {
        const domain::NodeFacts facts = core.state().nodes[0].facts;
        keep(core.node_disconnected(now(), NodeIndex{0}));
        keep(core.node_connected(now(), facts, Incarnation{7}, {Sequence{0}, true}));
        keep(core.node_snapshot(now(), NodeIndex{0}, {1, Incarnation{7}, Sequence{0}, {}}));
        submit(task("t", {step("x")}, {"a"}));  // 60 s, and 30 s of grace
        report("a", "x", EventType::Accepted);
        report("a", "x", EventType::Started);
    }
    void answer(const std::string& mark, bool running = true, bool stuck = false) {
        keep(core.node_progress(now(), NodeIndex{0}, RunIndex{0}, Attempt{1}, {running, stuck, mark}));
    }
    std::size_t questions() const { return count_effects<SendProgressQuery>(); }
    RunStatus status() const { return run("x", "a").status; }
};

TEST_F(ProgressTest, AsLongAsItsMarkChangesItIsWaitedFor) {
    pass(89000);
    EXPECT_EQ(questions(), 0u);
    pass(1000);
    for (std::size_t k = 1; k <= 5; ++k) {
        EXPECT_EQ(questions(), k);
        answer("mark " + std::to_string(k));
        pass(30000);
    }
    EXPECT_EQ(status(), RunStatus::Running);
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(status(), RunStatus::Succeeded);
    pass(100000);
    EXPECT_EQ(questions(), 6u) << "nobody asks about what has ended";
}

TEST_F(ProgressTest, TheSameMarkTwiceEndsItAndARetryFollows) {
    pass(90000);
    answer("same");
    pass(30000);
    EXPECT_EQ(status(), RunStatus::Running);
    answer("same");
    EXPECT_EQ(status(), RunStatus::Retrying);
    EXPECT_EQ(count_effects<SendCancel>(), 1u);
    const auto timed_out = std::find_if(events.begin(), events.end(), [](const auto& event) { return event.header.type == EventType::TimedOut; });
    ASSERT_NE(timed_out, events.end());
    EXPECT_NE(std::get<domain::RunEnded>(timed_out->payload).message.find("neither its output nor its checkpoint changed"), std::string::npos);
}

TEST_F(ProgressTest, AProgressCommandThatSaysNoEndsItAtOnce) {
    pass(90000);
    answer("mark", true, true);
    EXPECT_EQ(status(), RunStatus::Retrying);
}

TEST_F(ProgressTest, ANodeThatDoesNotAnswerIsNotWaitedForTwice) {
    pass(90000);
    EXPECT_EQ(status(), RunStatus::Running);
    pass(30000);
    EXPECT_EQ(status(), RunStatus::Retrying);
}

TEST_F(ProgressTest, ANodeThatIsGoneTimesOutAtOnce) {
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(90000);
    EXPECT_EQ(questions(), 0u);
    EXPECT_EQ(status(), RunStatus::Retrying);
}

TEST_F(ProgressTest, WhatTheNodeDoesNotRunAnyMoreIsCompared) {
    pass(90000);
    const std::size_t before = count_effects<SendSnapshotQuery>();
    answer({}, false);
    EXPECT_EQ(count_effects<SendSnapshotQuery>(), before + 1);
    EXPECT_EQ(status(), RunStatus::Running);
}

TEST_F(ProgressTest, AnAnswerNobodyAskedForChangesNothing) {
    answer("mark", true, true);
    EXPECT_EQ(status(), RunStatus::Running);
}

}  // namespace
}  // namespace apollo::core
