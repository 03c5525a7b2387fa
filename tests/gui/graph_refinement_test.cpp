// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The first picture of a graph becomes a better one without taking away what the operator looks at.
#include <gtest/gtest.h>

#include <QTest>

#include "app/gui/graph_view.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

struct Large {
    Large() : following(made()), view(following.navigator) {
        (void)following.take_all();
        view.resize(900, 700);
        view.show();
        following.navigator.open_task(TaskIndex{0});
        view.ensure_layout();
    }
    static std::vector<domain::Event> made() {
        testing::FakeLog log;
        log.add_node("n");
        log.submit(testing::layered_definition("large", 15, 40, 5), {"n"}, true);
        return log.events();
    }
    QPointF on_screen(std::uint32_t node) const {
        // Found as a reader finds it: by the rectangle that the view tells.
        for (int item = 0; item < view.accessible_count(); ++item)
            if (view.accessible_text(item).startsWith(view.model().label(node) + QLatin1Char(','))) return QRectF(view.accessible_rect(item)).center();
        return {-1, -1};
    }
    bool wait_refined() { return testing::wait_until([&] { return !view.refinement().is_at_work(); }); }
    testing::Following following;
    GraphView view;
};

TEST(GraphRefinement, TheBetterPictureComesByItself) {
    Large large;
    const auto first = large.view.model().layout().nodes;
    ASSERT_TRUE(large.wait_refined());
    const auto refined = lay_out(large.view.model().layout_input(), viewmodels::LayoutEffort::Refined);
    EXPECT_FALSE(first == refined.nodes);
    EXPECT_TRUE(large.view.model().layout().nodes == refined.nodes);
    EXPECT_TRUE(large.view.model().layout().layers == refined.layers);
}

TEST(GraphRefinement, WhatIsSelectedStaysSelectedAndWhereItWas) {
    Large large;
    large.following.navigator.select_step(300);
    for (int k = 0; k < 9; ++k) QTest::keyClick(&large.view, Qt::Key_Plus);
    QTest::keyClick(&large.view, Qt::Key_Left);
    QTest::keyClick(&large.view, Qt::Key_Right);
    (void)large.view.grab();
    const auto selected = large.following.navigator.selected_step();
    ASSERT_TRUE(selected);
    const std::uint32_t shown = *large.view.model().node_of_step(*selected);
    const double scale = large.view.scale();
    const QPointF before = large.on_screen(shown);
    ASSERT_NE(before, QPointF(-1, -1));
    ASSERT_TRUE(large.wait_refined());
    (void)large.view.grab();
    EXPECT_EQ(large.following.navigator.selected_step(), selected);
    EXPECT_EQ(large.view.scale(), scale);
    EXPECT_LE((large.on_screen(shown) - before).manhattanLength(), 3.0);
}

TEST(GraphRefinement, WhoClicksDuringTheMotionHitsWhatIsThere) {
    Large large;
    ASSERT_TRUE(testing::wait_until([&] { return large.view.refinement().is_moving(); }));
    QTest::keyClick(&large.view, Qt::Key_Plus);
    EXPECT_FALSE(large.view.refinement().is_moving());
    EXPECT_TRUE(large.view.model().layout().nodes == lay_out(large.view.model().layout_input(), viewmodels::LayoutEffort::Refined).nodes);
}

}  // namespace
}  // namespace apollo::gui
