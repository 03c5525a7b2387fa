// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Commands from the pages, by mouse and by keyboard.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTimer>

#include "app/gui/amend_dialog.h"
#include "app/gui/cases_page.h"
#include "app/gui/explain_list.h"
#include "app/gui/graph_view.h"
#include "app/gui/main_window.h"
#include "app/gui/matrix_view.h"
#include "app/gui/nodes_page.h"
#include "app/gui/task_panel.h"
#include "app/main/task_check.h"
#include "common/definition/write.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

testing::FakeLog site_log() {
    testing::FakeLog log = testing::busy_log();
    domain::Note alert;
    alert.message = "failure rate above 5 %";
    log.append(domain::EventType::AlertRaised, no_task, no_run, alert);
    domain::DeadLettered letter;
    letter.reason = "unknown run";
    log.append(domain::EventType::DeadLettered, no_task, no_run, letter);
    return log;
}

struct OpenedSteering {
    explicit OpenedSteering(const std::vector<domain::Event>& events, Doors doors = {})
        : following(events),
          window(following.navigator, {following.source, following.source, following.source, "test"}, std::move(doors)) {
        window.resize(1300, 850);
        window.show();
    }
    QAction* action(const char* id) const { return window.shortcuts().find(QString::fromUtf8(id)); }
    template <typename Command>
    const Command& last() const {
        return std::get<Command>(following.source->commands.back());
    }
    testing::Following following;
    MainWindow window;
};

CasesPage* page_of(const OpenedSteering& o, int index) {
    return o.window.findChildren<CasesPage*>().at(index);
}

TEST(SteeringPages, AlertIsAcknowledgedWithOneKeyAndSaysWhatCameOfIt) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    EXPECT_FALSE(o.action("alert.acknowledge")->isEnabled());
    EXPECT_TRUE(o.action("alert.acknowledge")->toolTip().contains(QStringLiteral("Choose an alert first")));
    o.window.show_view(QStringLiteral("alerts"));
    page_of(o, 0)->table()->selectRow(0);
    ASSERT_TRUE(o.action("alert.acknowledge")->isEnabled());
    QTest::keyClick(&o.window, Qt::Key_M, Qt::ControlModifier);
    ASSERT_EQ(o.following.source->commands.size(), 1u);
    EXPECT_EQ(o.last<domain::AcknowledgeAlert>().alert, *o.following.navigator.chosen().alert);
    EXPECT_FALSE(page_of(o, 0)->findChild<QPlainTextEdit*>()->toPlainText().isEmpty()) << "all of it is shown";
    o.window.show_view(QStringLiteral("dag"));
    EXPECT_FALSE(o.action("alert.acknowledge")->isEnabled()) << "nobody acknowledges what is not in sight";
}

TEST(SteeringPages, DeadLetterIsDroppedOnlyAfterASecondLook) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.window.show_view(QStringLiteral("dead-letters"));
    page_of(o, 1)->table()->selectRow(0);
    QTimer::singleShot(0, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("node was wiped"));
        QTest::keyClick(dialog, Qt::Key_Return);
    });
    o.action("letter.drop")->trigger();
    ASSERT_EQ(o.following.source->commands.size(), 1u);
    EXPECT_EQ(o.last<domain::DropDeadLetter>().why.reason, "node was wiped");
    o.action("letter.requeue")->trigger();
    ASSERT_EQ(o.following.source->commands.size(), 2u) << "requeueing loses nothing and is not asked again";
}

TEST(SteeringPages, MenuOfANodeIsAboutThatNodeWithItsCommandLines) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.window.show_view(QStringLiteral("nodes"));
    QTableView* table = o.window.findChild<NodesPage*>()->table();
    table->selectRow(2);
    EXPECT_EQ(o.following.navigator.chosen().node->text, "node-c");
    Q_EMIT table->customContextMenuRequested(table->visualRect(table->model()->index(2, 0)).center());
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(menu->toolTipsVisible());
    EXPECT_TRUE(menu->actions().at(0)->toolTip().contains(QStringLiteral("apollo-cli node drain --node node-c")));
    EXPECT_FALSE(menu->actions().at(1)->isEnabled()) << "it is not draining";
    const auto* copies = menu->actions().back()->menu();
    ASSERT_NE(copies, nullptr);
    EXPECT_EQ(copies->actions().at(0)->statusTip().toStdString(), "apollo-cli node drain --node node-c");
    menu->close();
    o.action("node.reconcile")->trigger();
    EXPECT_EQ(o.last<domain::ReconcileNodes>().node->text, "node-c");
}

TEST(SteeringPages, TheWhyOfAWaitingRunIsShownInTheInspector) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{2});
    o.following.navigator.select_run(o.following.navigator.task()->first_run);
    QTest::keyClick(&o.window, Qt::Key_W, Qt::ShiftModifier);
    ASSERT_EQ(o.following.source->commands.size(), 1u);
    EXPECT_EQ(o.last<domain::ExplainTask>().filter.step->text, "extract");
    domain::CommandResult result;
    result.rows = {{"extract", "node-a", "PENDING", "node node-a is <b>draining</b>"}};
    o.following.source->unanswered[0](result);
    auto* list = o.window.findChild<ExplainList*>();
    ASSERT_TRUE(list->isVisible());
    EXPECT_EQ(list->findChild<QListWidget*>()->item(0)->text().toStdString(), "node node-a is <b>draining</b>");
    o.following.navigator.select_run(std::nullopt);
    EXPECT_FALSE(list->isVisible()) << "it was about another run";
}

