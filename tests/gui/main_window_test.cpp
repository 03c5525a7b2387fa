// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/main_window.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cmath>
#include <set>

#include "app/gui/graph_view.h"
#include "app/gui/notice_bars.h"
#include "app/gui/theme.h"
#include "app/gui/timeline_plot.h"
#include "common/base/random.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

struct OpenedWindow {
    explicit OpenedWindow(const std::vector<domain::Event>& events)
        : following(events), window(following.navigator, session()) {
        window.resize(1200, 800);
        window.show();
    }
    api::Session session() const { return {following.source, following.source, following.source, "test"}; }
    testing::Following following;
    MainWindow window;
};

QAction* action(const MainWindow& window, const char* id) {
    return window.shortcuts().find(QString::fromUtf8(id));
}

TEST(MainWindow, CommandAsksForAReasonNamesTheTaskAndIsSent) {
    OpenedWindow o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{0});
    o.following.navigator.select_run(RunIndex{2});
    ASSERT_TRUE(action(o.window, "task.rerun")->isEnabled());
    bool seen = false;
    QTimer::singleShot(0, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            seen |= label->text().contains(QStringLiteral("nightly-1"));
        QPushButton* sure = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("Rerun"))) sure = button;
        }
        ASSERT_NE(sure, nullptr);
        EXPECT_FALSE(sure->isEnabled()) << "not without a reason";
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("disk replaced"));
        EXPECT_TRUE(sure->isEnabled());
        QTest::mouseClick(sure, Qt::LeftButton);
    });
    action(o.window, "task.rerun")->trigger();
    EXPECT_TRUE(seen);
    ASSERT_EQ(o.following.source->commands.size(), 1u);
    const auto& rerun = std::get<domain::RerunTask>(o.following.source->commands[0]);
    EXPECT_EQ(rerun.task.text, "nightly-1");
    EXPECT_EQ(rerun.why.reason, "disk replaced");
    EXPECT_TRUE(o.window.statusBar()->currentMessage().contains(QStringLiteral("apollo-cli task rerun")));
    o.following.source->unanswered[0](Error{ErrorKind::Refused, "It <b>runs</b> already."});
    QWidget* box = QApplication::activeModalWidget();
    if (box) box->close();
}

TEST(MainWindow, ABarSaysThatEverythingIsPausedUntilItGoesOn) {
    testing::FakeLog log = testing::busy_log();
    log.append(domain::EventType::DispatchPaused, no_task, no_run, domain::OperatorAction{});
    OpenedWindow o(log.events());
    ASSERT_TRUE(o.following.take_all());
    const auto* bar = o.window.findChild<QWidget*>(QStringLiteral("paused-notice"));
    ASSERT_NE(bar, nullptr);
    EXPECT_TRUE(bar->isVisibleTo(&o.window));
    EXPECT_TRUE(action(o.window, "dispatch.resume")->isEnabled());
    EXPECT_FALSE(action(o.window, "dispatch.pause")->isEnabled());
    o.following.navigator.seek(3);
    EXPECT_FALSE(bar->isVisibleTo(&o.window)) << "it was not so then";
}

TEST(MainWindow, ABarSaysThatTheLogIsDamagedUntilSomebodyHasSeenIt) {
    testing::FakeLog log = testing::busy_log();
    domain::Note damage;
    damage.message = "the log is damaged: events 3 to 4 cannot be read";
    damage.first = Position{3};
    damage.last = Position{4};
    log.append(domain::EventType::AlertRaised, no_task, no_run, damage);
    const std::size_t before = log.events().size();
    domain::OperatorAction seen;
    seen.about = log.events().back().header.position;
    log.append(domain::EventType::AlertAcked, no_task, no_run, seen);
    OpenedWindow o(log.events());
    o.following.source->deliver(before);
    o.following.source->say_caught_up();
    const auto* bar = o.window.findChild<NoticeBar*>(QStringLiteral("damage-notice"));
    ASSERT_NE(bar, nullptr);
    EXPECT_TRUE(testing::wait_until([&] { return bar->isVisibleTo(&o.window); }));
    EXPECT_TRUE(bar->text().contains(QStringLiteral("events 3 to 4"))) << bar->text().toStdString();
    ASSERT_TRUE(o.following.take_all());
    EXPECT_FALSE(bar->isVisibleTo(&o.window));
}

