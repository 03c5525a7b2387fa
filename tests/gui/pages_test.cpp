// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is in sight on the pages, whatever the size of the window.
#include <gtest/gtest.h>

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

#include "app/gui/events_page.h"
#include "app/gui/graph_view.h"
#include "app/gui/line_label.h"
#include "app/gui/main_window.h"
#include "app/gui/matrix_view.h"
#include "app/gui/nodes_page.h"
#include "app/gui/notice_bars.h"
#include "app/gui/state_legend.h"
#include "app/gui/timeline_plot.h"
#include "app/viewmodels/event_list_model.h"
#include "tests/unit/viewmodels/cut_off.h"
#include "tests/unit/viewmodels/model_fixture.h"
#include "tests/unit/viewmodels/upgraded.h"

namespace apollo::gui {
namespace {

struct OpenedPages {
    explicit OpenedPages(const std::vector<domain::Event>& events) : following(events), window(following.navigator, session()) {
        window.resize(1440, 900);
        window.show();
    }
    api::Session session() const { return {following.source, following.source, following.source, "test"}; }
    testing::Following following;
    MainWindow window;
};

TEST(Pages, TablesFitTheirPageInBothUsualSizes) {
    OpenedPages o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{1});
    for (const QSize size : {QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)}) {
        o.window.resize(size);
        o.window.show_view(QStringLiteral("nodes"));
        const QTableView* nodes = o.window.findChild<NodesPage*>()->table();
        EXPECT_LE(nodes->horizontalHeader()->length(), nodes->viewport()->width()) << size.width();
        using Columns = viewmodels::NodeListModel;
        for (const int column : {Columns::StateColumn, Columns::Running, Columns::Queued, Columns::Upgrade, Columns::LastSeen, Columns::AgentVersion})
            EXPECT_FALSE(nodes->isColumnHidden(column)) << size.width() << ": " << column;
        o.window.show_view(QStringLiteral("events"));
        const QTableView* events = o.window.findChild<EventsPage*>()->findChild<QTableView*>();
        EXPECT_LE(events->horizontalHeader()->length(), events->viewport()->width()) << size.width();
        const int detail = events->columnWidth(viewmodels::EventListModel::Detail);
        EXPECT_GE(detail, 12 * events->fontMetrics().averageCharWidth()) << size.width() << ": what went wrong is said there";
    }
}

TEST(Pages, AFailedUpgradeCanBeReadToItsEnd) {
    testing::FakeLog log;
    for (const char* node : {"a-good", "b-bad"}) log.add_node(node);
    testing::upgrade_agents(log, {"a-good", "b-bad"});
    OpenedPages o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.window.resize(1280, 800);
    o.window.show_view(QStringLiteral("nodes"));
    auto* page = o.window.findChild<NodesPage*>();
    QTableView* table = page->table();
    const QModelIndex upgrade = table->model()->index(1, viewmodels::NodeListModel::Upgrade);
    ASSERT_TRUE(upgrade.data().toString().contains(QLatin1String(testing::upgrade_trouble)));
    const QPoint at = table->visualRect(upgrade).center();
    QHelpEvent help(QEvent::ToolTip, at, table->viewport()->mapToGlobal(at));
    QApplication::sendEvent(table->viewport(), &help);
    EXPECT_TRUE(QToolTip::text().contains(QLatin1String(testing::upgrade_trouble))) << QToolTip::text().toStdString();
    const auto* details = page->findChild<QPlainTextEdit*>();
    EXPECT_TRUE(details->toPlainText().isEmpty());
    table->selectRow(1);
    EXPECT_TRUE(details->toPlainText().contains(QLatin1String(testing::upgrade_trouble)));
    EXPECT_TRUE(details->toPlainText().contains(QStringLiteral("Debian GNU/Linux 13")));
    EXPECT_TRUE(details->toPlainText().contains(QStringLiteral("zone=south")));
}

