// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/control_center.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QScreen>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <set>

#include "tests/support/fake_log.h"
#include "tests/support/fake_session.h"

namespace apollo::gui {
namespace {

std::vector<domain::Event> some_events() {
    testing::FakeLog log;
    for (const char* node : {"node-a", "node-b"}) log.add_node(node);
    log.work(log.submit(testing::pipeline_definition("nightly"), {"node-a"}, false), {.seed = 3, .failure_rate = 0});
    log.work(log.submit(testing::layered_definition("weather", 6, 6, 7), {"node-a", "node-b"}, true),
             {.seed = 11, .failure_rate = 0.2});
    return log.events();
}

struct Shot {
    int exit_code = -1;
    QImage image;
};

Shot take(const std::vector<domain::Event>& events, ControlCenter::Options options, bool reachable = true) {
    QTemporaryDir folder;
    options.screenshot_file = folder.filePath(QStringLiteral("shot.png"));
    if (options.size.isEmpty()) options.size = QSize(1100, 700);
    testing::FakeSession fake = testing::make_fake_session(events);
    Shot shot;
    {
        ControlCenter center(fake.session, options);
        center.show();
        QTimer::singleShot(0, [&] {
            if (reachable)
                fake.source->deliver_all();
            else
                fake.source->interrupt("connection refused by localhost:7411", false);
        });
        shot.exit_code = QApplication::exec();
    }
    shot.image = QImage(options.screenshot_file);
    return shot;
}

// A blank window has a handful of colours; a drawn one has text with soft edges.
bool is_drawn(const QImage& image, const QRect& part) {
    std::set<QRgb> colours;
    for (int y = part.top(); y < part.bottom(); y += 2) {
        for (int x = part.left(); x < part.right(); x += 2) colours.insert(image.pixel(x, y));
    }
    return colours.size() > 12;
}

class EveryView : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryView, IsDrawnInBothLanguagesAndThemes) {
    const std::vector<domain::Event> events = some_events();
    std::set<QString> pictures;
    for (const char* language : {"en", "zh_CN"}) {
        for (const char* theme : {"light", "dark"}) {
            ControlCenter::Options options;
            options.open_task = QStringLiteral("weather");
            options.view = QString::fromUtf8(GetParam());
            options.language = QString::fromUtf8(language);
            options.theme = QString::fromUtf8(theme);
            const Shot shot = take(events, options);
            ASSERT_EQ(shot.exit_code, 0);
            ASSERT_EQ(shot.image.size(), QSize(1100, 700));
            EXPECT_TRUE(is_drawn(shot.image, QRect(380, 60, 380, 500))) << GetParam() << language << theme;
            EXPECT_TRUE(is_drawn(shot.image, QRect(0, 0, 1100, 700)));
            const bool dark = QColor(shot.image.pixel(3, shot.image.height() / 2)).lightness() < 128;
            EXPECT_EQ(dark, QLatin1String(theme) == QLatin1String("dark"));
            pictures.insert(
                QString::number(qHashBits(shot.image.constBits(), static_cast<std::size_t>(shot.image.sizeInBytes()))));
        }
    }
    EXPECT_EQ(pictures.size(), 4u) << "language and theme each change the picture";
}

INSTANTIATE_TEST_SUITE_P(Views, EveryView,
                         ::testing::Values("dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"),
                         [](const auto& view) {
                             std::string name = view.param;
                             std::erase(name, '-');
                             return name;
                         });

void choose(QWidget* window, const char* value) {
    for (QAction* action : window->findChildren<QAction*>()) {
        if (action->data().toString() == QLatin1String(value)) return action->trigger();
    }
    FAIL() << "no such choice in the menus: " << value;
}

TEST(ControlCenter, LanguageAndThemeChangeWithoutARestart) {
    testing::FakeSession fake = testing::make_fake_session(some_events());
    ControlCenter::Options options;
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    ControlCenter center(fake.session, options);
    center.show();
    auto* tabs = center.window()->findChild<QTabWidget*>();
    ASSERT_NE(tabs, nullptr);
    EXPECT_EQ(tabs->tabText(0).toStdString(), "Graph");
    choose(center.window(), "zh_CN");
    QApplication::processEvents();
    EXPECT_EQ(tabs->tabText(0).toStdString(), "流程图");
    choose(center.window(), "dark");
    QApplication::processEvents();
    EXPECT_LT(center.window()->palette().color(QPalette::Base).lightness(), 128);
    choose(center.window(), "en");
    QApplication::processEvents();
    EXPECT_EQ(tabs->tabText(0).toStdString(), "Graph");
}

TEST(ControlCenter, WindowWithoutAWantedSizeFitsIntoItsScreen) {
    testing::FakeSession fake = testing::make_fake_session(some_events());
    ControlCenter center(fake.session, {});
    const QSize screen = center.window()->screen()->availableGeometry().size();
    EXPECT_LT(center.window()->width(), screen.width());
    EXPECT_LT(center.window()->height(), screen.height());
    EXPECT_LE(center.window()->width(), 1440);
    ControlCenter::Options options;
    options.size = QSize(700, 500);
    ControlCenter small(fake.session, options);
    EXPECT_EQ(small.window()->size(), QSize(700, 500));
}

TEST(Screenshot, EmptyLogIsDrawnInEveryView) {
    for (const char* view : {"dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"}) {
        ControlCenter::Options options;
        options.view = QString::fromUtf8(view);
        options.language = QStringLiteral("en");
        EXPECT_EQ(take({}, options).exit_code, 0) << view;
    }
}

TEST(Screenshot, LogOfOneMomentIsDrawn) {
    testing::FakeLog log;
    log.add_node("n");
    log.submit(testing::pipeline_definition("one"), {"n"}, false);
    for (const char* view : {"timeline", "dag"}) {
        ControlCenter::Options options;
        options.open_task = QStringLiteral("one");
        options.view = QString::fromUtf8(view);
        EXPECT_EQ(take(log.events(), options).exit_code, 0);
        options.at = QStringLiteral("end");
        EXPECT_EQ(take(log.events(), options).exit_code, 0);
    }
}

TEST(Screenshot, GoesToTheAskedMoment) {
    ControlCenter::Options options;
    options.open_task = QStringLiteral("weather");
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    const Shot live = take(some_events(), options);
    for (const char* at : {"first-failure", "end", "60"}) {
        options.at = QString::fromUtf8(at);
        const Shot then = take(some_events(), options);
        EXPECT_EQ(then.exit_code, 0) << at;
        EXPECT_NE(then.image, live.image) << "a replay is never mistaken for the present: " << at;
    }
}

TEST(Screenshot, SaysNoWhereThereIsNothingToShow) {
    const std::vector<domain::Event> events = some_events();
    const auto code = [&](const char* task, const char* at, const char* view, bool reachable = true) {
        ControlCenter::Options options;
        options.open_task = QString::fromUtf8(task);
        if (*at) options.at = QString::fromUtf8(at);
        options.view = QString::fromUtf8(view);
        return take(events, options, reachable).exit_code;
    };
    EXPECT_EQ(code("no-such-task", "", ""), 1);
    EXPECT_EQ(code("weather", "2", ""), 1) << "before the task";
    EXPECT_EQ(code("nightly", "first-failure", ""), 1) << "nothing has failed";
    EXPECT_EQ(code("weather", "tomorrow", ""), 2);
    EXPECT_EQ(code("weather", "", "kitchen"), 2);
    EXPECT_EQ(code("weather", "", "", false), 3);
    EXPECT_EQ(code("weather", "999999", ""), 0) << "beyond the end is the end";
}

}  // namespace
}  // namespace apollo::gui