TEST(MainWindow, CommandsAreOffFromTheBeginningAndSayWhy) {
    OpenedWindow o({});
    for (const char* id : {"task.rerun", "task.rerun_failed", "task.cancel", "task.amend", "node.drain", "node.revoke", "alert.acknowledge", "letter.drop"}) {
        EXPECT_FALSE(action(o.window, id)->isEnabled()) << id;
        EXPECT_FALSE(action(o.window, id)->statusTip().isEmpty()) << id;
    }
}

TEST(MainWindow, CommandsAreOffInReplayAndSayWhy) {
    OpenedWindow o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(TaskIndex{0});
    o.following.navigator.select_run(RunIndex{0});
    EXPECT_TRUE(action(o.window, "task.rerun")->isEnabled());
    action(o.window, "replay.previous")->trigger();
    EXPECT_TRUE(o.following.navigator.is_replay());
    for (const char* id :
         {"task.rerun", "task.rerun_from", "task.rerun_failed", "task.skip", "task.override", "task.cancel"}) {
        EXPECT_FALSE(action(o.window, id)->isEnabled()) << id;
        EXPECT_TRUE(action(o.window, id)->toolTip().contains(QStringLiteral("replay"))) << id;
    }
    action(o.window, "replay.live")->trigger();
    EXPECT_TRUE(action(o.window, "task.rerun")->isEnabled());
}

TEST(MainWindow, MarkupFromTasksIsShownLiterallyAndDoesNotWidenTheWindow) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    domain::RunEnded ended;
    ended.exit_code = 1;
    ended.message = "<img src=\"file:///tmp/x.png\"><b>big</b> &amp; %1 %2 " + std::string(3000, 'x');
    ended.output_text = "<a href=\"file:///etc/passwd\">x</a>";
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, ended);
    OpenedWindow o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(task);
    o.following.navigator.select_run(RunIndex{1});
    QApplication::processEvents();
    const QSize before = o.window.size();
    const QSize least = o.window.minimumSizeHint();
    o.following.navigator.select_run(RunIndex{0});
    QApplication::processEvents();
    EXPECT_EQ(o.window.size(), before);
    EXPECT_LE(o.window.minimumSizeHint().width(), least.width());
    bool shown = false;
    for (const QLabel* label : o.window.findChildren<QLabel*>()) {
        EXPECT_NE(label->textFormat(), Qt::RichText);
        if (!label->text().contains(QStringLiteral("<b>"))) continue;
        shown = true;
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
        EXPECT_TRUE(label->text().contains(QStringLiteral("%1 %2")));
    }
    EXPECT_TRUE(shown);
    EXPECT_EQ(o.window.findChild<QPlainTextEdit*>(QStringLiteral("output"))->toPlainText().toStdString(), ended.output_text);
}

TEST(MainWindow, LanguageChangesWithoutARestart) {
    OpenedWindow o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    for (const Shortcuts::Entry& entry : o.window.shortcuts().entries()) EXPECT_FALSE(entry.action->text().isEmpty());
    QSignalSpy wanted(&o.window, &MainWindow::language_wanted);
    for (QAction* candidate : o.window.findChildren<QAction*>()) {
        if (candidate->data().toString() == QLatin1String("zh_CN")) candidate->trigger();
    }
    ASSERT_EQ(wanted.count(), 1);
}

