// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/state_style.h"

#include <QCoreApplication>
#include <array>

namespace apollo::viewmodels {

namespace {

constexpr std::array<StateStyle, style_count> styles{{
    {0xabb1b9, 0x6b7281, Shape::Ring, 'P', false},            // PENDING
    {0x28a1bc, 0x9bdee4, Shape::Arrow, 'D', false},           // DISPATCHED
    {0x2470d6, 0x4390fa, Shape::Triangle, 'R', false},        // RUNNING
    {0x82c172, 0x36b66a, Shape::Check, 'S', false},           // SUCCEEDED
    {0xc12639, 0xc84844, Shape::Cross, 'F', false},           // FAILED
    {0xe09518, 0xf5b83b, Shape::Loop, 'A', true},             // RETRYING (again)
    {0x7a3b00, 0xcd7c28, Shape::Hourglass, 'T', false},       // TIMEOUT
    {0x494951, 0x9999a3, Shape::Square, 'C', false},          // CANCELLED
    {0x642dab, 0x864ed6, Shape::BackArrow, 'B', true},        // COMPENSATING (back)
    {0xc494fe, 0xceaffb, Shape::BackCorner, 'U', false},      // COMPENSATED (undone)
    {0x819b75, 0x769179, Shape::DoubleTriangle, 'K', false},  // SKIPPED
    {0xd8d4c6, 0x3f4654, Shape::Dash, 'N', false},            // nobody needs it
}};

constexpr std::array<const char*, domain::run_status_count> run_names{
    QT_TRANSLATE_NOOP("States", "Pending"),      QT_TRANSLATE_NOOP("States", "Dispatched"),
    QT_TRANSLATE_NOOP("States", "Running"),      QT_TRANSLATE_NOOP("States", "Succeeded"),
    QT_TRANSLATE_NOOP("States", "Failed"),       QT_TRANSLATE_NOOP("States", "Retrying"),
    QT_TRANSLATE_NOOP("States", "Timed out"),    QT_TRANSLATE_NOOP("States", "Cancelled"),
    QT_TRANSLATE_NOOP("States", "Compensating"), QT_TRANSLATE_NOOP("States", "Compensated"),
    QT_TRANSLATE_NOOP("States", "Skipped"),
};

constexpr std::array<const char*, 5> node_names{
    QT_TRANSLATE_NOOP("States", "connected"),    QT_TRANSLATE_NOOP("States", "unreachable"),
    QT_TRANSLATE_NOOP("States", "conservative"), QT_TRANSLATE_NOOP("States", "draining"),
    QT_TRANSLATE_NOOP("States", "revoked"),
};

QString state_words(const char* source) {
    return QCoreApplication::translate("States", source);
}

}  // namespace

const StateStyle& style_of(domain::RunStatus status) {
    return styles[static_cast<std::size_t>(status)];
}

std::size_t style_place(Look look) {
    return look.unneeded() ? domain::run_status_count : static_cast<std::size_t>(look.status());
}

const StateStyle& style_at(std::size_t place) {
    return styles[place];
}

const StateStyle& style_of(Look look) {
    return styles[style_place(look)];
}

domain::RunStatus run_status_like(domain::TaskStatus status) {
    switch (status) {
        case domain::TaskStatus::Pending:
            return domain::RunStatus::Pending;
        case domain::TaskStatus::Running:
            return domain::RunStatus::Running;
        case domain::TaskStatus::Compensating:
            return domain::RunStatus::Compensating;
        case domain::TaskStatus::Cancelled:
            return domain::RunStatus::Cancelled;
        case domain::TaskStatus::Failed:
            return domain::RunStatus::Failed;
        case domain::TaskStatus::Compensated:
            return domain::RunStatus::Compensated;
        case domain::TaskStatus::Succeeded:
            return domain::RunStatus::Succeeded;
    }
    return domain::RunStatus::Pending;
}

QString status_name(domain::RunStatus status) {
    return state_words(run_names[static_cast<std::size_t>(status)]);
}
QString status_name(domain::TaskStatus status) {
    return status_name(run_status_like(status));
}
QString status_name(Look look) {
    return look.unneeded() ? state_words(QT_TRANSLATE_NOOP("States", "Not needed")) : status_name(look.status());
}
QString node_status_name(domain::NodeStatus status) {
    return state_words(node_names[static_cast<std::size_t>(status)]);
}

QString flag_name(std::string_view flag) {
    if (flag == "blocked") return state_words(QT_TRANSLATE_NOOP("States", "blocked"));
    if (flag == "unneeded") return state_words(QT_TRANSLATE_NOOP("States", "not needed"));
    if (flag == "paused") return state_words(QT_TRANSLATE_NOOP("States", "paused"));
    if (flag == "quarantined") return state_words(QT_TRANSLATE_NOOP("States", "quarantined"));
    if (flag == "unreachable") return state_words(QT_TRANSLATE_NOOP("States", "unreachable"));
    return QString::fromUtf8(flag.data(), static_cast<qsizetype>(flag.size()));
}

int severity(domain::RunStatus status) {
    using enum domain::RunStatus;
    switch (status) {
        case Failed:
            return 10;
        case Timeout:
            return 9;
        case Retrying:
            return 8;
        case Compensating:
            return 7;
        case Cancelled:
            return 6;
        case Running:
            return 5;
        case Dispatched:
            return 4;
        case Pending:
            return 3;
        case Compensated:
            return 2;
        case Skipped:
            return 1;
        case Succeeded:
            return 0;
    }
    return 0;
}

int severity(Look look) {
    if (look.quarantined()) return 12;
    if (look.unneeded()) return severity(domain::RunStatus::Skipped);
    return look.blocked() ? 7 : severity(look.status());
}

}  // namespace apollo::viewmodels
