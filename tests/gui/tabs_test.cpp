// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Several sources in one window, and a source that comes to hold another log.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/gui/main_window.h"
#include "app/gui/notice_bars.h"
#include "app/gui/tab_desk.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::gui {
namespace {

using testing::FakeSource;

// Two servers that answer and one that is silent; whatever else is asked for cannot be opened.
struct Site {
    std::map<std::string, std::shared_ptr<FakeSource>> servers{{"alpha:7411", std::make_shared<FakeSource>(testing::busy_log().events())},
                                                               {"beta:7411", std::make_shared<FakeSource>(testing::busy_log().events())},
                                                               {"silent:7411", std::make_shared<FakeSource>()}};

    Doors doors() {
        Doors doors;
        doors.open_source = [this](const std::string& place) -> Result<Source> {
            const auto server = servers.find(place);
            if (server == servers.end()) return Error{ErrorKind::BadInput, "there is no profile " + place};
            return source(place);
        };
        doors.profiles = [] { return std::vector<std::string>{"night-shift"}; };
        return doors;
    }
    Source source(const std::string& place) {
        const auto server = servers.at(place);
        return {{server, server, server, place}, std::make_shared<const Doors>(), {}};
    }
};

struct Desk {
    Site site;
    testing::FixedClock clock;
    TabDesk desk{site.doors(), clock};

