// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "app/viewmodels/compare_model.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

testing::FakeLog good_and_bad() {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::pipeline_definition("good"), {"n"}, false), {.seed = 2, .failure_rate = 0});
    log.work(log.submit(testing::pipeline_definition("bad"), {"n"}, false), {.seed = 3, .failure_rate = 1});
    return log;
}

TEST(CompareModel, SaysWhatDiffersAndWhatDifferedFirst) {
    const testing::FakeLog log = good_and_bad();
    testing::Following f(log.events());
    ASSERT_TRUE(f.take_all());
    CompareModel model(f.live);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const Ordinal end = f.live.history().size();
    model.compare({TaskIndex{0}, end}, {TaskIndex{1}, end});
    EXPECT_EQ(model.rowCount(), 5);
    EXPECT_EQ(model.difference_count(), 5);
    ASSERT_TRUE(model.first_difference());
    EXPECT_EQ(model.index(*model.first_difference(), CompareModel::Step).data().toString().toStdString(), "extract")
        << "the failure, not what was blocked by it";
    EXPECT_EQ(model.index(0, CompareModel::LeftState).data().toString().toStdString(), "Succeeded");
    EXPECT_EQ(model.index(0, CompareModel::RightState).data().toString().toStdString(), "Failed");
    EXPECT_FALSE(model.index(0, CompareModel::Change).data().toString().isEmpty());
}

TEST(CompareModel, AMomentWithItselfDiffersInNothingAndTwoMomentsDo) {
    const testing::FakeLog log = good_and_bad();
    testing::Following f(log.events());
    ASSERT_TRUE(f.take_all());
    CompareModel model(f.live);
    const Ordinal end = f.live.history().size();
    model.compare({TaskIndex{0}, end}, {TaskIndex{0}, end});
    EXPECT_EQ(model.difference_count(), 0);
    EXPECT_FALSE(model.first_difference());
    EXPECT_EQ(model.index(0, CompareModel::Change).data().toString().toStdString(), "=");
    const Ordinal submitted = f.live.history().of_task(TaskIndex{0}).front() + 1;
    model.compare({TaskIndex{0}, submitted}, {TaskIndex{0}, end});
    EXPECT_EQ(model.difference_count(), 5);
    EXPECT_EQ(model.index(0, CompareModel::LeftState).data().toString().toStdString(), "Pending");
    EXPECT_EQ(model.index(0, CompareModel::LeftTook).data().toString().toStdString(), "—");
}

TEST(CompareModel, StepsThatOnlyOneHasAreShownAsAbsentInTheOther) {
    testing::FakeLog log;
    log.add_node("n");
    log.submit(testing::pipeline_definition("five"), {"n"}, false);
    log.submit(testing::fan_definition("fan", 2), {"n"}, false);
    testing::Following f(log.events());
    ASSERT_TRUE(f.take_all());
    CompareModel model(f.live);
    model.compare({TaskIndex{0}, 4}, {TaskIndex{1}, 4});
    EXPECT_EQ(model.rowCount(), 5 + 4);
    EXPECT_EQ(model.difference_count(), 9);
    EXPECT_EQ(model.index(0, CompareModel::RightState).data().toString().toStdString(), "—");
    model.compare({no_task, 0}, {TaskIndex{7}, 0});
    EXPECT_EQ(model.rowCount(), 0);
}

}  // namespace
}  // namespace apollo::viewmodels
