// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/two_truths.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "tests/unit/viewmodels/cut_off.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::CutOff;

TEST(TwoTruths, ShowsWhatTheNodeHadDoneBeforeTheCenterHeardOfIt) {
    const CutOff cut;
    testing::Following f(cut.events);
    ASSERT_TRUE(f.take_all());
    TwoTruths model(f.navigator);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0) << "live, nothing later is known";
    f.navigator.seek(f.navigator.scope_size());
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard - 1));
    f.navigator.open_task(cut.task);
    model.refresh();
    EXPECT_EQ(model.rowCount(), 0) << "by then the node had done no more";
    f.navigator.open_task(no_task);
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard));
    f.navigator.open_task(cut.task);
    model.refresh();
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, TwoTruths::Believed).data().toString().toStdString(), "Running");
    EXPECT_EQ(model.index(0, TwoTruths::Really).data().toString().toStdString(), "Succeeded");
    EXPECT_EQ(model.run_at(0), RunIndex{0});
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard + 1));
    model.refresh();
    EXPECT_EQ(model.rowCount(), 0) << "now the center knows it too";
}

}  // namespace
}  // namespace apollo::viewmodels
