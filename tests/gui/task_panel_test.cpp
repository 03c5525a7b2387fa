// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_panel.h"

#include <gtest/gtest.h>

#include <QHeaderView>

#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

using viewmodels::TaskListModel;

struct Panel {
    explicit Panel(int width) : following(testing::busy_log().events()), panel(following.navigator) {
        panel.resize(width, 500);
        panel.show();
        following.take_all();
    }
    const QTableView& table() const { return *panel.findChild<QTableView*>(); }
    bool shows(int column) const { return !table().isColumnHidden(column); }
    testing::Following following;
    TaskPanel panel;
};

TEST(TableColumns, NarrowDockKeepsTheNameAndWideOneShowsWhatIsUsual) {
    const Panel narrow(170), usual(460);
    EXPECT_TRUE(narrow.shows(TaskListModel::Name));
    EXPECT_FALSE(narrow.shows(TaskListModel::Duration));
    for (const int column : {TaskListModel::Name, TaskListModel::State, TaskListModel::Progress, TaskListModel::Duration})
        EXPECT_TRUE(usual.shows(column)) << column;
    EXPECT_FALSE(usual.shows(TaskListModel::Intent)) << "only when it is asked for";
}

TEST(TableColumns, ColumnsOnShowFitIntoTheDock) {
    for (const int width : {170, 260, 330, 460}) {
        const Panel panel(width);
        EXPECT_LE(panel.table().horizontalHeader()->length(), panel.table().viewport()->width()) << width;
    }
}

TEST(TableColumns, ComeAndGoAsTheDockIsMadeWiderAndNarrower) {
    Panel panel(460);
    ASSERT_TRUE(panel.shows(TaskListModel::Duration));
    panel.panel.resize(170, 500);
    EXPECT_FALSE(panel.shows(TaskListModel::Duration));
    panel.panel.resize(460, 500);
    EXPECT_TRUE(panel.shows(TaskListModel::Duration));
}

}  // namespace
}  // namespace apollo::gui
