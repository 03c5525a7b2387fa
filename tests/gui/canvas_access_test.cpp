// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/canvas_access.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>

#include "app/gui/graph_view.h"
#include "app/gui/matrix_view.h"
#include "app/gui/timeline_plot.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

TEST(CanvasAccess, StepsInSightAreNamedPlacedAndCanBePressed) {
    testing::Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    GraphView view(f.navigator);
    view.setAccessibleName(QStringLiteral("Graph"));
    view.resize(900, 700);
    view.show();
    (void)view.grab();
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view);
    ASSERT_NE(canvas, nullptr);
    EXPECT_EQ(canvas->role(), QAccessible::List);
    EXPECT_EQ(canvas->text(QAccessible::Name).toStdString(), "Graph");
    ASSERT_EQ(canvas->childCount(), 5);
    for (int k = 0; k < canvas->childCount(); ++k) {
        QAccessibleInterface* item = canvas->child(k);
        ASSERT_NE(item, nullptr);
        EXPECT_TRUE(item->text(QAccessible::Name).contains(QStringLiteral("Succeeded")));
        EXPECT_EQ(item->parent(), canvas);
        EXPECT_EQ(canvas->indexOfChild(item), k);
        const QPoint centre = item->rect().center();
        EXPECT_TRUE(QRect(view.mapToGlobal(QPoint(0, 0)), view.size()).contains(centre));
        EXPECT_EQ(canvas->childAt(centre.x(), centre.y()), item);
    }
    QAccessibleInterface* item = canvas->child(2);
    ASSERT_NE(item->actionInterface(), nullptr);
    item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    ASSERT_TRUE(f.navigator.selected_step());
    EXPECT_TRUE(item->state().selected);
    EXPECT_FALSE(canvas->child(0)->state().selected);
}

template <typename Canvas>
void expect_runs_in_reach(int runs) {
    testing::Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    Canvas view(f.navigator);
    view.resize(900, 700);
    view.show();
    (void)view.grab();
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&view);
    ASSERT_NE(canvas, nullptr);
    ASSERT_EQ(canvas->childCount(), runs);
    EXPECT_TRUE(canvas->child(0)->text(QAccessible::Name).startsWith(QStringLiteral("extract")));
    EXPECT_TRUE(canvas->child(0)->text(QAccessible::Name).contains(QStringLiteral("Succeeded")));
    QAccessibleInterface* item = canvas->child(2);
    const QPoint centre = item->rect().center();
    EXPECT_EQ(canvas->childAt(centre.x(), centre.y()), item);
    item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_TRUE(item->state().selected);
    EXPECT_EQ(f.navigator.selected_step(), 2u);
}

TEST(CanvasAccess, CellsOfTheMatrixAreNamedPlacedAndCanBePressed) { expect_runs_in_reach<MatrixView>(5); }

TEST(CanvasAccess, LanesOfTheTimelineAreNamedPlacedAndCanBePressed) { expect_runs_in_reach<TimelinePlot>(5); }

}  // namespace
}  // namespace apollo::gui