TEST(SteeringPages, CellsOfTheMatrixAreMarkedByDragControlAndShift) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{2});
    o.window.show_view(QStringLiteral("matrix"));
    auto* matrix = o.window.findChild<MatrixView*>();
    matrix->setFocus();
    o.following.navigator.select_run(o.following.navigator.task()->first_run);
    QTest::keyClick(matrix, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(matrix, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(o.following.navigator.marked_runs().size(), 4u) << "two steps on two nodes";
    QTest::keyClick(matrix, Qt::Key_Up);
    EXPECT_EQ(o.following.navigator.marked_runs().size(), 1u);
    QTimer::singleShot(0, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("x"));
        QTest::keyClick(dialog, Qt::Key_Return);
    });
    QTest::keyClick(matrix, Qt::Key_Down, Qt::ShiftModifier);
    o.action("task.skip")->trigger();
    EXPECT_EQ(o.following.source->commands.size(), 2u);
}

TEST(SteeringPages, StepsOfTheGraphAreMarkedBesideEachOther) {
    OpenedSteering o(site_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{2});
    auto* graph = o.window.findChild<GraphView*>();
    graph->ensure_layout();
    o.following.navigator.select_step(0u);
    QTest::keyClick(graph, Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(o.following.navigator.marked_runs().size(), 4u) << "each step with both of its runs";
    QTest::keyClick(graph, Qt::Key_Down);
    EXPECT_EQ(o.following.navigator.marked_runs().size(), 1u);
}

TEST(SteeringPages, SeveralTasksOfTheListAreMarkedAndStayMarkedWhenRowsCome) {
    testing::FakeLog log = site_log();
    const std::size_t before = log.events().size();
    log.submit(testing::pipeline_definition("later"), {"node-a"}, false);
    OpenedSteering o(log.events());
    o.following.source->deliver(before);
    ASSERT_TRUE(testing::wait_until([&] { return o.following.live.history().size() == before; }));
    QTableView* table = o.window.findChild<TaskPanel*>()->table();
    table->selectRow(0);
    table->selectionModel()->select(table->model()->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    ASSERT_EQ(o.following.navigator.chosen().tasks.size(), 2u);
    const auto marked = o.following.navigator.chosen().tasks;
    ASSERT_TRUE(o.following.take_all());
    EXPECT_EQ(o.following.navigator.chosen().tasks, marked);
}

TEST(Amend, ShowsThePreviewFirstAndAsksForAReason) {
    auto source = std::make_shared<testing::FakeSource>();
    const char text[] = "task_id: t1\nintent: demo\ntarget_selector: {type: nodes, nodes: [n]}\ntimeout: 9\nsteps:\n"
                        "  - {name: s1, intent: run_command, idempotency: unique_key, params: {argv: [\"true\"]}}\n";
    AmendDialog dialog(programs::check_task, source, TaskId("t1"), text, nullptr);
    dialog.show();
    const auto button = [&](const char* words) {
        for (auto* one : dialog.findChildren<QPushButton*>())
            if (one->text().remove(QLatin1Char('&')) == QLatin1String(words)) return one;
        return static_cast<QPushButton*>(nullptr);
    };
    auto* table = dialog.findChild<QTableWidget*>();
    EXPECT_FALSE(button("Amend")->isEnabled()) << "not before a preview";
    button("Preview")->click();
    ASSERT_EQ(source->commands.size(), 1u);
    EXPECT_TRUE(std::get<domain::AmendTask>(source->commands[0]).dry_run);
    domain::CommandResult refused;
    refused.rows = {{"s2", {}, "add", "a new step"}, {"s1", {}, "refuse", "it is RUNNING on n"}};
    source->unanswered[0](refused);
    EXPECT_EQ(table->item(0, 1)->text().toStdString(), "s1") << "what is refused stands first";
    QTest::keyClicks(dialog.findChild<QLineEdit*>(), QStringLiteral("needed"));
    EXPECT_FALSE(button("Amend")->isEnabled()) << "something is refused";
    dialog.findChild<QPlainTextEdit*>()->appendPlainText(QStringLiteral("# other"));
    EXPECT_EQ(table->rowCount(), 0) << "a preview holds for the text it was made from";
    ASSERT_TRUE(testing::wait_until([&] { return button("Preview")->isEnabled(); })) << "once the new text was checked";
    button("Preview")->click();
    EXPECT_FALSE(button("Preview")->isEnabled()) << "one question at a time";
    domain::CommandResult fine;
    fine.rows = {{"s2", {}, "add", "a new step"}};
    source->unanswered.back()(fine);
    ASSERT_TRUE(button("Amend")->isEnabled());
    button("Amend")->click();
    const auto& amend = std::get<domain::AmendTask>(source->commands.back());
    EXPECT_FALSE(amend.dry_run);
    EXPECT_EQ(amend.why.reason, "needed");
}

TEST(Amend, BeginsWithTheTextOfTheOpenTask) {
    Doors doors;
    doors.check_task = programs::check_task;
    doors.task_text = definition::task_text;
    OpenedSteering o(site_log().events(), doors);
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{2});
    o.action("task.amend")->trigger();
    auto* dialog = o.window.findChild<AmendDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("name: extract")));
    dialog->close();
}

}  // namespace
}  // namespace apollo::gui
