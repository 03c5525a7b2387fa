// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An alarm step that nobody needed, and runs that are blocked: what they look like, and what is offered about them.
#include <gtest/gtest.h>

#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/operator_actions.h"
#include "app/viewmodels/run_matrix.h"
#include "app/viewmodels/task_list_model.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

// check → load, and an alarm that runs only if one of them fails.
domain::TaskDefinition guarded_definition(const std::string& id) {
    domain::TaskDefinition definition = testing::pipeline_definition(id);
    definition.steps.resize(2);
    domain::StepDefinition alarm = definition.steps[1];
    alarm.name = StepName("alarm");
    alarm.depends_on = {definition.steps[0].name, definition.steps[1].name};
    alarm.trigger = domain::Trigger::AnyFailed;
    definition.steps.push_back(alarm);
    return definition;
}

std::vector<domain::Event> all_went_well() {
    testing::FakeLog log;
    log.add_node("node-a");
    log.work(log.submit(guarded_definition("guarded"), {"node-a"}, false), {.seed = 3, .failure_rate = 0});
    return log.events();
}

TEST(UnneededRun, IsNamedAndCountedForItself) {
    Following f(all_went_well());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    ASSERT_TRUE(f.navigator.cursor().look(2).unneeded());
    EXPECT_EQ(f.navigator.cursor().task(0).unneeded, 1u);
    TaskListModel list(f.navigator);
    EXPECT_EQ(list.index(0, TaskListModel::State).data().toString().toStdString(), "Succeeded");
    EXPECT_EQ(list.index(0, TaskListModel::Progress).data().toString().toStdString(), "2/2") << "the alarm is not waited for";
    f.navigator.seek(1);
    EXPECT_EQ(f.navigator.cursor().task(0).unneeded, 0u) << "not before it was known";
    f.navigator.go_live();
    EXPECT_EQ(f.navigator.cursor().task(0).unneeded, 1u);
}

TEST(UnneededRun, OffersNothingAndSaysWhy) {
    Following f(all_went_well());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    f.navigator.select_run(RunIndex{2});
    for (const Verb verb : {Verb::Skip, Verb::Rerun, Verb::RerunFrom}) {
        const Offer made = offer(verb, f.navigator, true);
        EXPECT_FALSE(made.enabled);
        EXPECT_EQ(made.why_not.toStdString(), "Nobody needs it: it waits for a failure that did not come. It holds nothing up.");
    }
}

// The task was failed by a cancelled step: no run of it is FAILED.
TEST(BlockedRun, IsAnsweredWithItsCauseAndWhatToDo) {
    testing::FakeLog log;
    log.add_node("node-a");
    const TaskIndex task = log.submit(testing::pipeline_definition("nightly"), {"node-a"}, false);
    log.append(domain::EventType::Cancelled, task, RunIndex{0}, domain::RunEnded{});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    ASSERT_TRUE(f.navigator.cursor().look(1).blocked());
    const std::string step = f.navigator.task()->plan->definition.steps[0].name.text;
    const std::string way = "step " + step + " on node node-a is Cancelled; choose it and rerun it with all that depends on it";
    const Offer failed = offer(Verb::RerunFailed, f.navigator, true);
    EXPECT_FALSE(failed.enabled);
    EXPECT_EQ(failed.why_not.toStdString(), "No run has failed, but 4 cannot start: " + way + ".");
    f.navigator.select_run(RunIndex{3});
    EXPECT_EQ(offer(Verb::Rerun, f.navigator, true).why_not.toStdString(), "It cannot start: " + way + ".");
    f.navigator.select_run(RunIndex{0});
    EXPECT_TRUE(offer(Verb::RerunFrom, f.navigator, true).enabled) << "and what is advised can be done";
}

// As the orchestrator has it: a person may decide until the next attempt is on its way.
TEST(WaitingRetry, MayBeRerunSkippedAndOverridden) {
    testing::FakeLog log;
    log.add_node("node-a");
    const TaskIndex task = log.submit(testing::pipeline_definition("nightly"), {"node-a"}, false);
    const RunIndex run{0};
    log.append(domain::EventType::Dispatched, task, run, {});
    log.append_of_agent(domain::EventType::Started, run, Attempt{1}, {});
    log.append_of_agent(domain::EventType::Failed, run, Attempt{1}, domain::RunEnded{});
    log.append(domain::EventType::RetryScheduled, task, run, domain::RetryScheduled{5000, 1});
    const std::size_t waits = log.events().size();
    log.append(domain::EventType::Dispatched, task, run, {});
    Following f(log.events());
    f.source->deliver(waits);
    f.source->say_caught_up();
    ASSERT_TRUE(testing::wait_until([&] { return f.live.caught_up(); }));
    f.navigator.open_task(task);
    f.navigator.select_run(run);
    for (const Verb verb : {Verb::Rerun, Verb::RerunFrom, Verb::Skip, Verb::Override, Verb::RerunFailed})
        EXPECT_TRUE(offer(verb, f.navigator, true).enabled) << offer(verb, f.navigator, true).why_not.toStdString();
    EXPECT_FALSE(override_choices(f.navigator).empty());
    ASSERT_TRUE(f.take_all());
    for (const Verb verb : {Verb::Rerun, Verb::Skip, Verb::Override, Verb::RerunFailed}) {
        const Offer made = offer(verb, f.navigator, true);
        EXPECT_FALSE(made.enabled);
        EXPECT_FALSE(made.why_not.isEmpty());
    }
}

TEST(BlockedRun, OnARevokedNodeIsAnsweredWithTheNode) {
    testing::FakeLog log;
    const NodeIndex node = log.add_node("node-a");
    const TaskIndex task = log.submit(testing::pipeline_definition("nightly"), {"node-a"}, false);
    std::vector<domain::Event> events = log.events();
    domain::Event revoked;
    revoked.header.type = domain::EventType::NodeRevoked;
    revoked.header.position = Position{events.back().header.position.value + 1};
    revoked.header.recorded_time = events.back().header.recorded_time;
    revoked.header.epoch = events.back().header.epoch;
    revoked.header.node = node;
    revoked.payload = domain::OperatorAction{};
    events.push_back(revoked);
    Following f(events);
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    f.navigator.select_run(RunIndex{0});
    ASSERT_TRUE(f.navigator.cursor().look(0).blocked());
    EXPECT_EQ(offer(Verb::Rerun, f.navigator, true).why_not.toStdString(), "It cannot start: node node-a was revoked; enrol it again, or skip the step there.");
    EXPECT_TRUE(offer(Verb::Skip, f.navigator, true).enabled) << "and what is advised can be done";
}

}  // namespace
}  // namespace apollo::viewmodels
