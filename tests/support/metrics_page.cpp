// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/metrics_page.h"

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

namespace apollo::testing {

namespace {

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The family that a series belongs to: parts of histograms and summaries have suffixes.
std::string family_of(const std::string& name, const std::map<std::string, std::string>& types) {
    for (const char* suffix : {"_bucket", "_sum", "_count"}) {
        if (!ends_with(name, suffix)) continue;
        const std::string stem = name.substr(0, name.size() - std::string(suffix).size());
        const auto type = types.find(stem);
        if (type != types.end() && (type->second == "histogram" || type->second == "summary")) return stem;
    }
    return name;
}

void check_name(MetricsPage& page, const std::string& name, const std::string& type) {
    if (type == "counter" && !ends_with(name, "_total")) page.faults.push_back("the counter " + name + " does not end with _total");
    if (type != "counter" && ends_with(name, "_total")) page.faults.push_back(name + " ends with _total but is no counter");
    for (const char* reserved : {"_bucket", "_sum", "_count"}) {
        if (ends_with(name, reserved)) page.faults.push_back(name + " has a suffix of histograms");
    }
    for (const char* unit : {"milliseconds", "_ms", "minutes", "hours", "percent", "kilobytes"}) {
        if (name.find(unit) != std::string::npos) page.faults.push_back(name + " has no base unit");
    }
}

void read_series(MetricsPage& page, const std::string& line, const std::set<std::string>& helped) {
    static const std::regex shape(R"re(^([a-z][a-z0-9_]*)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (\S+)$)re");
    std::smatch match;
    if (!std::regex_match(line, match, shape)) return page.faults.push_back("not the form of a series: " + line);
    const std::string family = family_of(match[1], page.types);
    if (!page.types.count(family)) page.faults.push_back(std::string(match[1]) + " stands before its TYPE");
    if (!helped.count(family)) page.faults.push_back(std::string(match[1]) + " has no HELP");
    const std::string key = match[1].str() + match[2].str();
    if (!page.series.emplace(key, std::strtod(match[4].str().c_str(), nullptr)).second) page.faults.push_back("twice: " + key);
}

}  // namespace

double MetricsPage::value(const std::string& name) const {
    const auto at = series.find(name);
    return at == series.end() ? -1 : at->second;
}

MetricsPage read_metrics_page(const std::string& text) {
    MetricsPage page;
    if (!ends_with(text, "\n")) page.faults.push_back("the last line has no end");
    std::set<std::string> helped;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string mark, kind, name, type;
        if (line.rfind("# HELP ", 0) == 0) {
            words >> mark >> kind >> name;
            helped.insert(name);
        } else if (line.rfind("# TYPE ", 0) == 0) {
            words >> mark >> kind >> name >> type;
            if (!page.types.emplace(name, type).second) page.faults.push_back("a second TYPE of " + name);
            check_name(page, name, type);
        } else if (!line.empty()) {
            read_series(page, line, helped);
        }
    }
    return page;
}

}  // namespace apollo::testing
