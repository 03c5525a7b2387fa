// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/durations.h"

#include <QCoreApplication>
#include <algorithm>

namespace apollo::viewmodels {

namespace {

QString duration_words(const char* source) {
    return QCoreApplication::translate("Durations", source);
}

// Two units at most; the smaller one only when it is not zero.
QString two_units(std::int64_t large, const char* large_text, std::int64_t small, const char* small_text) {
    const QString first = duration_words(large_text).arg(large);
    if (small == 0) return first;
    return first + QLatin1Char(' ') + duration_words(small_text).arg(small);
}

}  // namespace

Elapsed elapsed(WallTime started, WallTime ended, bool runs, WallTime now) {
    if (!started.known()) return {};
    if (ended.known()) {
        const std::int64_t span_ms = ended.ms - started.ms;
        if (span_ms < 0) return {Elapsed::Kind::Skewed, -span_ms};
        return {Elapsed::Kind::Done, span_ms};
    }
    if (!runs || !now.known()) return {};
    return {Elapsed::Kind::Running, std::max<std::int64_t>(0, now.ms - started.ms)};
}

QString duration_text(std::int64_t duration_ms) {
    constexpr std::int64_t second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
    const std::int64_t ms = std::max<std::int64_t>(0, duration_ms);
    if (ms < second) return duration_words(QT_TRANSLATE_NOOP("Durations", "%1 ms")).arg(ms);
    if (ms < minute) {
        return duration_words(QT_TRANSLATE_NOOP("Durations", "%1 s"))
            .arg(QString::number(static_cast<double>(ms / 100) / 10, 'f', 1));
    }
    if (ms < hour) {
        return two_units(ms / minute, QT_TRANSLATE_NOOP("Durations", "%1 min"), ms % minute / second,
                         QT_TRANSLATE_NOOP("Durations", "%1 s"));
    }
    if (ms < 100 * hour) {
        return two_units(ms / hour, QT_TRANSLATE_NOOP("Durations", "%1 h"), ms % hour / minute,
                         QT_TRANSLATE_NOOP("Durations", "%1 min"));
    }
    return two_units(ms / day, QT_TRANSLATE_NOOP("Durations", "%1 d"), ms % day / hour,
                     QT_TRANSLATE_NOOP("Durations", "%1 h"));
}

QString elapsed_text(const Elapsed& value) {
    switch (value.kind) {
        case Elapsed::Kind::Unknown:
            return QString(QChar(0x2014));
        case Elapsed::Kind::Running:
        case Elapsed::Kind::Done:
            return duration_text(value.ms);
        case Elapsed::Kind::Skewed:
            return duration_words(QT_TRANSLATE_NOOP("Durations", "clock set back by %1")).arg(duration_text(value.ms));
    }
    return {};
}

}  // namespace apollo::viewmodels
