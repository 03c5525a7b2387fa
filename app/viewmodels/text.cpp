// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/text.h"

#include <QDateTime>
#include <QLocale>

#include "common/base/bytes.h"

namespace apollo::viewmodels {

namespace {

TimeZone shown_zone = TimeZone::Local;

QString moment_text(WallTime time, const char* format) {
    if (!time.known()) return QString(QChar(0x2014));
    const bool utc = shown_zone == TimeZone::Utc;
    const QString text =
        QDateTime::fromMSecsSinceEpoch(time.ms, utc ? Qt::UTC : Qt::LocalTime).toString(QLatin1String(format));
    return utc ? text + QLatin1Char('Z') : text;
}

bool is_same_day(WallTime time, WallTime other) {
    return time.known() && moment_text(time, "yyyy-MM-dd") == moment_text(other, "yyyy-MM-dd");
}

}  // namespace

QString to_qstring(const std::string& text) {
    return QString::fromStdString(to_valid_utf8(text));
}

QString one_line(const QString& text, int limit) {
    QString line = text.left(limit + 1);
    for (QChar& character : line) {
        if (character.category() == QChar::Other_Control || character == QChar::LineSeparator ||
            character == QChar::ParagraphSeparator) {
            character = QLatin1Char(' ');
        }
    }
    if (line.size() > limit) line = line.left(limit - 1) + QChar(0x2026);
    return line.trimmed();
}

void show_times_in(TimeZone zone) {
    shown_zone = zone;
}

TimeZone times_shown_in() {
    return shown_zone;
}

QString time_text(WallTime time) {
    return moment_text(time, "yyyy-MM-dd HH:mm:ss");
}

QString precise_time_text(WallTime time) {
    return moment_text(time, "yyyy-MM-dd HH:mm:ss.zzz");
}

QString short_time_text(WallTime time, WallTime now) {
    return is_same_day(time, now) ? moment_text(time, "HH:mm:ss") : time_text(time);
}

QString short_precise_time_text(WallTime time, WallTime now) {
    return moment_text(time, is_same_day(time, now) ? "HH:mm:ss.zzz" : "MM-dd HH:mm:ss.zzz");
}

QString count_text(std::uint64_t count) {
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

}  // namespace apollo::viewmodels
