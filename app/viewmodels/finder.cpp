// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/finder.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct FinderWords {
    Q_DECLARE_TR_FUNCTIONS(Finder)
};

class Collector {
public:
    explicit Collector(const QString& pattern) : m_pattern(pattern.trimmed()) {}

    void offer(Place::Kind kind, const QString& text, std::uint64_t index, int bonus) {
        const auto score = fuzzy_score(m_pattern, text);
        if (score) m_places.push_back({kind, text, index, *score + bonus});
    }
    void add(Place place) { m_places.push_back(std::move(place)); }
    const QString& pattern() const { return m_pattern; }

    std::vector<Place> best(std::size_t limit) {
        const std::size_t count = std::min(limit, m_places.size());
        std::partial_sort(m_places.begin(), m_places.begin() + static_cast<std::ptrdiff_t>(count), m_places.end(),
                          [](const Place& a, const Place& b) {
                              if (a.score != b.score) return a.score > b.score;
                              return a.kind != b.kind ? a.kind < b.kind : a.index < b.index;
                          });
        m_places.resize(count);
        return std::move(m_places);
    }

private:
    QString m_pattern;
    std::vector<Place> m_places;
};

}  // namespace

std::optional<int> fuzzy_score(const QString& pattern, const QString& text) {
    int score = 0;
    qsizetype at = 0, last = -2;
    for (const QChar wanted : pattern) {
        if (wanted.isSpace()) continue;
        qsizetype found = at;
        while (found < text.size() && text[found].toCaseFolded() != wanted.toCaseFolded()) ++found;
        if (found == text.size()) return std::nullopt;
        const bool word_start = found == 0 || !text[found - 1].isLetterOrNumber();
        score += found == last + 1 ? 8 : word_start ? 6 : 1;
        last = found;
        at = found + 1;
    }
    if (!pattern.isEmpty() && text.contains(pattern, Qt::CaseInsensitive)) score += 20;
    if (text.compare(pattern, Qt::CaseInsensitive) == 0) score += 40;
    return pattern.isEmpty() ? 0 : score * 100 - static_cast<int>(std::min<qsizetype>(text.size(), 99));
}

QString place_kind_name(Place::Kind kind) {
    switch (kind) {
        case Place::Kind::Task:
            return FinderWords::tr("task");
        case Place::Kind::Step:
            return FinderWords::tr("step");
        case Place::Kind::Node:
            return FinderWords::tr("node");
        case Place::Kind::Bookmark:
            return FinderWords::tr("bookmark");
        case Place::Kind::Position:
            return FinderWords::tr("position");
    }
    return {};
}

std::vector<Place> find_places(const Navigator& navigator, Bookmarks& bookmarks, const QString& pattern,
                               std::size_t limit) {
    Collector collector(pattern);
    QString digits = collector.pattern();
    if (digits.startsWith(QLatin1Char('#'))) digits.remove(0, 1);
    bool number = false;
    const qulonglong position = digits.toULongLong(&number);
    const EventHistory& history = navigator.live().history();
    const bool is_there = number && history.size() > 0 && position <= history.header(history.size() - 1).position.value;
    if (is_there) collector.add({Place::Kind::Position, FinderWords::tr("Position %1").arg(count_text(position)), position, 1 << 20});
    const auto& state = navigator.live().state();
    for (auto task = static_cast<std::uint32_t>(state.tasks.size()); task-- > 0;) {
        if (navigator.cursor().task(task).exists && state.tasks[task].plan)
            collector.offer(Place::Kind::Task, one_line(to_qstring(state.tasks[task].id.text)), task, 0);
    }
    if (const domain::Task* open = navigator.task()) {
        const auto& steps = open->plan->definition.steps;
        for (std::uint32_t step = 0; step < steps.size(); ++step)
            collector.offer(Place::Kind::Step, one_line(to_qstring(steps[step].name.text)), step, 1);
        for (const Bookmark& bookmark : bookmarks.of(open->id)) {
            const QString text = bookmark.note.isEmpty() ? count_text(bookmark.position.value) : bookmark.note;
            collector.offer(Place::Kind::Bookmark, one_line(text), bookmark.position.value, 2);
        }
    }
    const auto& nodes = navigator.nodes_state().nodes;
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        if (!nodes[node].facts.node.text.empty())
            collector.offer(Place::Kind::Node, one_line(to_qstring(nodes[node].facts.node.text)), node, 0);
    }
    return collector.best(limit);
}

}  // namespace apollo::viewmodels
