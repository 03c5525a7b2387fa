// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/graph_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/gui/canvas_hold.h"
#include "app/gui/graph_painter.h"
#include "app/gui/theme.h"
#include "app/viewmodels/critical_path.h"
#include "app/viewmodels/graph_marking.h"

namespace apollo::gui {

namespace {

constexpr double margin_px = 28;
constexpr double largest_scale = 2.5;
constexpr double largest_fit_scale = 1.15;
constexpr double click_slop_px = 4;

}  // namespace

GraphView::GraphView(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_refinement(m_model, this, [this] { return anchor(); }) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 120);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, [this] {
        m_minimap.set_stale();
        update();
    });
    connect(&navigator, &viewmodels::Navigator::task_changed, this, [this] { update(); });
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    install_canvas_access();
    connect(&m_refinement, &GraphRefinement::moved, this, &GraphView::follow_refinement);
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, &GraphView::on_selection);
}

void GraphView::ensure_layout() {
    const domain::Task* task = m_navigator.task();
    const TaskIndex wanted = task ? m_navigator.task_index() : no_task;
    const bool other_task = wanted != m_laid_out;
    const bool other = other_task || (task && task->plan != m_plan);
    if (other_task)
        m_focus.reset();
    else if (other && m_focus)
        m_focus = task->plan->find_step(m_plan->definition.steps[*m_focus].name);
    viewmodels::GraphChoice choice{m_stacked, {}, m_focus, m_distance};
    if (!other && task) choice.outside = m_model.failed_in_stacks(m_navigator.cursor());
    if (other || (task && !(choice == m_model.choice()))) rebuild(choice, other);
}

void GraphView::rebuild(const viewmodels::GraphChoice& choice, bool other_plan) {
    const domain::Task* task = m_navigator.task();
    const viewmodels::GraphChoice before = m_model.choice();
    const TaskIndex laid_out_before = m_laid_out;
    m_laid_out = task ? m_navigator.task_index() : no_task;
    m_plan = task ? task->plan : nullptr;
    m_model = task ? viewmodels::GraphModel(task->plan, task->first_run, choice) : viewmodels::GraphModel();
    if (task && other_plan) {
        // Only the stacks tell which of their steps have failed.
        viewmodels::GraphChoice outside = choice;
        outside.outside = m_model.failed_in_stacks(m_navigator.cursor());
        if (!outside.outside.empty()) m_model = viewmodels::GraphModel(task->plan, task->first_run, outside);
    }
    m_refinement.start();
    m_minimap.set_stale();
    on_selection();
    refresh_critical();
    find_mistaken();
    const bool same_part = m_laid_out == laid_out_before && before.stacked == choice.stacked && before.focus == choice.focus &&
                           before.distance == choice.distance;
    if (same_part && !m_fitted)
        hold_on();  // a step that steps out of its stack must not move the picture away
    else
        show_start();
}

// A graph that would be a hair in the window is shown where something happens instead; the minimap has all of it.
void GraphView::show_start() {
    constexpr double least_side_px = 60, least_row_px = 9, start_scale = 0.8;
    fit();
    const auto& layout = m_model.layout();
    if (m_model.size() < 2 || layout.rank_height * m_scale >= least_row_px || std::min(layout.width, layout.height) * m_scale >= least_side_px) return;
    const double narrow = layout.width < layout.height ? (width() - 2 * margin_px) / layout.width : (height() - 2 * margin_px) / layout.height;
    const double scale = std::clamp(narrow, 0.3, start_scale);
    if (scale <= m_scale * 2) return;
    m_scale = scale;
    const viewmodels::LayoutPoint place = layout.nodes[m_model.most_urgent(m_navigator.cursor())];
    m_offset = QPointF(width() / 2.0, height() / 2.0) - QPointF(place.x, place.y) * m_scale;
    m_fitted = false;
    m_offset = held_in_window(m_offset, extent(), size(), margin_px);
    view_moved();
}

void GraphView::set_truth_marks(const viewmodels::TruthMarks* truths) {
    m_truths = truths;
    connect(truths, &viewmodels::TruthMarks::changed, this, &GraphView::find_mistaken);
}

void GraphView::find_mistaken() {
    m_mistaken = m_truths ? viewmodels::nodes_of_runs(m_navigator, m_model, m_truths->runs()) : std::vector<std::uint32_t>();
    update();
}

void GraphView::set_stacked(bool stacked) {
    if (m_stacked == stacked) return;
    m_stacked = stacked;
    Q_EMIT stacked_changed(stacked);
    update();
}

void GraphView::set_focused(bool focused) {
    if (focused == m_focus.has_value()) return;
    if (focused)
        m_focus = m_navigator.selected_step();
    else
        m_focus.reset();
    Q_EMIT focused_changed(m_focus.has_value());
    update();
}

