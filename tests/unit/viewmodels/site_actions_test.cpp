// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Commands on nodes, alerts, dead letters and breakers, and on several runs or tasks at once.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "app/viewmodels/case_list_model.h"
#include "app/viewmodels/operator_actions.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;

std::string why_not_of_site(Verb verb, const Navigator& navigator) {
    const Offer made = offer(verb, navigator, true);
    return made.enabled ? std::string() : made.why_not.toStdString();
}

bool can(Verb verb, const Navigator& navigator) { return offer(verb, navigator, true).enabled; }

std::string line(Verb verb, const Navigator& navigator, const std::string& reason = {}) {
    return command_line(verb, navigator, reason, {}).toStdString();
}

domain::Note note(const std::string& message, const std::string& key = {}) {
    domain::Note note;
    note.message = message;
    note.key = key;
    return note;
}

domain::OperatorAction answer(Position about) {
    domain::OperatorAction action;
    action.operator_name = OperatorName("alice");
    action.about = about;
    return action;
}

Position last(const testing::FakeLog& log) { return log.events().back().header.position; }

TEST(SiteActions, NodeIsDrainedReconciledAndRevokedOnlyWhileThatMakesSense) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(why_not_of_site(Verb::Drain, f.navigator), "Choose a node first.");
    EXPECT_EQ(line(Verb::Drain, f.navigator), "") << "about nothing yet";
    f.navigator.choose_node(NodeId("node-b"));
    for (const Verb verb : {Verb::Drain, Verb::Revoke, Verb::Reconcile}) EXPECT_EQ(why_not_of_site(verb, f.navigator), "");
    EXPECT_EQ(why_not_of_site(Verb::Undrain, f.navigator), "It is not draining.");
    EXPECT_EQ(line(Verb::Drain, f.navigator, "disk"), "apollo-cli node drain --node node-b --reason disk");
    EXPECT_EQ(line(Verb::Undrain, f.navigator), "apollo-cli node drain --node node-b --undo");
    EXPECT_EQ(line(Verb::Reconcile, f.navigator), "apollo-cli reconcile --node node-b");
    EXPECT_EQ(line(Verb::ReconcileAll, f.navigator), "apollo-cli reconcile");
    EXPECT_TRUE(std::get<domain::DrainNode>(make_commands(Verb::Undrain, f.navigator, {}, {})[0]).undo);
    f.navigator.seek(4);
    EXPECT_FALSE(can(Verb::Drain, f.navigator)) << "no commands in a replay";
}

TEST(SiteActions, AlertIsAcknowledgedOnceAndWhileItIsOpen) {
    testing::FakeLog log = testing::busy_log();
    log.append(domain::EventType::AlertRaised, no_task, no_run, note("old"));
    const Position old = last(log);
    log.append(domain::EventType::AlertRaised, no_task, no_run, note("seen"));
    const Position seen = last(log);
    log.append(domain::EventType::AlertAcked, no_task, no_run, answer(seen));
    domain::Note over = note("over");
    over.first = old;
    log.append(domain::EventType::AlertCleared, no_task, no_run, over);
    log.append(domain::EventType::AlertRaised, no_task, no_run, note("new"));
    const Position open = last(log);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    CaseListModel model(f.navigator, CaseListModel::Subject::Alerts);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.waiting(), 1);
    EXPECT_EQ(model.position_at(0), open) << "what waits comes first";
    EXPECT_EQ(model.position_at(1), seen);
    EXPECT_EQ(model.index(1, CaseListModel::StateColumn).data().toString().toStdString(), "Seen by alice");
    EXPECT_EQ(why_not_of_site(Verb::Acknowledge, f.navigator), "Choose an alert first.");
    f.navigator.choose_alert(open);
    EXPECT_EQ(why_not_of_site(Verb::Acknowledge, f.navigator), "");
    EXPECT_EQ(line(Verb::Acknowledge, f.navigator), "apollo-cli alert ack --position " + std::to_string(open.value));
    EXPECT_FALSE(is_asked_again(Verb::Acknowledge));
    f.navigator.choose_alert(seen);
    EXPECT_EQ(why_not_of_site(Verb::Acknowledge, f.navigator), "Seen already by alice.");
    f.navigator.choose_alert(old);
    EXPECT_EQ(why_not_of_site(Verb::Acknowledge, f.navigator), "It is over.");
    f.navigator.seek_position(seen);
    model.refresh();
    EXPECT_EQ(model.waiting(), 2) << "as it was then";
    EXPECT_EQ(model.rowCount(), 2);
}

