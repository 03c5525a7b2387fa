// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// "Go to anything": tasks, steps, nodes, bookmarks and positions that fit a few typed letters, best first.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

// How well the letters of `pattern` are found in this order in `text`: larger is better, nullopt is not at all. Letters
// that stand together and beginnings of words count more. An empty pattern fits everything with 0.
std::optional<int> fuzzy_score(const QString& pattern, const QString& text);

struct Place {
    enum class Kind : std::uint8_t { Task, Step, Node, Bookmark, Position };
    Kind kind = Kind::Task;
    QString text;
    std::uint64_t index = 0;  // TaskIndex, step of the open task, NodeIndex, or position
    int score = 0;
};

QString place_kind_name(Place::Kind kind);
// At most `limit`; only what existed at the shown event.
std::vector<Place> find_places(const Navigator& navigator, Bookmarks& bookmarks, const QString& pattern,
                               std::size_t limit);

}  // namespace apollo::viewmodels
