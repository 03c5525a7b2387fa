// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/time.h"

#include <chrono>
#include <cstdio>

namespace apollo {

namespace {

// Days since 1970-01-01 of a proleptic Gregorian date. Source: the civil-calendar arithmetic of
// E. G. Richards, Explanatory Supplement to the Astronomical Almanac, 3rd ed., ch. 15.
std::int64_t days_from_civil(std::int64_t year, int month, int day) {
    const std::int64_t a = (14 - month) / 12;
    const std::int64_t y = year + 4800 - a;
    const std::int64_t m = month + 12 * a - 3;
    return day + (153 * m + 2) / 5 + 365 * y + y / 4 - y / 100 + y / 400 - 32045 - 2440588;
}

}  // namespace

std::string to_rfc3339(WallTime time) {
    std::int64_t seconds = time.ms / 1000;
    std::int64_t millis = time.ms % 1000;
    if (millis < 0) {
        millis += 1000;
        seconds -= 1;
    }
    const std::chrono::sys_seconds whole{std::chrono::seconds(seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(whole);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(whole - day);
    char buffer[80];
    std::snprintf(buffer, sizeof buffer, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(millis));
    return buffer;
}

std::optional<WallTime> from_rfc3339(const std::string& text) {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%*1[Tt ]%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
                    &used) != 6 ||
        used < 19) {
        return std::nullopt;
    }
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    std::size_t at = static_cast<std::size_t>(used);
    std::int64_t millis = 0;
    if (at < text.size() && text[at] == '.') {
        int scale = 100;
        ++at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
            millis += (text[at] - '0') * scale;
            scale /= 10;
            ++at;
        }
    }
    std::int64_t offset_minutes = 0;
    if (text.substr(at) != "Z" && text.substr(at) != "z") {
        char sign = 0;
        int offset_hour = 0, offset_minute = 0, end = 0;
        if (std::sscanf(text.c_str() + at, "%c%2d:%2d%n", &sign, &offset_hour, &offset_minute, &end) != 3 ||
            (sign != '+' && sign != '-') || at + static_cast<std::size_t>(end) != text.size()) {
            return std::nullopt;
        }
        offset_minutes = (sign == '-' ? -1 : 1) * (offset_hour * 60 + offset_minute);
    }
    const std::int64_t seconds =
        days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset_minutes * 60;
    return WallTime{seconds * 1000 + millis};
}

}  // namespace apollo
