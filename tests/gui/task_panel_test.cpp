// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_panel.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QHeaderView>
#include <QTimer>

#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

using viewmodels::TaskListModel;

struct Panel {
    explicit Panel(int width) : following(testing::busy_log().events()), panel(following.navigator, nullptr) {
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

// The newest tasks of a long log are there, and can be chosen, before its first event has come.
TEST(TaskPanel, ShowsPagesOfSqlUntilTheEventsHaveCome) {
    testing::Following following(testing::busy_log().events());
    TaskPanel panel(following.navigator, following.source);
    panel.resize(460, 500);
    panel.show();
    ASSERT_TRUE(testing::wait_until([&] { return following.source->task_questions.size() == 1; }));
    auto* pages = panel.findChild<TablePage*>(QStringLiteral("task-pages"));
    EXPECT_FALSE(pages->isVisible()) << "there is nothing in them yet";
    api::TaskPage page;
    page.tasks.push_back({TaskIndex{2}, TaskId{"nightly-2"}, IntentName{"import"}, domain::TaskStatus::Pending, OperatorName{"alice"}, WallTime{1000}, {}, 10, 0});
    following.source->unanswered_tasks[0](page);
    EXPECT_TRUE(pages->isVisible());
    QStringList wanted;
    QObject::connect(&panel, &TaskPanel::task_wanted, [&](const QString& id) { wanted << id; });
    Q_EMIT pages->table()->clicked(pages->table()->model()->index(0, 0));
    EXPECT_EQ(wanted, QStringList{QStringLiteral("nightly-2")});
    ASSERT_TRUE(following.take_all());
    ASSERT_TRUE(testing::wait_until([&] { return panel.findChild<TablePage*>(QStringLiteral("task-pages")) == nullptr; }));
    EXPECT_TRUE(panel.table()->isVisible());
    EXPECT_EQ(panel.table()->model()->rowCount(), 3);
}

TEST(TaskPanel, AsksSqlNothingAboutAShortLog) {
    testing::Following following(testing::busy_log().events());
    TaskPanel panel(following.navigator, following.source);
    panel.show();
    ASSERT_TRUE(following.take_all());
    QTimer::singleShot(600, qApp, [&] { panel.setObjectName(QStringLiteral("late")); });
    ASSERT_TRUE(testing::wait_until([&] { return panel.objectName() == QLatin1String("late"); }));
    EXPECT_TRUE(following.source->task_questions.empty());
}

}  // namespace
}  // namespace apollo::gui
