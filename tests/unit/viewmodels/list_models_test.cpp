// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "app/viewmodels/event_list_model.h"
#include "app/viewmodels/node_list_model.h"
#include "app/viewmodels/operator_actions.h"
#include "app/viewmodels/run_matrix.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/task_list_model.h"
#include "app/viewmodels/text.h"
#include "tests/unit/viewmodels/model_fixture.h"
#include "tests/unit/viewmodels/upgraded.h"

namespace apollo::viewmodels {
namespace {

using testing::Following;
using Reporting = QAbstractItemModelTester::FailureReportingMode;

TEST(TaskListModel, IsAValidModelWhileTimeRunsBothWaysAndFiltersChange) {
    Following f(testing::busy_log().events());
    TaskListModel model(f.navigator);
    QAbstractItemModelTester tester(&model, Reporting::Fatal);
    QObject::connect(&f.navigator, &Navigator::picture_changed, &model, &TaskListModel::refresh);
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, 0).data().toString().toStdString(), "nightly-2") << "newest first";
    f.navigator.seek(10);
    EXPECT_EQ(model.rowCount(), 1) << "tasks of later are not known then";
    f.navigator.go_live();
    EXPECT_EQ(model.rowCount(), 3);
    model.set_filter_text(QStringLiteral("NIGHTLY"));
    EXPECT_EQ(model.rowCount(), 2);
    model.set_status_filter({domain::TaskStatus::Succeeded});
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.row_of(TaskIndex{0}), std::optional<int>(0));
    EXPECT_EQ(model.row_of(TaskIndex{1}), std::nullopt);
    model.set_filter_text({});
    model.set_status_filter({});
    EXPECT_EQ(model.row_of(TaskIndex{0}), std::optional<int>(2));
    EXPECT_EQ(model.index(2, TaskListModel::Progress).data().toString().toStdString(), "5/5");
}

TEST(TaskListModel, RowsAreNeverResetSoASelectionStays) {
    Following f(testing::busy_log().events());
    TaskListModel model(f.navigator);
    QObject::connect(&f.navigator, &Navigator::picture_changed, &model, &TaskListModel::refresh);
    f.source->deliver(30);
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == 30; }));
    const QPersistentModelIndex kept(model.index(0, 0));
    const QString name = kept.data().toString();
    ASSERT_TRUE(f.take_all());
    ASSERT_TRUE(kept.isValid());
    EXPECT_EQ(kept.data().toString(), name);
    EXPECT_EQ(kept.row(), 1);
}

// The same rows, in the same order, however the moment was come to: step by step or in one look.
TEST(TaskListModel, ChangesOneByOneAmountToTheSameAsAllAtOnce) {
    testing::FakeLog log;
    log.add_node("n");
    for (int k = 0; k < 12; ++k) log.work(log.submit(testing::pipeline_definition("task-" + std::to_string(k)), {"n"}, false), {.seed = static_cast<std::uint64_t>(k), .failure_rate = 0.1});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    TaskListModel steps(f.navigator);
    QAbstractItemModelTester tester(&steps, Reporting::Fatal);
    steps.set_status_filter({domain::TaskStatus::Succeeded, domain::TaskStatus::Running});
    for (Ordinal at = 0; at < log.events().size(); at = at * 5 / 4 + 3) {
        f.navigator.seek(at);
        steps.refresh();
        TaskListModel whole(f.navigator);
        whole.set_status_filter({domain::TaskStatus::Succeeded, domain::TaskStatus::Running});
        ASSERT_EQ(steps.rowCount(), whole.rowCount()) << at;
        for (int row = 0; row < whole.rowCount(); ++row) ASSERT_EQ(steps.task_at(row), whole.task_at(row)) << at;
        ASSERT_EQ(steps.counts(), whole.counts()) << at;
    }
    f.navigator.seek(5);
    steps.refresh();
    EXPECT_LE(steps.rowCount(), 1);
}

