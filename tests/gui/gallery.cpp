// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Developer program: renders the window with made-up data into a folder, for looking at.
//     gui_gallery FOLDER [NAME-PART [WIDTH HEIGHT]]
//     gui_gallery FOLDER --all [WIDTH HEIGHT]             every page in both languages and all themes
//     gui_gallery FOLDER --shows [WIDTH HEIGHT DATA-FOLDER [NAME-PART]]    pages of tasks as they are in life; DATA-FOLDER:
//                                                         real workflows (wfformat/, graphs/)
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QTimer>
#include <QWidget>
#include <map>

#include "app/gui/control_center.h"
#include "common/base/clock.h"
#include "tests/gui/gallery_shows.h"
#include "tests/support/fake_log.h"
#include "tests/support/fake_session.h"
#include "tests/unit/viewmodels/upgraded.h"

namespace {

using namespace apollo;

std::vector<domain::Event> busy() {
    testing::FakeLog log;
    for (const char* node : {"node-a", "node-b", "node-c", "node-d"}) log.add_node(node);
    log.work(log.submit(testing::pipeline_definition("nightly-import-1772431200-7f3a"), {"node-a"}, false),
             {.seed = 3, .failure_rate = 0});
    log.wait_ms(600'000);
    log.work(log.submit(testing::fan_definition("thumbnails-2026-03-02", 400), {"node-a", "node-b", "node-c"}, true),
             {.seed = 5, .failure_rate = 0.02});
    log.wait_ms(60'000);
    log.work(
        log.submit(testing::pipeline_definition("rollout-everywhere"), {"node-a", "node-b", "node-c", "node-d"}, false),
        {.seed = 6, .failure_rate = 0.35});
    testing::upgrade_agents(log, {"node-b", "node-c", "node-d"});
    const TaskIndex layered = log.submit(testing::layered_definition("weather-200", 14, 14, 7),
                                         {"node-a", "node-b", "node-c", "node-d"}, true);
    log.work(layered, {.seed = 12, .failure_rate = 0.1, .share = 0.6});
    const auto note = [](const char* message, const char* key) {
        domain::Note made;
        made.message = message;
        made.key = key;
        return made;
    };
    log.append(domain::EventType::AlertRaised, no_task, no_run, note("10 % of the attempts of the last 5 minutes failed, for 5 minutes", "failure-rate"));
    domain::OperatorAction seen;
    seen.verb = "acknowledge";
    seen.operator_name = OperatorName("alice");
    seen.about = log.events().back().header.position;
    log.append(domain::EventType::AlertAcked, no_task, no_run, seen);
    log.wait_ms(90'000);
    log.append(domain::EventType::BreakerOpened, no_task, no_run, note("200 attempts in a row failed", "node:node-c"));
    log.append(domain::EventType::AlertRaised, no_task, no_run,
               note("breaker node:node-c is open: 200 attempts in a row failed; nothing of node:node-c is dispatched until one on trial succeeds", "breaker:node:node-c"));
    domain::DeadLettered letter;
    letter.reason = "task rollout-2025 is not known here";
    letter.type = domain::EventType::Failed;
    letter.task = TaskId("rollout-2025");
    letter.step = StepName("verify");
    letter.ended.exit_code = 3;
    letter.ended.message = "cannot read /srv/data/index: No such file or directory";
    log.append(domain::EventType::DeadLettered, no_task, no_run, letter);
    log.work(log.submit(testing::pipeline_definition("nightly-import-1772517600-91bc"), {"node-b", "node-d"}, false), {.seed = 8, .failure_rate = 0, .share = 0.4});
    log.append_of_node(domain::EventType::NodeLost, "node-d");
    return log.events();
}

std::vector<domain::Event> huge() {
    testing::FakeLog log;
    for (const char* node : {"node-a", "node-b", "node-c", "node-d"}) log.add_node(node);
    log.work(log.submit(testing::layered_definition("reanalysis-20k", 100, 200, 7),
                        {"node-a", "node-b", "node-c", "node-d"}, true),
             {.seed = 12, .failure_rate = 0.03, .capacity = 40, .share = 0.7});
    return log.events();
}

// It went well: the alarm, and what follows from it, is needed nowhere.
std::vector<domain::Event> guarded() {
    testing::FakeLog log;
    for (const char* node : {"node-a", "node-b"}) log.add_node(node);
    domain::TaskDefinition definition = testing::pipeline_definition("import-with-alarm");
    domain::StepDefinition alarm = definition.steps.back(), tidy = alarm;
    alarm.name = StepName("raise-alarm");
    alarm.depends_on = {StepName("load"), StepName("report")};
    alarm.trigger = domain::Trigger::AnyFailed;
    tidy.name = StepName("tidy-after-alarm");
    tidy.depends_on = {alarm.name};
    definition.steps.push_back(alarm);
    definition.steps.push_back(tidy);
    log.work(log.submit(definition, {"node-a", "node-b"}, false), {.seed = 3, .failure_rate = 0});
    definition.task_id = TaskId("import-with-alarm-2");
    log.work(log.submit(definition, {"node-a", "node-b"}, false), {.seed = 4, .failure_rate = 0, .share = 0.4});
    return log.events();
}

struct Picture {
    const char* name;
    const std::vector<domain::Event>* events;
    const char* task;
    const char* view;
    const char* at;
    const char* language;
    const char* theme;
};

// As if it had just happened; what has not ended would otherwise be hours of nothing.
std::vector<domain::Event> just_happened(std::vector<domain::Event> events) {
    if (events.empty()) return events;
    const std::int64_t late_ms = SystemClock().now().wall.ms - events.back().header.recorded_time.ms - 4000;
    for (domain::Event& event : events) {
        event.header.recorded_time.ms += late_ms;
        if (event.header.origin_time.known()) event.header.origin_time.ms += late_ms;
    }
    return events;
}

int draw(const QString& folder, const Picture& picture, QSize size) {
    testing::FakeSession fake = testing::make_fake_session(just_happened(*picture.events));
    gui::ControlCenter::Options options;
    options.open_task = QString::fromUtf8(picture.task);
    options.view = QString::fromUtf8(picture.view);
    if (*picture.at) options.at = QString::fromUtf8(picture.at);
    options.language = QString::fromUtf8(picture.language);
    options.theme = QString::fromUtf8(picture.theme);
    options.size = size;
    options.screenshot_file = folder + QLatin1Char('/') + QString::fromUtf8(picture.name) + QStringLiteral(".png");
    gui::ControlCenter center(fake.session, options);
    center.show();
    QTimer::singleShot(0, [&] { fake.source->deliver_all(); });
    return QApplication::exec();
}

int draw_all(const QString& folder, const std::vector<domain::Event>& events, QSize size) {
    for (const char* view : {"dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"}) {
        for (const char* language : {"en", "zh_CN"}) {
            for (const char* theme : {"light", "dark", "contrast"}) {
                const std::string name = std::string(view) + "-" + language + "-" + theme;
                const Picture picture{name.c_str(), &events, "weather-200", view, "", language, theme};
                if (draw(folder, picture, size) != 0) return 1;
            }
        }
    }
    return 0;
}

// Each page once, in turn in English and Chinese, light and dark.
int draw_shows(const QString& folder, QSize size, const std::string& data_folder, const QString& part) {
    int turn = 0;
    for (const gallery::Show& show : gallery::make_shows(data_folder)) {
        for (const char* view : {"dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"}) {
            const std::string name = show.name + "-" + view;
            const char* theme = ++turn % 2 == 0 ? "dark" : "light";
            const Picture picture{name.c_str(), &show.events, show.task.c_str(), view, show.at.c_str(), turn % 4 < 2 ? "en" : "zh_CN", theme};
            if (QString::fromStdString(name).contains(part) && draw(folder, picture, size) != 0) return 1;
        }
    }
    return 0;
}

// A modal dialog of the window, by the menu action that opens it.
void draw_dialog(const QString& file, const std::vector<domain::Event>& events, const char* action_id,
                 const char* language, const char* theme, bool in_replay = false) {
    testing::FakeSession fake = testing::make_fake_session(just_happened(events));
    gui::ControlCenter::Options options;
    options.open_task = QStringLiteral("rollout-everywhere");
    options.at = QStringLiteral("first-failure");
    options.language = QString::fromUtf8(language);
    options.theme = QString::fromUtf8(theme);
    gui::ControlCenter center(fake.session, options);
    center.show();
    QTimer::singleShot(0, [&] { fake.source->deliver_all(); });
    QTimer::singleShot(600, [&] {
        if (!in_replay) center.window()->findChild<QAction*>(QStringLiteral("replay.live"))->trigger();
        QTimer::singleShot(200, [&] {
            for (QWidget* dialog : QApplication::topLevelWidgets()) {
                if (!dialog->isVisible() || !dialog->inherits("QDialog")) continue;
                dialog->grab().save(file);
                dialog->close();
            }
            QApplication::exit(0);
        });
        center.window()->findChild<QAction*>(QString::fromUtf8(action_id))->trigger();
    });
    QApplication::exec();
}

// Three servers: one answers, one is lost, one went back to a backup.
void draw_tabs(const QString& folder, const std::vector<domain::Event>& events, const char* language, const char* theme, bool shows_lost) {
    std::map<std::string, testing::FakeSession> servers;
    for (const char* name : {"north.example:7411", "south.example:7411"}) servers[name] = testing::make_fake_session(just_happened(events), name);
    testing::FakeSession first = testing::make_fake_session(just_happened(events), "localhost:7411");
    gui::Doors doors;
    doors.open_source = [&](const std::string& place) -> Result<gui::Source> {
        return gui::Source{servers.at(place).session, std::make_shared<const gui::Doors>(), {}};
    };
    gui::ControlCenter::Options options;
    options.language = QString::fromUtf8(language);
    options.theme = QString::fromUtf8(theme);
    options.size = QSize(1440, 900);
    gui::ControlCenter center(first.session, options, doors);
    center.show();
    for (const auto& [name, server] : servers) (void)center.open_tab(QString::fromStdString(name));
    QTimer::singleShot(0, [&] {
        first.source->deliver_all();
        for (auto& [name, server] : servers) server.source->deliver_all();
        QTimer::singleShot(500, [&] {
            std::vector<domain::Event> older = just_happened(events);
            older.resize(older.size() / 2);
            first.source->replace(older, older.back().header.position);
            servers.at("south.example:7411").source->interrupt("the connection to the orchestrator ended: the remote host closed the connection", true);
            QTimer::singleShot(100, [&] { first.source->deliver_all(); });
            QTimer::singleShot(1200, [&] {
                if (shows_lost) center.window()->findChild<QAction*>(QStringLiteral("tab.previous"))->trigger();
                QApplication::processEvents();
                center.window()->grab().save(folder + QStringLiteral("/tabs-%1-%2.png").arg(QString::fromUtf8(language), QString::fromUtf8(theme)));
                QApplication::exit(0);
            });
        });
    });
    QApplication::exec();
}

// A long log is on its way: the list of tasks is there already.
void draw_pages(const QString& file, const std::vector<domain::Event>& events) {
    testing::FakeSession fake = testing::make_fake_session(just_happened(events), "far-away.example:7411");
    gui::ControlCenter::Options options;
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    options.size = QSize(1440, 900);
    gui::ControlCenter center(fake.session, options);
    center.show();
    QTimer::singleShot(0, [&] { fake.source->deliver(40); });
    QTimer::singleShot(700, [&] {
        api::TaskPage page;
        page.more = true;
        for (std::uint32_t k = 0; k < 200; ++k) {
            const auto status = k % 9 == 4 ? domain::TaskStatus::Failed : k < 3 ? domain::TaskStatus::Running : domain::TaskStatus::Succeeded;
            page.tasks.push_back({TaskIndex{100'000 - k}, TaskId{"nightly-import-" + std::to_string(100'000 - k)}, IntentName{"nightly-import"}, status,
                                  OperatorName{"alice"}, WallTime{1772431200000}, k < 3 ? WallTime{} : WallTime{1772431200000 + 95'000}, 12, k < 3 ? 5u : 12u});
        }
        if (!fake.source->unanswered_tasks.empty()) fake.source->unanswered_tasks.back()(page);
        QTimer::singleShot(200, [&] {
            center.window()->grab().save(file);
            QApplication::exit(0);
        });
    });
    QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const QStringList arguments = QApplication::arguments();
    const QString folder = arguments.value(1, QStringLiteral("."));
    QDir().mkpath(folder);
    const std::vector<domain::Event> some = busy(), many = huge(), alarmed = guarded(), none;
    const QSize size = arguments.size() > 4 ? QSize(arguments[3].toInt(), arguments[4].toInt()) : QSize(1440, 900);
    if (arguments.value(2) == QLatin1String("--all")) return draw_all(folder, some, size);
    if (arguments.value(2) == QLatin1String("--shows"))
        return draw_shows(folder, size, arguments.value(5).toStdString(), arguments.value(6));
    const char* pipeline = "nightly-import-1772431200-7f3a";
    const Picture pictures[] = {
        {"pipeline-dag-light-en", &some, pipeline, "dag", "", "en", "light"},
        {"everywhere-dag-dark-en", &some, "rollout-everywhere", "dag", "first-failure", "en", "dark"},
        {"everywhere-matrix-light-zh", &some, "rollout-everywhere", "matrix", "", "zh_CN", "light"},
        {"fan-dag-light-en", &some, "thumbnails-2026-03-02", "dag", "", "en", "light"},
        {"layered-dag-light-zh", &some, "weather-200", "dag", "", "zh_CN", "light"},
        {"layered-dag-dark-en", &some, "weather-200", "dag", "first-failure", "en", "dark"},
        {"layered-matrix-dark-zh", &some, "weather-200", "matrix", "", "zh_CN", "dark"},
        {"layered-timeline-dark-en", &some, "weather-200", "timeline", "", "en", "dark"},
        {"pipeline-timeline-dark-en", &some, "rollout-everywhere", "timeline", "", "en", "dark"},
        {"layered-timeline-light-replay", &some, "weather-200", "timeline", "1500", "en", "light"},
        {"layered-events-dark-zh", &some, "weather-200", "events", "first-failure", "zh_CN", "dark"},
        {"silent-dag-light-en", &some, "nightly-import-1772517600-91bc", "dag", "", "en", "light"},
        {"silent-matrix-dark-zh", &some, "nightly-import-1772517600-91bc", "matrix", "", "zh_CN", "dark"},
        {"nodes-light-en", &some, "", "nodes", "", "en", "light"},
        {"alerts-dark-en", &some, "", "alerts", "", "en", "dark"},
        {"letters-light-zh", &some, "", "dead-letters", "", "zh_CN", "light"},
        {"empty-dag-light-en", &none, "", "dag", "", "en", "light"},
        {"empty-nodes-dark-zh", &none, "", "nodes", "", "zh_CN", "dark"},
        {"empty-timeline-light-en", &none, "", "timeline", "", "en", "light"},
        {"alarm-dag-light-en", &alarmed, "import-with-alarm", "dag", "", "en", "light"},
        {"alarm-matrix-dark-zh", &alarmed, "import-with-alarm", "matrix", "", "zh_CN", "dark"},
        {"alarm-dag-contrast-en", &alarmed, "import-with-alarm-2", "dag", "", "en", "contrast"},
        {"huge-dag-dark-en", &many, "reanalysis-20k", "dag", "", "en", "dark"},
        {"huge-timeline-light-zh", &many, "reanalysis-20k", "timeline", "", "zh_CN", "light"},
    };
    for (const Picture& picture : pictures) {
        if (!QString::fromUtf8(picture.name).contains(arguments.value(2))) continue;
        if (draw(folder, picture, size) != 0) return 1;
    }
    if (QStringLiteral("pages").contains(arguments.value(2))) draw_pages(folder + QStringLiteral("/pages-en-light.png"), some);
    if (QStringLiteral("tabs").contains(arguments.value(2))) {
        draw_tabs(folder, some, "en", "light", false);
        draw_tabs(folder, some, "zh_CN", "dark", true);
    }
    if (arguments.size() > 2 && !QStringLiteral("dialog").contains(arguments.value(2))) return 0;
    draw_dialog(folder + QStringLiteral("/dialog-help-light-en.png"), some, "view.help", "en", "light");
    draw_dialog(folder + QStringLiteral("/dialog-compare-light-en.png"), some, "view.compare", "en", "light");
    draw_dialog(folder + QStringLiteral("/dialog-truths-light-zh.png"), some, "view.two_truths", "zh_CN", "light", true);
    draw_dialog(folder + QStringLiteral("/dialog-commands-dark-zh.png"), some, "find.action", "zh_CN", "dark");
    draw_dialog(folder + QStringLiteral("/dialog-override-dark-zh.png"), some, "task.override", "zh_CN", "dark");
    return 0;
}
