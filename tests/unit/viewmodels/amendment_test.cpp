// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task that is amended while it works: every moment shows the plan of that moment, forwards and backwards.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/viewmodels/compare_model.h"
#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/inspector.h"
#include "app/viewmodels/lanes.h"
#include "app/viewmodels/overview.h"
#include "app/viewmodels/run_matrix.h"
#include "app/viewmodels/step_durations.h"
#include "app/viewmodels/text.h"
#include "app/viewmodels/why.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using domain::RunStatus;
using testing::Following;
using Type = domain::EventType;

// extract, check, transform, load, report become extract, check, clean, load, archive, report: transform goes, two come.
domain::TaskDefinition amended_definition() {
    domain::TaskDefinition definition = testing::pipeline_definition("p");
    definition.steps[2].name = StepName("clean");
    definition.steps[3].depends_on = {StepName("clean")};
    domain::StepDefinition archive = definition.steps[4];
    archive.name = StepName("archive");
    definition.steps.insert(definition.steps.begin() + 4, archive);
    return definition;
}

// extract succeeds, check fails at first and runs again; then the amendment; then check succeeds and a second task comes.
struct AmendedLog {
    testing::FakeLog log;
    TaskIndex task;
    Ordinal amended = 0;  // of the event

    AmendedLog() {
        log.add_node("n");
        log.submit(testing::pipeline_definition("other"), {"n"}, false);
        task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
        const RunIndex first = log.state().tasks[task.value].first_run;
        begin(first, 1);
        finish(first, Type::Succeeded, 0);
        begin(RunIndex{first.value + 1}, 1);
        finish(RunIndex{first.value + 1}, Type::Failed, 1);
        log.append(Type::RetryScheduled, task, RunIndex{first.value + 1}, domain::RetryScheduled{10, 1});
        log.wait_ms(1000);
        begin(RunIndex{first.value + 1}, 2);
        amended = static_cast<Ordinal>(log.events().size());
        log.amend(task, amended_definition(), {"n"});
        const RunIndex now = log.state().tasks[task.value].first_run;
        log.wait_ms(1000);
        finish(RunIndex{now.value + 1}, Type::Succeeded, 0);
        log.submit(testing::pipeline_definition("later"), {"n"}, false);
    }
    void begin(RunIndex run, std::uint32_t attempt) {
        log.append(Type::Dispatched, log.state().runs[run.value].task, run, {});
        log.append_of_agent(Type::Started, run, Attempt{attempt}, {});
        log.wait_ms(1000);
    }
    void finish(RunIndex run, Type type, int exit_code) {
        domain::RunEnded ended;
        ended.exit_code = exit_code;
        if (exit_code != 0) ended.failure_class = domain::FailureClass::Transient;
        log.append_of_agent(type, run, log.state().runs[run.value].attempt, ended);
    }
};

QStringList names_of(const GraphModel& model) {
    QStringList names;
    for (std::size_t node = 0; node < model.size(); ++node) names << model.label(node);
    names.sort();
    return names;
}

const QStringList names_before{QStringLiteral("check"), QStringLiteral("extract"), QStringLiteral("load"),
                               QStringLiteral("report"), QStringLiteral("transform")};
const QStringList names_after{QStringLiteral("archive"), QStringLiteral("check"), QStringLiteral("clean"),
                              QStringLiteral("extract"), QStringLiteral("load"), QStringLiteral("report")};

struct Amended : ::testing::Test {
    void SetUp() override {
        ASSERT_TRUE(f.take_all());
        f.navigator.open_task(made.task);
    }
    void show(Ordinal events) {
        if (events == f.live.history().size())
            f.navigator.go_live();
        else
            f.navigator.seek_ordinal(events - 1);
    }
    GraphModel graph() const { return GraphModel(f.navigator.task()->plan, f.navigator.task()->first_run, {}); }
    RunIndex run(const char* step) const {
        const domain::Task& task = *f.navigator.task();
        const auto local = task.plan->find_run(StepName(step), NodeId("n"));
        return local ? RunIndex{task.first_run.value + *local} : no_run;
    }
    RunStatus status(const char* step) const { return f.navigator.cursor().look(run(step).value).status(); }

    AmendedLog made;
    Following f{made.log.events()};
};

