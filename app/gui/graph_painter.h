// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Paints a graph model under a scale and an offset. No state of its own beyond one paint.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPalette>
#include <optional>
#include <vector>

#include "app/viewmodels/graph_model.h"

namespace apollo::gui {

struct GraphScene {
    const viewmodels::GraphModel& model;
    const viewmodels::Navigator& navigator;
    const viewmodels::StepDurations& durations;
    const viewmodels::StatusCursor& cursor;
    double scale;
    QPointF offset;
    QSizeF size;  // of the window
    std::optional<std::uint32_t> selected;
    const std::vector<std::uint8_t>& related;   // GraphModel::related_to the selected node; empty: none is selected
    const std::vector<std::uint32_t>& critical;  // nodes of the critical path, in order; empty: not shown
    const std::vector<std::uint32_t>& marked;    // with the selected one, when several are; ascending
    const std::vector<std::uint32_t>& mistaken;  // nodes with a run that the center was mistaken about; ascending
};

class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphScene& scene, const QPalette& palette);
    void paint_edges_below();  // do not depend on what happened: can be kept as a picture
    void paint_nodes();
    // True if nodes are so small that paint_dots draws them; then `picture` may be what the painter paints on.
    bool is_tiny() const;
    // Nodes as plain pixels, worst last; much faster than a painter at ten thousands. `enlarged`: where bad ones take more
    // than their place.
    void splat(QImage& picture, std::vector<QRect>& enlarged) const;
    void paint_selected_dot();

private:
    void paint_edges();
    void paint_selected_edges();
    void paint_critical_edges();
    void paint_name(const QRectF& room, std::uint32_t node, const QColor& colour);
    void paint_split(const QRectF& box, std::uint32_t node);
    void paint_progress(const QRectF& glyph, std::uint32_t node);
    void paint_label(const QRectF& room, std::uint32_t node, const viewmodels::NodeLook& look, bool hidden);
    void paint_edge(const viewmodels::LayoutEdge& edge, bool smooth);
    void collect_edge(const viewmodels::LayoutEdge& edge, QList<QLineF>& lines) const;
    void paint_names_beside(const std::vector<std::uint32_t>& nodes);
    void paint_boxes(const std::vector<std::uint32_t>& nodes);
    void paint_box(std::uint32_t node);
    bool is_marked(std::uint32_t node) const;
    void paint_hidden(const QRectF& box, const QColor& colour);
    void paint_mistake(const QRectF& box, std::uint32_t node);
    bool sees(const viewmodels::LayoutEdge& edge) const;
    QPointF at(viewmodels::LayoutPoint point) const {
        return QPointF(point.x, point.y) * m_scene.scale + m_scene.offset;
    }
    std::vector<std::uint32_t> visible_nodes() const;

    QPainter& m_painter;
    const GraphScene& m_scene;
    const QPalette& m_palette;
    const viewmodels::GraphLayout& m_layout;
    viewmodels::SilentNodes m_silent;
    QRectF m_view;  // in the layout's units
};

}  // namespace apollo::gui
