// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The graph's layout: time to the first and to the refined picture, and crossings against graphviz dot where it is
// installed.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QDir>
#include <QHash>
#include <QProcess>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <optional>

#include "app/viewmodels/graph_layout.h"
#include "tests/bench/bench.h"
#include "tests/support/fake_log.h"

namespace apollo::bench {

namespace {

using viewmodels::GraphLayout;
using viewmodels::LayoutInput;

LayoutInput input_of(const domain::TaskDefinition& definition) {
    LayoutInput input;
    std::map<std::string, std::uint32_t> index;
    for (std::uint32_t k = 0; k < definition.steps.size(); ++k) index[definition.steps[k].name.text] = k;
    for (const domain::StepDefinition& step : definition.steps) {
        std::vector<std::uint32_t> list;
        for (const auto& name : step.depends_on) list.push_back(index[name.text]);
        input.depends_on.push_back(std::move(list));
    }
    return input;
}


struct Line {
    std::uint32_t edge;
    double x1, y1, x2, y2;
    double top() const { return std::min(y1, y2); }
    double bottom() const { return std::max(y1, y2); }
};

// Pairs of lines of different edges that cross. Lines that only touch do not.
std::uint64_t crossings(std::vector<Line> lines) {
    std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.top() < b.top(); });
    const auto side = [](const Line& line, double x, double y) {
        return (line.x2 - line.x1) * (y - line.y1) - (line.y2 - line.y1) * (x - line.x1);
    };
    const auto parts = [&](const Line& line, const Line& other) {
        return side(line, other.x1, other.y1) * side(line, other.x2, other.y2) < -1e-12;
    };
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t j = i + 1; j < lines.size() && lines[j].top() < lines[i].bottom(); ++j) {
            if (lines[i].edge != lines[j].edge && parts(lines[i], lines[j]) && parts(lines[j], lines[i])) ++count;
        }
    }
    return count;
}

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Both pictures are counted in the same two ways: as they are drawn (through bends, along splines), and with straight
// lines from centre to centre, whatever bends there were.
struct Crossings {
    std::uint64_t drawn = 0;
    std::uint64_t straight = 0;
};

std::uint64_t straight_crossings(const std::vector<viewmodels::LayoutPoint>& nodes, const Edges& edges) {
    std::vector<Line> lines;
    for (std::uint32_t k = 0; k < edges.size(); ++k) {
        const auto from = nodes[edges[k].first], to = nodes[edges[k].second];
        lines.push_back({k, from.x, from.y, to.x, to.y});
    }
    return crossings(std::move(lines));
}

Edges edges_of(const LayoutInput& input) {
    Edges edges;
    for (std::uint32_t to = 0; to < input.depends_on.size(); ++to)
        for (const std::uint32_t from : input.depends_on[to]) edges.emplace_back(from, to);
    return edges;
}

Crossings count(const GraphLayout& layout, const Edges& edges) {
    std::vector<Line> lines;
    for (std::uint32_t k = 0; k < layout.edges.size(); ++k) {
        const viewmodels::LayoutEdge& edge = layout.edges[k];
        viewmodels::LayoutPoint at = layout.nodes[edge.from];
        for (std::uint32_t bend = 0; bend <= edge.bend_count; ++bend) {
            const auto to = bend < edge.bend_count ? layout.bends[edge.first_bend + bend] : layout.nodes[edge.to];
            lines.push_back({k, at.x, at.y, to.x, to.y});
            at = to;
        }
    }
    return {crossings(std::move(lines)), straight_crossings(layout.nodes, edges)};
}

// A spline of dot's as eight lines for each of its cubic curves.
void add_spline(std::uint32_t edge, const QList<QByteArray>& words, std::vector<Line>& lines) {
    constexpr int pieces = 8;
    const int points = words.value(3).toInt();
    const auto x = [&](int k) { return words.value(4 + 2 * k).toDouble(); };
    const auto y = [&](int k) { return -words.value(5 + 2 * k).toDouble(); };
    for (int k = 0; k + 3 < points; k += 3) {
        double last_x = x(k), last_y = y(k);
        for (int piece = 1; piece <= pieces; ++piece) {
            const double t = double(piece) / pieces, u = 1 - t;
            const double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
            const double next_x = a * x(k) + b * x(k + 1) + c * x(k + 2) + d * x(k + 3);
            const double next_y = a * y(k) + b * y(k + 1) + c * y(k + 2) + d * y(k + 3);
            lines.push_back({edge, last_x, last_y, next_x, next_y});
            last_x = next_x;
            last_y = next_y;
        }
    }
}

// nullopt when dot is not installed or takes more than two minutes.
std::optional<Crossings> by_dot(const LayoutInput& input, const Edges& edges) {
    QByteArray text("digraph { node [shape=box width=2 height=0.5 fixedsize=true]; edge [arrowhead=none];\n");
    for (std::size_t k = 0; k < input.depends_on.size(); ++k) text += "n" + QByteArray::number(qulonglong(k)) + ";\n";
    for (const auto& [from, to] : edges) text += "n" + QByteArray::number(from) + "->n" + QByteArray::number(to) + ";\n";
    text += "}\n";
    QProcess dot;
    dot.start(QStringLiteral("dot"), {QStringLiteral("-Tplain")});
    dot.write(text);
    dot.closeWriteChannel();
    if (!dot.waitForFinished(120'000) || dot.exitCode() != 0) return std::nullopt;
    std::vector<viewmodels::LayoutPoint> points(input.depends_on.size());
    std::vector<Line> lines;
    std::uint32_t edge = 0;
    for (const QByteArray& line : dot.readAllStandardOutput().replace("\\\n", "").split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.value(0) == "edge") add_spline(edge++, words, lines);
        if (words.value(0) != "node") continue;
        const auto node = words.value(1).mid(1).toUInt();
        if (node < points.size()) points[node] = {words.value(2).toFloat(), -words.value(3).toFloat()};
    }
    return Crossings{crossings(std::move(lines)), straight_crossings(points, edges)};
}

double timed_ms(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) * 1e3 / CLOCKS_PER_SEC;
}

