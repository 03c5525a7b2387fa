// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the window says about the rest of a task.
#include "app/viewmodels/forecast_view.h"

#include <gtest/gtest.h>

#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

TEST(ForecastView, TellsTheEndAndTheWayThereOfATaskWhoseStepsAreKnown) {
    const testing::FakeLog log = testing::busy_log();
    testing::Following following(log.events());
    ASSERT_TRUE(following.take_all());
    const domain::State& state = following.live.state();
    const auto task = following.live.find_task(TaskId{"nightly-2"});
    ASSERT_TRUE(task.has_value());
    const ForecastView view = forecast_view(state, *task, state.last.recorded_time);
    EXPECT_FALSE(view.has_ended);
    EXPECT_TRUE(view.expectation.startsWith(QStringLiteral("Expected to end at "))) << view.expectation.toStdString();
    EXPECT_EQ(view.risk, QStringLiteral("Risk that the task fails: 0 %"));
    ASSERT_FALSE(view.path.empty());
    const QString first = QString::fromStdString(state.step_of(view.path[0].run).name.text) + QStringLiteral(" on ") + QString::fromStdString(state.node_of(view.path[0].run).text);
    EXPECT_EQ(view.path[0].place, first);
    EXPECT_TRUE(view.path_title.contains(QStringLiteral("if nothing fails"))) << view.path_title.toStdString();
    EXPECT_TRUE(view.slow.empty());
    const auto ended = following.live.find_task(TaskId{"nightly-1"});
    EXPECT_TRUE(forecast_view(state, *ended, state.last.recorded_time).has_ended);
}

TEST(ForecastView, SaysByHowMuchARunIsOverdueAndNotThatItEndsAtOnce) {
    testing::FakeLog log;
    log.add_node("node-a");
    log.work(log.submit(testing::pipeline_definition("first"), {"node-a"}, false), {.seed = 3, .failure_rate = 0});
    log.work(log.submit(testing::pipeline_definition("second"), {"node-a"}, false), {.seed = 4, .failure_rate = 0, .share = 0.2});
    testing::Following following(log.events());
    ASSERT_TRUE(following.take_all());
    const domain::State& state = following.live.state();
    const ForecastView view = forecast_view(state, TaskIndex{1}, WallTime{state.last.recorded_time.ms + 86'400'000});
    if (state.tasks[1].status != domain::TaskStatus::Running) GTEST_FAIL() << "the script runs nothing";
    EXPECT_TRUE(view.expectation.contains(QStringLiteral("is overdue by"))) << view.expectation.toStdString();
    EXPECT_FALSE(view.expectation.contains(QStringLiteral("in 0.0 s"))) << view.expectation.toStdString();
    ASSERT_FALSE(view.path.empty());
    EXPECT_TRUE(view.path[0].text.startsWith(QStringLiteral("overdue by"))) << view.path[0].text.toStdString();
}

TEST(ForecastView, SaysSoWhenNothingIsKnown) {
    testing::FakeLog log;
    log.add_node("node-a");
    log.submit(testing::pipeline_definition("first"), {"node-a"}, false);
    testing::Following following(log.events());
    ASSERT_TRUE(following.take_all());
    const ForecastView view = forecast_view(following.live.state(), TaskIndex{0}, following.live.state().last.recorded_time);
    EXPECT_TRUE(view.expectation.startsWith(QStringLiteral("Its end cannot be foretold"))) << view.expectation.toStdString();
    EXPECT_TRUE(view.risk.contains(QStringLiteral("not known"))) << view.risk.toStdString();
}

}  // namespace
}  // namespace apollo::viewmodels
