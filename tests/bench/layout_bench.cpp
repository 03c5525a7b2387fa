// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The graph's layout: time to the first and to the refined picture, and crossings against graphviz dot where it is
// installed.
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QDir>
#include <QHash>
#include <QProcess>
#include <QStandardPaths>
#include <cstdio>
#include <map>

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


// Crossings of straight edges between centres, as both layouts are compared: node to node, whatever bends there were.
std::uint64_t crossings(const std::vector<viewmodels::LayoutPoint>& nodes,
                        const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
    std::uint64_t count = 0;
    const auto side = [](auto a, auto b, auto c) {
        return (double(b.x) - a.x) * (double(c.y) - a.y) - (double(b.y) - a.y) * (double(c.x) - a.x);
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto a = nodes[edges[i].first], b = nodes[edges[i].second];
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            const auto c = nodes[edges[j].first], d = nodes[edges[j].second];
            if (std::min(a.y, b.y) >= std::max(c.y, d.y) || std::min(c.y, d.y) >= std::max(a.y, b.y)) continue;
            if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) ++count;
        }
    }
    return count;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(const LayoutInput& input) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t to = 0; to < input.depends_on.size(); ++to)
        for (const std::uint32_t from : input.depends_on[to]) edges.emplace_back(from, to);
    return edges;
}

// Centres by graphviz dot; empty when it is not installed or takes more than a minute.
std::vector<viewmodels::LayoutPoint> by_dot(const LayoutInput& input) {
    QByteArray text("digraph { splines=line; node [shape=box width=2 height=0.5 fixedsize=true];\n");
    for (std::size_t k = 0; k < input.depends_on.size(); ++k) text += "n" + QByteArray::number(qulonglong(k)) + ";\n";
    for (const auto& [from, to] : edges_of(input))
        text += "n" + QByteArray::number(from) + "->n" + QByteArray::number(to) + ";\n";
    text += "}\n";
    QProcess dot;
    dot.start(QStringLiteral("dot"), {QStringLiteral("-Tplain")});
    dot.write(text);
    dot.closeWriteChannel();
    if (!dot.waitForFinished(60'000) || dot.exitCode() != 0) return {};
    std::vector<viewmodels::LayoutPoint> points(input.depends_on.size());
    for (const QByteArray& line : dot.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.value(0) != "node") continue;
        const auto node = words.value(1).mid(1).toUInt();
        if (node < points.size()) points[node] = {words.value(2).toFloat(), -words.value(3).toFloat()};
    }
    return points;
}

void compare(const char* name, const LayoutInput& input, bool with_dot) {
    QElapsedTimer clock;
    clock.start();
    const GraphLayout own = lay_out(input);
    const double own_ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    std::printf("layout %-32s %6zu steps %8.1f ms", name, input.depends_on.size(), own_ms);
    const bool small = input.depends_on.size() <= 6000;
    const auto edges = edges_of(input);
    if (small) std::printf("  crossings %8llu", static_cast<unsigned long long>(crossings(own.nodes, edges)));
    if (small && with_dot) {
        clock.restart();
        const auto points = by_dot(input);
        const double dot_ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        if (points.empty()) {
            std::printf("  dot: > 60 s");
        } else {
            const auto theirs = crossings(points, edges);
            const double ratio = theirs == 0 ? 1 : double(crossings(own.nodes, edges)) / double(theirs);
            std::printf("  dot %8.1f ms %8llu crossings, ratio %.3f (target <= 1.05)", dot_ms,
                        static_cast<unsigned long long>(theirs), ratio);
        }
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