TEST(NoticeBar, ShowsAllOfALongTextAndKeepsToOneLineWhereItChangesAllTheTime) {
    const QString text = QStringLiteral("Some of the history cannot be read: ").repeated(12);
    const auto height_of = [&](NoticeBar::Lines lines) {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* bar = new NoticeBar(QStringLiteral("bar"), nullptr, &window, lines);
        column->addWidget(bar);
        column->addStretch();
        bar->show_text(text, Qt::yellow);
        window.resize(600, 400);
        window.show();
        QApplication::processEvents();
        EXPECT_EQ(bar->text(), text);
        return bar->height();
    };
    const int line = QFontMetrics(QApplication::font()).height();
    EXPECT_LT(height_of(NoticeBar::Lines::One), 3 * line);
    EXPECT_GT(height_of(NoticeBar::Lines::Many), 4 * line);
}

TEST(LineLabel, SaysWhatFitsTheLongestFirst) {
    LineLabel label;
    label.set_texts({QStringLiteral("a very long sentence about a moment"), QStringLiteral("a moment")});
    label.resize(2000, 30);
    (void)label.grab();
    EXPECT_TRUE(label.toolTip().isEmpty());
    label.resize(label.fontMetrics().horizontalAdvance(QStringLiteral("a moment")) + 4, 30);
    (void)label.grab();
    EXPECT_TRUE(label.toolTip().contains(QStringLiteral("a very long sentence"))) << "the whole is still to be had";
    EXPECT_EQ(label.text().toStdString(), "a very long sentence about a moment");
}

// Three hundred nodes, one of which failed.
struct Wide {
    Wide() {
        std::vector<std::string> nodes;
        for (int k = 0; k < 300; ++k) nodes.push_back("node-" + std::to_string(k));
        for (const std::string& node : nodes) log.add_node(node);
        task = log.submit(testing::pipeline_definition("p"), nodes, false);
        failed = RunIndex{200};
        log.append(domain::EventType::Dispatched, task, failed, {});
        log.append_of_agent(domain::EventType::Started, failed, Attempt{1}, {});
        domain::RunEnded ended;
        ended.exit_code = 3;
        ended.failure_class = domain::FailureClass::Permanent;
        log.append_of_agent(domain::EventType::Failed, failed, Attempt{1}, ended);
    }
    testing::FakeLog log;
    TaskIndex task;
    RunIndex failed;
};

TEST(MatrixView, ThreeHundredNodesAreInSightAtOnceAndAFailureAmongThem) {
    const Wide wide;
    testing::Following f(wide.log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(wide.task);
    MatrixView view(f.navigator);
    view.resize(900, 600);
    view.show();
    const QImage picture = view.viewport()->grab().toImage();
    EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(view.accessible_count(), 1) << "the failed one is what a reader is told of";
    const QRect cell = view.cell_rect(0, 200);
    const QColor seen = picture.pixelColor(cell.center()), beside = picture.pixelColor(view.cell_rect(0, 100).center());
    EXPECT_NE(seen, beside);
    EXPECT_GT(seen.red(), seen.green());
    EXPECT_EQ(picture.pixelColor(cell.center() + QPoint(1, 0)), seen) << "wider than its place";
}

TEST(MatrixView, ZoomKeepsTheCellUnderThePointerAndFitShowsAllAgain) {
    const Wide wide;
    testing::Following f(wide.log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(wide.task);
    MatrixView view(f.navigator);
    view.resize(900, 600);
    view.show();
    (void)view.viewport()->grab();
    const QSizeF small = view.cell_size();
    const QPoint at = view.cell_rect(0, 200).center();
    view.zoom_at(at, 20);
    EXPECT_GT(view.cell_size().width(), small.width() * 10);
    EXPECT_LE(std::abs(view.cell_rect(0, 200).center().x() - at.x()), view.cell_size().width());
    view.fit();
    EXPECT_EQ(view.cell_size(), small);
    EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0);
}

TEST(TimelinePlot, DraggingWithShiftMeasuresAndSaysIt) {
    testing::Following f(testing::busy_log().events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(TaskIndex{0});
    TimelinePlot view(f.navigator);
    view.resize(900, 500);
    view.show();
    view.ensure_ready();
    (void)view.grab();
    QSignalSpy measured(&view, &TimelinePlot::range_measured);
    QWidget* plot = view.findChild<QWidget*>();
    const double before_s = view.span_s();
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(200, 200));
    QTest::mouseMove(plot, QPoint(700, 210));
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(880, 210));
    ASSERT_FALSE(measured.isEmpty());
    EXPECT_TRUE(measured.last().at(0).toString().contains(QStringLiteral("runs worked"))) << qPrintable(measured.last().at(0).toString());
    EXPECT_EQ(view.span_s(), before_s) << "the picture stays where it is";
}