TEST(SiteActions, DeadLetterIsRequeuedOrDroppedOnce) {
    testing::FakeLog log = testing::busy_log();
    for (int k = 0; k < 2; ++k) {
        domain::DeadLettered letter;
        letter.reason = "task gone-1 is not known";
        letter.type = domain::EventType::Failed;
        letter.task = TaskId("gone-1");
        letter.step = StepName("check");
        letter.ended.exit_code = 3;
        letter.ended.message = "no <b>such</b> file";
        log.append(domain::EventType::DeadLettered, no_task, no_run, letter);
    }
    const Position second = last(log);
    log.append(domain::EventType::DeadLetterDropped, no_task, no_run, answer(second));
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    CaseListModel model(f.navigator, CaseListModel::Subject::DeadLetters);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.waiting(), 1);
    const std::string details = model.details(0).toStdString();
    for (const char* words : {"gone-1 / check", "task gone-1 is not known", "Exit code: 3", "no <b>such</b> file"})
        EXPECT_NE(details.find(words), std::string::npos) << details;
    f.navigator.choose_letter(second);
    EXPECT_EQ(why_not_of_site(Verb::Requeue, f.navigator), "It was requeued or dropped already.");
    f.navigator.choose_letter(model.position_at(0));
    EXPECT_TRUE(can(Verb::Requeue, f.navigator));
    EXPECT_TRUE(is_asked_again(Verb::Drop)) << "something is lost";
    EXPECT_EQ(line(Verb::Drop, f.navigator, "old"),
              "apollo-cli dlq drop --position " + std::to_string(model.position_at(0).value) + " --reason old");
}

TEST(SiteActions, OpenBreakerIsClosedFromItsAlertItsNodeOrTheRunItKeeps) {
    testing::FakeLog log = testing::busy_log();
    log.append(domain::EventType::BreakerOpened, no_task, no_run, note("200 failed", "node:node-a"));
    log.append(domain::EventType::AlertRaised, no_task, no_run, note("breaker is open", "breaker:node:node-a"));
    const Position alert = last(log);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    EXPECT_FALSE(can(Verb::CloseAlertBreaker, f.navigator));
    f.navigator.choose_alert(alert);
    EXPECT_EQ(line(Verb::CloseAlertBreaker, f.navigator), "apollo-cli breaker close --breaker node:node-a");
    EXPECT_TRUE(can(Verb::CloseAlertBreaker, f.navigator));
    f.navigator.choose_node(NodeId("node-b"));
    EXPECT_FALSE(can(Verb::CloseNodeBreaker, f.navigator));
    f.navigator.choose_node(NodeId("node-a"));
    EXPECT_TRUE(can(Verb::CloseNodeBreaker, f.navigator));
    f.navigator.open_task(TaskIndex{2});
    f.navigator.select_run(RunIndex{f.navigator.task()->first_run.value + 1});
    EXPECT_FALSE(can(Verb::CloseRunBreaker, f.navigator)) << "it is for node-b";
    f.navigator.select_run(f.navigator.task()->first_run);
    EXPECT_TRUE(can(Verb::CloseRunBreaker, f.navigator));
    EXPECT_EQ(std::get<domain::CloseBreaker>(make_commands(Verb::CloseRunBreaker, f.navigator, {}, {})[0]).breaker, "node:node-a");
}

