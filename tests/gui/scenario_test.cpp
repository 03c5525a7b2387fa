// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Rows B053, B067 to B072 and B082 of the scenarios: what users of other programs of this kind ran into. Times are only
// asked to be of the right order; figures are apollo-bench's.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <fstream>

#include "app/gui/events_page.h"
#include "app/gui/main_window.h"
#include "app/gui/notice_bars.h"
#include "app/gui/notifier.h"
#include "app/gui/task_panel.h"
#include "app/gui/timeline_plot.h"
#include "app/viewmodels/durations.h"
#include "app/viewmodels/text.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

struct OpenedScenario {
    explicit OpenedScenario(const std::vector<domain::Event>& events)
        : following(events),
          window(following.navigator, {following.source, following.source, following.source, "test"}) {
        window.resize(1200, 800);
        window.show();
    }
    testing::Following following;
    MainWindow window;
};

long resident_kb() {
    std::ifstream file("/proc/self/statm");
    long total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4;
}

testing::FakeLog long_log() {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::fan_definition("long", 12'000), {"n"}, false), {.seed = 8, .failure_rate = 0.1, .capacity = 500});
    return log;
}

TEST(Window, B053LongHistoryLoadsItsRowsOnDemandAndTheTailAtOnce) {
    OpenedScenario o(long_log().events());
    ASSERT_TRUE(o.following.take_all());
    ASSERT_GT(o.following.live.history().size(), 35'000u);
    o.following.navigator.open_task(TaskIndex{0});
    ASSERT_TRUE(o.window.show_view(QStringLiteral("events")));
    QElapsedTimer clock;
    clock.start();
    o.window.ensure_ready();
    (void)o.window.grab();
    EXPECT_LT(clock.elapsed(), 5000);
    const auto* table = o.window.findChild<EventsPage*>()->findChild<QTableView*>();
    ASSERT_EQ(table->model()->rowCount(), static_cast<int>(o.following.navigator.scope_size()));
    EXPECT_EQ(table->rowAt(table->viewport()->height() - 3), table->model()->rowCount() - 1) << "the newest is in sight";
}

TEST(Window, B067WindowAnswersWhileALargeTaskRuns) {
    testing::FakeLog log;
    for (const char* node : {"a", "b", "c"}) log.add_node(node);
    log.work(log.submit(testing::layered_definition("large", 50, 100, 5), {"a", "b", "c"}, true),
             {.seed = 5, .failure_rate = 0.02, .capacity = 50});
    OpenedScenario o(log.events());
    o.following.source->deliver(8);
    ASSERT_TRUE(testing::wait_until([&] { return o.following.live.history().size() == 8; }));
    o.following.navigator.open_task(TaskIndex{0});
    qint64 longest_ms = 0;
    for (int k = 0; k < 60; ++k) {
        QElapsedTimer clock;
        clock.start();
        o.following.source->deliver(20);
        QTest::keyClick(o.window.findChild<TaskPanel*>()->findChild<QLineEdit*>(), Qt::Key_L);
        QApplication::processEvents();
        longest_ms = std::max(longest_ms, clock.elapsed());
    }
    EXPECT_LT(longest_ms, 2000) << "only a wrong order of growth, on any machine";
    EXPECT_EQ(o.window.findChild<TaskPanel*>()->findChild<QLineEdit*>()->text().size(), 60) << "no letter is lost";
}

TEST(Window, B068ClosedWindowsAndSwitchedPagesGiveTheirMemoryBack) {
    const std::vector<domain::Event> events = testing::busy_log().events();
    testing::Following following(events);
    ASSERT_TRUE(following.take_all());
    following.navigator.open_task(TaskIndex{1});
    const auto round = [&] {
        MainWindow window(following.navigator, {following.source, following.source, following.source, "test"});
        window.resize(900, 600);
        window.show();
        for (const char* view : {"matrix", "timeline", "events", "nodes", "dag"}) {
            window.show_view(QString::fromUtf8(view));
            QApplication::processEvents();
        }
    };
    for (int k = 0; k < 5; ++k) round();
    const long before_kb = resident_kb();
    for (int k = 0; k < 20; ++k) round();
    EXPECT_LT(resident_kb() - before_kb, 24 * 1024) << "twenty windows were opened and closed";
}

TEST(Window, B069SelectionFilterAndScrollStayWhileRowsCome) {
    testing::FakeLog log;
    log.add_node("n");
    for (int k = 0; k < 150; ++k) log.submit(testing::pipeline_definition("task-" + std::to_string(k)), {"n"}, false);
    const std::size_t first = log.events().size();
    for (int k = 150; k < 300; ++k) log.submit(testing::pipeline_definition("task-" + std::to_string(k)), {"n"}, false);
    OpenedScenario o(log.events());
    o.following.source->deliver(first);
    ASSERT_TRUE(testing::wait_until([&] { return o.following.live.history().size() == first; }));
    QApplication::processEvents();
    auto* panel = o.window.findChild<TaskPanel*>();
    auto* table = panel->findChild<QTableView*>();
    QTest::keyClicks(panel->findChild<QLineEdit*>(), QStringLiteral("task"));
    table->selectRow(120);
    const QString chosen = table->currentIndex().siblingAtColumn(0).data().toString();
    const TaskIndex task = o.following.navigator.task_index();
    while (o.following.live.history().size() < log.events().size()) {
        const auto size = o.following.live.history().size();
        o.following.source->deliver(5);
        ASSERT_TRUE(testing::wait_until([&] { return o.following.live.history().size() > size; }));
        QApplication::processEvents();
    }
    EXPECT_EQ(table->currentIndex().siblingAtColumn(0).data().toString(), chosen);
    EXPECT_EQ(o.following.navigator.task_index(), task);
    EXPECT_EQ(panel->findChild<QLineEdit*>()->text().toStdString(), "task");
    o.following.navigator.seek_position(Position{5});
    EXPECT_EQ(o.following.navigator.task_index(), task) << "what is not there then does not slide to a neighbour";
}

TEST(Window, B070DurationsCountDaysSkewAndTheUnknown) {
    using viewmodels::elapsed;
    using viewmodels::elapsed_text;
    const WallTime evening{1772481600000};  // 2026-03-02 20:00 UTC
    const auto after = [&](std::int64_t ms) { return WallTime{evening.ms + ms}; };
    constexpr std::int64_t hour = 3600 * 1000;
    const auto text = [&](WallTime ended, bool runs = false, WallTime now = {}) {
        return elapsed_text(elapsed(evening, ended, runs, now)).toStdString();
    };
    EXPECT_EQ(text(after(16 * hour)), "16 h");
    EXPECT_EQ(text(after(26 * hour)), "26 h");
    EXPECT_EQ(text({}, true, after(25 * hour)), "25 h");
    EXPECT_EQ(elapsed_text(elapsed({}, after(hour), false, {})).toStdString(), "—");
    EXPECT_EQ(text({}), "—");
    EXPECT_EQ(elapsed(evening, after(-5000), false, {}).kind, viewmodels::Elapsed::Kind::Skewed);
    EXPECT_EQ(text(evening), "0 ms");
    EXPECT_EQ(text(after(400 * 24 * hour)), "400 d");
    EXPECT_EQ(text(after(27 * 24 * hour + hour)), "27 d 1 h") << "elapsed time, whatever the clocks of people did";
}

TEST(Window, B071AnAxisOfNoLengthIsDrawnZoomedAndFitted) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    log.append_of_agent(domain::EventType::Succeeded, RunIndex{0}, Attempt{1}, domain::RunEnded{});
    OpenedScenario o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(task);
    o.window.show_view(QStringLiteral("timeline"));
    auto* plot = o.window.findChild<TimelinePlot*>();
    plot->ensure_ready();
    for (int k = 0; k < 200; ++k) plot->zoom(k % 2 == 0 ? 0.5 : 0.4);
    EXPECT_TRUE(std::isfinite(plot->span_s()));
    EXPECT_GT(plot->span_s(), 0);
    for (int k = 0; k < 200; ++k) plot->zoom(2);
    EXPECT_TRUE(std::isfinite(plot->span_s()));
    o.following.navigator.seek(0);
    o.following.navigator.seek(o.following.navigator.scope_size());
    EXPECT_FALSE(plot->grab().isNull());
    plot->fit();
    EXPECT_GT(plot->span_s(), 0.5);
}

TEST(Window, B072ReplayOfAnOldTaskShowsItsOwnStepsAndNothingFromLater) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex v1 = log.submit(testing::pipeline_definition("v1"), {"n"}, false);
    log.append(domain::EventType::Dispatched, v1, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    const std::size_t before_retry = log.events().size();
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, domain::RunEnded{});
    log.append(domain::EventType::RetryScheduled, v1, RunIndex{0}, domain::RetryScheduled{1000, 1});
    log.submit(testing::fan_definition("v2", 3), {"n"}, false);
    OpenedScenario o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(v1);
    o.following.navigator.select_run(RunIndex{0});
    const auto picture = [&](std::size_t events) {
        o.following.navigator.seek_ordinal(static_cast<viewmodels::Ordinal>(events - 1));
        o.window.ensure_ready();
        return o.window.grab().toImage();
    };
    (void)picture(log.events().size());
    const QImage backwards = picture(before_retry);
    const auto* bar = o.window.findChild<NoticeBar*>(QStringLiteral("replay-notice"));
    EXPECT_TRUE(bar->isVisible());
    EXPECT_EQ(o.following.navigator.task()->plan->steps.size(), 5u) << "the old definition";
    for (const QLabel* label : o.window.findChildren<QLabel*>())
        EXPECT_FALSE(label->isVisible() && label->text().contains(QStringLiteral("Retrying"))) << label->text().toStdString();
    EXPECT_FALSE(o.window.shortcuts().find(QStringLiteral("task.cancel"))->isEnabled());
    (void)picture(3);
    EXPECT_EQ(picture(before_retry), backwards) << "the same picture, whichever way one comes";
}