TEST(MainWindow, InterruptionIsSaidInTheStatusBar) {
    OpenedWindow o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    o.following.source->interrupt("connection reset by center-1", true);
    bool said = false;
    for (const QLabel* label : o.window.statusBar()->findChildren<QLabel*>())
        said |= label->text().contains(QStringLiteral("reconnecting"));
    EXPECT_TRUE(said);
    EXPECT_TRUE(o.window.statusBar()->currentMessage().contains(QStringLiteral("center-1")));
}

TEST(MainWindow, ALostSourceIsSaidAboveThePagesUntilItIsBack) {
    OpenedWindow o(testing::busy_log().events());
    ASSERT_TRUE(o.following.take_all());
    const auto* bar = o.window.findChild<NoticeBar*>(QStringLiteral("lost-notice"));
    ASSERT_NE(bar, nullptr);
    EXPECT_FALSE(bar->isVisible());
    o.following.source->interrupt("center-1 closed the connection.", true);
    EXPECT_TRUE(bar->isVisible());
    EXPECT_TRUE(bar->text().contains(QStringLiteral("center-1 closed the connection.")));
    EXPECT_TRUE(bar->text().contains(QStringLiteral("reconnecting")));
    o.following.source->deliver_all();
    ASSERT_TRUE(testing::wait_until([&] { return o.following.live.caught_up(); }));
    EXPECT_FALSE(bar->isVisible());
    o.following.source->interrupt("The log is gone.", false);
    EXPECT_TRUE(bar->isVisible());
    EXPECT_FALSE(bar->text().contains(QStringLiteral("reconnecting")));
}

TEST(MainWindow, PagesKeepMostOfASmallWindow) {
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        testing::Following following(testing::busy_log().events());
        MainWindow window(following.navigator, {following.source, following.source, following.source, "test"});
        window.resize(size);
        window.show();
        ASSERT_TRUE(following.take_all());
        following.navigator.open_task(TaskIndex{1});
        following.navigator.seek(20);
        QApplication::processEvents();
        EXPECT_GE(window.centralWidget()->width(), size.width() * 45 / 100) << size.width();
        const auto* tabs = window.findChild<QTabBar*>();
        ASSERT_NE(tabs, nullptr);
        const QRect last = tabs->tabRect(tabs->count() - 1);
        EXPECT_LE(last.right(), tabs->width()) << "the last tab is cut at " << size.width();
    }
}

TEST(MainWindow, LayoutIsRememberedAndAStrangeFileIsIgnored) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("layout.ini"));
    {
        OpenedWindow o({});
        o.window.show_view(QStringLiteral("events"));
        o.window.findChild<QDockWidget*>(QStringLiteral("tasks"))->hide();
        QSettings settings(file, QSettings::IniFormat);
        o.window.layout().write(settings);
    }
    OpenedWindow again({});
    again.window.take_layout(MainWindow::Layout::read(QSettings(file, QSettings::IniFormat)));
    EXPECT_FALSE(again.window.findChild<QDockWidget*>(QStringLiteral("tasks"))->isVisible());
    EXPECT_EQ(again.window.findChild<QTabWidget*>()->currentIndex(), 3);
    QFile strange(file);
    ASSERT_TRUE(strange.open(QIODevice::WriteOnly));
    strange.write("[General]\ndocks=no bytes of ours\npage=kitchen\n");
    strange.close();
    OpenedWindow third({});
    third.window.take_layout(MainWindow::Layout::read(QSettings(file, QSettings::IniFormat)));
    EXPECT_TRUE(third.window.findChild<QDockWidget*>(QStringLiteral("tasks"))->isVisible());
}

TEST(MainWindow, KeysAreUniqueAndEveryOneIsExplained) {
    OpenedWindow o({});
    std::set<QString> keys;
    for (const Shortcuts::Entry& entry : o.window.shortcuts().entries()) {
        EXPECT_FALSE(entry.category().isEmpty());
        if (entry.action->shortcut().isEmpty()) continue;
        EXPECT_TRUE(keys.insert(entry.action->shortcut().toString()).second) << entry.id.toStdString();
    }
    for (const char* key : {"F", "Space", ",", ".", "Home", "End", "Ctrl+F", "?"})
        EXPECT_TRUE(keys.count(QString::fromUtf8(key))) << key;
}

