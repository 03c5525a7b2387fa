// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The shape of a state, drawn into any rectangle: what tells states apart without colour.
#pragma once

#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include "app/viewmodels/state_style.h"

namespace apollo::gui {

void paint_shape(QPainter& painter, const QRectF& rect, viewmodels::Shape shape, const QColor& colour);
// A disc in the state's colour with its shape cut out; flags as a ring of dashes (blocked) or dots (quarantined).
void paint_state(QPainter& painter, const QRectF& rect, viewmodels::Look look, const QPalette& palette);
// What the center was mistaken about: "not equal" on a disc in the colour of replay.
void paint_truth_mark(QPainter& painter, const QRectF& rect, const QPalette& palette);
QPixmap state_pixmap(domain::RunStatus status, const QPalette& palette, int size, double ratio);
QPixmap look_pixmap(viewmodels::Look look, const QPalette& palette, int size, double ratio);
// The same for item views: on a selected row it keeps its colour and has a ring, so that it does not sink into the row.
QIcon state_icon(domain::RunStatus status, const QPalette& palette, int size, double ratio);

}  // namespace apollo::gui
