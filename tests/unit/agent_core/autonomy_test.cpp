// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Cut off from the center: what is started alone, how long, and what a restart makes of it.
#include "tests/unit/agent_core/core_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

class AutonomyTest : public CoreTest {
protected:
    static SliceStep step_of(const std::string& step, const std::vector<std::string>& waits = {}) {
        SliceStep planned;
        planned.order = order_of(step);
        for (const auto& name : waits) planned.waits_for.push_back({StepName(name), Attempt(1)});
        return planned;
    }
    static Slice slice_of(std::vector<SliceStep> steps, std::uint64_t position = 10) {
        return {TaskId("task"), Epoch(5), Position(position), std::move(steps)};
    }
    Output send(Slice slice) { return keep(m_core->on_slice(std::move(slice), now())); }
    Output cut() {
        const Now at = now();
        return keep(m_core->on_disconnected(at.monotonic, at));
    }
    Output pass(std::int64_t duration_ms) {
        m_time_ms += duration_ms;
        return keep(m_core->tick(now()));
    }
    Output run(const std::string& step, std::uint32_t attempt = 1) {
        start(step, attempt);
        return end(step, ended(How::Exited), attempt);
    }
    // As after a kill of the agent: nothing of it is alive but its log.
    Output restart_alone() {
        m_core = std::make_unique<AgentCore>(CoreSettings{2});
        for (const auto& record : m_log) m_core->replay(record);
        for (const auto& order : m_core->unfinished()) keep(m_core->recover(order.key, Evidence::NeverStarted, now()));
        return keep(m_core->finish_recovery(now()));
    }
};

TEST_F(AutonomyTest, WhileItIsConnectedNothingOfASliceIsStarted) {
    send(slice_of({step_of("b", {"a"})}));
    dispatch("a");
    EXPECT_TRUE(started_steps(run("a")).empty());
    EXPECT_TRUE(started_steps(pass(100)).empty());
}

TEST_F(AutonomyTest, CutOffItGoesOnAlongTheChainOneStepAfterTheOther) {
    send(slice_of({step_of("b", {"a"}), step_of("c", {"b"})}));
    dispatch("a");
    start("a");
    EXPECT_TRUE(started_steps(cut()).empty());
    const Output after_a = end("a", ended(How::Exited));
    EXPECT_EQ(started_steps(after_a), std::vector<std::string>{"b"});
    EXPECT_EQ(events_of(after_a), "SUCCEEDED ACCEPTED");
    EXPECT_EQ(started_steps(run("b")), std::vector<std::string>{"c"});
    EXPECT_TRUE(started_steps(run("c")).empty());
    EXPECT_TRUE(m_core->slices().empty());
}

TEST_F(AutonomyTest, AfterTheWindowNothingNewIsStartedButWhatRunsEnds) {
    send(slice_of({step_of("b", {"a"}), step_of("c", {"b"})}));
    dispatch("a");
    start("a");
    cut();
    end("a", ended(How::Exited));
    start("b");
    EXPECT_EQ(m_core->mode({m_time_ms}), Mode::Autonomous);
    pass(60001);
    EXPECT_EQ(m_core->mode({m_time_ms}), Mode::Conservative);
    const Output after_b = end("b", ended(How::Exited));
    EXPECT_EQ(events_of(after_b), "SUCCEEDED");
    EXPECT_TRUE(started_steps(after_b).empty());
}

TEST_F(AutonomyTest, TheWindowCountsFromTheLastFrameNotFromTheEndOfTheConnection) {
    send(slice_of({step_of("b", {"a"})}));
    dispatch("a");
    start("a");
    const Now last_frame = now();
    m_time_ms += 59000;
    keep(m_core->on_disconnected(last_frame.monotonic, now()));
    EXPECT_EQ(m_core->mode({m_time_ms}), Mode::Autonomous);
    pass(2000);
    EXPECT_TRUE(started_steps(end("a", ended(How::Exited))).empty());
}

TEST_F(AutonomyTest, InConservativeModeTheQueueIsHeldAndTheReturnReleasesIt) {
    restart(1);
    dispatch("a");
    dispatch("b");
    start("a");
    cut();
    pass(60001);
    EXPECT_TRUE(started_steps(end("a", ended(How::Exited))).empty());
    EXPECT_EQ(started_steps(keep(m_core->on_connected(Sequence(0), Epoch(5)))), std::vector<std::string>{"b"});
}

TEST_F(AutonomyTest, OnceTheCenterRefusesItNothingIsBegunAlone) {
    send(slice_of({step_of("a"), step_of("b", {"a"})}));
    ASSERT_EQ(started_steps(cut()), std::vector<std::string>{"a"});
    keep(m_core->on_refused(now()));
    EXPECT_TRUE(started_steps(run("a")).empty()) << "what ran has ended, and b was part of a plan that is void";
    EXPECT_FALSE(m_core->next_deadline().has_value());
}

TEST_F(AutonomyTest, NoMoreIsClaimedThanThereAreFreePlaces) {
    send(slice_of({step_of("a"), step_of("b"), step_of("c")}));
    EXPECT_EQ(started_steps(cut()).size(), 2u);
    EXPECT_EQ(m_core->queued(), 0u);
    EXPECT_FALSE(m_core->next_deadline().has_value());
    EXPECT_EQ(started_steps(run("a")), std::vector<std::string>{"c"});
}