void GraphView::widen_focus(int by) {
    m_distance = static_cast<std::uint32_t>(std::clamp(static_cast<int>(m_distance) + by, 1, 50));
    update();
}

void GraphView::set_critical(bool shown) {
    m_shows_critical = shown;
    refresh_critical();
    view_moved();
}

void GraphView::refresh_critical() {
    m_critical.clear();
    if (!m_shows_critical) return;
    m_durations.follow(m_navigator.live());
    for (const std::uint32_t step : viewmodels::critical_path(m_navigator, m_durations)) {
        const auto node = m_model.node_of_step(step);
        if (node && (m_critical.empty() || m_critical.back() != *node)) m_critical.push_back(*node);
    }
}

double GraphView::least_scale() const {
    const auto& layout = m_model.layout();
    if (layout.width <= 0 || layout.height <= 0) return 1;
    const double x = std::max(1.0, width() - 2 * margin_px) / layout.width;
    const double y = std::max(1.0, height() - 2 * margin_px) / layout.height;
    return std::clamp(std::min(x, y), 1e-4, largest_fit_scale);
}

void GraphView::fit() {
    const auto& layout = m_model.layout();
    m_scale = least_scale();
    m_offset = QPointF((width() - layout.width * m_scale) / 2, (height() - layout.height * m_scale) / 2);
    m_fitted = true;
    view_moved();
}

QSizeF GraphView::extent() const {
    return QSizeF(m_model.layout().width, m_model.layout().height) * m_scale;
}

void GraphView::hold_on() {
    m_offset = held_on(m_offset, extent(), size());
}

// What is looked at stays in its place while the rest finds a better one around it.
std::uint32_t GraphView::anchor() const {
    const auto& nodes = m_model.layout().nodes;
    if (m_selected && scene_view().contains(QPointF(nodes[*m_selected].x, nodes[*m_selected].y))) return *m_selected;
    const QPointF middle = scene_view().center();
    return m_model.layout().nearest({static_cast<float>(middle.x()), static_cast<float>(middle.y())});
}

void GraphView::follow_refinement(const QPointF& anchor_by) {
    m_minimap.set_stale();
    if (m_fitted) return fit();
    m_offset -= anchor_by * m_scale;
    view_moved();
}

void GraphView::zoom_at(const QPointF& at, double factor) {
    const double scale = std::clamp(m_scale * factor, std::min(least_scale(), 1.0) * 0.8, largest_scale);
    m_offset = at - (at - m_offset) * (scale / m_scale);
    m_scale = scale;
    m_fitted = false;
    hold_on();
    view_moved();
}

void GraphView::on_selection() {
    const auto step = m_navigator.selected_step();
    m_selected = step ? m_model.node_of_step(*step) : std::nullopt;
    m_marked = viewmodels::marked_nodes(m_navigator, m_model);
    m_related = m_selected ? m_model.related_to(*m_selected) : std::vector<std::uint8_t>();
    view_moved();
}

void GraphView::keep_in_sight(std::uint32_t node) {
    const viewmodels::LayoutPoint point = m_model.layout().nodes[node];
    const QPointF at = QPointF(point.x, point.y) * m_scale + m_offset;
    if (QRectF(rect()).adjusted(60, 40, -60, -40).contains(at)) return;
    m_offset += QPointF(width() / 2.0, height() / 2.0) - at;
    m_fitted = false;
    view_moved();
}

