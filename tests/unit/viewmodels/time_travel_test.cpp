// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "app/viewmodels/inspector.h"
#include "app/viewmodels/lanes.h"
#include "app/viewmodels/overview.h"
#include "common/base/random.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

// What the views can see at the shown event, as one value.
struct Seen {
    std::vector<std::uint8_t> looks;
    std::vector<TaskLook> tasks;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen see(const Navigator& navigator) {
    Seen seen;
    for (std::uint32_t run = 0; run < navigator.live().timeline().run_count(); ++run)
        seen.looks.push_back(navigator.cursor().look(run).byte());
    for (std::uint32_t task = 0; task < navigator.live().timeline().task_count(); ++task)
        seen.tasks.push_back(navigator.cursor().task(task));
    return seen;
}

TEST(TimeTravel, LiveAndReplayAtTheEndGiveEqualViews) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    const Seen live = see(f.navigator);
    f.navigator.seek(1);
    EXPECT_NE(see(f.navigator), live);
    f.navigator.seek(f.navigator.scope_size());
    EXPECT_EQ(see(f.navigator), live);
    f.navigator.go_live();
    EXPECT_EQ(see(f.navigator), live);
}

TEST(TimeTravel, CursorAgreesWithTheReducerAtEveryEvent) {
    const testing::FakeLog log = testing::busy_log();
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    domain::State state;
    for (Ordinal count = 1; count <= log.events().size(); ++count) {
        domain::apply(state, log.events()[count - 1]);
        f.navigator.seek(count);
        for (std::uint32_t run = 0; run < state.runs.size(); ++run) {
            const Look look = f.navigator.cursor().look(run);
            ASSERT_EQ(look, Look(state.runs[run].status, state.runs[run].blocked, state.runs[run].quarantined, state.runs[run].unneeded))
                << "run " << run << " at " << count;
        }
        for (std::uint32_t task = 0; task < state.tasks.size(); ++task) {
            const TaskLook look = f.navigator.cursor().task(task);
            ASSERT_TRUE(look.exists);
            ASSERT_EQ(look.status, state.tasks[task].status);
            ASSERT_TRUE(std::equal(look.counts.begin(), look.counts.end(), state.tasks[task].count));
            ASSERT_EQ(look.blocked, state.tasks[task].blocked_count);
        }
        for (std::uint32_t task = static_cast<std::uint32_t>(state.tasks.size()); task < 3; ++task)
            ASSERT_FALSE(f.navigator.cursor().task(task).exists);
    }
}

TEST(TimeTravel, ForwardsAndBackwardsGiveTheSamePicture) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    std::vector<Seen> forwards;
    for (Ordinal k = 0; k <= f.navigator.scope_size(); ++k) {
        f.navigator.seek(k);
        forwards.push_back(see(f.navigator));
    }
    for (Ordinal k = f.navigator.scope_size() + 1; k-- > 0;) {
        f.navigator.seek(k);
        ASSERT_EQ(see(f.navigator), forwards[k]) << "at " << k;
    }
    SeededRandom random(4);
    for (int jump = 0; jump < 300; ++jump) {
        const auto k = static_cast<Ordinal>(random.below(f.navigator.scope_size() + 1));
        f.navigator.seek(k);
        ASSERT_EQ(see(f.navigator), forwards[k]) << "jump to " << k;
    }
}