TEST_F(Amended, EachMomentShowsThePlanAndTheStatesOfThatMoment) {
    domain::State state;
    std::vector<domain::Task> tasks(1);
    std::vector<std::vector<RunStatus>> states(1);
    for (const domain::Event& event : made.log.events()) {
        domain::apply(state, event);
        const bool there = state.tasks.size() > made.task.value;
        tasks.push_back(there ? state.tasks[made.task.value] : domain::Task());
        states.emplace_back();
        for (std::uint32_t k = 0; there && k < tasks.back().plan->run_count; ++k)
            states.back().push_back(state.runs[tasks.back().first_run.value + k].status);
    }
    std::vector<Ordinal> moments;
    for (Ordinal events = 1; events <= made.log.events().size(); ++events) moments.push_back(events);
    for (Ordinal events = moments.back(); events-- > 1;) moments.push_back(events);
    for (const Ordinal far : {made.amended, Ordinal{4}, made.amended + 1, made.amended - 1}) moments.push_back(far);
    for (const Ordinal events : moments) {
        show(events);
        const domain::Task& expected = tasks[events];
        if (!expected.plan) {
            EXPECT_EQ(f.navigator.task(), nullptr);
            continue;
        }
        ASSERT_NE(f.navigator.task(), nullptr);
        EXPECT_EQ(f.navigator.task()->first_run, expected.first_run);
        EXPECT_EQ(f.navigator.task()->plan->steps.size(), expected.plan->steps.size());
        const TaskLook look = f.navigator.cursor().task(made.task.value);
        for (std::size_t k = 0; k < look.counts.size(); ++k) EXPECT_EQ(look.counts[k], expected.count[k]) << events << " " << k;
        const domain::State* full = f.navigator.task_state();
        ASSERT_NE(full, nullptr);
        for (std::uint32_t k = 0; k < states[events].size(); ++k) {
            EXPECT_EQ(f.navigator.cursor().look(expected.first_run.value + k).status(), states[events][k]);
            EXPECT_EQ(full->runs[full->tasks[0].first_run.value + k].status, states[events][k]);
        }
    }
}

TEST_F(Amended, GraphAndMatrixHaveTheStepsOfTheMoment) {
    EXPECT_EQ(names_of(graph()), names_after);
    show(made.amended);
    EXPECT_EQ(names_of(graph()), names_before);
    const RunMatrix matrix(f.navigator.task()->plan, f.navigator.task()->first_run);
    EXPECT_EQ(matrix.rows(), 5);
    EXPECT_EQ(f.navigator.cursor().look(matrix.run_at(1, 0)->value).status(), RunStatus::Running);
    show(made.amended + 1);
    EXPECT_EQ(names_of(graph()), names_after);
    EXPECT_EQ(status("check"), RunStatus::Running);
    EXPECT_EQ(status("archive"), RunStatus::Pending);
}

TEST_F(Amended, TheSelectedStepStaysSelectedAcrossTheAmendment) {
    int changes = 0;
    QObject::connect(&f.navigator, &Navigator::task_changed, &f.navigator, [&] { ++changes; });
    f.navigator.select_run(run("load"));
    show(made.amended);
    EXPECT_EQ(changes, 1);
    ASSERT_TRUE(f.navigator.selected_run());
    EXPECT_EQ(*f.navigator.selected_run(), run("load"));
    f.navigator.go_live();
    EXPECT_EQ(*f.navigator.selected_run(), run("load"));
    f.navigator.select_run(run("archive"));
    show(made.amended);
    EXPECT_FALSE(f.navigator.selected_run()) << "there was no such step";
    f.navigator.select_run(run("transform"));
    f.navigator.go_live();
    EXPECT_FALSE(f.navigator.selected_run());
    EXPECT_EQ(changes, 4);
}

TEST_F(Amended, TheInspectorKnowsWhatHappenedUnderTheEarlierNumber) {
    f.navigator.select_run(run("check"));
    const auto view = inspect_run(f.navigator);
    ASSERT_TRUE(view);
    ASSERT_EQ(view->attempts.size(), 2u);
    EXPECT_EQ(view->attempts[0].status, RunStatus::Failed);
    EXPECT_EQ(view->attempts[1].status, RunStatus::Succeeded);
    EXPECT_EQ(view->retries, 1u);
    show(made.amended + 1);
    ASSERT_TRUE(inspect_run(f.navigator));
    EXPECT_EQ(inspect_run(f.navigator)->attempts.back().status, RunStatus::Running);
}

