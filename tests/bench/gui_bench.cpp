// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The window against its targets. Every figure is of this machine and this build; rivals are measured where the program
// they need is installed.
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "app/gui/control_center.h"
#include "app/gui/graph_view.h"
#include "app/gui/main_window.h"
#include "app/viewmodels/navigator.h"
#include "common/base/random.h"
#include "tests/bench/bench.h"
#include "tests/bench/bench_source.h"
#include "tests/support/fake_log.h"
#include "tests/support/fake_session.h"

namespace apollo::bench {

namespace {

using viewmodels::Ordinal;

double ms_of(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

struct Samples {
    std::vector<double> values;
    double at(double share) {
        std::sort(values.begin(), values.end());
        return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
    }
};

void say(const char* what, double value, const char* unit, double target) {
    std::printf("%-62s %10.3f %-3s target <= %-8g %s\n", what, value, unit, target, value <= target ? "met" : "MISSED");
    std::fflush(stdout);
}

long resident_mb() {
    std::ifstream file("/proc/self/statm");
    long total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4 / 1024;
}

struct World {
    explicit World(std::shared_ptr<api::EventSource> source) : live(std::move(source)), navigator(live, clock) {
        live.start();
    }
    void settle() {
        while (!live.caught_up()) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    SystemClock clock;
    viewmodels::LiveModel live;
    viewmodels::Navigator navigator;
};

void measure_long_history(std::uint64_t events) {
    constexpr std::uint32_t runs = 100'000;
    auto source = std::make_shared<LongSource>(runs, events);
    World world(source);
    QElapsedTimer clock;
    double making_ms = 0;
    clock.start();
    for (bool more = true; more;) {
        QElapsedTimer making;
        making.start();
        more = source->deliver(65536);
        making_ms += ms_of(making);
        QCoreApplication::processEvents();
    }
    source->say_end();
    world.settle();
    world.navigator.open_task(TaskIndex{0});
    char title[100];
    std::snprintf(title, sizeof title, "open a history of %.0f million events, 100,000 runs", static_cast<double>(events) / 1e6);
    say(title, ms_of(clock) - making_ms, "ms", 500);
    viewmodels::StatusCursor cursor(world.live.timeline());
    SeededRandom random(1);
    Samples seeks;
    for (int k = 0; k < 2000; ++k) {
        const auto to = static_cast<Ordinal>(random.below(events));
        QElapsedTimer one;
        one.start();
        cursor.seek(to);
        seeks.values.push_back(ms_of(one) * 1000);
    }
    say("random seek, state of 100,000 runs, p50", seeks.at(0.5), "us", 50);
    say("random seek, state of 100,000 runs, p99", seeks.at(0.99), "us", 50);
    std::printf("%-62s %10ld MB\n", "memory with it all indexed", resident_mb());
}

std::vector<domain::Event> huge_history() {
    testing::FakeLog log;
    for (const char* node : {"node-a", "node-b", "node-c", "node-d"}) log.add_node(node);
    const TaskIndex task = log.submit(testing::layered_definition("huge", 100, 200, 7),
                                      {"node-a", "node-b", "node-c", "node-d"}, true);
    log.work(task, {.seed = 9, .failure_rate = 0.01, .capacity = 100});
    return log.events();
}

struct Opened {
    explicit Opened(const std::vector<domain::Event>& events)
        : fake(testing::make_fake_session(events)), world(fake.source), window(world.navigator, fake.session) {
        window.resize(1600, 900);
        window.show();
        fake.source->deliver_all();
        world.settle();
        world.navigator.open_task(TaskIndex{0});
        QCoreApplication::processEvents();
    }
    testing::FakeSession fake;
    World world;
    gui::MainWindow window;
};

void measure_scrubbing(Opened& opened, const char* view) {
    opened.window.show_view(QString::fromUtf8(view));
    opened.window.ensure_ready();
    viewmodels::Navigator& navigator = opened.world.navigator;
    SeededRandom random(1);
    Samples jumps, drags;
    Ordinal at = 0;
    for (int k = 0; k < 400; ++k) {
        const bool jump = k % 2 == 0;
        at = jump ? static_cast<Ordinal>(random.below(navigator.scope_size())) : at + 40;
        QElapsedTimer clock;
        clock.start();
        navigator.seek(at);
        QCoreApplication::processEvents();
        (jump ? jumps : drags).values.push_back(ms_of(clock));
    }
    const std::string name = std::string("scrub the whole window, 20,000 steps, page ") + view;
    say((name + ", p50").c_str(), drags.at(0.5), "ms", 2);
    say((name + ", p99").c_str(), drags.at(0.99), "ms", 8);
    say((name + ", random jump p50").c_str(), jumps.at(0.5), "ms", 8);
}

void measure_recolour(Opened& opened) {
    gui::GraphView view(opened.world.navigator);
    view.resize(1600, 900);
    view.show();
    view.ensure_layout();
    view.repaint();
    Samples frames;
    for (int k = 0; k < 100; ++k) {
        QElapsedTimer clock;
        clock.start();
        view.repaint();
        frames.values.push_back(ms_of(clock));
    }
    say("recolour 20,000 steps (paint the graph again), p50", frames.at(0.5), "ms", 1);
}

void measure_feed(Opened& opened) {
    testing::FakeLog log;
    log.add_node("n");
    const TaskIndex task = log.submit(testing::layered_definition("feed", 100, 500, 3), {"n"}, true);
    log.work(task, {.seed = 4, .failure_rate = 0.01, .capacity = 2000});
    testing::FakeSession fake = testing::make_fake_session(log.events());
    World world(fake.source);
    gui::MainWindow window(world.navigator, fake.session);
    window.resize(1600, 900);
    window.show();
    fake.source->deliver(10);
    QCoreApplication::processEvents();
    world.navigator.open_task(TaskIndex{0});
    window.ensure_ready();
    Samples frames;
    // 800 events each 16 ms are 50,000 a second; a frame must leave time for the next.
    for (std::size_t sent = 10; sent < log.events().size(); sent += 800) {
        QElapsedTimer clock;
        clock.start();
        fake.source->deliver(800);
        QCoreApplication::processEvents();
        frames.values.push_back(ms_of(clock));
    }
    say("feed of 50,000 events/s: a turn of 16 ms worth, p50", frames.at(0.5), "ms", 16);
    say("feed of 50,000 events/s: a turn of 16 ms worth, p99", frames.at(0.99), "ms", 33);
    (void)opened;
}

}  // namespace

int run_gui(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    const bool quick = words.contains(QLatin1String("--quick"));
    std::printf("apollo-bench gui, Qt %s\n", qVersion());
    const qsizetype graphs = words.indexOf(QLatin1String("--graphs"));
    measure_layouts(graphs > 0 ? words.value(graphs + 1).toStdString() : std::string());
    {
        Opened opened(huge_history());
        for (const char* view : {"dag", "matrix", "timeline", "events"}) measure_scrubbing(opened, view);
        measure_recolour(opened);
        measure_feed(opened);
    }
    if (words.contains(QLatin1String("--soak"))) measure_long_history(20'000'000);
    measure_long_history(quick ? 1'000'000 : 10'000'000);
    return 0;
}

}  // namespace apollo::bench
