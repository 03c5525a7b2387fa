// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/graph_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <array>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr double least_text_scale = 0.55;
constexpr double least_named_px = 54;  // width from which a box carries its name
constexpr double least_box_px = 5;  // height below which a box is only a dot
constexpr int edge_limit = 9000;    // per frame; beyond, an even sample
constexpr double least_bad_px = 3;  // a failure is never smaller
constexpr int inherited_limit = 4000;  // inherited dependencies drawn

QColor critical_colour(const QPalette& palette) {
    return is_dark(palette) ? QColor(0xff, 0x8a, 0xd8) : QColor(0xb0, 0x00, 0x7c);
}

}  // namespace

GraphPainter::GraphPainter(QPainter& painter, const GraphScene& scene, const QPalette& palette)
    : m_painter(painter),
      m_scene(scene),
      m_palette(palette),
      m_layout(scene.model.layout()),
      m_silent(scene.navigator),
      m_view(-scene.offset / scene.scale, scene.size / scene.scale) {}

void GraphPainter::paint_edges_below() {
    paint_edges();
    paint_critical_edges();
    paint_selected_edges();
}

bool GraphPainter::sees(const viewmodels::LayoutEdge& edge) const {
    const viewmodels::LayoutPoint from = m_layout.nodes[edge.from], to = m_layout.nodes[edge.to];
    if (from.y > m_view.bottom() || to.y < m_view.top()) return false;
    float left = std::min(from.x, to.x), right = std::max(from.x, to.x);
    for (std::uint32_t k = 0; k < edge.bend_count; ++k) {
        left = std::min(left, m_layout.bends[edge.first_bend + k].x);
        right = std::max(right, m_layout.bends[edge.first_bend + k].x);
    }
    return right >= m_view.left() && left <= m_view.right();
}

void GraphPainter::paint_edge(const viewmodels::LayoutEdge& edge, bool smooth) {
    const double half = m_layout.node_height / 2 * m_scene.scale;
    QPainterPath path(at(m_layout.nodes[edge.from]) + QPointF(0, half));
    const auto go = [&](const QPointF& to) {
        const QPointF from = path.currentPosition();
        const double middle = (from.y() + to.y()) / 2;
        if (smooth)
            path.cubicTo(QPointF(from.x(), middle), QPointF(to.x(), middle), to);
        else
            path.lineTo(to);
    };
    for (std::uint32_t k = 0; k < edge.bend_count; ++k) {
        const QPointF bend = at(m_layout.bends[edge.first_bend + k]);
        go(bend - QPointF(0, half));
        path.lineTo(bend + QPointF(0, half));
    }
    go(at(m_layout.nodes[edge.to]) - QPointF(0, half));
    m_painter.drawPath(path);
}

void GraphPainter::collect_edge(const viewmodels::LayoutEdge& edge, QList<QLineF>& lines) const {
    QPointF from = at(m_layout.nodes[edge.from]);
    for (std::uint32_t k = 0; k <= edge.bend_count; ++k) {
        const QPointF to = k < edge.bend_count ? at(m_layout.bends[edge.first_bend + k]) : at(m_layout.nodes[edge.to]);
        lines.append(QLineF(from, to));
        from = to;
    }
}

void GraphPainter::paint_edges() {
    std::vector<const viewmodels::LayoutEdge*> visible;
    for (const viewmodels::LayoutEdge& edge : m_layout.edges) {
        if (sees(edge)) visible.push_back(&edge);
    }
    QColor colour = mixed(m_palette.color(QPalette::Base), m_palette.color(QPalette::Text), 0.42);
    m_painter.setBrush(Qt::NoBrush);
    if (m_scene.scale >= 0.35 && visible.size() < 1200) {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(colour, 1.1));
        for (const auto* edge : visible) paint_edge(*edge, true);
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    colour.setAlpha(visible.size() > 3000 ? 70 : 130);
    m_painter.setPen(QPen(colour, 0));
    QList<QLineF> lines;
    const std::size_t stride = visible.size() / edge_limit + 1;
    for (std::size_t k = 0; k < visible.size(); k += stride) collect_edge(*visible[k], lines);
    m_painter.drawLines(lines);
}

