// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QTemporaryDir>

#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/finder.h"
#include "app/viewmodels/landmarks.h"
#include "app/viewmodels/why.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

struct Story {
    Story() : f(testing::busy_log().events()) {
        taken = f.take_all();
        f.navigator.open_task(TaskIndex{1});
    }
    domain::EventHeader shown() { return f.live.history().header(f.navigator.shown_events() - 1); }
    bool taken = false;
    Following f;
};

TEST(Landmarks, FailuresAreVisitedInOrderBothWays) {
    Story s;
    ASSERT_TRUE(s.taken);
    std::vector<Ordinal> forwards, backwards;
    s.f.navigator.seek(0);
    while (const auto at = find_landmark(s.f.navigator, Landmark::Failure, true)) {
        s.f.navigator.seek(*at);
        EXPECT_TRUE(is_failure(s.shown()));
        forwards.push_back(*at);
    }
    ASSERT_GT(forwards.size(), 2u);
    EXPECT_EQ(forwards.front(), *s.f.navigator.first_failure());
    s.f.navigator.go_live();
    while (const auto at = find_landmark(s.f.navigator, Landmark::Failure, false)) {
        s.f.navigator.seek(*at);
        backwards.insert(backwards.begin(), *at);
    }
    EXPECT_EQ(forwards, backwards);
}

TEST(Landmarks, EventsOfTheSelectedRunOnlyAreThoseOfTheRun) {
    Story s;
    EXPECT_FALSE(find_landmark(s.f.navigator, Landmark::OfRun, false)) << "no run is selected";
    const RunIndex run = RunIndex{s.f.navigator.task()->first_run.value + 3};
    s.f.navigator.select_run(run);
    std::size_t count = 0;
    while (const auto at = find_landmark(s.f.navigator, Landmark::OfRun, false)) {
        s.f.navigator.seek(*at);
        EXPECT_EQ(s.shown().run, run);
        ++count;
    }
    EXPECT_EQ(count, s.f.live.history().of_run(run).size());
}

