// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/graph_refinement.h"

#include <QEasingCurve>
#include <QStyle>
#include <algorithm>

namespace apollo::gui {

using viewmodels::GraphLayout;
using viewmodels::LayoutPoint;

namespace {

constexpr int first_picture_ms = 100;  // the first picture comes first
constexpr int frame_ms = 16;
constexpr double motion_ms = 250;

LayoutPoint between(LayoutPoint from, LayoutPoint to, float share) {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

}  // namespace

GraphRefinement::GraphRefinement(viewmodels::GraphModel& model, QWidget* canvas, Anchor anchor)
    : QObject(canvas), m_model(model), m_canvas(canvas), m_choose_anchor(std::move(anchor)) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(first_picture_ms);
    m_frame.setInterval(frame_ms);
    connect(&m_delay, &QTimer::timeout, this, [this] { m_worker.refine(m_model.layout_input()); });
    connect(&m_worker, &viewmodels::LayoutWorker::refined, this, &GraphRefinement::set_out);
    connect(&m_frame, &QTimer::timeout, this, &GraphRefinement::step);
}

void GraphRefinement::start() {
    m_frame.stop();
    m_worker.drop();
    m_delay.stop();
    if (m_model.size() > viewmodels::refined_at_once) m_delay.start();
}

void GraphRefinement::set_out(const GraphLayout& refined) {
    if (refined.nodes.size() != m_model.size() || refined.nodes == m_model.layout().nodes) return;
    m_from = m_model.layout();
    m_to = refined;
    m_anchor = m_choose_anchor();
    const bool still = m_canvas->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, m_canvas) <= 0;
    if (still || !m_canvas->isVisible()) return take(std::move(m_to));
    m_clock.start();
    m_frame.start();
}

void GraphRefinement::arrive() {
    if (!m_frame.isActive()) return;
    m_frame.stop();
    take(std::move(m_to));
}

// The edges are those of the picture to come, with bends where a straight line of the one that goes would have them.
void GraphRefinement::step() {
    const double done = static_cast<double>(m_clock.elapsed()) / motion_ms;
    if (done >= 1) return arrive();
    const auto share = static_cast<float>(QEasingCurve(QEasingCurve::InOutCubic).valueForProgress(done));
    GraphLayout now = m_to;
    for (std::size_t node = 0; node < now.nodes.size(); ++node) now.nodes[node] = between(m_from.nodes[node], m_to.nodes[node], share);
    for (const viewmodels::LayoutEdge& edge : now.edges) {
        for (std::uint32_t k = 0; k < edge.bend_count; ++k) {
            const float along = static_cast<float>(k + 1) / static_cast<float>(edge.bend_count + 1);
            const LayoutPoint straight = between(m_from.nodes[edge.from], m_from.nodes[edge.to], along);
            now.bends[edge.first_bend + k] = between(straight, m_to.bends[edge.first_bend + k], share);
        }
    }
    // Nothing stands in rows on its way; each node is found for itself.
    now.layers.clear();
    for (std::uint32_t node = 0; node < now.nodes.size(); ++node) now.layers.push_back({node});
    const LayoutPoint size = between({m_from.width, m_from.height}, {m_to.width, m_to.height}, share);
    now.width = size.x;
    now.height = size.y;
    take(std::move(now));
}

void GraphRefinement::take(GraphLayout layout) {
    const LayoutPoint before = m_model.layout().nodes[m_anchor], after = layout.nodes[m_anchor];
    m_model.set_layout(std::move(layout));
    Q_EMIT moved(QPointF(after.x - before.x, after.y - before.y));
}

}  // namespace apollo::gui
