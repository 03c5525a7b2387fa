// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/inspector.h"

#include <gtest/gtest.h>

#include "app/viewmodels/event_names.h"
#include "app/viewmodels/run_facts.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

TEST(RunFacts, AreThoseOfTheReducerAtEveryMoment) {
    testing::FakeLog log = testing::busy_log();
    domain::OperatorAction action;
    action.verb = "pause";
    log.append(domain::EventType::TaskPaused, TaskIndex{1}, no_run, action);
    action.verb = "cancel";
    log.append(domain::EventType::TaskCancelRequested, TaskIndex{1}, no_run, action);
    action.to = domain::RunStatus::Pending;
    for (std::uint32_t run = 0; run < log.state().runs.size(); ++run) {
        if (log.state().runs[run].task == TaskIndex{1} && domain::is_settled(log.state().runs[run].status))
            log.append(domain::EventType::ManualOverride, TaskIndex{1}, RunIndex{run}, action);
    }
    log.append(domain::EventType::TaskResumed, TaskIndex{1}, no_run, action);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    domain::State state;
    bool any_retry = false, any_pause = false, any_cancel = false;
    for (Ordinal count = 1; count <= log.events().size(); ++count) {
        domain::apply(state, log.events()[count - 1]);
        for (std::uint32_t run = 0; run < state.runs.size(); ++run) {
            const RunFacts facts = run_facts(f.live.history(), RunIndex{run}, count);
            ASSERT_EQ(facts.retries, state.runs[run].retries) << count;
            ASSERT_EQ(facts.updated_at, state.details[run].updated_at) << count;
            any_retry |= facts.retries > 0;
            if (state.runs[run].status != domain::RunStatus::Retrying) continue;
            ASSERT_EQ(facts.retry_recorded_at, state.details[run].retry_recorded_at);
            ASSERT_EQ(facts.retry_delay_ms, state.details[run].retry_delay_ms);
        }
        for (std::uint32_t task = 0; task < state.tasks.size(); ++task) {
            const TaskFacts facts = task_facts(f.live.history(), TaskIndex{task}, count);
            ASSERT_EQ(facts.paused, state.tasks[task].paused) << count;
            ASSERT_EQ(facts.cancel_requested, state.tasks[task].cancel_requested) << count;
            any_pause |= facts.paused;
            any_cancel |= facts.cancel_requested;
        }
    }
    EXPECT_TRUE(any_retry && any_pause && any_cancel) << "the history must be worth the comparison";
}

TEST(Inspector, SaysInOneLineHowTheNewestAttemptEnded) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    const auto attempt = [&](std::uint32_t number, domain::EventType end, const domain::RunEnded& ended) {
        if (number > 1) log.append(domain::EventType::RetryScheduled, task, RunIndex{0}, domain::RetryScheduled{10, number - 1});
        log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
        log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{number}, {});
        log.append_of_agent(end, RunIndex{0}, Attempt{number}, ended);
    };
    domain::RunEnded ended;
    ended.exit_code = 3;
    ended.message = "no space\nleft";
    attempt(1, domain::EventType::Failed, ended);
    const std::size_t after_first = log.events().size();
    ended = {};
    ended.signal_number = 9;
    attempt(2, domain::EventType::Failed, ended);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    EXPECT_EQ(last_end_text(f.navigator, RunIndex{0}).toStdString(), "signal 9");
    EXPECT_EQ(last_end_text(f.navigator, RunIndex{1}), QString()) << "it never ran";
    f.navigator.seek_ordinal(static_cast<Ordinal>(after_first - 1));
    EXPECT_EQ(last_end_text(f.navigator, RunIndex{0}).toStdString(), "exit 3 · no space left") << "as it was known then";
    f.navigator.seek_ordinal(3);
    EXPECT_EQ(last_end_text(f.navigator, RunIndex{0}), QString());
}

TEST(EventNames, EveryTypeHasTheNameOfTheLogInEnglish) {
    for (std::uint16_t number = 0; number < 200; ++number) {
        const auto type = static_cast<domain::EventType>(number);
        if (!domain::is_known(type)) continue;
        EXPECT_EQ(event_name(type).toStdString(), domain::to_text(type));
    }
}

}  // namespace
}  // namespace apollo::viewmodels
