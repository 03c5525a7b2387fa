// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The whole graph in a corner, with what the window shows of it as a box; there only while not all is in sight.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPalette>

#include "app/viewmodels/graph_model.h"

namespace apollo::gui {

class GraphMinimap {
public:
    // For a window of that size that shows `view` (in the layout's units). Null: all is in sight.
    static QRectF rect(const viewmodels::GraphLayout& layout, const QRectF& view, QSizeF window);
    // The place of the layout under a point of the window.
    static QPointF scene_point(const viewmodels::GraphLayout& layout, const QRectF& map, const QPointF& at);

    void set_stale() { m_stale = true; }
    void paint(QPainter& painter, const QRectF& map, const viewmodels::GraphModel& model,
               const viewmodels::StatusCursor& cursor, const QRectF& view, const QPalette& palette);

private:
    void render(const QSize& size, double pixel_ratio, const viewmodels::GraphModel& model,
                const viewmodels::StatusCursor& cursor, const QPalette& palette);

    QImage m_picture;
    bool m_stale = true;
};

}  // namespace apollo::gui
