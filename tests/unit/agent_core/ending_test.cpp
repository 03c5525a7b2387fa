// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/core/outcome.h"
#include "tests/unit/agent_core/core_fixture.h"

namespace apollo::agent {
namespace {

using How = ExitRecord::How;

TEST_F(CoreTest, StartIsToldOnce) {
    dispatch("a");
    EXPECT_EQ(events_of(start("a")), "STARTED");
    EXPECT_EQ(events_of(start("a")), "");
    EXPECT_EQ(events_of(start("unknown")), "");
}

TEST_F(CoreTest, AnEndIsToldOnceWithWhatTheProcessLeft) {
    dispatch("a");
    start("a");
    ProcessEnd how = ended(How::Exited);
    how.output_json = "{\"n\":1}";
    how.output_text = "hello";
    const Output output = end("a", how);
    EXPECT_EQ(events_of(output), "SUCCEEDED");
    EXPECT_EQ(end_of(output).exit_code, 0);
    EXPECT_EQ(end_of(output).output_json, "{\"n\":1}");
    EXPECT_EQ(end_of(output).output_text, "hello");
    EXPECT_TRUE(end("a", how).records.empty());
}

TEST_F(CoreTest, EachWayToEndHasItsEvent) {
    const auto run = [this](const ProcessEnd& how) {
        static std::uint32_t attempt = 0;
        dispatch("a", ++attempt);
        start("a", attempt);
        return end("a", how, attempt);
    };
    EXPECT_EQ(events_of(run(ended(How::Exited, 3))), "FAILED");
    ProcessEnd signaled = ended(How::Signaled);
    signaled.record.signal_number = 11;
    const Output by_signal = run(signaled);
    EXPECT_EQ(events_of(by_signal), "FAILED");
    EXPECT_EQ(end_of(by_signal).signal_number, 11);
    EXPECT_FALSE(end_of(by_signal).exit_code.has_value());
    EXPECT_EQ(events_of(run(ended(How::TimedOut))), "TIMED_OUT");
    EXPECT_EQ(events_of(run(ended(How::Cancelled))), "CANCELLED");
    const Output lost = run(ended(How::Lost));
    EXPECT_EQ(events_of(lost), "FAILED");
    EXPECT_EQ(end_of(lost).failure_class, FailureClass::Lost);
}

TEST_F(CoreTest, ExitCodesHaveTheirFailureClass) {
    EXPECT_EQ(failure_class_of_exit_code(1), FailureClass::Transient);
    EXPECT_EQ(failure_class_of_exit_code(63), FailureClass::Transient);
    EXPECT_EQ(failure_class_of_exit_code(64), FailureClass::Permanent);
    EXPECT_EQ(failure_class_of_exit_code(75), FailureClass::Transient);
    EXPECT_EQ(failure_class_of_exit_code(78), FailureClass::Permanent);
    EXPECT_EQ(failure_class_of_exit_code(79), FailureClass::Transient);
    EXPECT_EQ(failure_class_of_exit_code(126), FailureClass::Permanent);
    EXPECT_EQ(failure_class_of_exit_code(127), FailureClass::Permanent);
}

TEST_F(CoreTest, WhatCouldNotStartIsStartedAndFailedInOneBatch) {
    dispatch("a");
    const Output by_guard = end("a", ended(How::CouldNotStart, 127));
    EXPECT_EQ(events_of(by_guard), "STARTED FAILED");
    EXPECT_EQ(end_of(by_guard).exit_code, 127);
    EXPECT_EQ(end_of(by_guard).failure_class, FailureClass::Permanent);
    dispatch("b");
    const Output by_catalogue =
        keep(m_core->on_not_started(key_of("b"), FailureClass::Permanent, "unknown intent", now()));
    EXPECT_EQ(events_of(by_catalogue), "STARTED FAILED");
    EXPECT_EQ(end_of(by_catalogue).message, "unknown intent");
    EXPECT_EQ(m_core->running(), 0u);
}

TEST_F(CoreTest, ACancelOfAQueuedAttemptEndsItAtOnceAndItNeverStarts) {
    dispatch("a");
    dispatch("b");
    dispatch("c");
    EXPECT_EQ(events_of(cancel("c")), "CANCELLED");
    EXPECT_EQ(m_core->queued(), 0u);
    EXPECT_TRUE(started_steps(end("a", ended(How::Exited))).empty());
    expect_answer(dispatch("c"), Kind::AlreadyDone);
}

TEST_F(CoreTest, ACancelOfARunningAttemptKillsAndIsToldWhenTheTreeIsDead) {
    dispatch("a");
    start("a");
    const Output asked = cancel("a");
    EXPECT_EQ(events_of(asked), "");
    EXPECT_EQ(all_of<KillRun>(asked.effects).size(), 1u);
    EXPECT_EQ(m_core->running(), 1u);
    EXPECT_EQ(events_of(end("a", ended(How::Cancelled))), "CANCELLED");
    EXPECT_EQ(m_core->running(), 0u);
}

TEST_F(CoreTest, ACancelledAttemptThatHadReallyEndedKeepsItsTruth) {
    dispatch("a");
    start("a");
    cancel("a");
    EXPECT_EQ(events_of(end("a", ended(How::Exited, 0))), "SUCCEEDED");
}

TEST_F(CoreTest, ACancelBeforeTheStartIsKnownGoesStraightToCancelled) {
    dispatch("a");
    EXPECT_EQ(all_of<KillRun>(cancel("a").effects).size(), 1u);
    EXPECT_EQ(events_of(end("a", ended(How::Cancelled))), "CANCELLED");
    dispatch("b");
    cancel("b");
    EXPECT_EQ(events_of(keep(m_core->on_not_started(key_of("b"), FailureClass::Permanent, "x", now()))), "CANCELLED");
    dispatch("c");
    cancel("c");
    EXPECT_EQ(events_of(end("c", ended(How::Lost))), "CANCELLED");
}

TEST_F(CoreTest, ADispatchThatArrivesAfterItsCancelIsRefused) {
    expect_answer(cancel("a"), Kind::Refused, "unknown");
    const Output late = dispatch("a");
    expect_answer(late, Kind::Refused, "cancelled");
    EXPECT_TRUE(late.records.empty());
    restart(2);
    expect_answer(dispatch("a"), Kind::Refused, "cancelled");
    expect_answer(dispatch("a", 2), Kind::Accepted);
}

TEST_F(CoreTest, ACancelOfAnEndedAttemptChangesNothing) {
    dispatch("a");
    end("a", ended(How::Exited));
    const Output late = cancel("a");
    EXPECT_TRUE(late.records.empty());
    expect_answer(late, Kind::AlreadyDone);
}

}  // namespace
}  // namespace apollo::agent