TEST(TaskFilter, WordsByLabelStateAndTimeMustAllHold) {
    testing::FakeLog log;
    log.add_node("n");
    domain::TaskDefinition first = testing::pipeline_definition("nightly-1"), second = testing::pipeline_definition("nightly-2");
    first.metadata["team"] = "\"weather\"";
    second.target_selector = domain::Selector{domain::Selector::Kind::Label, "site", "north", {}, {}};
    log.work(log.submit(first, {"n"}, false), {.seed = 3, .failure_rate = 0});
    log.wait_ms(3 * 3'600'000);
    log.submit(second, {"n"}, false);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.clock.wall = WallTime{log.now_ms()};
    TaskListModel model(f.navigator);
    const auto found = [&](const char* text) {
        model.set_filter_text(QString::fromUtf8(text));
        std::string ids;
        for (int row = 0; row < model.rowCount(); ++row) ids += (row == 0 ? "" : " ") + model.index(row, 0).data().toString().toStdString();
        return ids;
    };
    EXPECT_EQ(found("nightly"), "nightly-2 nightly-1");
    EXPECT_EQ(found("nightly import 1"), "nightly-1") << "each word, in the id or the intent";
    EXPECT_EQ(found("label:team=weather"), "nightly-1");
    EXPECT_EQ(found("label:site=north"), "nightly-2");
    EXPECT_EQ(found("state:succ"), "nightly-1");
    EXPECT_EQ(found("since:1h"), "nightly-2");
    EXPECT_EQ(found("until:1h nightly"), "nightly-1");
    EXPECT_EQ(found("since:1999-01-31"), "nightly-2 nightly-1");
    EXPECT_EQ(found("since:1999-01-31T08:15 state:pending"), "nightly-2");
    const std::string who = f.live.state().tasks[0].submitted_by.text;
    EXPECT_EQ(found(("by:" + who).c_str()), "nightly-2 nightly-1");
    EXPECT_EQ(found("by:nobody-of-that-name"), "");
    EXPECT_EQ(found("by:"), "nightly-2 nightly-1") << "it is still being typed";
    EXPECT_TRUE(model.filter_fault().isEmpty());
    EXPECT_EQ(found("since:yesterday"), "");
    EXPECT_TRUE(model.filter_fault().contains(QStringLiteral("yesterday")));
    EXPECT_EQ(found("state:sleepy"), "");
    EXPECT_FALSE(model.filter_fault().isEmpty());
    EXPECT_EQ(found("http://x"), "") << "a colon alone makes no key";
    EXPECT_TRUE(model.filter_fault().isEmpty());
}

TEST(EventListModel, ShowsOnlyWhatHadHappened) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    EventListModel model(f.navigator);
    QAbstractItemModelTester tester(&model, Reporting::Fatal);
    QObject::connect(&f.navigator, &Navigator::picture_changed, &model, &EventListModel::refresh);
    EXPECT_EQ(model.rowCount(), static_cast<int>(f.navigator.scope_size()));
    f.navigator.seek(17);
    EXPECT_EQ(model.rowCount(), 17);
    f.navigator.seek(40);
    EXPECT_EQ(model.rowCount(), 40);
    model.set_filter(EventListModel::Filter::Problems);
    for (int row = 0; row < model.rowCount(); ++row) {
        EXPECT_EQ(model.index(row, EventListModel::Type).data().toString().toStdString(), "FAILED");
    }
    f.navigator.go_live();
    EXPECT_GT(model.rowCount(), 2);
    model.set_filter(EventListModel::Filter::All);
    model.set_filter_text(QStringLiteral("disk full"));
    EXPECT_GT(model.rowCount(), 2);
    model.set_filter_text(QStringLiteral("no such words"));
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(NodeListModel, ShowsNodesAsTheyWereKnown) {
    testing::FakeLog log;
    log.add_node("b-node");
    log.add_node("a-node");
    Following f(log.events());
    NodeListModel model(f.navigator);
    QAbstractItemModelTester tester(&model, Reporting::Fatal);
    QObject::connect(&f.navigator, &Navigator::picture_changed, &model, &NodeListModel::refresh);
    ASSERT_TRUE(f.take_all());
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, 0).data().toString().toStdString(), "a-node");
    EXPECT_EQ(model.index(0, NodeListModel::StateColumn).data().toString().toStdString(), "connected");
    EXPECT_EQ(model.index(0, NodeListModel::ClockOffset).data().toString().toStdString(), "—");
    model.set_measurements({{NodeId("a-node"), -1500, WallTime{1}, 0}});
    EXPECT_EQ(model.index(0, NodeListModel::ClockOffset).data().toString().toStdString(), "−1.5 s");
    f.navigator.seek(1);
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, NodeListModel::StateColumn).data().toString().toStdString(), "unreachable");
}