TEST(Playing, GoesBackwardsToTheFirstEventAndStops) {
    Story s;
    s.f.navigator.set_speed(10'000);
    s.f.navigator.seek(s.f.navigator.scope_size() / 4);
    s.f.navigator.play(true);
    EXPECT_TRUE(s.f.navigator.plays_backwards());
    Ordinal before = s.f.navigator.scope_index();
    QObject::connect(&s.f.navigator, &Navigator::picture_changed, [&] {
        EXPECT_LT(s.f.navigator.scope_index(), before);
        before = s.f.navigator.scope_index();
    });
    ASSERT_TRUE(testing::wait_until([&] { return !s.f.navigator.is_playing(); }));
    EXPECT_EQ(s.f.navigator.scope_index(), 1u) << "before its first event a task is not there to look at";
}

TEST(Playing, EventByEventMissesNone) {
    Story s;
    s.f.navigator.set_speed(Navigator::event_by_event);
    s.f.navigator.seek(5);
    std::vector<Ordinal> seen;
    QObject::connect(&s.f.navigator, &Navigator::picture_changed,
                     [&] { seen.push_back(s.f.navigator.scope_index()); });
    s.f.navigator.play();
    ASSERT_TRUE(testing::wait_until([&] { return seen.size() >= 2; }));
    s.f.navigator.pause();
    EXPECT_EQ(seen[0], 6u);
    EXPECT_EQ(seen[1], 7u);
}

TEST(Playing, SpeedIsHeldWithinItsLimits) {
    Story s;
    s.f.navigator.set_speed(1e9);
    EXPECT_DOUBLE_EQ(s.f.navigator.speed(), 10'000);
    s.f.navigator.set_speed(0.1);
    EXPECT_DOUBLE_EQ(s.f.navigator.speed(), 0.1);
}

TEST(Why, LeadsFromAStateThroughItsCausesToTheSubmission) {
    Story s;
    const domain::Task& task = *s.f.navigator.task();
    for (std::uint32_t local = 0; local < task.plan->run_count; ++local) {
        s.f.navigator.select_run(RunIndex{task.first_run.value + local});
        const std::vector<Cause> causes = explain(s.f.navigator);
        ASSERT_FALSE(causes.empty());
        for (std::size_t k = 1; k < causes.size(); ++k) EXPECT_LT(causes[k].ordinal, causes[k - 1].ordinal);
        for (const Cause& cause : causes) EXPECT_FALSE(cause.text.isEmpty());
        if (causes.size() < 12) {
            EXPECT_EQ(s.f.live.history().header(causes.back().ordinal).type, domain::EventType::TaskSubmitted);
        }
    }
}

TEST(Why, NamesThePersonAndTheReason) {
    testing::FakeLog log = testing::busy_log();
    domain::OperatorAction action;
    action.verb = "override";
    action.operator_name = OperatorName("bob");
    action.reason = "checked by hand";
    action.to = domain::RunStatus::Failed;
    log.append(domain::EventType::ManualOverride, TaskIndex{0}, RunIndex{0}, action);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    f.navigator.select_run(RunIndex{0});
    auto causes = explain(f.navigator);
    ASSERT_EQ(causes.size(), 1u) << "a person's decision is the end of the chain";
    EXPECT_TRUE(causes[0].text.contains(QStringLiteral("bob")));
    EXPECT_TRUE(causes[0].text.contains(QStringLiteral("checked by hand")));
    f.navigator.step_events(-1);
    causes = explain(f.navigator);
    ASSERT_GT(causes.size(), 1u);
    for (const Cause& cause : causes) EXPECT_FALSE(cause.text.contains(QStringLiteral("bob"))) << "not known then";
}

TEST(Bookmarks, AreKeptPerTaskOverARestartInOrder) {
    QTemporaryDir folder;
    const TaskId task{"weather-1"};
    {
        Bookmarks bookmarks(folder.path());
        EXPECT_TRUE(bookmarks.set(task, {Position{40}, QStringLiteral("second <b>note</b>")}));
        EXPECT_TRUE(bookmarks.set(task, {Position{7}, {}}));
        EXPECT_TRUE(bookmarks.set(task, {Position{40}, QStringLiteral("better")}));
        EXPECT_TRUE(bookmarks.of(TaskId{"other"}).empty());
    }
    Bookmarks again(folder.path());
    const std::vector<Bookmark> expected{{Position{7}, {}}, {Position{40}, QStringLiteral("better")}};
    EXPECT_EQ(again.of(task), expected);
    EXPECT_TRUE(again.remove(task, Position{7}));
    EXPECT_EQ(again.of(task).size(), 1u);
    EXPECT_TRUE(Bookmarks::from_json("{\"bookmarks\": [1, {\"note\": 3}, {\"position\": -4}]}").empty());
    EXPECT_TRUE(Bookmarks::from_json("no json").empty());
}

TEST(Finder, PrefersWordBeginningsAndWholeMatches) {
    const auto score = [](const char* pattern, const char* text) {
        return fuzzy_score(QString::fromUtf8(pattern), QString::fromUtf8(text));
    };
    EXPECT_FALSE(score("xyz", "nightly-import"));
    EXPECT_FALSE(score("tn", "nt"));
    EXPECT_GT(*score("ni", "nightly-import"), *score("ni", "train-import"));
    EXPECT_GT(*score("import", "nightly-import"), *score("import", "i-m-p-o-r-t"));
    EXPECT_GT(*score("load", "load"), *score("load", "load-all"));
}

TEST(Finder, FindsTasksStepsNodesBookmarksAndPositions) {
    Story s;
    Bookmarks bookmarks({});
    bookmarks.set(s.f.navigator.task()->id, {Position{33}, QStringLiteral("disk was full")});
    const auto first = [&](const char* typed) {
        const auto places = find_places(s.f.navigator, bookmarks, QString::fromUtf8(typed), 10);
        return places.empty() ? Place{} : places.front();
    };
    EXPECT_EQ(first("nightly-2").kind, Place::Kind::Task);
    EXPECT_EQ(first("nightly-2").index, 2u);
    EXPECT_EQ(first("node-c").kind, Place::Kind::Node);
    EXPECT_EQ(first("disk full").kind, Place::Kind::Bookmark);
    EXPECT_EQ(first("#120").kind, Place::Kind::Position);
    EXPECT_EQ(first("#120").index, 120u);
    const std::string step = s.f.navigator.task()->plan->definition.steps[5].name.text;
    EXPECT_EQ(first(step.c_str()).kind, Place::Kind::Step);
    s.f.navigator.seek(1);
    for (const Place& place : find_places(s.f.navigator, bookmarks, QStringLiteral("nightly-2"), 10))
        EXPECT_NE(place.index, 2u) << "it was not submitted then";
}

}  // namespace
}  // namespace apollo::viewmodels