TEST(Window, B082MarkupIsShownAsItIsInDialogsTablesTooltipsAndNotices) {
    const std::string markup = "<img src=\"file:///tmp/x.png\"><b>big</b> &amp; %1 %2";
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    domain::RunEnded ended;
    ended.message = markup;
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, ended);
    OpenedScenario o(log.events());
    ASSERT_TRUE(o.following.take_all());
    o.following.navigator.open_task(task);
    o.following.navigator.select_run(RunIndex{0});
    o.following.source->interrupt(markup, true);
    const auto* bar = o.window.findChild<NoticeBar*>(QStringLiteral("lost-notice"));
    EXPECT_TRUE(bar->text().contains(QString::fromStdString(markup)));
    QApplication::processEvents();
    for (const QLabel* label : o.window.findChildren<QLabel*>()) EXPECT_NE(label->textFormat(), Qt::RichText);
    for (const QWidget* widget : o.window.findChildren<QWidget*>())
        EXPECT_FALSE(widget->toolTip().contains(QStringLiteral("<b>big"))) << "a tooltip with markup is escaped";
}

TEST(Notifier, TellsOfFailuresThatHappenNowAndNotOfHistory) {
    testing::FakeLog log;
    log.add_node("n");
    log.work(log.submit(testing::pipeline_definition("old"), {"n"}, false), {.seed = 1, .failure_rate = 1});
    const std::size_t history = log.events().size();
    log.work(log.submit(testing::pipeline_definition("new"), {"n"}, false), {.seed = 1, .failure_rate = 1});
    testing::Following f(log.events());
    QWidget window;
    Notifier notifier(f.live, QStringLiteral("site-a:7411"), &window);
    QStringList notices;
    QObject::connect(&notifier, &Notifier::noticed, [&](const QString& title, const QString& text) { notices << title + text; });
    f.source->deliver(history);
    ASSERT_TRUE(testing::wait_until([&] { return f.live.history().size() == history; }));
    EXPECT_TRUE(notices.isEmpty()) << "the past is no news";
    f.source->deliver(0);
    f.source->say_caught_up();
    ASSERT_TRUE(testing::wait_until([&] { return f.live.caught_up(); }));
    ASSERT_TRUE(f.take_all());
    QApplication::processEvents();
    ASSERT_EQ(notices.size(), 1);
    EXPECT_TRUE(notices[0].contains(QStringLiteral("site-a:7411: new"))) << "the notice says where";
    f.source->interrupt("gone", true);
    EXPECT_EQ(notices.size(), 2);
}

