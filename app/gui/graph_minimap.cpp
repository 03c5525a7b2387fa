// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/graph_minimap.h"

#include <algorithm>

#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr double frame_px = 3;

}  // namespace

QRectF GraphMinimap::rect(const viewmodels::GraphLayout& layout, const QRectF& view, QSizeF window) {
    const bool all_in_sight =
        view.left() <= 0 && view.top() <= 0 && view.right() >= layout.width && view.bottom() >= layout.height;
    if (all_in_sight || layout.width <= 0) return {};
    const double aspect = std::clamp(static_cast<double>(layout.height / layout.width), 0.25, 1.2);
    const double w = std::min(190.0, window.width() * 0.3), h = std::min(w * aspect, window.height() * 0.4);
    return {window.width() - w - 12, window.height() - h - 12, w, h};
}

QPointF GraphMinimap::scene_point(const viewmodels::GraphLayout& layout, const QRectF& map, const QPointF& at) {
    return {(at.x() - map.left() - frame_px) * layout.width / (map.width() - 2 * frame_px),
            (at.y() - map.top() - frame_px) * layout.height / (map.height() - 2 * frame_px)};
}

void GraphMinimap::render(const QSize& size, double pixel_ratio, const viewmodels::GraphModel& model,
                          const viewmodels::StatusCursor& cursor, const QPalette& palette) {
    m_picture = QImage(size * pixel_ratio, QImage::Format_ARGB32_Premultiplied);
    m_picture.setDevicePixelRatio(pixel_ratio);
    m_picture.fill(palette.color(QPalette::Window));
    QPainter painter(&m_picture);
    const auto& layout = model.layout();
    const double sx = (size.width() - 2 * frame_px) / std::max(1.0f, layout.width),
                 sy = (size.height() - 2 * frame_px) / std::max(1.0f, layout.height);
    std::vector<std::pair<int, std::uint32_t>> order(model.size());
    std::vector<viewmodels::Look> looks(model.size());
    for (std::uint32_t node = 0; node < model.size(); ++node) {
        looks[node] = model.worst(node, cursor);
        order[node] = {viewmodels::severity(looks[node]), node};
    }
    std::sort(order.begin(), order.end());
    const double w = std::max(1.6, layout.node_width * sx), h = std::max(1.6, layout.node_height * sy);
    for (const auto& [worst, node] : order) {
        const viewmodels::LayoutPoint point = layout.nodes[node];
        const double grow = worst >= viewmodels::severity(domain::RunStatus::Retrying) ? 1 : 0;
        const double left = frame_px + point.x * sx - w / 2 - grow / 2, top = frame_px + point.y * sy - h / 2 - grow / 2;
        painter.fillRect(QRectF(left, top, w + grow, h + grow), state_colour(looks[node], palette));
    }
    m_stale = false;
}

void GraphMinimap::paint(QPainter& painter, const QRectF& map, const viewmodels::GraphModel& model,
                         const viewmodels::StatusCursor& cursor, const QRectF& view, const QPalette& palette) {
    if (m_stale || m_picture.deviceIndependentSize().toSize() != map.size().toSize())
        render(map.size().toSize(), painter.device()->devicePixelRatioF(), model, cursor, palette);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawImage(map.topLeft(), m_picture);
    painter.setPen(palette.color(QPalette::Mid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(map);
    const auto& layout = model.layout();
    const double sx = (map.width() - 2 * frame_px) / layout.width,
                 sy = (map.height() - 2 * frame_px) / std::max(1.0f, layout.height);
    const QRectF box(map.left() + frame_px + view.left() * sx, map.top() + frame_px + view.top() * sy, view.width() * sx,
                     view.height() * sy);
    painter.setPen(QPen(replay_colour(palette), 1.5));
    painter.drawRect(box.intersected(map));
}

}  // namespace apollo::gui