bool GraphPainter::is_marked(std::uint32_t node) const {
    return m_scene.selected == node || std::binary_search(m_scene.marked.begin(), m_scene.marked.end(), node);
}

// Direct dependencies are strong lines, inherited ones thin; what waits for the selected step is dashed.
void GraphPainter::paint_selected_edges() {
    if (!m_scene.selected || m_scene.related.empty()) return;
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    const QColor colour = m_palette.color(QPalette::Highlight);
    const auto side = [&](std::uint32_t node) { return node == *m_scene.selected ? 3 : int(m_scene.related[node]); };
    int inherited = 0;
    for (const viewmodels::LayoutEdge& edge : m_layout.edges) {
        const int from = side(edge.from), to = side(edge.to);
        const bool direct = from == 3 || to == 3;
        const bool above = from == 1 && (to == 1 || to == 3), below = to == 2 && (from == 2 || from == 3);
        if (!above && !below) continue;
        if (!direct && (++inherited > inherited_limit || !sees(edge))) continue;
        QPen pen(direct ? colour : mixed(m_palette.color(QPalette::Base), colour, 0.6), direct ? 2.4 : 1.2);
        if (below) pen.setStyle(Qt::DashLine);
        m_painter.setPen(pen);
        paint_edge(edge, m_scene.scale >= 0.35);
    }
}

void GraphPainter::paint_critical_edges() {
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(critical_colour(m_palette), 3.2));
    for (std::size_t k = 0; k + 1 < m_scene.critical.size(); ++k) {
        for (const viewmodels::LayoutEdge& edge : m_layout.edges) {
            if (edge.from == m_scene.critical[k] && edge.to == m_scene.critical[k + 1])
                paint_edge(edge, m_scene.scale >= 0.35);
        }
    }
}

std::vector<std::uint32_t> GraphPainter::visible_nodes() const {
    std::vector<std::uint32_t> nodes;
    const float half_width = m_layout.node_width / 2, half_height = m_layout.node_height / 2;
    for (const auto& layer : m_layout.layers) {
        if (layer.empty()) continue;
        const float y = m_layout.nodes[layer.front()].y;
        if (y + half_height < m_view.top() || y - half_height > m_view.bottom()) continue;
        const auto left = static_cast<float>(m_view.left()) - half_width;
        auto at = std::lower_bound(layer.begin(), layer.end(), left,
                                   [&](std::uint32_t node, float x) { return m_layout.nodes[node].x < x; });
        const auto right = static_cast<float>(m_view.right()) + half_width;
        for (; at != layer.end() && m_layout.nodes[*at].x <= right; ++at) nodes.push_back(*at);
    }
    return nodes;
}

void GraphPainter::paint_nodes() {
    if (is_tiny()) return paint_selected_dot();
    const std::vector<std::uint32_t> nodes = visible_nodes();
    if (m_scene.scale >= least_text_scale) {
        for (const std::uint32_t node : nodes) paint_box(node);
    } else {
        paint_boxes(nodes);
    }
}

