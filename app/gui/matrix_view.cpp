// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/matrix_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr double least_column_width = 1;
constexpr double wanted_column_width = 24;  // where not even the smallest would show all
constexpr double largest_column_width = 170;
constexpr int least_row_height = 12;
constexpr int largest_left = 260;

}  // namespace

MatrixView::MatrixView(viewmodels::Navigator& navigator, QWidget* parent)
    : QAbstractScrollArea(parent), m_navigator(navigator) {
    install_canvas_access();
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, [this] {
        reload();
        viewport()->update();
    });
    connect(&navigator, &viewmodels::Navigator::task_changed, this, [this] {
        reload();
        viewport()->update();
    });
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, &MatrixView::show_selection);
}

void MatrixView::reload() {
    const domain::Task* task = m_navigator.task();
    const TaskIndex wanted = task ? m_navigator.task_index() : no_task;
    const auto plan = task ? task->plan : nullptr;
    if (wanted == m_task && plan == m_plan) return;
    m_task = wanted;
    m_plan = plan;
    m_matrix = task ? viewmodels::RunMatrix(task->plan, task->first_run) : viewmodels::RunMatrix();
    sort();
    fit();
}

void MatrixView::set_truth_marks(const viewmodels::TruthMarks* truths) {
    m_truths = truths;
    connect(truths, &viewmodels::TruthMarks::changed, viewport(), qOverload<>(&QWidget::update));
}

void MatrixView::sort() {
    m_matrix.sort_rows(m_row_order, m_navigator.cursor());
    m_matrix.sort_columns(m_column_order, m_navigator.cursor(), m_navigator.live().state());
    m_anchor.reset();
    measure();  // groups take room
    show_selection();
}

void MatrixView::set_row_order(viewmodels::MatrixOrder order) {
    m_row_order = order;
    sort();
}

void MatrixView::set_column_order(viewmodels::MatrixOrder order) {
    m_column_order = order;
    sort();
}

QString MatrixView::accessible_text(int item) const {
    const RunIndex run = m_in_sight[static_cast<std::size_t>(item)];
    const auto cell = m_matrix.cell_of(run);
    if (!cell) return {};
    return m_matrix.row_name(cell->first) + QStringLiteral(", ") + m_matrix.column_name(cell->second) + QStringLiteral(", ") +
           (viewmodels::SilentNodes(m_navigator).hides(run) ? viewmodels::flag_name("unreachable") : viewmodels::status_name(m_navigator.cursor().look(run.value)));
}

QRect MatrixView::accessible_rect(int item) const {
    const auto cell = m_matrix.cell_of(m_in_sight[static_cast<std::size_t>(item)]);
    return cell ? cell_rect(cell->first, cell->second).translated(viewport()->pos()) : QRect();
}

bool MatrixView::accessible_selected(int item) const {
    return m_navigator.is_marked(m_in_sight[static_cast<std::size_t>(item)]);
}

void MatrixView::accessible_press(int item) {
    m_navigator.select_run(m_in_sight[static_cast<std::size_t>(item)]);
}

int MatrixView::accessible_at(const QPoint& at) const {
    const auto cell = cell_at(at - viewport()->pos());
    const auto run = cell ? m_matrix.run_at(cell->first, cell->second) : std::nullopt;
    const auto found = run ? std::find(m_in_sight.begin(), m_in_sight.end(), *run) : m_in_sight.end();
    return found == m_in_sight.end() ? -1 : static_cast<int>(found - m_in_sight.begin());
}

void MatrixView::fit() {
    m_zoom = 1;
    measure();
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    viewport()->update();
}

void MatrixView::measure() {
    const QFontMetrics metrics(font());
    const bool any = m_matrix.rows() > 0 && m_matrix.columns() > 0;
    m_geometry.left_band = any && !m_matrix.row_group(0).isEmpty() ? metrics.height() + 4 : 0;
    m_geometry.top_band = any && !m_matrix.column_group(0).isEmpty() ? metrics.height() + 4 : 0;
    m_geometry.top = metrics.height() + 14 + m_geometry.top_band;
    int longest = metrics.horizontalAdvance(tr("Step ╲ Node"));
    const int sample = std::min(m_matrix.rows(), 400);
    for (int row = 0; row < sample; ++row)
        longest = std::max(longest, metrics.horizontalAdvance(m_matrix.row_name(row)));
    m_geometry.left = std::min(longest + 22, largest_left) + m_geometry.left_band;
    measure_cells();
    set_scroll_ranges();
}

