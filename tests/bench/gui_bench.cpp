// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The window against its targets. Every figure is of this machine and this build; rivals are measured where the program
// they need is installed.
#include <QApplication>
#include <QElapsedTimer>
#include <QWindow>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
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

// Wall time, and the time this thread had a processor: on a busy machine only the latter says something about the program.
class Stopwatch {
public:
    struct Time {
        double wall_ms = 0;
        double cpu_ms = 0;
    };
    Stopwatch() { start(); }
    void start() {
        m_wall.start();
        m_cpu_ms = cpu_ms();
    }
    Time read() const { return {static_cast<double>(m_wall.nsecsElapsed()) / 1e6, cpu_ms() - m_cpu_ms}; }

private:
    static double cpu_ms() {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    QElapsedTimer m_wall;
    double m_cpu_ms = 0;
};

struct Samples {
    std::vector<double> wall_ms, cpu_ms;
    void add(Stopwatch::Time time) {
        wall_ms.push_back(time.wall_ms);
        cpu_ms.push_back(time.cpu_ms);
    }
    static double at(std::vector<double>& values, double share) {
        std::sort(values.begin(), values.end());
        const auto index = static_cast<std::size_t>(share * static_cast<double>(values.size()));
        return values[std::min(values.size() - 1, index)];
    }
    Stopwatch::Time at(double share) { return {at(wall_ms, share), at(cpu_ms, share)}; }
};

void say(const std::string& what, Stopwatch::Time time, const char* unit, double target) {
    const double scale = std::string_view(unit) == "us" ? 1000 : 1;
    std::printf("%-62s %9.3f %s cpu %9.3f wall  target <= %-6g %s\n", what.c_str(), time.cpu_ms * scale, unit,
                time.wall_ms * scale, target, time.cpu_ms * scale <= target ? "met" : "MISSED");
    std::fflush(stdout);
}

long resident_mb() {
    std::ifstream file("/proc/self/statm");
    long total = 0, resident = 0;
    file >> total >> resident;
    return resident * 4 / 1024;
}

struct World {
    explicit World(std::shared_ptr<api::EventSource> source, std::shared_ptr<api::HistoryQuery> query = nullptr)
        : live(std::move(source), nullptr, std::nullopt, std::move(query)), navigator(live, clock) {
        live.start();
    }
    void settle() {
        while (!live.caught_up()) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    SystemClock clock;
    viewmodels::LiveModel live;
    viewmodels::Navigator navigator;
};

std::string millions(std::uint64_t events) {
    char text[60];
    std::snprintf(text, sizeof text, "%.0f million events, 100,000 runs", static_cast<double>(events) / 1e6);
    return text;
}

// From the question to the painted window: the state about now, encoded there and decoded here, and shown.
void measure_first_sight(LongSource& source, World& world, gui::MainWindow& window, const std::string& what) {
    const double encoding_ms = source.make_snapshot();
    const Stopwatch clock;
    source.answer();
    world.navigator.open_task(TaskIndex{0});
    window.ensure_ready();
    QCoreApplication::processEvents();
    window.repaint();
    Stopwatch::Time first = clock.read();
    first.cpu_ms += encoding_ms;
    first.wall_ms += encoding_ms;
    say("open " + what + ": the present is shown", first, "ms", 500);
    std::printf("%-62s %9.3f MB of state\n", "", static_cast<double>(source.snapshot_size()) / 1e6);
    if (!world.live.is_loading()) std::printf("!!! the present was NOT shown: the history was read from its beginning !!!\n");
}

void measure_long_history(std::uint64_t events) {
    constexpr std::uint32_t runs = 100'000;
    const long before_mb = resident_mb();
    auto source = std::make_shared<LongSource>(runs, events);
    World world(source, source);
    testing::FakeSession session = testing::make_fake_session({});
    gui::MainWindow window(world.navigator, session.session);
    window.resize(1600, 900);
    window.show();
    QCoreApplication::processEvents();
    const std::string what = millions(events);
    measure_first_sight(*source, world, window, what);
    Stopwatch::Time spent;
    Samples turns;
    for (bool more = true; more;) {
        more = source->make_next(2000);
        const Stopwatch clock;
        source->deliver();
        QCoreApplication::processEvents();
        turns.add(clock.read());
        spent.wall_ms += clock.read().wall_ms;
        spent.cpu_ms += clock.read().cpu_ms;
    }
    source->say_end();
    world.settle();
    std::printf("%-62s %9.3f s cpu  %9.3f s wall, in turns of p99 %.1f ms\n", "  the rest is read behind it in", spent.cpu_ms / 1e3, spent.wall_ms / 1e3,
                turns.at(0.99).cpu_ms);
    viewmodels::StatusCursor cursor(world.live.timeline());
    SeededRandom random(1);
    Samples seeks;
    for (int k = 0; k < 2000; ++k) {
        const auto to = static_cast<Ordinal>(random.below(events));
        const Stopwatch one;
        cursor.seek(to);
        seeks.add(one.read());
    }
    say("random seek, state of 100,000 runs, p50", seeks.at(0.5), "us", 50);
    say("random seek, state of 100,000 runs, p99", seeks.at(0.99), "us", 50);
    std::printf("%-62s %10ld MB, %.1f bytes an event\n", "memory with it all indexed", resident_mb(),
                static_cast<double>(resident_mb() - before_mb) * 1048576.0 / static_cast<double>(events));
}

// A window that follows a task for a very long time: what it holds must not grow with what has happened.
void measure_soak(std::uint64_t events) {
    constexpr std::size_t at_once = 4000;  // 80 ms of a feed of 50,000 events/s
    constexpr double target_bytes = 8;     // an event, once the pages' limits are reached
    auto source = std::make_shared<LongSource>(100'000, events);
    World world(source);
    testing::FakeSession session = testing::make_fake_session({});
    gui::MainWindow window(world.navigator, session.session);
    window.resize(1600, 900);
    window.show();
    Samples turns;
    std::uint64_t done = 0;
    long half_mb = 0;
    for (bool more = true; more; done += at_once) {
        more = source->make_next(at_once);
        const Stopwatch clock;
        source->deliver();
        QCoreApplication::processEvents();
        turns.add(clock.read());
        if (done == 0) world.navigator.open_task(TaskIndex{0});
        if (done % (events / 10) < at_once) std::printf("soak: %5.1f million events, %6ld MB\n", static_cast<double>(done) / 1e6, resident_mb());
        if (half_mb == 0 && done >= events / 2) half_mb = resident_mb();
        std::fflush(stdout);
    }
    source->say_end();
    world.settle();
    const double grown = static_cast<double>(resident_mb() - half_mb) * 1048576.0 / (static_cast<double>(events) / 2);
    std::printf("%-62s %9ld MB, grown by %.1f bytes an event since half of them, target <= %g %s\n", "memory after a soak", resident_mb(), grown, target_bytes,
                grown <= target_bytes ? "met" : "MISSED");
    say("soak: a turn of 80 ms worth, p50", turns.at(0.5), "ms", 80);
    say("soak: a turn of 80 ms worth, p99", turns.at(0.99), "ms", 80);
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
        const Stopwatch clock;
        navigator.seek(at);
        QCoreApplication::processEvents();
        (jump ? jumps : drags).add(clock.read());
    }
    const std::string name = std::string("scrub the whole window, 20,000 steps, page ") + view;
    say(name + ", p50", drags.at(0.5), "ms", 2);
    say(name + ", p99", drags.at(0.99), "ms", 8);
    say(name + ", random jump p50", jumps.at(0.5), "ms", 8);
}

void measure_recolour(Opened& opened) {
    gui::GraphView view(opened.world.navigator);
    view.resize(1600, 900);
    view.show();
    view.ensure_layout();
    for (int k = 0; k < 50 && !view.windowHandle()->isExposed(); ++k) QCoreApplication::processEvents();
    view.repaint();
    Samples frames;
    for (int k = 0; k < 100; ++k) {
        const Stopwatch clock;
        view.repaint();
        frames.add(clock.read());
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
        const Stopwatch clock;
        fake.source->deliver(800);
        QCoreApplication::processEvents();
        frames.add(clock.read());
    }
    say("feed of 50,000 events/s: a turn of 16 ms worth, p50", frames.at(0.5), "ms", 16);
    say("feed of 50,000 events/s: a turn of 16 ms worth, p99", frames.at(0.99), "ms", 33);
    (void)opened;
}

}  // namespace

int run_gui(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    // The offscreen platform says so at each change of a window's least size.
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
        if (type != QtDebugMsg && type != QtInfoMsg && !text.contains(QLatin1String("propagateSizeHints")))
            std::fprintf(stderr, "%s\n", qPrintable(text));
    });
    const QStringList words = QApplication::arguments();
    const bool quick = words.contains(QLatin1String("--quick"));
    std::printf("apollo-bench gui, Qt %s\n", qVersion());
    const QString part = words.contains(QLatin1String("--part")) ? words.value(words.indexOf(QLatin1String("--part")) + 1) : QString();
    const auto wanted = [&](const char* name) { return part.isEmpty() || part == QLatin1String(name); };
    const qsizetype graphs = words.indexOf(QLatin1String("--graphs"));
    if (wanted("layout")) measure_layouts(graphs > 0 ? words.value(graphs + 1).toStdString() : std::string());
    if (wanted("window")) {
        Opened opened(huge_history());
        for (const char* view : {"dag", "matrix", "timeline", "events"}) measure_scrubbing(opened, view);
        measure_recolour(opened);
        measure_feed(opened);
    }
    if (words.contains(QLatin1String("--soak"))) measure_soak(20'000'000);
    if (wanted("history")) measure_long_history(quick ? 1'000'000 : 10'000'000);
    return 0;
}

}  // namespace apollo::bench
