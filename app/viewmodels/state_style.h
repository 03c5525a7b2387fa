// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How each state is told apart: colour, shape, letter and name. Colour is never the only sign. A test holds every pair
// of colours at a CIEDE2000 distance above 10, also as seen with protanopia, deuteranopia and tritanopia.
#pragma once

#include <QString>
#include <cstdint>
#include <string_view>

#include "app/viewmodels/status_timeline.h"
#include "common/domain/run_status.h"
#include "common/domain/state.h"

namespace apollo::viewmodels {

enum class Shade : std::uint8_t { Light, Dark };  // of the background the colour is for

enum class Shape : std::uint8_t {
    Ring,
    Arrow,
    Triangle,
    Check,
    Cross,
    Loop,
    Hourglass,
    Square,
    BackArrow,
    BackCorner,
    DoubleTriangle,
    Dash,
};

struct StateStyle {
    std::uint32_t light_rgb;  // 0xRRGGBB
    std::uint32_t dark_rgb;
    Shape shape;
    char letter;
    bool dashed;  // outline of what is on its way to another try
    std::uint32_t rgb(Shade shade) const { return shade == Shade::Light ? light_rgb : dark_rgb; }
};

const StateStyle& style_of(domain::RunStatus status);
// A run that nobody needs is PENDING for ever; it looks like what it is and not like something that waits. Places of
// styles: those of the states, then this one.
constexpr std::size_t style_count = domain::run_status_count + 1;
std::size_t style_place(Look look);
const StateStyle& style_at(std::size_t place);
const StateStyle& style_of(Look look);
// The run state whose style a task's state borrows.
domain::RunStatus run_status_like(domain::TaskStatus status);

QString status_name(domain::RunStatus status);  // "Succeeded", in the current language
QString status_name(domain::TaskStatus status);
QString status_name(Look look);  // "Not needed" of what nobody needs
QString node_status_name(domain::NodeStatus status);
QString flag_name(std::string_view flag);  // of domain::flags_of

// How much a state asks for attention; larger is worse. Many runs are shown by the worst one.
int severity(domain::RunStatus status);
int severity(Look look);

}  // namespace apollo::viewmodels
