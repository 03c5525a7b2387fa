// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>

#include "common/definition/parse.h"

namespace apollo::definition {

namespace {

constexpr std::size_t longest_distance = 2;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

// Damerau-Levenshtein distance (neighbours may change places), three rows at a time.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> two_before(b.size() + 1);
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) before[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + change});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], two_before[j - 2] + 1);
        }
        std::swap(two_before, before);
        std::swap(before, row);
    }
    return before[b.size()];
}

}  // namespace

std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known) {
    std::string nearest;
    std::size_t best = longest_distance + 1;
    for (const std::string& name : known) {
        if (lower(name) == lower(wrong)) return name;
        const std::size_t longer = std::max(name.size(), wrong.size());
        if (longer - std::min(name.size(), wrong.size()) > longest_distance) continue;
        const std::size_t found = distance(wrong, name);
        if (found >= best || found >= longer) continue;  // nothing in common is not near
        best = found;
        nearest = name;
    }
    return nearest;
}

}  // namespace apollo::definition