void GraphView::paintEvent(QPaintEvent*) {
    ensure_layout();
    const domain::Task* task = m_navigator.task();
    const bool ticks = task && !m_navigator.is_replay() && task->count[static_cast<int>(domain::RunStatus::Running)] > 0;
    if (ticks != m_tick.isActive()) ticks ? m_tick.start() : m_tick.stop();
    QPainter painter(this);
    if (m_model.empty()) return paint_empty(painter);
    paint_graph(painter);
    if (const QRectF map = minimap_rect(); !map.isEmpty())
        m_minimap.paint(painter, map, m_model, m_navigator.cursor(), scene_view(), palette());
    if (!m_band.isNull()) {
        QColor fill = palette().color(QPalette::Highlight);
        painter.setPen(fill);
        fill.setAlpha(50);
        painter.setBrush(fill);
        painter.drawRect(m_band);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(mixed(palette().color(QPalette::Base), palette().color(QPalette::Highlight), 0.45));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GraphView::view_moved() {
    m_edges_stale = true;
    update();
}

void GraphView::paint_graph(QPainter& painter) {
    m_durations.follow(m_navigator.live());
    const GraphScene scene{m_model,  m_navigator,     m_durations, m_navigator.cursor(), m_scale,
                           m_offset, QSizeF(size()), m_selected,  m_related,            m_critical, m_marked, m_mistaken};
    if (m_edges_stale || m_edges.deviceIndependentSize() != QSizeF(size())) {
        m_edges = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
        m_edges.setDevicePixelRatio(devicePixelRatioF());
        m_edges.fill(palette().color(QPalette::Base));
        QPainter below(&m_edges);
        GraphPainter(below, scene, palette()).paint_edges_below();
        m_edges_stale = false;
        m_frame = QImage();
    }
    GraphPainter nodes(painter, scene, palette());
    if (nodes.is_tiny()) {
        copy_edges();
        nodes.splat(m_frame, m_enlarged);
        painter.drawImage(0, 0, m_frame);
    } else {
        painter.drawImage(0, 0, m_edges);
    }
    nodes.paint_nodes();
    note_in_sight();
}

// Nodes paint over themselves from frame to frame; only where bad ones were larger must the edges come back.
void GraphView::copy_edges() {
    if (m_frame.size() != m_edges.size()) {
        m_frame = m_edges.copy();
        m_enlarged.clear();
    }
    for (const QRect& rect : m_enlarged) {
        const QRect part = rect.intersected(m_frame.rect());
        for (int y = part.top(); y <= part.bottom(); ++y) {
            const auto offset = static_cast<std::size_t>(part.left()) * 4;
            std::memcpy(m_frame.scanLine(y) + offset, m_edges.constScanLine(y) + offset,
                        static_cast<std::size_t>(part.width()) * 4);
        }
    }
    m_enlarged.clear();
}

// A reader is told of as many steps as somebody could tell apart.
void GraphView::note_in_sight() {
    constexpr std::size_t limit = 300;
    m_in_sight.clear();
    const QRectF view = scene_view();
    const auto& layout = m_model.layout();
    for (const auto& layer : layout.layers) {
        for (const std::uint32_t node : layer) {
            if (m_in_sight.size() >= limit) return;
            if (view.contains(QPointF(layout.nodes[node].x, layout.nodes[node].y))) m_in_sight.push_back(node);
        }
    }
}

QString GraphView::accessible_text(int item) const {
    return m_model.spoken(m_in_sight[static_cast<std::size_t>(item)], m_navigator);
}

QRect GraphView::accessible_rect(int item) const {
    const auto& layout = m_model.layout();
    const viewmodels::LayoutPoint centre = layout.nodes[m_in_sight[static_cast<std::size_t>(item)]];
    const QSizeF size = QSizeF(layout.node_width, layout.node_height) * m_scale;
    const QPointF at = QPointF(centre.x, centre.y) * m_scale + m_offset;
    return QRectF(at - QPointF(size.width() / 2, size.height() / 2), size).toAlignedRect();
}

bool GraphView::accessible_selected(int item) const {
    return m_selected == m_in_sight[static_cast<std::size_t>(item)];
}

void GraphView::accessible_press(int item) {
    m_navigator.select_step(m_model.look(m_in_sight[static_cast<std::size_t>(item)], m_navigator.cursor()).worst_step);
}

int GraphView::accessible_at(const QPoint& at) const {
    const auto node = node_at(at);
    const auto found = node ? std::find(m_in_sight.begin(), m_in_sight.end(), *node) : m_in_sight.end();
    return found == m_in_sight.end() ? -1 : static_cast<int>(found - m_in_sight.begin());
}

void GraphView::paint_empty(QPainter& painter) {
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const viewmodels::LiveModel& live = m_navigator.live();
    const QString none = live.connection() == viewmodels::LiveModel::Connection::Live ? tr("No task has been submitted yet.") : tr("Nothing has been heard from the server yet.");
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, live.state().tasks.empty() ? none : tr("Choose a task on the left to see its steps."));
}

QRectF GraphView::minimap_rect() const {
    return GraphMinimap::rect(m_model.layout(), scene_view(), size());
}

void GraphView::centre_by_minimap(const QPointF& at) {
    const QRectF map = minimap_rect();
    if (map.isEmpty()) return;
    m_offset = QPointF(width() / 2.0, height() / 2.0) - GraphMinimap::scene_point(m_model.layout(), map, at) * m_scale;
    m_fitted = false;
    hold_on();
    view_moved();
}

std::optional<std::uint32_t> GraphView::node_at(const QPointF& at) const {
    const QPointF scene = to_scene(at);
    return m_model.node_at({static_cast<float>(scene.x()), static_cast<float>(scene.y())});
}

void GraphView::resizeEvent(QResizeEvent*) {
    if (m_fitted)
        fit();
    else
        hold_on();
    m_edges_stale = true;
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    m_press = event->position();
    if (event->button() == Qt::RightButton) {
        // What is marked stays if the menu opens on it.
        const auto node = node_at(m_press);
        if (node && m_selected != node && !std::binary_search(m_marked.begin(), m_marked.end(), *node))
            m_navigator.select_step(m_model.look(*node, m_navigator.cursor()).worst_step);
        return;
    }
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    m_press_offset = m_offset;
    m_moved = false;
    m_drag = minimap_rect().contains(m_press) ? Drag::Minimap : Drag::Pan;
    if (m_drag == Drag::Pan && event->modifiers() & Qt::ShiftModifier) m_drag = Drag::Band;
    m_band = QRectF();
    if (m_drag == Drag::Minimap) centre_by_minimap(m_press);
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Minimap) return centre_by_minimap(event->position());
    if (m_drag == Drag::Band) {
        m_band = QRectF(m_press, event->position()).normalized();
        return update();
    }
    if (m_drag == Drag::None) {
        setCursor(!minimap_rect().contains(event->position()) && node_at(event->position()) ? Qt::PointingHandCursor
                                                                                            : Qt::ArrowCursor);
        return;
    }
    const QPointF moved = event->position() - m_press;
    if (!m_moved && moved.manhattanLength() < click_slop_px) return;
    m_moved = true;
    m_fitted = false;
    setCursor(Qt::ClosedHandCursor);
    m_offset = m_press_offset + moved;
    hold_on();
    view_moved();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
    const bool click = (m_drag == Drag::Pan && !m_moved) || (m_drag == Drag::Band && m_band.isNull());
    if (m_drag == Drag::Band && !click) mark_band();
    m_drag = Drag::None;
    m_band = QRectF();
    unsetCursor();
    if (!click) return;
    const auto node = node_at(event->position());
    if (node && event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier))
        return viewmodels::toggle_node(m_navigator, m_model, m_selected, *node);
    if (!node) return m_navigator.select_run(std::nullopt);
    m_navigator.select_step(m_model.look(*node, m_navigator.cursor()).worst_step);
}