TEST_F(AutonomyTest, AFailedStepIsTriedAgainAfterItsDelayAndStopsTheChainMeanwhile) {
    SliceStep retry = step_of("a");
    retry.order.key.attempt = Attempt(2);
    retry.is_retry = true;
    retry.retry_delays_ms = {5000};
    send(slice_of({retry, step_of("b", {"a"})}));
    dispatch("a");
    start("a");
    cut();
    EXPECT_TRUE(started_steps(end("a", ended(How::Exited, 1))).empty());
    ASSERT_TRUE(m_core->next_deadline().has_value());
    EXPECT_TRUE(started_steps(pass(4000)).empty());
    const Output again = pass(1500);
    ASSERT_EQ(started_steps(again), std::vector<std::string>{"a"});
    EXPECT_EQ(all_of<StartRun>(again.effects)[0].order.key.attempt, Attempt(2));
    EXPECT_EQ(started_steps(run("a", 2)), std::vector<std::string>{"b"});
}

TEST_F(AutonomyTest, WithoutATryLeftOrAfterAPermanentFailureTheCenterDecides) {
    SliceStep retry = step_of("a");
    retry.order.key.attempt = Attempt(2);
    retry.is_retry = true;
    retry.retry_delays_ms = {0};
    send(slice_of({retry, step_of("b", {"a"})}));
    dispatch("a");
    start("a");
    cut();
    end("a", ended(How::Exited, 127));
    EXPECT_TRUE(started_steps(pass(1000)).empty());
}

TEST_F(AutonomyTest, AnUnfinishedUpstreamResultOfAnOlderAttemptDoesNotCount) {
    dispatch("a");
    run("a");
    SliceStep waiting = step_of("b");
    waiting.waits_for = {{StepName("a"), Attempt(2)}};
    send(slice_of({waiting}));
    EXPECT_TRUE(started_steps(cut()).empty());
}

TEST_F(AutonomyTest, ASliceOlderThanTheNewestIsRefusedAndAnEmptyOneRevokes) {
    send(slice_of({step_of("a")}, 20));
    EXPECT_TRUE(send(slice_of({step_of("z")}, 19)).records.empty());
    Slice old_epoch = slice_of({step_of("z")}, 99);
    old_epoch.epoch = Epoch(4);
    EXPECT_TRUE(send(old_epoch).records.empty());
    EXPECT_EQ(m_core->slices().step_count(), 1u);
    send(slice_of({}, 21));
    EXPECT_TRUE(started_steps(cut()).empty());
}

TEST_F(AutonomyTest, ANewConnectionVoidsEverySlice) {
    send(slice_of({step_of("b", {"a"})}));
    dispatch("a");
    cut();
    keep(m_core->on_connected(Sequence(0), Epoch(5)));
    EXPECT_TRUE(m_core->slices().empty());
    run("a");
    EXPECT_TRUE(started_steps(cut()).empty());
}

TEST_F(AutonomyTest, WhatWasCancelledBeforeItArrivedIsNotStartedFromASlice) {
    send(slice_of({step_of("a")}));
    cancel("a");
    EXPECT_TRUE(started_steps(cut()).empty());
}

TEST_F(AutonomyTest, AnOrderThatCannotBeFilledIsLeftToTheCenter) {
    CoreSettings settings{2};
    settings.fill = [](DispatchOrder& order, const std::vector<StepResult>& results) {
        order.params_json = results.empty() ? "" : results[0].output_text;
        return order.key.step.text != "c";
    };
    m_core = std::make_unique<AgentCore>(settings);
    keep(m_core->start_new_incarnation(Incarnation(8)));
    keep(m_core->finish_recovery(now()));
    keep(m_core->on_connected(Sequence(0), Epoch(5)));
    send(slice_of({step_of("b", {"a"}), step_of("c")}));
    dispatch("a");
    start("a");
    cut();
    ProcessEnd well = ended(How::Exited);
    well.output_text = "seven";
    const Output after = end("a", well);
    ASSERT_EQ(started_steps(after), std::vector<std::string>{"b"});
    EXPECT_EQ(all_of<StartRun>(after.effects)[0].order.params_json, "seven");
}

TEST_F(AutonomyTest, ARestartWhileItIsCutOffGoesOnWithinTheSameWindow) {
    send(slice_of({step_of("b", {"a"}), step_of("c", {"b"})}));
    dispatch("a");
    start("a");
    cut();
    end("a", ended(How::Exited));
    m_time_ms += 30000;
    EXPECT_EQ(started_steps(restart_alone()), std::vector<std::string>{"b"});
    EXPECT_EQ(started_steps(run("b")), std::vector<std::string>{"c"});
    m_time_ms += 40000;
    EXPECT_TRUE(started_steps(restart_alone()).empty());
    EXPECT_EQ(m_core->mode({m_time_ms}), Mode::Conservative);
}

TEST_F(AutonomyTest, ARebootBeforeTheWindowIsOverIsMeasuredByTheWallClock) {
    send(slice_of({step_of("a")}));
    restart(1);  // connected again: the slice is void
    send(slice_of({step_of("a"), step_of("b")}, 30));
    cut();
    for (AgentRecord& record : m_log) {
        if (auto* link = std::get_if<LinkRecord>(&record)) link->at.monotonic.ms += 1000000000;  // of the boot before
    }
    m_time_ms += 20000;
    restart_alone();
    EXPECT_EQ(m_core->mode({m_time_ms}), Mode::Autonomous);
    EXPECT_EQ(m_core->mode({m_time_ms + 41000}), Mode::Conservative);
}

}  // namespace
}  // namespace apollo::agent