std::string cell(const NodeListModel& model, const char* node, NodeListModel::Column column) {
    return model.index(*model.row_of(NodeId(node)), column).data().toString().toStdString();
}

TEST(NodeListModel, TellsApartWhatRunsAndWhatWasSentAhead) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::fan_definition("fan", 3), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    log.append_of_agent(domain::EventType::Succeeded, RunIndex{0}, Attempt{1}, domain::RunEnded{});
    for (const std::uint32_t run : {1u, 2u}) log.append(domain::EventType::Dispatched, task, RunIndex{run}, {});
    const std::size_t sent = log.events().size();
    log.append_of_agent(domain::EventType::Started, RunIndex{1}, Attempt{1}, {});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    NodeListModel model(f.navigator);
    EXPECT_EQ(cell(model, "n", NodeListModel::Running), "1/4") << "of four places";
    EXPECT_EQ(cell(model, "n", NodeListModel::Queued), "1");
    f.navigator.seek(static_cast<Ordinal>(sent));
    model.refresh();
    EXPECT_EQ(cell(model, "n", NodeListModel::Running), "0/4");
    EXPECT_EQ(cell(model, "n", NodeListModel::Queued), "2");
}

TEST(NodeListModel, TellsWhatBecameOfTheNewestUpgradeAsFarAsWasKnownThen) {
    testing::FakeLog log;
    for (const char* node : {"a-good", "b-bad", "c-waiting", "d-other"}) log.add_node(node);
    const std::size_t before = log.events().size();
    testing::upgrade_agents(log, {"a-good", "b-bad", "c-waiting"});
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    NodeListModel model(f.navigator);
    const std::string failed = std::string("Failed: ") + testing::upgrade_trouble;
    EXPECT_EQ(cell(model, "b-bad", NodeListModel::Upgrade), failed);
    EXPECT_NE(model.details(*model.row_of(NodeId("b-bad"))).toStdString().find(failed), std::string::npos);
    EXPECT_EQ(cell(model, "a-good", NodeListModel::Upgrade), "Succeeded");
    EXPECT_EQ(cell(model, "c-waiting", NodeListModel::Upgrade), "Pending");
    EXPECT_EQ(cell(model, "d-other", NodeListModel::Upgrade), "—");
    f.navigator.seek(static_cast<Ordinal>(log.events().size()) - 1);
    model.refresh();
    EXPECT_EQ(cell(model, "b-bad", NodeListModel::Upgrade), "Running") << "its end was not known yet";
    f.navigator.seek(static_cast<Ordinal>(log.events().size()));
    model.refresh();
    EXPECT_EQ(cell(model, "b-bad", NodeListModel::Upgrade), failed) << "a replay says the same as life";
    f.navigator.seek(static_cast<Ordinal>(before));
    model.refresh();
    EXPECT_EQ(cell(model, "b-bad", NodeListModel::Upgrade), "—");
}

TEST(NodeListModel, SaysThatABreakerKeepsWorkFromANode) {
    testing::FakeLog log;
    log.add_node("n");
    domain::Note note;
    note.key = "node:n";
    log.append(domain::EventType::BreakerOpened, no_task, no_run, note);
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    NodeListModel model(f.navigator);
    EXPECT_EQ(cell(model, "n", NodeListModel::StateColumn), "breaker open");
    log.append_of_node(domain::EventType::NodeLost, "n");
    f.source->add({log.events().back()});
    ASSERT_TRUE(f.take_all());
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == log.events().size(); }));
    model.refresh();
    EXPECT_EQ(cell(model, "n", NodeListModel::StateColumn), "unreachable · breaker open");
}