TEST(MainWindow, ScrubbingAHugeTaskRepaintsTheWholeWindowQuickly) {
    testing::FakeLog log;
    log.add_node("a");
    log.add_node("b");
    const TaskIndex task = log.submit(testing::layered_definition("huge", 100, 200, 5), {"a", "b"}, true);
    log.work(task, {.seed = 9, .failure_rate = 0.001, .capacity = 100});
    OpenedWindow o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(task);
    o.window.repaint();
    std::vector<double> frames_ms;
    SeededRandom random(1);
    for (int k = 0; k < 60; ++k) {
        QElapsedTimer clock;
        clock.start();
        o.following.navigator.seek(static_cast<viewmodels::Ordinal>(random.below(o.following.navigator.scope_size())));
        o.window.repaint();
        frames_ms.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    std::sort(frames_ms.begin(), frames_ms.end());
    std::printf("scrubbing 20,000 steps, %zu events: p50 %.1f ms, p99 %.1f ms\n", log.events().size(), frames_ms[30],
                frames_ms[59]);
    EXPECT_LT(frames_ms[30], 250) << "only a wrong order of growth, on any machine";
}

TEST(GraphView, ClickSelectsAndSelectionSurvivesNewEvents) {
    const testing::FakeLog log = testing::busy_log();
    testing::Following f(log.events());
    f.source->deliver(60);
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == 60; }));
    f.navigator.open_task(TaskIndex{1});
    GraphView view(f.navigator);
    view.resize(900, 700);
    view.show();
    view.ensure_layout();
    QTest::keyClick(&view, Qt::Key_Down);
    const auto step = f.navigator.selected_step();
    ASSERT_TRUE(step);
    ASSERT_TRUE(f.take_all());
    EXPECT_EQ(f.navigator.selected_step(), step);
    const double scale = view.scale();
    QTest::keyClick(&view, Qt::Key_Plus);
    EXPECT_GT(view.scale(), scale);
    for (int k = 0; k < 200; ++k) QTest::keyClick(&view, k % 2 == 0 ? Qt::Key_Minus : Qt::Key_Minus);
    EXPECT_GT(view.scale(), 0);
    for (int k = 0; k < 200; ++k) QTest::keyClick(&view, Qt::Key_Plus);
    EXPECT_LT(view.scale(), 10);
    view.fit();
    EXPECT_DOUBLE_EQ(view.scale(), scale);
}

TEST(TimelinePlot, ZoomHasLimitsAndFitAlwaysHelps) {
    for (const bool one_moment : {false, true}) {
        testing::FakeLog log = testing::busy_log();
        testing::FakeLog single;
        single.add_node("n");
        single.submit(testing::pipeline_definition("p"), {"n"}, false);
        testing::Following f(one_moment ? single.events() : log.events());
        ASSERT_TRUE(f.take_all());
        f.navigator.open_task(TaskIndex{0});
        TimelinePlot plot(f.navigator);
        plot.resize(900, 600);
        plot.show();
        plot.ensure_ready();
        plot.fit();
        const double fitted = plot.span_s();
        ASSERT_TRUE(std::isfinite(fitted));
        EXPECT_GT(fitted, 0.9);
        for (int k = 0; k < 200; ++k) plot.zoom(0.5);
        EXPECT_NEAR(plot.span_s(), 0.02, 1e-3);
        for (int k = 0; k < 200; ++k) plot.zoom(2);
        EXPECT_TRUE(std::isfinite(plot.span_s()));
        EXPECT_FALSE(plot.grab().isNull());
        plot.fit();
        EXPECT_NEAR(plot.span_s(), fitted, fitted * 0.01);
        EXPECT_TRUE(std::isfinite(plot.lanes_in_sight()));
    }
}

}  // namespace
}  // namespace apollo::gui
