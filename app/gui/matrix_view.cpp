// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/matrix_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr int least_column_width = 24;
constexpr int largest_column_width = 170;
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
    measure();
    fit();
}

void MatrixView::sort() {
    m_matrix.sort_rows(m_row_order, m_navigator.cursor());
    m_matrix.sort_columns(m_column_order, m_navigator.cursor(), m_navigator.live().state());
    m_anchor.reset();
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
           viewmodels::status_name(m_navigator.cursor().look(run.value).status());
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
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
}

void MatrixView::measure() {
    const QFontMetrics metrics(font());
    m_row_height = metrics.height() + 8;
    m_top = metrics.height() + 14;
    int longest = metrics.horizontalAdvance(tr("Step ╲ Node"));
    const int sample = std::min(m_matrix.rows(), 400);
    for (int row = 0; row < sample; ++row)
        longest = std::max(longest, metrics.horizontalAdvance(m_matrix.row_name(row)));
    m_left = std::min(longest + 22, largest_left);
    const int room = viewport()->width() - m_left;
    m_column_width = std::clamp(room / std::max(1, m_matrix.columns()), least_column_width, largest_column_width);
    const int width = m_column_width * m_matrix.columns(), height = m_row_height * m_matrix.rows();
    horizontalScrollBar()->setRange(0, std::max(0, width - room));
    horizontalScrollBar()->setPageStep(std::max(1, room));
    horizontalScrollBar()->setSingleStep(m_column_width);
    const int room_down = viewport()->height() - m_top;
    verticalScrollBar()->setRange(0, std::max(0, height - room_down));
    verticalScrollBar()->setPageStep(std::max(1, room_down));
    verticalScrollBar()->setSingleStep(m_row_height);
}

QRect MatrixView::cell_rect(int row, int column) const {
    return {m_left + column * m_column_width - horizontalScrollBar()->value(),
            m_top + row * m_row_height - verticalScrollBar()->value(), m_column_width, m_row_height};
}

std::optional<std::pair<int, int>> MatrixView::cell_at(const QPoint& at) const {
    if (at.x() < m_left || at.y() < m_top) return std::nullopt;
    const int column = (at.x() - m_left + horizontalScrollBar()->value()) / m_column_width;
    const int row = (at.y() - m_top + verticalScrollBar()->value()) / m_row_height;
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
    paint_cells(painter);
    paint_groups(painter);
    paint_headers(painter);
}

void MatrixView::paint_cells(QPainter& painter) {
    const int first_row = verticalScrollBar()->value() / m_row_height;
    const int last_row = std::min(m_matrix.rows() - 1, first_row + viewport()->height() / m_row_height + 1);
    const int first_column = horizontalScrollBar()->value() / m_column_width;
    const int last_column = std::min(m_matrix.columns() - 1, first_column + viewport()->width() / m_column_width + 1);
    constexpr std::size_t most_told = 400;
    m_in_sight.clear();
    for (int row = first_row; row <= last_row; ++row) {
        for (int column = first_column; column <= last_column; ++column) {
            const QRect cell = cell_rect(row, column);
            if (const auto run = m_matrix.run_at(row, column)) {
                if (m_in_sight.size() < most_told) m_in_sight.push_back(*run);
                paint_cell(painter, cell, *run, m_navigator.is_marked(*run));
            } else {
                painter.setPen(palette().color(QPalette::Mid));
                painter.drawPoint(cell.center());
            }
        }
    }
}

void MatrixView::paint_cell(QPainter& painter, const QRect& cell, RunIndex run, bool selected) {
    const viewmodels::Look look = m_navigator.cursor().look(run.value);
    const QColor colour = state_colour(look.status(), palette());
    const QRectF box = QRectF(cell).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(selected ? palette().color(QPalette::Highlight) : mixed(palette().color(QPalette::Base), colour, 0.55),
             selected ? 2.6 : 1);
    if (viewmodels::style_of(look.status()).dashed && !selected) pen.setDashPattern({4, 2.5});
    painter.setPen(pen);
    painter.setBrush(mixed(palette().color(QPalette::Base), colour, is_dark(palette()) ? 0.28 : 0.2));
    painter.drawRoundedRect(box, 3, 3);
    const double glyph = std::min(16.0, box.height() - 6);
    const bool text = m_column_width >= 96;
    const double x = text ? box.left() + 7 : box.center().x() - glyph / 2;
    paint_state(painter, QRectF(x, box.center().y() - glyph / 2, glyph, glyph), look, palette());
    if (!text) return;
    painter.setPen(palette().color(QPalette::Text));
    QString name = viewmodels::status_name(look.status());
    if (look.quarantined())
        name += QStringLiteral(" · ") + viewmodels::flag_name("quarantined");
    else if (look.blocked())
        name += QStringLiteral(" · ") + viewmodels::flag_name("blocked");
    const QRectF room(x + glyph + 6, box.top(), box.right() - x - glyph - 8, box.height());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room.width())));
}

