// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "app/viewmodels/event_list_model.h"
#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/idle_fold.h"
#include "app/viewmodels/range_facts.h"
#include "app/viewmodels/run_matrix.h"
#include "app/viewmodels/task_list_model.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using Type = domain::EventType;
using testing::Following;

constexpr std::int64_t night_ms = 8 * 3600 * 1000;

// Two steps of ten seconds, the second of which fails; a night between them.
struct Night {
    explicit Night(std::int64_t between_ms = night_ms) {
        log.add_node("n");
        task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
        first_ms = log.now_ms();
        work(RunIndex{0}, Type::Succeeded, 0);
        log.wait_ms(between_ms);
        work(RunIndex{1}, Type::Failed, 3);
        last_ms = log.now_ms();
    }
    void work(RunIndex run, Type end, int exit_code) {
        log.append(Type::Dispatched, task, run, {});
        log.append_of_agent(Type::Started, run, Attempt{1}, {});
        log.wait_ms(10'000);
        domain::RunEnded ended;
        ended.exit_code = exit_code;
        if (exit_code != 0) ended.failure_class = domain::FailureClass::Permanent;
        log.append_of_agent(end, run, Attempt{1}, ended);
    }
    testing::FakeLog log;
    TaskIndex task;
    std::int64_t first_ms = 0, last_ms = 0;
};

TEST(IdleFold, ANightOfWaitingTakesNoMoreRoomThanALittleOfTheWork) {
    const Night night;
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    IdleFold fold;
    fold.follow(f.live, night.task);
    EXPECT_EQ(fold.folded_ms(night.last_ms), night.last_ms) << "off, it is real time";
    EXPECT_TRUE(fold.gaps().empty());
    fold.set_on(true);
    ASSERT_EQ(fold.gaps().size(), 1u);
    EXPECT_EQ(fold.gaps()[0].first_ms, night.first_ms + 10'000);
    EXPECT_EQ(fold.gaps()[0].last_ms, night.first_ms + 10'000 + night_ms);
    EXPECT_EQ(fold.folded_ms(night.first_ms), night.first_ms);
    EXPECT_EQ(fold.folded_ms(night.last_ms) - night.first_ms, 20'000 + fold.kept_ms());
}

TEST(IdleFold, EveryMomentHasItsPlaceInTheOrderItHappenedAndIsFoundAgain) {
    const Night night;
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    IdleFold fold;
    fold.follow(f.live, night.task);
    fold.set_on(true);
    std::int64_t before = fold.folded_ms(night.first_ms - 5000);
    for (std::int64_t ms = night.first_ms - 4000; ms < night.last_ms + 5000; ms += 997) {
        const std::int64_t folded = fold.folded_ms(ms);
        ASSERT_GE(folded, before);
        before = folded;
        const bool idle = ms > fold.gaps()[0].first_ms && ms < fold.gaps()[0].last_ms;
        const std::int64_t error_ms = std::abs(fold.real_ms(folded) - ms);
        ASSERT_LE(error_ms, idle ? night_ms / fold.kept_ms() + 1 : 0) << ms - night.first_ms;
    }
}

TEST(IdleFold, AShortWaitIsLeftAsItIs) {
    const Night night(2000);
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    IdleFold fold;
    fold.follow(f.live, night.task);
    fold.set_on(true);
    EXPECT_TRUE(fold.gaps().empty());
}

TEST(MeasuredRange, CountsEventsRunsAndEndsAndKnowsNothingOfLater) {
    const Night night;
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(night.task);
    Lanes lanes;
    lanes.follow(f.live, night.task, f.navigator.shown_events());
    const RangeFacts whole = measure_range(f.navigator, lanes, night.first_ms, night.last_ms);
    EXPECT_EQ(whole.duration_ms, 20'000 + night_ms);
    EXPECT_EQ(whole.events, f.navigator.scope_size());
    EXPECT_EQ(whole.runs, 2u);
    EXPECT_EQ(whole.succeeded, 1u);
    EXPECT_EQ(whole.failed, 1u);
    EXPECT_EQ(measure_range(f.navigator, lanes, night.last_ms, night.first_ms), whole) << "drawn from right to left";
    const RangeFacts asleep = measure_range(f.navigator, lanes, night.first_ms + 20'000, night.first_ms + night_ms);
    EXPECT_EQ(asleep.events, 0u);
    EXPECT_EQ(asleep.runs, 0u);
    f.navigator.seek(2);  // the first step runs
    const RangeFacts then = measure_range(f.navigator, lanes, night.first_ms, night.last_ms);
    EXPECT_EQ(then.events, 2u);
    EXPECT_EQ(then.failed, 0u);
}

TEST(EventList, AnEventTellsTheStateItLedTo) {
    const Night night;
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(night.task);
    EventListModel model(f.navigator);
    const auto status = [&](int row) { return model.index(row, EventListModel::Type).data(EventListModel::StatusRole).toInt(); };
    EXPECT_EQ(status(0), -1) << "a submission leads to no state of a run";
    EXPECT_EQ(status(2), static_cast<int>(domain::RunStatus::Running));
    EXPECT_EQ(status(3), static_cast<int>(domain::RunStatus::Succeeded));
    EXPECT_EQ(status(model.rowCount() - 1), static_cast<int>(domain::RunStatus::Failed));
}

TEST(TaskList, ManyRunsAreAShareThatNeitherSaysNothingNorAllTooEarly) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::fan_definition("wide", 1200), {"n"}, true);
    log.work(task, {.seed = 1, .failure_rate = 0, .capacity = 40});
    Following f(log.events());
    f.source->deliver(8);
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == 8; }));
    TaskListModel model(f.navigator);
    model.refresh();
    const auto done = [&] {
        model.refresh();
        return model.index(0, TaskListModel::Progress).data().toString().toStdString();
    };
    EXPECT_EQ(done(), "< 1 %");
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(done(), "100 %");
    f.navigator.open_task(task);
    f.navigator.step_events(-2);
    EXPECT_EQ(done(), "> 99 %");
}

TEST(RunMatrix, GroupsHaveNamesOnlyWhileItIsSortedByThem) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    const domain::Task& task = f.live.state().tasks[1];
    RunMatrix matrix(task.plan, task.first_run);
    EXPECT_TRUE(matrix.row_group(0).isEmpty());
    matrix.sort_rows(MatrixOrder::Group, f.navigator.cursor());
    matrix.sort_columns(MatrixOrder::Group, f.navigator.cursor(), f.live.state());
    EXPECT_EQ(matrix.row_group(0).toStdString(), "run_command");
    EXPECT_EQ(matrix.column_group(0).toStdString(), "workers");
    matrix.sort_rows(MatrixOrder::Name, f.navigator.cursor());
    EXPECT_TRUE(matrix.row_group(0).isEmpty());
}

TEST(GraphModel, LooksFirstWhereSomethingWentWrong) {
    const Night night;
    Following f(night.log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(night.task);
    const GraphModel model(f.navigator.task()->plan, f.navigator.task()->first_run, GraphChoice{});
    EXPECT_EQ(model.most_urgent(f.navigator.cursor()), model.node_of_step(1));
    f.navigator.seek(1);
    EXPECT_EQ(model.most_urgent(f.navigator.cursor()), model.node_of_step(0)) << "nothing has begun: the first";
}

}  // namespace
}  // namespace apollo::viewmodels
