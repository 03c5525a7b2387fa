// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/replay_frame.h"

#include <QPainter>

#include "app/gui/theme.h"

namespace apollo::gui {

ReplayFrame::ReplayFrame(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent), m_navigator(navigator) {
    // The room is always there: entering a replay moves nothing.
    setContentsMargins(frame_px, frame_px, frame_px, frame_px);
    connect(&navigator, &viewmodels::Navigator::mode_changed, this, qOverload<>(&QWidget::update));
}

void ReplayFrame::paintEvent(QPaintEvent*) {
    if (!m_navigator.is_replay()) return;
    QPainter painter(this);
    const double half = frame_px / 2.0;
    painter.setPen(QPen(replay_colour(palette()), frame_px, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect()).adjusted(half, half, -half, -half));
}

}  // namespace apollo::gui
