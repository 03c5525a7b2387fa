// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the inspector says about the time to come.
#include "app/gui/forecast_panel.h"

#include <gtest/gtest.h>

#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

struct Ahead {
    explicit Ahead(const std::vector<domain::Event>& events) : following(events), panel(following.navigator, nullptr) {}
    std::string words() {
        std::string all;
        for (const QLabel* label : panel.findChildren<QLabel*>()) all += label->isHidden() ? "" : label->text().toStdString() + "\n";
        return all;
    }
    testing::Following following;
    ForecastPanel panel;
};

TEST(ForecastPanel, LooksAheadOfWhatIsOpenAndNeverInAReplay) {
    Ahead a(testing::busy_log().events());
    ASSERT_TRUE(a.following.take_all());
    a.following.navigator.open_task(TaskIndex{2});
    a.panel.refresh();
    EXPECT_FALSE(a.panel.isHidden());
    EXPECT_NE(a.words().find("Expected to end at"), std::string::npos) << a.words();
    auto* path = a.panel.findChild<QListWidget*>();
    ASSERT_GT(path->count(), 0);
    Q_EMIT path->itemClicked(path->item(0));
    EXPECT_TRUE(a.following.navigator.selected_run().has_value()) << "a link of the path leads to its run";
    a.following.navigator.seek(1);
    a.panel.refresh();
    EXPECT_TRUE(a.panel.isHidden()) << "a replay shows nothing that was not known then";
    a.following.navigator.go_live();
    a.following.navigator.open_task(TaskIndex{0});
    a.panel.refresh();
    EXPECT_TRUE(a.panel.isHidden()) << "it has ended";
}

TEST(ForecastPanel, VeryLargeTaskIsLookedAtWhenAsked) {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::fan_definition("before", 1500), {"n"}, false), {.seed = 1, .failure_rate = 0});
    log.submit(testing::fan_definition("wide", 1500), {"n"}, true);
    Ahead a(log.events());
    ASSERT_TRUE(a.following.take_all());
    a.following.navigator.open_task(TaskIndex{1});
    a.panel.refresh();
    auto* ask = a.panel.findChild<QToolButton*>();
    ASSERT_FALSE(ask->isHidden());
    EXPECT_EQ(a.words().find("Expected to end"), std::string::npos) << a.words();
    ask->click();
    EXPECT_NE(a.words().find("Expected to end"), std::string::npos) << a.words();
}

}  // namespace
}  // namespace apollo::gui