// A line where another group begins.
void MatrixView::paint_groups(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(palette().color(QPalette::Mid), 2));
    for (int row = verticalScrollBar()->value() / m_row_height; row < m_matrix.rows(); ++row) {
        const int y = cell_rect(row, 0).top();
        if (y > viewport()->height()) break;
        if (m_matrix.row_begins_group(row)) painter.drawLine(0, y, viewport()->width(), y);
    }
    for (int column = horizontalScrollBar()->value() / m_column_width; column < m_matrix.columns(); ++column) {
        const int x = cell_rect(0, column).left();
        if (x > viewport()->width()) break;
        if (m_matrix.column_begins_group(column)) painter.drawLine(x, 0, x, viewport()->height());
    }
}

void MatrixView::paint_headers(QPainter& painter) {
    const QRect view = viewport()->rect();
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor background = palette().color(QPalette::Window);
    painter.fillRect(QRect(0, 0, view.width(), m_top), background);
    painter.fillRect(QRect(0, m_top, m_left, view.height()), background);
    painter.setPen(palette().color(QPalette::WindowText));
    // Narrow columns: one name for several of them, and each name only where there is room.
    const int stride = std::max(1, (76 + m_column_width - 1) / m_column_width);
    const int room = stride == 1 ? m_column_width - 10 : stride * m_column_width - 8;
    const int first = horizontalScrollBar()->value() / m_column_width / stride * stride;
    painter.setClipRect(QRect(m_left, 0, view.width() - m_left, m_top));
    for (int column = first; column < m_matrix.columns(); column += stride) {
        const QRect cell = cell_rect(0, column);
        if (cell.left() > view.width()) break;
        painter.drawText(QRect(cell.left() + 5, 0, room, m_top), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_matrix.column_name(column), Qt::ElideMiddle, room));
    }
    painter.setClipRect(QRect(0, m_top, m_left, view.height() - m_top));
    for (int row = verticalScrollBar()->value() / m_row_height; row < m_matrix.rows(); ++row) {
        const QRect cell = cell_rect(row, 0);
        if (cell.top() > view.height()) break;
        painter.drawText(QRect(10, cell.top(), m_left - 18, m_row_height), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_matrix.row_name(row), Qt::ElideMiddle, m_left - 18));
    }
    painter.setClipping(false);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(0, m_top - 1, view.width(), m_top - 1);
    painter.drawLine(m_left - 1, 0, m_left - 1, view.height());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(10, 0, m_left - 18, m_top), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(tr("Step ╲ Node"), Qt::ElideRight, m_left - 18));
}

void MatrixView::show_selection() {
    const auto run = m_navigator.selected_run();
    if (const auto cell = run ? m_matrix.cell_of(*run) : std::nullopt) {
        const QRect rect = cell_rect(cell->first, cell->second);
        const QRect room(m_left, m_top, viewport()->width() - m_left, viewport()->height() - m_top);
        if (rect.top() < room.top() || rect.bottom() > room.bottom()) {
            verticalScrollBar()->setValue(cell->first * m_row_height - room.height() / 2);
        }
        if (rect.left() < room.left() || rect.right() > room.right()) {
            horizontalScrollBar()->setValue(cell->second * m_column_width - room.width() / 2);
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
    const QPoint inside(std::max(event->pos().x(), m_left), std::max(event->pos().y(), m_top));
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
        const QString text = m_matrix.tooltip(cell->first, cell->second, m_navigator.cursor());
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
