// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <cstdio>
#include <cstdlib>

#include "app/interchange/workflow_json.h"

namespace apollo::interchange {

namespace {

constexpr double last_second = 253402300799;  // of the year 9999

std::string two_digits(int value) {
    char text[16];
    std::snprintf(text, sizeof text, "%02d", value);
    return text;
}

// "02-12-21T00:49:22Z": month, day, year.
std::optional<WallTime> read_american(const std::string& text) {
    int month = 0, day = 0, year = 0, used = 0;
    if (std::sscanf(text.c_str(), "%2d-%2d-%2d%n", &month, &day, &year, &used) != 3 || used != 8) return std::nullopt;
    return from_rfc3339("20" + two_digits(year) + "-" + two_digits(month) + "-" + two_digits(day) + text.substr(8));
}

// "20210323T055715+0000"
std::optional<WallTime> read_compact(const std::string& text) {
    if (text.size() < 15 || text[8] != 'T') return std::nullopt;
    std::string zone = text.substr(15);
    if (zone.size() == 5 && (zone[0] == '+' || zone[0] == '-')) zone.insert(3, ":");
    if (zone.empty()) zone = "Z";
    return from_rfc3339(text.substr(0, 4) + "-" + text.substr(4, 2) + "-" + text.substr(6, 5) + ":" + text.substr(11, 2) + ":" + text.substr(13, 2) + zone);
}

std::optional<WallTime> read_iso(std::string text) {
    if (const auto time = from_rfc3339(text)) return time;
    // A zone like +0000, or none (then it is taken for UTC).
    const auto sign = text.find_last_of("+-");
    if (sign != std::string::npos && sign > 10 && text.size() - sign == 5) text.insert(sign + 3, ":");
    if (const auto time = from_rfc3339(text)) return time;
    return from_rfc3339(text + "Z");
}

}  // namespace

std::optional<WallTime> read_time(const std::string& text, bool& odd) {
    if (text.empty()) return std::nullopt;
    if (text.find_first_not_of("0123456789.") == std::string::npos) {
        const double seconds = std::strtod(text.c_str(), nullptr);
        if (seconds > last_second) return std::nullopt;
        return WallTime{static_cast<std::int64_t>(seconds * 1000)};
    }
    if (const auto time = read_iso(text)) return time;
    if (const auto time = read_compact(text)) return time;
    const auto time = read_american(text);
    if (time) odd = true;
    return time;
}

}  // namespace apollo::interchange