void GraphPainter::paint_box(std::uint32_t node) {
    const viewmodels::NodeLook look = m_scene.model.look(node, m_scene.cursor);
    const QColor colour = state_colour(look.worst, m_palette);
    const QSizeF size(m_layout.node_width * m_scene.scale, m_layout.node_height * m_scene.scale);
    const QRectF box(at(m_layout.nodes[node]) - QPointF(size.width() / 2, size.height() / 2), size);
    const bool selected = is_marked(node);
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor base = m_palette.color(QPalette::Base);
    if (m_scene.model.is_stack(node)) {
        m_painter.setPen(QPen(colour, 1.2));
        m_painter.setBrush(base);
        for (const double shift : {6.0, 3.0})
            m_painter.drawRoundedRect(box.translated(shift * m_scene.scale, shift * m_scene.scale), 5, 5);
    }
    QPen pen(selected ? m_palette.color(QPalette::Highlight) : colour, selected ? 3 : 1.4);
    if (viewmodels::style_of(look.worst).dashed && !selected) pen.setDashPattern({4, 2.5});
    if (look.worst.unneeded() && !selected) pen = QPen(mixed(colour, m_palette.color(QPalette::Text), 0.3), 1.4, Qt::DotLine);
    const bool hidden = m_scene.model.hidden(node, m_silent) > 0;
    if (hidden && !selected) pen.setDashPattern({4, 2.5});
    m_painter.setPen(pen);
    m_painter.setBrush(hidden ? base : mixed(base, colour, is_dark(m_palette) ? 0.2 : 0.14));
    m_painter.drawRoundedRect(box, 5, 5);
    if (std::find(m_scene.critical.begin(), m_scene.critical.end(), node) != m_scene.critical.end()) {
        m_painter.setPen(QPen(critical_colour(m_palette), 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 7, 7);
    }
    const double glyph = std::min(18 * m_scene.scale, size.height() - 8);
    const QRectF glyph_box(box.left() + 8 * m_scene.scale, box.center().y() - glyph / 2, glyph, glyph);
    paint_state(m_painter, glyph_box, look.worst, m_palette);
    paint_progress(glyph_box, node);
    QRectF room(glyph_box.right() + 6 * m_scene.scale, box.top() + m_scene.scale, 0, box.height() - 2 * m_scene.scale);
    room.setRight(box.right() - 6 * m_scene.scale);
    paint_label(room, node, look, hidden);
    paint_split(box, node);
    paint_mistake(box, node);
}

void GraphPainter::paint_mistake(const QRectF& box, std::uint32_t node) {
    if (!std::binary_search(m_scene.mistaken.begin(), m_scene.mistaken.end(), node)) return;
    const double mark = std::clamp(box.height() * 0.5, 9.0, 18.0);
    paint_truth_mark(m_painter, QRectF(box.right() - mark * 0.6, box.top() - mark * 0.4, mark, mark), m_palette);
}

void GraphPainter::paint_label(const QRectF& room, std::uint32_t node, const viewmodels::NodeLook& look, bool hidden) {
    QFont font = m_painter.font();
    const QFont old = font;
    QRectF text = room;
    font.setPointSizeF(std::clamp(9.5 * m_scene.scale, 6.5, 22.0));
    m_painter.setFont(font);
    QString counts = viewmodels::GraphModel::summary(look);
    if (hidden) counts += (counts.isEmpty() ? QString() : QStringLiteral(" · ")) + viewmodels::flag_name("unreachable");
    if (!counts.isEmpty()) {
        font.setPointSizeF(std::clamp(8 * m_scene.scale, 5.5, 20.0));
        m_painter.setFont(font);
        m_painter.setPen(mixed(m_palette.color(QPalette::Base), m_palette.color(QPalette::Text), 0.75));
        m_painter.drawText(text.adjusted(0, 0, 0, -3 * m_scene.scale), Qt::AlignLeft | Qt::AlignBottom, counts);
        font.setPointSizeF(std::clamp(8.8 * m_scene.scale, 6.0, 21.0));
        m_painter.setFont(font);
        text.setHeight(text.height() * 0.52);
    }
    const QFontMetricsF metrics(font);
    m_painter.setPen(m_palette.color(QPalette::Text));
    const QString label = metrics.elidedText(m_scene.model.label(node), Qt::ElideMiddle, text.width());
    m_painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, label);
    m_painter.setFont(old);
}