void say_against_dot(const Crossings& own, const Crossings& theirs) {
    const bool met = static_cast<double>(own.drawn) <= 1.05 * static_cast<double>(theirs.drawn);
    const auto ratio = [](std::uint64_t a, std::uint64_t b) { return b == 0 ? (a == 0 ? 1.0 : 99.0) : double(a) / double(b); };
    std::printf("  dot %6llu, ratio %.3f (target <= 1.05) %s; straight %llu : %llu, ratio %.3f", static_cast<unsigned long long>(theirs.drawn),
                ratio(own.drawn, theirs.drawn), met ? "met" : "MISSED", static_cast<unsigned long long>(own.straight),
                static_cast<unsigned long long>(theirs.straight), ratio(own.straight, theirs.straight));
}

void say_times(double fast_ms, double refined_ms) {
    std::printf(" first %6.1f ms (target <= 250) %s, refined %6.1f ms cpu (target <= 1000) %s", fast_ms, fast_ms <= 250 ? "met" : "MISSED", refined_ms,
                refined_ms <= 1000 ? "met" : "MISSED");
}

// dot never breaks a rank into rows, so the pictures that are compared do not either; the window's does, and what that
// costs is said beside it.
void compare(const char* name, LayoutInput input, bool with_dot) {
    GraphLayout fast, refined;
    const double fast_ms = timed_ms([&] { fast = lay_out(input); });
    const double refined_ms = timed_ms([&] { refined = lay_out(input, viewmodels::LayoutEffort::Refined); });
    std::printf("layout %-32s %6zu steps", name, input.depends_on.size());
    say_times(fast_ms, refined_ms);
    if (input.depends_on.size() <= 6000) {
        const auto edges = edges_of(input);
        const Crossings first = count(fast, edges), own = count(refined, edges);
        std::printf("  crossings %6llu, refined %6llu", static_cast<unsigned long long>(first.drawn), static_cast<unsigned long long>(own.drawn));
        input.wraps = false;
        const Crossings in_rows = own, unbroken = count(lay_out(input, viewmodels::LayoutEffort::Refined), edges);
        if (in_rows.drawn > unbroken.drawn)
            std::printf(" (ranks broken into rows; as whole ranks %llu)", static_cast<unsigned long long>(unbroken.drawn));
        const auto theirs = with_dot ? by_dot(input, edges) : std::nullopt;
        if (theirs) say_against_dot(in_rows.drawn > unbroken.drawn ? unbroken : own, *theirs);
        if (with_dot && !theirs) std::printf("  dot: > 120 s");
    }
    std::printf("\n");
    std::fflush(stdout);
}

LayoutInput read_graph(const QString& file) {
    LayoutInput input;
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) return input;
    const QJsonObject graph = QJsonDocument::fromJson(source.readAll()).object();
    QHash<QString, std::uint32_t> index;
    for (const QJsonValue& task : graph[QLatin1String("tasks")].toArray())
        index.insert(task[QLatin1String("id")].toVariant().toString(), static_cast<std::uint32_t>(index.size()));
    input.depends_on.resize(static_cast<std::size_t>(index.size()));
    for (const QJsonValue& edge : graph[QLatin1String("edges")].toArray()) {
        const auto from = index.constFind(edge[0].toVariant().toString()), to = index.constFind(edge[1].toVariant().toString());
        if (from == index.constEnd() || to == index.constEnd() || *from == *to) continue;
        auto& list = input.depends_on[*to];
        if (std::find(list.begin(), list.end(), *from) == list.end()) list.push_back(*from);
    }
    return input;
}

}  // namespace

void measure_layouts(const std::string& graphs_folder) {
    const bool with_dot = !QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty();
    if (!with_dot)
        std::printf("!!! graphviz dot is NOT installed: crossings are NOT compared, their target (<= 1.05 x dot) is NOT checked !!!\n");
    compare("local 1k", input_of(testing::layered_definition("a", 20, 50, 7)), with_dot);
    compare("local 5k", input_of(testing::layered_definition("a", 50, 100, 7)), with_dot);
    compare("local 20k", input_of(testing::layered_definition("a", 100, 200, 7)), false);
    compare("fan 20k", input_of(testing::fan_definition("a", 20'000)), false);
    if (graphs_folder.empty()) return;
    const QDir folder(QString::fromStdString(graphs_folder));
    for (const QString& file : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        const LayoutInput input = read_graph(folder.filePath(file));
        std::vector<std::vector<std::uint32_t>> acyclic = input.depends_on;
        if (!domain::topological_order(acyclic).cycle.empty() || input.depends_on.size() < 3) continue;
        compare(file.toUtf8().constData(), input, with_dot);
    }
}

}  // namespace apollo::bench