TEST_F(Amended, WhyLooksThroughTheAmendment) {
    show(made.amended + 1);
    f.navigator.select_run(run("check"));
    const auto causes = explain(f.navigator);
    ASSERT_GE(causes.size(), 3u);
    EXPECT_EQ(f.live.history().header(causes[0].ordinal).type, Type::Started);
    EXPECT_EQ(f.live.history().header(causes[1].ordinal).type, Type::RetryScheduled);
    for (const Cause& cause : causes) EXPECT_FALSE(cause.text.isEmpty());
}

TEST_F(Amended, AStepThatItAddedIsThereBecauseOfIt) {
    show(made.amended + 1);
    f.navigator.select_run(run("archive"));
    const auto added = explain(f.navigator);
    ASSERT_EQ(added.size(), 1u);
    EXPECT_EQ(added[0].ordinal, made.amended);
    f.navigator.select_run(run("report"));
    const auto old = explain(f.navigator);
    ASSERT_EQ(old.size(), 1u);
    EXPECT_EQ(f.live.history().header(old[0].ordinal).type, Type::TaskSubmitted) << "it waits since then";
}

TEST_F(Amended, LanesShowOneUnbrokenHistoryOfEachRun) {
    Lanes lanes;
    lanes.follow(f.live, made.task, f.navigator.shown_events());
    ASSERT_EQ(lanes.size(), 6u);
    std::vector<RunStatus> seen;
    for (const Lanes::Change& change : lanes.lane(1)) seen.push_back(change.look.status());
    const std::vector<RunStatus> expected{RunStatus::Pending, RunStatus::Dispatched, RunStatus::Running,
                                          RunStatus::Failed,  RunStatus::Retrying,   RunStatus::Running,
                                          RunStatus::Succeeded};
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_EQ(seen.front(), RunStatus::Pending);
    EXPECT_EQ(seen.back(), RunStatus::Succeeded);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), RunStatus::Pending), 1) << "the amendment is no break";
    EXPECT_TRUE(lanes.follow(f.live, made.task, made.amended));
    ASSERT_EQ(lanes.size(), 5u);
    EXPECT_EQ(lanes.lane(1).back().look.status(), RunStatus::Running) << "what came later is not of that plan";
}

TEST_F(Amended, OverviewDurationsAndCompareCountTheRightRuns) {
    const auto buckets = make_overview(f.navigator, 40);
    ASSERT_FALSE(buckets.empty());
    const auto total = [](const StatusCounts& counts) {
        std::uint32_t sum = 0;
        for (const std::uint32_t count : counts) sum += count;
        return sum;
    };
    EXPECT_EQ(total(buckets.front().counts), 5u);
    EXPECT_EQ(total(buckets.back().counts), 6u);
    StepDurations durations;
    durations.follow(f.live);
    const auto took_ms = durations.expected_ms(*f.navigator.task()->plan, 1, f.live.history().size());
    ASSERT_TRUE(took_ms);
    EXPECT_EQ(*took_ms, 2000) << "from the start under the old number to the end under the new one";
    CompareModel compare(f.live);
    compare.compare({made.task, made.amended}, {made.task, f.live.history().size()});
    EXPECT_EQ(compare.rowCount(), 7);
    f.navigator.open_task(no_task);
    EXPECT_EQ(total(make_overview(f.navigator, 40).back().counts), 5u + 6u + 5u);
}

TEST(AmendedLive, TheOpenTaskTakesItsNewPlanAsItHappens) {
    AmendedLog made;
    const auto& all = made.log.events();
    Following f(std::vector<domain::Event>(all.begin(), all.begin() + made.amended));
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(made.task);
    f.navigator.select_step(1u);
    EXPECT_EQ(f.navigator.task()->plan->steps.size(), 5u);
    int changes = 0;
    QObject::connect(&f.navigator, &Navigator::task_changed, &f.navigator, [&] { ++changes; });
    f.source->add({all.begin() + made.amended, all.end()});
    f.source->deliver_all();
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == all.size(); }));
    EXPECT_EQ(changes, 1);
    EXPECT_EQ(f.navigator.task()->plan->steps.size(), 6u);
    EXPECT_EQ(f.navigator.selected_step(), 1u);
    EXPECT_EQ(f.navigator.selected_run()->value, f.navigator.task()->first_run.value + 1);
}

}  // namespace
}  // namespace apollo::viewmodels