    Desk() {
        SourceTab* first = desk.add(site.source("alpha:7411"), {});
        desk.resize(1200, 800);
        desk.show();
        first->start();
        deliver("alpha:7411");
    }
    void deliver(const std::string& place) {
        site.servers.at(place)->deliver_all();
        EXPECT_TRUE(testing::wait_until([&] { return tab_of(place)->live().caught_up(); })) << place;
    }
    SourceTab* tab_of(const std::string& place) {
        for (int k = 0; k < desk.count(); ++k) {
            if (desk.tab(k)->title().toStdString() == place) return desk.tab(k);
        }
        return nullptr;
    }
    QTabBar* bar() { return desk.findChild<QTabBar*>(QStringLiteral("source-tabs")); }
    QAction* action(const char* id) { return desk.current()->window()->shortcuts().find(QString::fromUtf8(id)); }
};

TEST(Tabs, AreNotSeenWhileThereIsOne) {
    Desk d;
    EXPECT_FALSE(d.bar()->isVisible());
    EXPECT_FALSE(d.action("tab.close")->isEnabled());
    EXPECT_FALSE(d.action("tab.next")->isEnabled());
    EXPECT_TRUE(d.action("tab.open")->isEnabled());
    EXPECT_EQ(d.desk.windowTitle(), d.desk.tab(0)->window()->windowTitle());
}

TEST(Tabs, EachHasItsOwnConnectionCursorAndPage) {
    Desk d;
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    ASSERT_EQ(d.desk.count(), 2);
    EXPECT_TRUE(d.bar()->isVisible());
    d.deliver("beta:7411");
    d.tab_of("alpha:7411")->navigator().seek(10);
    EXPECT_TRUE(d.tab_of("alpha:7411")->navigator().is_replay());
    EXPECT_FALSE(d.tab_of("beta:7411")->navigator().is_replay());
    d.tab_of("beta:7411")->window()->show_view(QStringLiteral("events"));
    EXPECT_NE(d.tab_of("alpha:7411")->window()->layout().page, d.tab_of("beta:7411")->window()->layout().page);
    d.site.servers.at("beta:7411")->interrupt("cut", true);
    EXPECT_EQ(d.tab_of("alpha:7411")->live().connection(), viewmodels::LiveModel::Connection::Live);
    EXPECT_NE(d.bar()->tabToolTip(1), d.bar()->tabToolTip(0)) << "the tab says how its connection stands";
    EXPECT_TRUE(d.bar()->tabToolTip(1).contains(QStringLiteral("reconnecting")));
    EXPECT_FALSE(d.bar()->tabIcon(1).isNull());
}

TEST(Tabs, SilentServerHoldsNobodyUp) {
    Desk d;
    ASSERT_TRUE(d.desk.open(QStringLiteral("silent:7411")));
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    d.deliver("beta:7411");
    EXPECT_EQ(d.tab_of("silent:7411")->live().connection(), viewmodels::LiveModel::Connection::Connecting);
    EXPECT_NE(d.tab_of("beta:7411")->navigator().task(), nullptr);
}

TEST(Tabs, AreTurnedOpenedAndClosedByKey) {
    Desk d;
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    d.desk.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&d.desk));
    EXPECT_EQ(d.desk.current()->title().toStdString(), "beta:7411");
    QTest::keyClick(&d.desk, Qt::Key_Tab, Qt::ControlModifier);
    EXPECT_EQ(d.desk.current()->title().toStdString(), "alpha:7411");
    QTest::keyClick(&d.desk, Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(d.desk.current()->title().toStdString(), "beta:7411");
    EXPECT_TRUE(d.desk.windowTitle().contains(QStringLiteral("beta:7411")));
    // The keys of the pages belong to the tab that is shown.
    QTest::keyClick(&d.desk, Qt::Key_4, Qt::ControlModifier);
    EXPECT_EQ(d.tab_of("beta:7411")->window()->layout().page.toStdString(), "events");
    EXPECT_EQ(d.tab_of("alpha:7411")->window()->layout().page.toStdString(), "dag");
    QTest::keyClick(&d.desk, Qt::Key_W, Qt::ControlModifier);
    ASSERT_EQ(d.desk.count(), 1);
    EXPECT_EQ(d.desk.current()->title().toStdString(), "alpha:7411");
    QTest::keyClick(&d.desk, Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(d.desk.count(), 1) << "what the program was started for stays";
}

TEST(Tabs, PlaceIsAskedForAndWhatIsWrongWithItIsSaid) {
    Desk d;
    d.action("tab.open")->trigger();
    auto* dialog = d.desk.findChild<QDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto* place = dialog->findChild<QComboBox*>();
    EXPECT_GE(place->findText(QStringLiteral("night-shift")), 0) << "profiles that exist are offered";
    const auto press = [&](const char* text) {
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String(text)) button->click();
        }
    };
    place->setCurrentText(QStringLiteral("nowhere"));
    press("Open");
    EXPECT_TRUE(dialog->isVisible());
    bool said = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) said |= label->isVisible() && label->text().contains(QStringLiteral("no profile nowhere"));
    EXPECT_TRUE(said);
    place->setCurrentText(QStringLiteral(" beta:7411 "));
    press("Open");
    EXPECT_EQ(d.desk.count(), 2);
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    EXPECT_EQ(d.desk.count(), 2) << "a server that is open already is shown, not opened twice";
}

TEST(Tabs, AreRememberedWithTheirPages) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("layout.ini"));
    {
        Desk d;
        ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
        d.tab_of("beta:7411")->window()->show_view(QStringLiteral("nodes"));
        ASSERT_TRUE(d.desk.open(QStringLiteral("silent:7411")));
        d.desk.show_tab(1);
        d.desk.save_layout(file, true);
    }
    Desk again;
    again.site.servers.erase("silent:7411");
    again.desk.restore_layout(file, true);
    ASSERT_EQ(again.desk.count(), 2) << "a place that is no more is left out";
    EXPECT_EQ(again.desk.current()->title().toStdString(), "beta:7411");
    EXPECT_EQ(again.desk.current()->window()->layout().page.toStdString(), "nodes");
}

TEST(Tabs, WindowOfOneFileNeitherOpensNorForgetsThem) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("layout.ini"));
    {
        Desk d;
        ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
        d.desk.save_layout(file, true);
    }
    {
        Desk one;
        one.desk.restore_layout(file, false);
        EXPECT_EQ(one.desk.count(), 1);
        one.desk.save_layout(file, false);
    }
    Desk again;
    again.desk.restore_layout(file, true);
    EXPECT_EQ(again.desk.count(), 2);
}