TEST(TimeTravel, CheckpointsOfALongHistoryChangeNothing) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::fan_definition("long", 30'000), {"n"}, false);
    log.work(task, {.seed = 8, .failure_rate = 0.1, .capacity = 500});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    ASSERT_GT(f.live.timeline().delta_count(), 70'000u) << "long enough for a checkpoint";
    StatusCursor fresh(f.live.timeline());
    StatusCursor jumping(f.live.timeline());
    jumping.seek(f.live.history().size());
    for (const Ordinal at : {70'000u, 100u, 66'000u, 50'000u, 64'000u}) {
        jumping.seek(at);
        StatusCursor from_start(f.live.timeline());
        for (Ordinal k = 0; k <= at; k += 1000) from_start.seek(k);
        from_start.seek(at);
        for (std::uint32_t run = 0; run < f.live.timeline().run_count(); ++run)
            ASSERT_EQ(jumping.look(run), from_start.look(run));
        ASSERT_EQ(jumping.task(0), from_start.task(0));
    }
}

TEST(TimeTravel, FullStateOfATaskIsWhatWasKnownThen) {
    const testing::FakeLog log = testing::busy_log();
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    domain::State state;
    const RunIndex first_run = log.state().tasks[1].first_run;
    for (Ordinal count = 1; count <= log.events().size(); ++count) {
        domain::apply(state, log.events()[count - 1]);
        if (state.tasks.size() < 2 || count % 7 != 0) continue;
        f.navigator.seek_ordinal(count - 1);
        const domain::State* then = f.navigator.task_state();
        ASSERT_NE(then, nullptr);
        for (std::uint32_t k = 0; k < then->runs.size(); ++k) {
            const domain::Run& a = then->runs[k];
            const domain::Run& b = state.runs[first_run.value + k];
            ASSERT_EQ(a.status, b.status);
            ASSERT_EQ(a.attempt, b.attempt);
            ASSERT_EQ(then->details[k].message, state.details[first_run.value + k].message);
            ASSERT_EQ(then->details[k].started_at, state.details[first_run.value + k].started_at);
        }
    }
}

TEST(TimeTravel, NothingFromLaterShowsInTheInspector) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    log.wait_ms(5000);
    domain::RunEnded failed;
    failed.exit_code = 3;
    failed.message = "no space";
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, failed);
    domain::OperatorAction action;
    action.verb = "override";
    action.operator_name = OperatorName("bob");
    action.reason = "known";
    action.to = domain::RunStatus::Succeeded;
    log.append(domain::EventType::ManualOverride, task, RunIndex{0}, action);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    f.navigator.select_run(RunIndex{0});
    f.navigator.seek(3);
    auto run = inspect_run(f.navigator);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->look.status(), domain::RunStatus::Running);
    ASSERT_EQ(run->attempts.size(), 1u);
    EXPECT_EQ(run->attempts[0].message, QString());
    EXPECT_EQ(run->attempts[0].took.kind, Elapsed::Kind::Running);
    EXPECT_TRUE(run->decisions.isEmpty());
    f.navigator.seek(4);
    run = inspect_run(f.navigator);
    EXPECT_EQ(run->attempts[0].message.toStdString(), "no space");
    EXPECT_EQ(run->attempts[0].took.ms, 5000);
    EXPECT_TRUE(run->decisions.isEmpty());
    f.navigator.seek(5);
    run = inspect_run(f.navigator);
    EXPECT_EQ(run->look.status(), domain::RunStatus::Succeeded);
    ASSERT_EQ(run->decisions.size(), 1);
    EXPECT_TRUE(run->decisions[0].contains(QStringLiteral("bob")));
}

TEST(TimeTravel, InspectorSaysTheSameLiveAndAtTheEndOfTheReplay) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    const domain::Task& task = f.live.state().tasks[1];
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        f.navigator.go_live();
        f.navigator.select_run(RunIndex{task.first_run.value + k});
        const auto live = inspect_run(f.navigator);
        f.navigator.seek(f.navigator.scope_size());
        const auto replay = inspect_run(f.navigator);
        ASSERT_TRUE(live && replay);
        EXPECT_EQ(live->look, replay->look);
        EXPECT_EQ(live->flags, replay->flags);
        EXPECT_EQ(live->retries, replay->retries);
        EXPECT_EQ(live->updated_at, replay->updated_at);
        EXPECT_EQ(live->events, replay->events);
        ASSERT_EQ(live->attempts.size(), replay->attempts.size());
        for (std::size_t a = 0; a < live->attempts.size(); ++a) {
            EXPECT_EQ(live->attempts[a].message, replay->attempts[a].message);
            EXPECT_EQ(live->attempts[a].took, replay->attempts[a].took);
        }
    }
}

TEST(TimeTravel, LiveEventsDoNotMoveTheReplay) {
    const testing::FakeLog log = testing::busy_log();
    Following f(log.events());
    f.source->deliver(60);
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == 60; }));
    f.navigator.seek(20);
    const Position shown = f.navigator.shown_position();
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(f.navigator.shown_position(), shown);
    EXPECT_TRUE(f.navigator.is_replay());
    EXPECT_EQ(f.navigator.scope_size(), log.events().size());
}

TEST(TimeTravel, TaskWhoseSubmissionWasLostIsNotShownAndHarmsNobody) {
    std::vector<domain::Event> events = testing::busy_log().events();
    std::erase_if(events, [](const domain::Event& event) {
        return event.header.type == domain::EventType::TaskSubmitted && event.header.task == TaskIndex{0};
    });
    Following f(events);
    ASSERT_TRUE(f.take_all());
    EXPECT_FALSE(f.navigator.cursor().task(0).exists);
    EXPECT_TRUE(f.navigator.cursor().task(1).exists);
    f.navigator.open_task(TaskIndex{0});
    EXPECT_EQ(f.navigator.task(), nullptr);
    EXPECT_FALSE(inspect_task(f.navigator));
    f.navigator.open_task(TaskIndex{1});
    const Seen live = see(f.navigator);
    f.navigator.seek(1);
    f.navigator.go_live();
    EXPECT_EQ(see(f.navigator), live);
    EXPECT_FALSE(make_overview(f.navigator, 20).empty());
}