TEST(NodeListModel, SaysTheDayOfAMomentOnlyIfItIsAnother) {
    testing::FakeLog log;
    log.add_node("n");
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    NodeListModel model(f.navigator);
    const auto seen_before = [&](std::int64_t ms) {
        model.set_measurements({{NodeId("n"), std::nullopt, WallTime{f.clock.wall.ms - ms}, 0}});
        return cell(model, "n", NodeListModel::LastSeen);
    };
    EXPECT_EQ(seen_before(0), time_text(f.clock.wall).mid(11).toStdString());
    const WallTime days_ago{f.clock.wall.ms - 3 * 86'400'000};
    EXPECT_EQ(seen_before(3 * 86'400'000), time_text(days_ago).toStdString());
    EXPECT_EQ(model.index(0, NodeListModel::LastSeen).data(Qt::ToolTipRole).toString(), time_text(days_ago));
}

TEST(RunMatrix, FindsRunsByCellAndCellsByRun) {
    const testing::FakeLog log = testing::busy_log();
    const domain::Task& task = log.state().tasks[1];
    const RunMatrix matrix(task.plan, task.first_run);
    ASSERT_EQ(matrix.rows(), 80);
    ASSERT_EQ(matrix.columns(), 4);
    int runs = 0;
    for (int row = 0; row < matrix.rows(); ++row) {
        for (int column = 0; column < matrix.columns(); ++column) {
            const auto run = matrix.run_at(row, column);
            if (!run) continue;
            ++runs;
            EXPECT_EQ(matrix.cell_of(*run), std::optional(std::pair(row, column)));
        }
    }
    EXPECT_EQ(runs, 80);
    EXPECT_FALSE(matrix.cell_of(RunIndex{0})) << "a run of another task";
    EXPECT_FALSE(matrix.run_at(80, 0));
}

TEST(RunMatrix, IsSortedBothWaysAndStillFindsItsRuns) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{1});
    RunMatrix matrix(f.navigator.task()->plan, f.navigator.task()->first_run);
    const auto consistent = [&] {
        for (int row = 0; row < matrix.rows(); ++row)
            for (int column = 0; column < matrix.columns(); ++column)
                if (const auto run = matrix.run_at(row, column); run && matrix.cell_of(*run) != std::pair(row, column)) return false;
        return true;
    };
    matrix.sort_rows(MatrixOrder::Worst, f.navigator.cursor());
    matrix.sort_columns(MatrixOrder::Worst, f.navigator.cursor(), f.live.state());
    EXPECT_TRUE(consistent());
    const auto worst_of = [&](int row) {
        int worst = 0;
        for (int column = 0; column < matrix.columns(); ++column)
            if (const auto run = matrix.run_at(row, column)) worst = std::max(worst, severity(f.navigator.cursor().look(run->value)));
        return worst;
    };
    for (int row = 1; row < matrix.rows(); ++row) EXPECT_GE(worst_of(row - 1), worst_of(row)) << row;
    matrix.sort_rows(MatrixOrder::Name, f.navigator.cursor());
    for (int row = 1; row < matrix.rows(); ++row) EXPECT_LE(matrix.row_name(row - 1).toStdString(), matrix.row_name(row).toStdString());
    matrix.sort_rows(MatrixOrder::Group, f.navigator.cursor());
    matrix.sort_columns(MatrixOrder::Group, f.navigator.cursor(), f.live.state());
    EXPECT_TRUE(consistent());
    for (int row = 0; row < matrix.rows(); ++row) EXPECT_FALSE(matrix.row_begins_group(row)) << "all have one intent";
    matrix.sort_rows(MatrixOrder::Defined, f.navigator.cursor());
    EXPECT_EQ(matrix.cell_of(f.navigator.task()->first_run)->first, 0);
}