TEST(Tabs, FailureElsewhereMarksItsTab) {
    Desk d;
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    d.deliver("beta:7411");
    d.desk.show_tab(0);
    EXPECT_FALSE(d.bar()->tabText(1).startsWith(QLatin1Char('!')));
    d.site.servers.at("beta:7411")->interrupt("cut", true);
    EXPECT_TRUE(d.bar()->tabText(1).startsWith(QLatin1Char('!')));
    d.desk.show_tab(1);
    EXPECT_FALSE(d.bar()->tabText(1).startsWith(QLatin1Char('!'))) << "it was looked at";
}

TEST(Tabs, TaskChosenFromPagesIsOpenedWhenItsEventsHaveCome) {
    Desk d;
    ASSERT_TRUE(d.desk.open(QStringLiteral("beta:7411")));
    SourceTab* tab = d.tab_of("beta:7411");
    Q_EMIT tab->window()->task_wanted(QStringLiteral("nightly-1"));
    EXPECT_EQ(tab->navigator().task(), nullptr);
    d.deliver("beta:7411");
    ASSERT_NE(tab->navigator().task(), nullptr);
    EXPECT_EQ(tab->navigator().task()->id.text, "nightly-1");
}

TEST(ReplacedLog, EverythingIsDroppedLoadedAgainAndSaid) {
    Desk d;
    SourceTab* tab = d.desk.tab(0);
    tab->navigator().open_task(TaskIndex{0});
    tab->window()->show_view(QStringLiteral("events"));
    const auto known = tab->live().history().size();
    const std::string task = tab->navigator().task()->id.text;
    // The backup holds the first task only, and not all of that.
    std::vector<domain::Event> older = testing::busy_log().events();
    older.resize(12);
    d.site.servers.at("alpha:7411")->replace(older, Position{12});
    ASSERT_TRUE(testing::wait_until([&] { return tab->live().replaces().has_value(); }));
    EXPECT_EQ(tab->live().history().size(), 0u) << "what was shown is dropped before anything is loaded";
    d.deliver("alpha:7411");
    EXPECT_EQ(tab->live().history().size(), 12u);
    EXPECT_LT(tab->live().history().size(), known);
    ASSERT_NE(tab->navigator().task(), nullptr);
    EXPECT_EQ(tab->navigator().task()->id.text, task) << "the open task is opened again";
    EXPECT_EQ(tab->window()->layout().page.toStdString(), "events");
    EXPECT_TRUE(tab->window()->isVisible());
    auto* bar = tab->window()->findChild<NoticeBar*>(QStringLiteral("replaced-notice"));
    ASSERT_NE(bar, nullptr);
    EXPECT_TRUE(bar->isVisible());
    EXPECT_TRUE(bar->text().contains(QStringLiteral("went back from position"))) << bar->text().toStdString();
    bar->findChild<QToolButton*>()->click();
    EXPECT_FALSE(bar->isVisible());
}

TEST(ReplacedLog, TaskThatIsNoMoreGivesWayToTheNewest) {
    Desk d;
    SourceTab* tab = d.desk.tab(0);
    tab->navigator().open_task(TaskIndex{2});
    std::vector<domain::Event> older = testing::busy_log().events();
    older.resize(12);
    d.site.servers.at("alpha:7411")->replace(older, Position{12});
    ASSERT_TRUE(testing::wait_until([&] { return tab->live().replaces().has_value(); }));
    d.deliver("alpha:7411");
    ASSERT_TRUE(testing::wait_until([&] { return tab->navigator().task() != nullptr; }));
    EXPECT_EQ(tab->navigator().task_index(), TaskIndex{0});
}

}  // namespace
}  // namespace apollo::gui
