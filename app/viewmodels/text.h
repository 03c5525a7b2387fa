// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Text from the log as Qt text. Whatever a task wrote is only ever shown as plain text.
#pragma once

#include <QString>
#include <cstdint>
#include <string>

#include "common/base/time.h"

namespace apollo::viewmodels {

// UTF-8 as it is; malformed bytes become U+FFFD.
QString to_qstring(const std::string& text);
// Line breaks, tabs and control characters become visible spaces; cut to `limit` characters with an ellipsis.
QString one_line(const QString& text, int limit = 200);
// In which zone times are shown; like the language, one for the whole program. Local time at first.
enum class TimeZone : std::uint8_t { Local, Utc };
void show_times_in(TimeZone zone);
TimeZone times_shown_in();
// "2026-11-29 16:34:09", with "Z" in UTC; "—" when unknown.
QString time_text(WallTime time);
// The same with milliseconds.
QString precise_time_text(WallTime time);
// Without the date if it is that of `now`: "16:34:09".
QString short_time_text(WallTime time, WallTime now);
// The same with milliseconds; of another day without the year: "11-29 16:34:09.125".
QString short_precise_time_text(WallTime time, WallTime now);
// 12345678 → "12,345,678" in the current language's manner.
QString count_text(std::uint64_t count);

}  // namespace apollo::viewmodels