std::string why_not(Verb verb, const Navigator& navigator, bool writable = true) {
    const Offer made = offer(verb, navigator, writable);
    return made.enabled ? std::string() : made.why_not.toStdString();
}

TEST(OperatorActions, AreOfferedOnlyWhereTheStateAllows) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(why_not(Verb::Cancel, f.navigator), "No task is open.");
    f.navigator.open_task(TaskIndex{0});
    EXPECT_EQ(why_not(Verb::Rerun, f.navigator), "Choose a run first.");
    EXPECT_EQ(why_not(Verb::Cancel, f.navigator), "The task has ended.");
    EXPECT_EQ(why_not(Verb::RerunFailed, f.navigator), "Nothing of this task has failed.");
    f.navigator.select_run(RunIndex{0});
    EXPECT_EQ(why_not(Verb::Rerun, f.navigator), "");
    EXPECT_NE(why_not(Verb::Rerun, f.navigator, false), "");
    f.navigator.seek(3);
    EXPECT_NE(why_not(Verb::Rerun, f.navigator), "") << "commands are off in replay";
    f.navigator.go_live();
    f.navigator.open_task(TaskIndex{2});
    EXPECT_EQ(why_not(Verb::Cancel, f.navigator), "");
    f.navigator.select_step(0);
    EXPECT_NE(why_not(Verb::Rerun, f.navigator), "");
    EXPECT_EQ(why_not(Verb::Skip, f.navigator), "") << "a waiting run may be skipped";
    f.source->interrupt("gone", true);
    EXPECT_NE(why_not(Verb::Skip, f.navigator), "") << "not while the source is away";
}

TEST(OperatorActions, WhatFailedOnRevokedNodesOnlyIsNotRunAgain) {
    testing::FakeLog log;
    for (const char* node : {"a", "b"}) log.add_node(node);
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"a", "b"}, false);
    for (const std::uint32_t run : {0u, 1u}) {
        log.append(domain::EventType::Dispatched, task, RunIndex{run}, {});
        log.append_of_agent(domain::EventType::Started, RunIndex{run}, Attempt{1}, {});
        log.append_of_agent(domain::EventType::Failed, RunIndex{run}, Attempt{1}, domain::RunEnded{});
    }
    log.append_of_node(domain::EventType::NodeRevoked, "a");
    const auto refusal = [&] {
        Following f(log.events());
        EXPECT_TRUE(f.take_all());
        f.navigator.open_task(task);
        return why_not(Verb::RerunFailed, f.navigator);
    };
    EXPECT_EQ(refusal(), "") << "one of them can";
    log.append_of_node(domain::EventType::NodeRevoked, "b");
    EXPECT_NE(refusal().find("was revoked"), std::string::npos) << refusal();
}

TEST(OperatorActions, CommandAndCommandLineSayTheSame) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    f.navigator.select_run(RunIndex{1});
    const auto command = make_commands(Verb::Override, f.navigator, "it's fine", domain::RunStatus::Failed).at(0);
    const auto& change = std::get<domain::OverrideRuns>(command);
    EXPECT_EQ(change.task.text, "nightly-1");
    EXPECT_EQ(change.filter.step->text, "check");
    EXPECT_EQ(change.filter.node->text, "node-a");
    EXPECT_EQ(change.to, domain::RunStatus::Failed);
    EXPECT_EQ(change.why.reason, "it's fine");
    EXPECT_EQ(
        command_line(Verb::Override, f.navigator, "it's fine", domain::RunStatus::Failed).toStdString(),
        "apollo-cli task override --task-id nightly-1 --step check --node node-a --to FAILED --reason 'it'\\''s fine'");
    EXPECT_EQ(command_line(Verb::RerunFrom, f.navigator, "", {}).toStdString(),
              "apollo-cli task rerun --task-id nightly-1 --step check --from --reason TEXT");
    const auto from = make_commands(Verb::RerunFrom, f.navigator, "x", {}).at(0);
    EXPECT_TRUE(std::get<domain::RerunTask>(from).from);
    EXPECT_FALSE(std::get<domain::RerunTask>(from).filter.node);
}