// All nodes in sight if that is possible at all; rows only while their names can be read.
void MatrixView::measure_cells() {
    const int usual_row = QFontMetrics(font()).height() + 8;
    const double each = static_cast<double>(viewport()->width() - m_geometry.left) / std::max(1, m_matrix.columns());
    const int each_down = (viewport()->height() - m_geometry.top) / std::max(1, m_matrix.rows());
    const double width = each < least_column_width ? wanted_column_width : std::min(each, largest_column_width);
    const int height = each_down < least_row_height ? usual_row : std::min(each_down, usual_row);
    m_geometry.column_width = std::clamp(width * m_zoom, least_column_width, largest_column_width);
    m_geometry.row_height = std::clamp(static_cast<int>(std::lround(height * m_zoom)), 3, usual_row);
}

void MatrixView::set_scroll_ranges() {
    const int room = viewport()->width() - m_geometry.left, room_down = viewport()->height() - m_geometry.top;
    const int width = static_cast<int>(m_geometry.column_width * m_matrix.columns()), height = m_geometry.row_height * m_matrix.rows();
    horizontalScrollBar()->setRange(0, std::max(0, width - room));
    horizontalScrollBar()->setPageStep(std::max(1, room));
    horizontalScrollBar()->setSingleStep(std::max(1, static_cast<int>(m_geometry.column_width)));
    verticalScrollBar()->setRange(0, std::max(0, height - room_down));
    verticalScrollBar()->setPageStep(std::max(1, room_down));
    verticalScrollBar()->setSingleStep(m_geometry.row_height);
}

// The cell under the pointer stays under it.
void MatrixView::zoom_at(const QPoint& at, double factor) {
    const double column = (at.x() - m_geometry.left + horizontalScrollBar()->value()) / m_geometry.column_width;
    const double row = (at.y() - m_geometry.top + verticalScrollBar()->value()) / static_cast<double>(m_geometry.row_height);
    m_zoom = std::clamp(m_zoom * factor, 0.1, 40.0);
    measure_cells();
    set_scroll_ranges();
    horizontalScrollBar()->setValue(static_cast<int>(column * m_geometry.column_width) - at.x() + m_geometry.left);
    verticalScrollBar()->setValue(static_cast<int>(row * m_geometry.row_height) - at.y() + m_geometry.top);
    viewport()->update();
}

void MatrixView::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    zoom_at(event->position().toPoint(), std::pow(1.25, event->angleDelta().y() / 120.0));
    event->accept();
}

MatrixGeometry MatrixView::geometry_now() const {
    MatrixGeometry geometry = m_geometry;
    geometry.view = viewport()->size();
    geometry.scroll_x = horizontalScrollBar()->value();
    geometry.scroll_y = verticalScrollBar()->value();
    return geometry;
}

std::optional<std::pair<int, int>> MatrixView::cell_at(const QPoint& at) const {
    if (at.x() < m_geometry.left || at.y() < m_geometry.top) return std::nullopt;
    const int column = static_cast<int>((at.x() - m_geometry.left + horizontalScrollBar()->value()) / m_geometry.column_width);
    const int row = (at.y() - m_geometry.top + verticalScrollBar()->value()) / m_geometry.row_height;
    if (row >= m_matrix.rows() || column >= m_matrix.columns()) return std::nullopt;
    return std::pair{row, column};
}

void MatrixView::paintEvent(QPaintEvent*) {
    reload();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_matrix.rows() == 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Choose a task to see its runs by step and node."));
        return;
    }
    const MatrixGeometry geometry = geometry_now();
    MatrixPainter matrix(painter, m_matrix, m_navigator, geometry, palette(), m_truths);
    matrix.paint_cells(m_in_sight);
    matrix.paint_groups();
    matrix.paint_headers(tr("Step ╲ Node"));
}

