// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/canvas_hold.h"

#include <algorithm>

namespace apollo::gui {

QPointF held_on(const QPointF& offset, const QSizeF& extent, const QSizeF& window) {
    const auto hold = [](double at, double length, double room) {
        const double keep = std::min(80.0, length);
        return std::clamp(at, keep - length, room - keep);
    };
    return QPointF(hold(offset.x(), extent.width(), window.width()), hold(offset.y(), extent.height(), window.height()));
}

QPointF held_in_window(const QPointF& offset, const QSizeF& extent, const QSizeF& window, double margin) {
    const auto hold = [margin](double at, double length, double room) {
        return length + 2 * margin <= room ? (room - length) / 2 : std::clamp(at, room - margin - length, margin);
    };
    return QPointF(hold(offset.x(), extent.width(), window.width()), hold(offset.y(), extent.height(), window.height()));
}

}  // namespace apollo::gui