TEST(OperatorActions, PauseAndUndoAreOfferedExactlyWhenTheyAreLegal) {
    testing::FakeLog log = testing::busy_log();
    Following f(log.events());
    ASSERT_TRUE(f.take_all());
    const auto tell = [&](domain::EventType type, TaskIndex task) {
        const std::size_t before = log.events().size();
        log.append(type, task, no_run, domain::OperatorAction{});
        f.source->add({log.events().begin() + static_cast<std::ptrdiff_t>(before), log.events().end()});
        f.source->deliver_all();
        return testing::wait_until([&] { return f.live.history().size() == log.events().size(); });
    };
    const auto can = [&](Verb verb) { return offer(verb, f.navigator, true).enabled; };
    EXPECT_TRUE(can(Verb::PauseAll)) << "needs no task";
    EXPECT_FALSE(can(Verb::ResumeAll));
    f.navigator.open_task(TaskIndex{0});
    EXPECT_FALSE(can(Verb::Pause)) << "it has ended";
    EXPECT_TRUE(can(Verb::UndoTask));
    EXPECT_FALSE(can(Verb::UndoStep)) << "none is chosen";
    f.navigator.select_step(1u);
    EXPECT_TRUE(can(Verb::UndoStep));
    EXPECT_EQ(command_line(Verb::UndoStep, f.navigator, "bad data", {}).toStdString(),
              "apollo-cli task compensate --task-id nightly-1 --step check --reason 'bad data'");
    const auto undo = std::get<domain::CompensateTask>(make_commands(Verb::UndoStep, f.navigator, "bad data", {}).at(0));
    EXPECT_EQ(undo.filter.step->text, "check");
    EXPECT_FALSE(undo.filter.node);
    f.navigator.open_task(TaskIndex{2});
    EXPECT_TRUE(can(Verb::Pause));
    EXPECT_FALSE(can(Verb::Resume));
    EXPECT_FALSE(can(Verb::UndoTask)) << "nothing of it was done";
    ASSERT_TRUE(tell(domain::EventType::TaskPaused, TaskIndex{2}));
    EXPECT_FALSE(can(Verb::Pause));
    EXPECT_TRUE(can(Verb::Resume));
    ASSERT_TRUE(tell(domain::EventType::DispatchPaused, no_task));
    EXPECT_FALSE(can(Verb::PauseAll));
    EXPECT_TRUE(can(Verb::ResumeAll));
    EXPECT_EQ(command_line(Verb::ResumeAll, f.navigator, "", {}).toStdString(), "apollo-cli orchestrator resume");
    EXPECT_FALSE(offer(Verb::ResumeAll, f.navigator, false).enabled);
    f.navigator.seek(1);
    EXPECT_FALSE(can(Verb::ResumeAll)) << "no commands in a replay";
}

TEST(EventListModel, SaysTheDayOfAnEventOnlyIfItIsAnotherThanTheShownOne) {
    Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    EventListModel model(f.navigator);
    const auto time = [&](int role) { return model.index(0, EventListModel::Time).data(role).toString(); };
    const QString whole = time(Qt::ToolTipRole);
    EXPECT_EQ(whole, precise_time_text(f.live.history().header(0).recorded_time));
    EXPECT_EQ(time(Qt::DisplayRole), whole.mid(5)) << "it was yesterday";
    f.navigator.seek(3);
    EXPECT_EQ(time(Qt::DisplayRole), whole.mid(11));
}

TEST(Text, LongAndOddTextStaysOneLine) {
    EXPECT_EQ(one_line(QStringLiteral("a\nb\tc\r")).toStdString(), "a b c");
    EXPECT_EQ(one_line(QString(5000, QLatin1Char('x')), 100).size(), 100);
    EXPECT_EQ(to_qstring(std::string("a\xff") + "b").toStdString(),
              "a\xEF\xBF\xBD"
              "b");
}

}  // namespace
}  // namespace apollo::viewmodels