void MatrixView::show_selection() {
    const auto run = m_navigator.selected_run();
    if (const auto cell = run ? m_matrix.cell_of(*run) : std::nullopt) {
        const QRect rect = cell_rect(cell->first, cell->second);
        const QRect room(m_geometry.left, m_geometry.top, viewport()->width() - m_geometry.left, viewport()->height() - m_geometry.top);
        if (rect.top() < room.top() || rect.bottom() > room.bottom()) {
            verticalScrollBar()->setValue(cell->first * m_geometry.row_height - room.height() / 2);
        }
        if (rect.left() < room.left() || rect.right() > room.right()) {
            horizontalScrollBar()->setValue(static_cast<int>(cell->second * m_geometry.column_width) - room.width() / 2);
        }
    }
    viewport()->update();
}

void MatrixView::resizeEvent(QResizeEvent*) {
    measure();
}

std::pair<int, int> MatrixView::current_cell() const {
    const auto run = m_navigator.selected_run();
    return (run ? m_matrix.cell_of(*run) : std::nullopt).value_or(std::pair{0, 0});
}

void MatrixView::mark_between(std::pair<int, int> from, std::pair<int, int> to) {
    const auto [first_row, last_row] = std::minmax(from.first, to.first);
    const auto [first_column, last_column] = std::minmax(from.second, to.second);
    std::vector<RunIndex> runs;
    for (int row = first_row; row <= last_row; ++row) {
        for (int column = first_column; column <= last_column; ++column) {
            const auto run = m_matrix.run_at(row, column);
            if (run) runs.push_back(*run);
        }
    }
    // The cell one came to is the selected one.
    if (const auto end = m_matrix.run_at(to.first, to.second)) {
        m_navigator.select_run(*end);
        runs.push_back(*end);
    }
    m_navigator.mark_runs(std::move(runs));
}

// The right button leaves what is marked if it is on it, so that its menu is about all of it.
void MatrixView::mousePressEvent(QMouseEvent* event) {
    const auto cell = cell_at(event->pos());
    const auto run = cell ? m_matrix.run_at(cell->first, cell->second) : std::nullopt;
    if (event->button() == Qt::RightButton && run && m_navigator.is_marked(*run)) return;
    if (cell && event->modifiers() & Qt::ShiftModifier) return mark_between(m_anchor.value_or(current_cell()), *cell);
    m_anchor = cell;
    if (run && event->modifiers() & Qt::ControlModifier) return m_navigator.toggle_run(*run);
    m_dragging = event->button() == Qt::LeftButton && cell;
    m_navigator.select_run(run);
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragging || !m_anchor) return;
    const QPoint inside(std::max(event->pos().x(), m_geometry.left), std::max(event->pos().y(), m_geometry.top));
    if (const auto cell = cell_at(inside); cell && *cell != *m_anchor) mark_between(*m_anchor, *cell);
}

void MatrixView::mouseReleaseEvent(QMouseEvent*) {
    m_dragging = false;
}

void MatrixView::move_to(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers) {
    const auto run = m_matrix.run_at(cell.first, cell.second);
    if (!run) return;
    if (modifiers & Qt::ShiftModifier) {
        if (!m_anchor) m_anchor = current_cell();
        return mark_between(*m_anchor, cell);
    }
    m_anchor = cell;
    m_navigator.select_run(run);
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    auto [row, column] = current_cell();
    switch (event->key()) {
        case Qt::Key_Up:
            return move_to({row - 1, column}, event->modifiers());
        case Qt::Key_Down:
            return move_to({row + 1, column}, event->modifiers());
        case Qt::Key_Left:
            return move_to({row, column - 1}, event->modifiers());
        case Qt::Key_Right:
            return move_to({row, column + 1}, event->modifiers());
        default:
            return QAbstractScrollArea::keyPressEvent(event);
    }
}

bool MatrixView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cell_at(help->pos())) {
        QString text = m_matrix.tooltip(cell->first, cell->second, m_navigator);
        const auto run = m_matrix.run_at(cell->first, cell->second);
        if (run && m_truths && m_truths->has(*run)) text += QLatin1Char('\n') + tr("Its node had done more than was known here: Two truths tells what");
        QToolTip::showText(help->globalPos(), plain_tooltip(text), viewport());
    } else {
        QToolTip::hideText();
    }
    return true;
}

void MatrixView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        measure();
        viewport()->update();
    }
    QAbstractScrollArea::changeEvent(event);
}

}  // namespace apollo::gui
