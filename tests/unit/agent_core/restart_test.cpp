// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_core/core_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

class RestartTest : public CoreTest {
protected:
    Output recover(const std::string& step, Evidence evidence) {
        return keep(m_core->recover(key_of(step), evidence, now()));
    }
    Output finish() { return keep(m_core->finish_recovery(now())); }
};

TEST_F(RestartTest, WhatRunsIsAdoptedAndItsStartIsToldIfItWasNot) {
    dispatch("a");
    dispatch("b");
    start("b");
    restart(2);
    ASSERT_EQ(m_core->unfinished().size(), 2u);
    EXPECT_EQ(m_core->unfinished()[0].intent.text, "run_command");
    recover("a", Evidence::Running);
    recover("b", Evidence::Running);
    EXPECT_TRUE(started_steps(finish()).empty());
    EXPECT_EQ(m_core->running(), 2u);
    EXPECT_EQ(events_of(start("a")), "STARTED");
    EXPECT_EQ(events_of(start("b")), "");
    EXPECT_EQ(events_of(end("a", ended(How::Exited))), "SUCCEEDED");
}

TEST_F(RestartTest, WhatEndedMeanwhileIsReported) {
    dispatch("a");
    restart(2);
    recover("a", Evidence::Ended);
    EXPECT_EQ(events_of(end("a", ended(How::Exited, 4))), "STARTED FAILED");
    finish();
    EXPECT_EQ(m_core->running(), 0u);
}

TEST_F(RestartTest, WhatWasNeverStartedIsStarted) {
    dispatch("a");
    restart(2);
    recover("a", Evidence::NeverStarted);
    EXPECT_EQ(started_steps(finish()), std::vector<std::string>{"a"});
}

TEST_F(RestartTest, WhatIsLostFailsAsLost) {
    dispatch("a");
    start("a");
    restart(2);
    recover("a", Evidence::Lost);
    const Output output = end("a", ended(How::Lost));
    EXPECT_EQ(events_of(output), "FAILED");
    EXPECT_EQ(end_of(output).failure_class, FailureClass::Lost);
}

TEST_F(RestartTest, ACancelSurvivesTheRestart) {
    dispatch("a");
    dispatch("b");
    cancel("a");
    cancel("b");
    restart(2);
    EXPECT_EQ(all_of<KillRun>(recover("a", Evidence::Running).effects).size(), 1u);
    EXPECT_EQ(events_of(recover("b", Evidence::NeverStarted)), "CANCELLED");
    EXPECT_TRUE(started_steps(finish()).empty());
}

TEST_F(RestartTest, TheQueueKeepsItsOrderAndTheCapacityHolds) {
    restart(1);
    for (const char* step : {"z", "y", "x"}) dispatch(step);
    restart(1);
    for (const char* step : {"x", "y", "z"}) recover(step, Evidence::NeverStarted);
    EXPECT_EQ(started_steps(finish()), std::vector<std::string>{"z"});
    EXPECT_EQ(started_steps(end("z", ended(How::Exited))), std::vector<std::string>{"y"});
}

TEST_F(RestartTest, UnackedEventsAndNumbersGoOnWhereTheyWere) {
    dispatch("a");
    end("a", ended(How::Exited));
    restart(2);
    EXPECT_EQ(m_core->unacked().size(), 3u);
    dispatch("b");
    EXPECT_EQ(m_core->last_sequence(), Sequence(4));
    expect_answer(dispatch("a"), Kind::AlreadyDone);
}

TEST_F(RestartTest, IfTheCenterKnowsMoreANewIncarnationIsTakenAndWhatIsUnackedIsNumberedAnew) {
    dispatch("a");
    end("a", ended(How::Exited));
    m_core->on_acked(Incarnation(7), Sequence(1));
    keep(m_core->on_disconnected(now().monotonic, now()));
    const Output connected = m_core->on_connected(Sequence(10), Epoch(5));
    ASSERT_EQ(all_of<NeedNewIncarnation>(connected.effects).size(), 1u);
    const Output renewed = keep(m_core->start_new_incarnation(Incarnation(8)));
    EXPECT_EQ(all_of<IncarnationRecord>(renewed.records)[0].incarnation, Incarnation(8));
    EXPECT_EQ(events_of(renewed), "STARTED SUCCEEDED");
    EXPECT_EQ(m_core->unacked().front().sequence, Sequence(1));
    keep(m_core->on_connected(Sequence(0), Epoch(5)));
    const auto sends = all_of<SendEvents>(dispatch("a").effects);
    ASSERT_EQ(sends.size(), 1u);
    EXPECT_EQ(sends[0].first, Sequence(2));
    restart(2);
    EXPECT_EQ(m_core->incarnation(), Incarnation(8));
    EXPECT_EQ(m_core->last_sequence(), Sequence(2));
    EXPECT_EQ(m_core->unacked().size(), 2u);
}

}  // namespace
}  // namespace apollo::agent