TEST(TimeTravel, ClockTimeFindsTheEventAlsoWhenClocksJumpBack) {
    testing::FakeLog log;
    log.add_node("n");
    log.wait_ms(10'000);
    log.add_node("m");
    log.wait_ms(-5'000);
    log.add_node("o");
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    for (Ordinal k = 1; k < f.navigator.scope_size(); ++k)
        EXPECT_GE(f.navigator.scope_time(k), f.navigator.scope_time(k - 1));
    EXPECT_EQ(f.navigator.scope_index_at(f.navigator.scope_time(0)), 2u);
    EXPECT_EQ(f.navigator.scope_index_at(WallTime{0}), 0u);
    EXPECT_EQ(f.navigator.scope_index_at(WallTime{f.navigator.scope_time(5).ms + 1}), 6u);
}

TEST(TimeTravel, FirstFailureIsTheFirst) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    EXPECT_FALSE(f.navigator.first_failure());
    f.navigator.open_task(TaskIndex{1});
    const auto index = f.navigator.first_failure();
    ASSERT_TRUE(index);
    f.navigator.seek(*index - 1);
    EXPECT_EQ(f.navigator.cursor().task(1).counts[static_cast<std::size_t>(domain::RunStatus::Failed)], 0u);
    f.navigator.seek(*index);
    EXPECT_EQ(f.navigator.cursor().task(1).counts[static_cast<std::size_t>(domain::RunStatus::Failed)], 1u);
}

TEST(TimeTravel, PlayingReachesTheEndAndStops) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.work(task, {.seed = 1, .failure_rate = 0, .longest_ms = 300});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    f.navigator.set_speed(1000);
    f.navigator.play();
    EXPECT_TRUE(f.navigator.is_playing());
    EXPECT_TRUE(testing::wait_until([&] { return !f.navigator.is_playing(); }));
    EXPECT_EQ(f.navigator.scope_index(), f.navigator.scope_size());
    EXPECT_TRUE(f.navigator.is_replay());
}

TEST(LiveModel, EventsThatAreSaidAgainAfterAReconnectionAreNotTakenTwice) {
    const testing::FakeLog log = testing::busy_log();
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.source->interrupt("gone", true);
    EXPECT_EQ(f.live.connection(), LiveModel::Connection::Interrupted);
    f.source->add(log.events());
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(f.live.history().size(), log.events().size());
    EXPECT_EQ(f.live.state().refused_changes, 0u);
}

TEST(LiveModel, FloodIsTakenInTurnsThatLeaveTimeForTheWindow) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::fan_definition("flood", 20'000), {"n"}, false);
    log.work(task, {.seed = 8, .failure_rate = 0, .capacity = 500});
    Following f(log.events());
    int turns = 0;
    QObject::connect(&f.live, &LiveModel::advanced, [&] { ++turns; });
    f.source->deliver_all();
    EXPECT_EQ(f.live.history().size(), 0u) << "nothing happens inside the source's callback";
    ASSERT_TRUE(testing::wait_until([&] { return f.live.caught_up(); }));
    EXPECT_EQ(f.live.history().size(), log.events().size());
    EXPECT_LT(static_cast<std::size_t>(turns), log.events().size() / 20) << "one signal per turn, not per event";
}

TEST(Overview, CountsAllRunsAndNeverLosesAFailure) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    for (const int count : {1, 3, 50, 5000}) {
        const auto buckets = make_overview(f.navigator, count);
        ASSERT_EQ(buckets.size(), static_cast<std::size_t>(count));
        bool failure = false;
        for (const auto& bucket : buckets) {
            std::uint32_t sum = 0;
            for (const std::uint32_t runs : bucket.counts) sum += runs;
            EXPECT_EQ(sum, 80u);
            failure |= bucket.changed && bucket.worst.status() == domain::RunStatus::Failed;
        }
        EXPECT_TRUE(failure);
        EXPECT_TRUE(
            std::equal(buckets.back().counts.begin(), buckets.back().counts.end(), f.live.state().tasks[1].count));
    }
    Following empty({});
    EXPECT_TRUE(make_overview(empty.navigator, 10).empty());
}

TEST(Lanes, SpansAreNeverNegativeAndEndInTheRunsState) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    Lanes lanes;
    EXPECT_TRUE(lanes.follow(f.live, TaskIndex{1}, f.live.history().size()));
    EXPECT_FALSE(lanes.follow(f.live, TaskIndex{1}, f.live.history().size())) << "nothing new";
    ASSERT_EQ(lanes.size(), 80u);
    const std::uint32_t first_run = f.live.state().tasks[1].first_run.value;
    for (std::uint32_t run = 0; run < lanes.size(); ++run) {
        const auto& lane = lanes.lane(run);
        for (std::size_t k = 1; k < lane.size(); ++k) EXPECT_GE(lane[k].time_ms, lane[k - 1].time_ms);
        EXPECT_EQ(lane.back().look.status(), f.live.state().runs[first_run + run].status);
        EXPECT_EQ(Lanes::count_until(lane, 0), 0u);
        EXPECT_EQ(Lanes::count_until(lane, f.live.history().size()), lane.size());
    }
    EXPECT_LT(lanes.first_ms(), lanes.last_ms());
}

TEST(Lanes, HistoryOfOneMomentHasOneMoment) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    Lanes lanes;
    lanes.follow(f.live, task, f.live.history().size());
    EXPECT_EQ(lanes.first_ms(), lanes.last_ms());
    EXPECT_EQ(Lanes::change_at(lanes.lane(0), 1, lanes.first_ms()), std::optional<std::size_t>(0));
    EXPECT_EQ(Lanes::change_at(lanes.lane(0), 1, lanes.first_ms() - 1), std::nullopt);
}

}  // namespace
}  // namespace apollo::viewmodels