void GraphView::mark_band() {
    const QRectF band(to_scene(m_band.topLeft()), to_scene(m_band.bottomRight()));
    const auto& layout = m_model.layout();
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = 0; node < m_model.size(); ++node) {
        const QRectF box(layout.nodes[node].x - layout.node_width / 2, layout.nodes[node].y - layout.node_height / 2,
                         layout.node_width, layout.node_height);
        if (band.intersects(box)) nodes.push_back(node);
    }
    viewmodels::mark_nodes(m_navigator, m_model, nodes);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto node = node_at(event->position());
    if (node && m_model.is_stack(*node))
        set_stacked(false);
    else if (!node)
        fit();
}

void GraphView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0) zoom_at(event->position(), std::pow(1.2, notches));
    event->accept();
}

void GraphView::move_selection(int rank_step, int place_step, bool adds) {
    const auto& layout = m_model.layout();
    if (layout.layers.empty()) return;
    const std::uint32_t from = m_selected.value_or(layout.layers.front().empty() ? 0 : layout.layers.front().front());
    const std::uint32_t to = viewmodels::neighbour_of(layout, from, rank_step, place_step);
    if (adds && to != from)
        viewmodels::extend_marks(m_navigator, m_model, from, to);
    else
        m_navigator.select_step(m_model.look(to, m_navigator.cursor()).worst_step);
    keep_in_sight(to);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(width() / 2.0, height() / 2.0);
    const bool adds = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
        case Qt::Key_Up:
            return move_selection(-1, 0, adds);
        case Qt::Key_Down:
            return move_selection(1, 0, adds);
        case Qt::Key_Left:
            return move_selection(0, -1, adds);
        case Qt::Key_Right:
            return move_selection(0, 1, adds);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoom_at(middle, 1.25);
        case Qt::Key_Minus:
            return zoom_at(middle, 0.8);
        default:
            QWidget::keyPressEvent(event);
    }
}

bool GraphView::event(QEvent* event) {
    if (event->isInputEvent() && event->type() != QEvent::MouseMove) m_refinement.arrive();
    if (event->type() == QEvent::PaletteChange) {
        m_minimap.set_stale();
        m_edges_stale = true;
    }
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto node = node_at(help->pos());
    if (node && !minimap_rect().contains(help->pos())) {
        QString text = m_model.tooltip(*node, m_navigator);
        if (std::binary_search(m_mistaken.begin(), m_mistaken.end(), *node))
            text += QLatin1Char('\n') + tr("Its node had done more than was known here: Two truths tells what");
        QToolTip::showText(help->globalPos(), plain_tooltip(text), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

}  // namespace apollo::gui
