// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where a picture of a given extent may stand in a window. Offsets are those of its upper left corner, in pixels.
#pragma once

#include <QPointF>
#include <QSizeF>

namespace apollo::gui {

// Part of it stays in the window.
QPointF held_on(const QPointF& offset, const QSizeF& extent, const QSizeF& window);
// What is wider or higher than the window covers it, the rest stands in its middle.
QPointF held_in_window(const QPointF& offset, const QSizeF& extent, const QSizeF& window, double margin);

}  // namespace apollo::gui