TEST(Notifier, TellsOfAlertsThatAreRaisedNow) {
    testing::FakeLog log;
    log.add_node("n");
    domain::Note old, fresh;
    old.key = "old";
    old.message = "an old trouble";
    fresh.key = "queue";
    fresh.message = "nothing new is started";
    log.append(domain::EventType::AlertRaised, no_task, no_run, old);
    const std::size_t history = log.events().size();
    log.append(domain::EventType::AlertRaised, no_task, no_run, fresh);
    testing::Following f(log.events());
    QWidget window;
    Notifier notifier(f.live, QStringLiteral("site-a:7411"), &window);
    QStringList notices;
    QObject::connect(&notifier, &Notifier::noticed, [&](const QString&, const QString& text) { notices << text; });
    f.source->deliver(history);
    f.source->say_caught_up();
    ASSERT_TRUE(testing::wait_until([&] { return f.live.caught_up(); }));
    EXPECT_TRUE(notices.isEmpty()) << "that was raised before anybody looked";
    ASSERT_TRUE(f.take_all());
    ASSERT_EQ(notices.size(), 1);
    EXPECT_EQ(notices[0].toStdString(), "site-a:7411: nothing new is started");
}

TEST(Times, AreShownInUtcOrLocalByChoice) {
    const WallTime time{1772438400000};
    viewmodels::show_times_in(viewmodels::TimeZone::Utc);
    EXPECT_EQ(viewmodels::time_text(time).toStdString(), "2026-03-02 08:00:00Z");
    viewmodels::show_times_in(viewmodels::TimeZone::Local);
    EXPECT_FALSE(viewmodels::time_text(time).endsWith(QLatin1Char('Z')));
}

}  // namespace
}  // namespace apollo::gui