// A ring round the sign of what runs: how much of its usual time has passed. Beyond it the ring is full, in the colour
// of a warning.
void GraphPainter::paint_progress(const QRectF& glyph, std::uint32_t node) {
    const auto progress = m_scene.model.progress(node, m_scene.navigator, m_scene.durations);
    if (!progress) return;
    const QRectF ring = glyph.adjusted(-3, -3, 3, 3);
    const bool late = *progress > 1;
    const QColor colour = state_colour(late ? domain::RunStatus::Retrying : domain::RunStatus::Running, m_palette);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(mixed(m_palette.color(QPalette::Base), colour, 0.35), 2));
    m_painter.drawEllipse(ring);
    m_painter.setPen(QPen(colour, 2.4, late ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
    m_painter.drawArc(ring, 90 * 16, -static_cast<int>(std::min(1.0, *progress) * 360 * 16));
}

// One piece per node along the lower edge of a step that runs on many; where there is no room for each, pieces in
// proportion, worst first and never too small to be seen.
void GraphPainter::paint_split(const QRectF& box, std::uint32_t node) {
    std::vector<viewmodels::Look> looks = m_scene.model.split(node, m_scene.cursor);
    if (looks.empty()) return;
    const QRectF bar(box.left() + 4, box.bottom() - 5, box.width() - 8, 4);
    const double each = bar.width() / static_cast<double>(looks.size());
    if (each < 4) {
        std::stable_sort(looks.begin(), looks.end(),
                         [](auto a, auto b) { return viewmodels::severity(a) > viewmodels::severity(b); });
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    double left = bar.left();
    for (std::size_t k = 0; k < looks.size();) {
        std::size_t end = k + 1;
        while (each < 4 && end < looks.size() && looks[end] == looks[k]) ++end;
        const double wanted = std::max(each < 4 ? 3.0 : 1.0, each * static_cast<double>(end - k) - (each < 4 ? 0 : 1));
        const double width = std::min(wanted, bar.right() - left);
        m_painter.fillRect(QRectF(left, bar.top(), width, bar.height()), state_colour(looks[k], m_palette));
        left += each < 4 ? width : each;
        k = end;
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
}

// A name cut short is still better than none.
void GraphPainter::paint_name(const QRectF& room, std::uint32_t node, const QColor& colour) {
    const QFont old = m_painter.font();
    QFont font = old;
    font.setPixelSize(std::clamp(static_cast<int>(room.height() * 0.75), 8, 12));
    m_painter.setFont(font);
    m_painter.setPen(colour);
    const QString text = QFontMetricsF(font).elidedText(m_scene.model.label(node), Qt::ElideMiddle, room.width());
    m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    m_painter.setFont(old);
}

// A box too small for its name has it beside it, where the next one of its row leaves room.
void GraphPainter::paint_names_beside(const std::vector<std::uint32_t>& nodes) {
    constexpr double least_row_px = 11, least_room_px = 48, most_room_px = 240;
    const double row_px = m_layout.rank_height * m_scene.scale, half_px = m_layout.node_width * m_scene.scale / 2;
    if (row_px < least_row_px) return;
    const QFont old = m_painter.font();
    QFont font = old;
    font.setPixelSize(std::clamp(static_cast<int>(row_px * 0.8), 9, 12));
    m_painter.setFont(font);
    m_painter.setPen(m_palette.color(QPalette::Text));
    const QFontMetricsF metrics(font);
    std::vector<QRectF> rooms;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const bool last = k + 1 == nodes.size() || m_layout.ranks[nodes[k + 1]] != m_layout.ranks[nodes[k]];
        const QPointF centre = at(m_layout.nodes[nodes[k]]);
        const double left = centre.x() + half_px + 5, right = last ? m_scene.size.width() : at(m_layout.nodes[nodes[k + 1]]).x() - half_px - 5;
        rooms.emplace_back(left, centre.y() - row_px / 2, std::min(right - left, most_room_px), row_px);
    }
    // A name here and there would say less than none.
    const auto named = std::count_if(rooms.begin(), rooms.end(), [](const QRectF& room) { return room.width() >= least_room_px; });
    if (static_cast<std::size_t>(named) * 2 < nodes.size()) return m_painter.setFont(old);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        if (rooms[k].width() < least_room_px) continue;
        const QString text = metrics.elidedText(m_scene.model.label(nodes[k]), Qt::ElideMiddle, rooms[k].width());
        m_painter.drawText(rooms[k], Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }
    m_painter.setFont(old);
}

// As in the matrix: an outline in place of a state that is not known.
void GraphPainter::paint_hidden(const QRectF& box, const QColor& colour) {
    QPen pen(colour, 1);
    pen.setDashPattern({4, 2.5});
    m_painter.setPen(pen);
    m_painter.setBrush(m_palette.color(QPalette::Base));
    m_painter.drawRect(box.adjusted(0, 0, -1, -1));
}

void GraphPainter::paint_boxes(const std::vector<std::uint32_t>& nodes) {
    // Too small for text; a shape is readable a little longer, so boxes grow where the ranks leave room.
    const double room = m_layout.rank_height * m_scene.scale * 0.66;
    const double height = std::max(m_layout.node_height * m_scene.scale, std::min(room, 14.0));
    const QSizeF size(m_layout.node_width * m_scene.scale, height);
    if (size.width() < least_named_px || size.height() < 9) paint_names_beside(nodes);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    for (const std::uint32_t node : nodes) {
        const viewmodels::Look look = m_scene.model.worst(node, m_scene.cursor);
        const QColor colour = state_colour(look, m_palette);
        const QRectF box(at(m_layout.nodes[node]) - QPointF(size.width() / 2, size.height() / 2), size);
        const bool hidden = m_scene.model.hidden(node, m_silent) > 0;
        hidden ? paint_hidden(box, colour) : m_painter.fillRect(box, colour);
        if (size.height() >= 9) {
            const bool named = size.width() >= least_named_px;
            const QColor ink = hidden ? m_palette.color(QPalette::Text) : readable_on(colour);
            const QPointF corner = named ? box.topLeft() : box.center() - QPointF(size.height() / 2, size.height() / 2);
            const QRectF glyph(corner, QSizeF(size.height(), size.height()));
            if (named) paint_name(box.adjusted(size.height() + 1, 0, -2, 0), node, ink);
            paint_shape(m_painter, glyph.adjusted(1, 1, -1, -1), viewmodels::style_of(look).shape, ink);
        }
        if (is_marked(node)) {
            m_painter.setPen(QPen(m_palette.color(QPalette::Highlight), 3));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(box.adjusted(-2, -2, 2, 2));
        }
        paint_mistake(box, node);
    }
}

bool GraphPainter::is_tiny() const {
    return m_layout.node_height * m_scene.scale < least_box_px;
}

void GraphPainter::splat(QImage& picture, std::vector<QRect>& enlarged) const {
    const double ratio = picture.devicePixelRatio();
    const double width = std::max(1.0, m_layout.node_width * m_scene.scale * ratio);
    const double height = std::max(1.0, m_layout.node_height * m_scene.scale * ratio);
    std::array<QRgb, viewmodels::style_count> colours;
    for (std::size_t k = 0; k < colours.size(); ++k)
        colours[k] = 0xff000000u | viewmodels::style_at(k).rgb(shade_of(m_palette));
    const auto fill = [&](std::uint32_t node, viewmodels::Look look, double w, double h) {
        const QPointF centre = at(m_layout.nodes[node]) * ratio;
        const int left = std::max(0, static_cast<int>(centre.x() - w / 2 + 0.5));
        const int right = std::min(picture.width(), std::max(left + 1, static_cast<int>(centre.x() + w / 2 + 0.5)));
        const int top = std::max(0, static_cast<int>(centre.y() - h / 2 + 0.5));
        const int bottom = std::min(picture.height(), std::max(top + 1, static_cast<int>(centre.y() + h / 2 + 0.5)));
        const QRgb colour = colours[viewmodels::style_place(look)];
        for (int y = top; y < bottom; ++y) {
            auto* line = reinterpret_cast<QRgb*>(picture.scanLine(y));
            for (int x = left; x < right; ++x) line[x] = colour;
        }
    };
    const int least_bad = viewmodels::severity(domain::RunStatus::Retrying);
    std::vector<std::pair<int, std::uint32_t>> bad;
    for (const std::uint32_t node : visible_nodes()) {
        const viewmodels::Look look = m_scene.model.worst(node, m_scene.cursor);
        const int worst = viewmodels::severity(look);
        if (worst >= least_bad) bad.emplace_back(worst, node);
        else fill(node, look, width, height);
    }
    std::sort(bad.begin(), bad.end());
    for (const auto& [worst, node] : bad) {
        const viewmodels::Look look = m_scene.model.worst(node, m_scene.cursor);
        const double w = std::max(width, least_bad_px * ratio), h = std::max(height, least_bad_px * ratio);
        fill(node, look, w, h);
        const QPointF corner = at(m_layout.nodes[node]) * ratio - QPointF(w / 2, h / 2);
        enlarged.push_back(QRectF(corner, QSizeF(w, h)).toAlignedRect().adjusted(-1, -1, 1, 1));
    }
}

void GraphPainter::paint_selected_dot() {
    if (!m_scene.selected) return;
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_palette.color(QPalette::Highlight), 3));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawEllipse(at(m_layout.nodes[*m_scene.selected]),
                          std::max(6.0, m_layout.node_width * m_scene.scale), 6.0);
}

}  // namespace apollo::gui