TEST(TimelinePlot, SaysWhatItsColoursMean) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, domain::RunEnded{});
    testing::Following f(log.events());
    ASSERT_TRUE(f.take_all());
    TimelinePlot view(f.navigator);
    view.resize(900, 500);
    view.show();
    const auto names = [&] {
        QStringList all;
        for (const QWidget* entry : view.findChild<StateLegend*>()->findChildren<QWidget*>()) all << entry->accessibleName();
        return all.join(QLatin1Char(' ')).toStdString();
    };
    EXPECT_EQ(names(), "") << "nothing is drawn";
    f.navigator.open_task(task);
    view.ensure_ready();
    EXPECT_EQ(names(), "Pending Dispatched Running Failed") << "what the lanes have, and no more";
}

TEST(TimelinePlot, IdleTimeIsCutAndComesBack) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.wait_ms(100'000'000);
    log.work(task, {.seed = 2, .failure_rate = 0});
    testing::Following f(log.events());
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(task);
    TimelinePlot view(f.navigator);
    view.resize(900, 500);
    view.show();
    view.ensure_ready();
    const double whole_s = view.span_s();
    view.set_idle_cut(true);
    EXPECT_LT(view.span_s(), whole_s / 50);
    (void)view.grab();
    view.set_idle_cut(false);
    EXPECT_EQ(view.span_s(), whole_s);
}

TEST(Inspector, ShowsWhatARunningAttemptPrintsUntilSomebodyLooksBack) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    OpenedPages o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(task);
    o.following.navigator.select_run(RunIndex{0});
    auto& source = *o.following.source;
    ASSERT_EQ(source.output_questions.size(), 1u);
    EXPECT_EQ(source.output_questions[0].step.text, "extract");
    source.unanswered_outputs[0](api::OutputPiece{Attempt{1}, "copied 3 files\n", 15, true});
    const auto* output = o.window.findChild<QPlainTextEdit*>(QStringLiteral("output"));
    ASSERT_TRUE(testing::wait_until([&] { return output->toPlainText().contains(QStringLiteral("copied 3 files")); }));
    o.following.navigator.seek(2);
    ASSERT_TRUE(testing::wait_until([&] { return output->toPlainText().isEmpty(); })) << "then nobody knew";
}

TEST(Steering, SaysToAViewerWhatRoleItTakes) {
    testing::FakeLog log = testing::busy_log();
    domain::OperatorAction added;
    added.verb = "add";
    added.target = "eve";
    added.role = domain::OperatorRole::Viewer;
    added.certificate_serial = "1f";
    log.append(domain::EventType::OperatorAdded, no_task, no_run, added);
    testing::Following following(log.events());
    Doors doors;
    doors.self = {OperatorName("eve"), "1f"};
    MainWindow window(following.navigator, {following.source, following.source, following.source, "test"}, doors);
    ASSERT_TRUE(following.take_all());
    following.navigator.open_task(TaskIndex{0});
    following.navigator.select_run(RunIndex{2});
    const auto* rerun = window.shortcuts().find(QStringLiteral("task.rerun"));
    EXPECT_FALSE(rerun->isEnabled());
    EXPECT_EQ(rerun->statusTip().toStdString(), "You are eve with the role viewer; this takes the role operator.");
}

TEST(TwoTruths, WhatTheCenterDidNotKnowIsMarkedInGraphAndMatrix) {
    const testing::CutOff cut;
    OpenedPages o(cut.events);
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(cut.task);
    o.following.navigator.seek_ordinal(static_cast<viewmodels::Ordinal>(cut.heard));
    QAction* marks = o.window.shortcuts().find(QStringLiteral("view.truth_marks"));
    QWidget* pages[] = {o.window.findChild<GraphView*>(), o.window.findChild<MatrixView*>()};
    const char* names[] = {"dag", "matrix"};
    for (int k = 0; k < 2; ++k) {
        marks->setChecked(false);
        o.window.show_view(QString::fromUtf8(names[k]));
        const QImage without = pages[k]->grab().toImage();
        marks->setChecked(true);
        EXPECT_NE(pages[k]->grab().toImage(), without) << names[k];
    }
}

}  // namespace
}  // namespace apollo::gui
