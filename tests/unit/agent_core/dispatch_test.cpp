// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_core/core_fixture.h"

namespace apollo::agent {
namespace {

TEST_F(CoreTest, ADispatchIsClaimedAcceptedAnsweredAndStarted) {
    const Output output = dispatch("a");
    ASSERT_EQ(output.records.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<ClaimRecord>(output.records[0]));
    EXPECT_EQ(events_of(output), "ACCEPTED");
    expect_answer(output, Kind::Accepted);
    EXPECT_EQ(started_steps(output), std::vector<std::string>{"a"});
}

TEST_F(CoreTest, ADuplicateOfALivingAttemptStartsNothing) {
    dispatch("a");
    Output again = dispatch("a");
    EXPECT_TRUE(again.records.empty());
    EXPECT_EQ(started_steps(again).size(), 0u);
    expect_answer(again, Kind::AlreadyRunning);
    start("a");
    expect_answer(dispatch("a"), Kind::AlreadyRunning);
}

TEST_F(CoreTest, ADuplicateOfAnEndedAttemptIsDoneAndItsEndIsSentAgainUntilAcked) {
    dispatch("a");
    start("a");
    end("a", ended(ExitRecord::How::Exited));
    Output again = dispatch("a");
    expect_answer(again, Kind::AlreadyDone);
    const auto sends = all_of<SendEvents>(again.effects);
    ASSERT_EQ(sends.size(), 1u);
    EXPECT_EQ(sends[0].first, Sequence(3));
    m_core->on_acked(Incarnation(7), Sequence(3));
    again = dispatch("a");
    expect_answer(again, Kind::AlreadyDone);
    EXPECT_TRUE(all_of<SendEvents>(again.effects).empty());
}

TEST_F(CoreTest, AnotherOrderUnderTheSameKeyNeverGetsTheOldOnesResult) {
    DispatchOrder order = order_of("a"), other = order_of("a"), untold = order_of("a");
    order.content_digest = 17;
    other.content_digest = 18;
    dispatch(order);
    expect_answer(dispatch(other), Kind::Refused, "another order");
    end("a", ended(ExitRecord::How::Exited));
    for (int round = 0; round < 2; ++round) {
        expect_answer(dispatch(other), Kind::Refused, "log restore");
        expect_answer(dispatch(order), Kind::AlreadyDone);
        expect_answer(dispatch(untold), Kind::AlreadyDone);
        restart(2);
    }
    other.key.attempt = Attempt(2);
    expect_answer(dispatch(other), Kind::Accepted);
}

TEST_F(CoreTest, AnOlderEpochIsRefusedEvenAfterARestart) {
    DispatchOrder order = order_of("a");
    order.epoch = Epoch(9);
    dispatch(order);
    end("a", ended(ExitRecord::How::Exited));
    order = order_of("b");
    order.epoch = Epoch(8);
    expect_answer(dispatch(order), Kind::Refused, "epoch 8 is older than 9");
    restart(2);
    expect_answer(dispatch(order), Kind::Refused, "epoch 8 is older than 9");
}

TEST_F(CoreTest, AnotherAttemptIsRefusedWhileTheOlderLives) {
    dispatch("a", 1);
    expect_answer(dispatch("a", 2), Kind::Refused, "older attempt still runs");
    end("a", ended(ExitRecord::How::Exited, 1));
    expect_answer(dispatch("a", 2), Kind::Accepted);
    end("a", ended(ExitRecord::How::Exited, 1), 2);
    expect_answer(dispatch("a", 1), Kind::Refused, "attempt 2");
}

TEST_F(CoreTest, WhatRunsAloneWaitsForTheOthersAndNothingIsBegunBesideIt) {
    m_core = std::make_unique<AgentCore>(CoreSettings{3, 60000, {}, IntentName("upgrade_agent")});
    keep(m_core->start_new_incarnation(Incarnation(7)));
    keep(m_core->finish_recovery(now()));
    keep(m_core->on_connected(m_acked, Epoch(5)));
    dispatch("a");
    DispatchOrder alone = order_of("alone");
    alone.intent = IntentName("upgrade_agent");
    alone.priority = domain::Priority::High;
    EXPECT_TRUE(started_steps(dispatch(alone)).empty()) << "a runs";
    EXPECT_TRUE(started_steps(dispatch("b")).empty()) << "its turn comes before b's";
    EXPECT_EQ(started_steps(end("a", ended(ExitRecord::How::Exited))), std::vector<std::string>{"alone"});
    EXPECT_TRUE(started_steps(dispatch("c")).empty());
    start("alone");
    EXPECT_TRUE(all_of<KillRun>(cancel("alone").effects).empty()) << "half replaced, this agent would be none";
    EXPECT_EQ(started_steps(end("alone", ended(ExitRecord::How::Exited))), (std::vector<std::string>{"b", "c"}));
}

TEST_F(CoreTest, OnlyAsManyAsTheCapacityLiveAtOnceByPriorityThenOrder) {
    std::vector<std::string> order;
    const auto note = [&](const Output& output) {
        for (const auto& step : started_steps(output)) order.push_back(step);
    };
    const auto send = [&](const std::string& step, domain::Priority priority) {
        DispatchOrder made = order_of(step);
        made.priority = priority;
        note(dispatch(made));
    };
    send("first", domain::Priority::Low);
    send("second", domain::Priority::Low);
    send("low", domain::Priority::Low);
    send("medium", domain::Priority::Medium);
    send("high1", domain::Priority::High);
    send("high2", domain::Priority::High);
    EXPECT_EQ(order, (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(m_core->running(), 2u);
    EXPECT_EQ(m_core->queued(), 4u);
    for (std::size_t done = 0; done < order.size(); ++done) note(end(order[done], ended(ExitRecord::How::Exited)));
    EXPECT_EQ(order, (std::vector<std::string>{"first", "second", "high1", "high2", "medium", "low"}));
    EXPECT_EQ(m_core->running(), 0u);
}

TEST_F(CoreTest, WhenTheLogCannotBeWrittenNothingNewIsTaken) {
    dispatch("a");
    m_core->on_log_failed("disk full");
    const Output refused = dispatch("b");
    expect_answer(refused, Kind::Refused, "disk full");
    EXPECT_TRUE(refused.records.empty());
    expect_answer(dispatch("a"), Kind::AlreadyRunning);
    EXPECT_EQ(events_of(end("a", ended(ExitRecord::How::Exited))), "STARTED SUCCEEDED");
}

TEST_F(CoreTest, MemoryHoldsOneSmallEntryPerRunHoweverManyAttempts) {
    for (std::uint32_t attempt = 1; attempt <= 50; ++attempt) {
        dispatch("a", attempt);
        end("a", ended(ExitRecord::How::Exited, 1), attempt);
    }
    EXPECT_EQ(m_core->remembered_attempts(), 1u);
}

TEST_F(CoreTest, SequenceNumbersAreDenseAndAcksAreCumulative) {
    dispatch("a");
    start("a");
    dispatch("b");
    end("a", ended(ExitRecord::How::Exited));
    std::uint64_t expected = 1;
    for (const auto& event : all_of<NodeEventRecord>(m_log)) EXPECT_EQ(event.sequence.value, expected++);
    m_core->on_acked(Incarnation(99), Sequence(4));
    EXPECT_EQ(m_core->unacked().size(), 4u);
    m_core->on_acked(Incarnation(7), Sequence(3));
    ASSERT_EQ(m_core->unacked().size(), 1u);
    EXPECT_EQ(m_core->unacked().front().sequence, Sequence(4));
}

TEST_F(CoreTest, AfterAReconnectEverythingAboveTheAckIsSentAgain) {
    dispatch("a");
    start("a");
    keep(m_core->on_disconnected(now().monotonic, now()));
    const Output offline = end("a", ended(ExitRecord::How::Exited));
    EXPECT_TRUE(all_of<SendEvents>(offline.effects).empty());
    const auto sends = all_of<SendEvents>(m_core->on_connected(Sequence(1), Epoch(5)).effects);
    ASSERT_EQ(sends.size(), 1u);
    EXPECT_EQ(sends[0].first, Sequence(2));
    EXPECT_EQ(sends[0].last, Sequence(3));
}

}  // namespace
}  // namespace apollo::agent