TEST(SeveralRuns, AreRerunTogetherWithoutThoseThatCannot) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    const RunIndex first = f.navigator.task()->first_run;
    std::vector<RunIndex> settled, open;
    for (std::uint32_t k = 0; k < f.navigator.task()->plan->run_count; ++k) {
        const RunIndex run{first.value + k};
        (domain::is_settled(f.navigator.cursor().look(run.value).status()) ? settled : open).push_back(run);
    }
    ASSERT_GE(settled.size(), 2u);
    ASSERT_FALSE(open.empty());
    f.navigator.mark_runs({settled[0], settled[1], open[0]});
    EXPECT_EQ(f.navigator.marked_runs().size(), 3u);
    EXPECT_TRUE(can(Verb::Rerun, f.navigator));
    EXPECT_EQ(make_commands(Verb::Rerun, f.navigator, "again", {}).size(), 2u);
    EXPECT_EQ(target_text(Verb::Rerun, f.navigator).toStdString(), "2 runs of task weather-1");
    EXPECT_NE(left_out_text(Verb::Rerun, f.navigator).toStdString().find("Left out: 1."), std::string::npos);
    EXPECT_EQ(command_line(Verb::Rerun, f.navigator, "again", {}).count(QLatin1Char('\n')), 1);
    EXPECT_EQ(why_not_of_site(Verb::RerunFrom, f.navigator), "Choose one run only.");
    f.navigator.mark_runs({open[0]});
    EXPECT_FALSE(can(Verb::Rerun, f.navigator));
    EXPECT_TRUE(f.navigator.chosen().runs.empty()) << "one is a plain selection";
}

TEST(SeveralRuns, OfOneStepBecomeOneCommand) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{2});
    const domain::Task& task = *f.navigator.task();
    const domain::PlanStep& step = task.plan->steps[0];
    ASSERT_EQ(step.nodes.size(), 2u);
    f.navigator.mark_runs({RunIndex{task.first_run.value + step.first_run}, RunIndex{task.first_run.value + step.first_run + 1}});
    const auto commands = make_commands(Verb::Skip, f.navigator, "not today", {});
    ASSERT_EQ(commands.size(), 1u);
    const auto& skip = std::get<domain::SkipRuns>(commands[0]);
    EXPECT_EQ(skip.filter.step->text, "extract");
    EXPECT_FALSE(skip.filter.node);
    f.navigator.open_task(TaskIndex{0});
    EXPECT_TRUE(f.navigator.chosen().runs.empty()) << "another task, other runs";
}

TEST(SeveralTasks, AreCancelledTogether) {
    testing::FakeLog log = testing::busy_log();
    log.submit(testing::pipeline_definition("nightly-3"), {"node-a"}, false);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    EXPECT_FALSE(can(Verb::Cancel, f.navigator)) << "it has ended";
    f.navigator.mark_tasks({TaskIndex{3}, TaskIndex{0}, TaskIndex{2}});
    EXPECT_TRUE(can(Verb::Cancel, f.navigator));
    EXPECT_EQ(line(Verb::Cancel, f.navigator), "apollo-cli task cancel --task-id nightly-2\napollo-cli task cancel --task-id nightly-3");
    EXPECT_EQ(target_text(Verb::Cancel, f.navigator).toStdString(), "2 tasks");
    EXPECT_FALSE(left_out_text(Verb::Cancel, f.navigator).isEmpty());
}

TEST(Explain, IsAboutTheSelectedRunOrTheWholeTaskAndNeedsNoReason) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{2});
    EXPECT_EQ(line(Verb::Explain, f.navigator), "apollo-cli task explain --task-id nightly-2");
    f.navigator.select_run(f.navigator.task()->first_run);
    EXPECT_EQ(line(Verb::Explain, f.navigator), "apollo-cli task explain --task-id nightly-2 --step extract --node node-a");
    EXPECT_TRUE(can(Verb::Explain, f.navigator));
    EXPECT_FALSE(is_asked_again(Verb::Explain));
}

}  // namespace
}  // namespace apollo::viewmodels
