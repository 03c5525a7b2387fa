// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/matrix_painter.h"

#include <QFontInfo>
#include <algorithm>
#include <cmath>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/state_style.h"

namespace apollo::gui {

namespace {

constexpr int least_failure_px = 4;
constexpr std::size_t most_told = 400;

}  // namespace

void MatrixPainter::paint_cells(std::vector<RunIndex>& told) {
    const int first_row = m_geometry.first_row(), first_column = m_geometry.first_column();
    const int last_row = std::min(m_matrix.rows() - 1, first_row + m_geometry.view.height() / m_geometry.row_height + 1);
    const int last_column = std::min(m_matrix.columns() - 1, first_column + static_cast<int>(m_geometry.view.width() / m_geometry.column_width) + 1);
    told.clear();
    for (int row = first_row; row <= last_row; ++row) {
        if (m_geometry.are_cells_small()) {
            paint_small_row(row, first_column, last_column, told);
            continue;
        }
        for (int column = first_column; column <= last_column; ++column) {
            const QRect cell = m_geometry.cell(row, column);
            if (const auto run = m_matrix.run_at(row, column)) {
                if (told.size() < most_told) told.push_back(*run);
                paint_cell(cell, *run, m_navigator.is_marked(*run));
            } else {
                m_painter.setPen(m_palette.color(QPalette::Mid));
                m_painter.drawPoint(cell.center());
            }
        }
    }
}

QRect MatrixPainter::small_cells(int row, int column, int count) const {
    const int gap_x = m_geometry.column_width >= 6 ? 1 : 0, gap_y = m_geometry.row_height >= 6 ? 1 : 0;
    const QRect first = m_geometry.cell(row, column), last = m_geometry.cell(row, column + count - 1);
    return first.united(last).adjusted(0, 0, -gap_x, -gap_y);
}

void MatrixPainter::paint_bar(int row, int first_column, int end_column, viewmodels::Look look) {
    QColor colour = state_colour(look, m_palette);
    // What has not begun, or is over, is much of the picture and need not be seen first.
    const bool calm = look.status() == domain::RunStatus::Pending || domain::is_settled(look.status());
    if (calm) colour = mixed(m_palette.color(QPalette::Base), colour, 0.6);
    if (m_geometry.column_width < 6) return m_painter.fillRect(small_cells(row, first_column, end_column - first_column), colour);
    for (int column = first_column; column < end_column; ++column) m_painter.fillRect(small_cells(row, column, 1), colour);
}

void MatrixPainter::paint_sign(int row, const Sign& sign) {
    QRect rect = small_cells(row, sign.column, 1);
    const int more = std::max(0, least_failure_px - rect.width());
    rect.adjust(-more / 2, 0, more - more / 2, 0);
    m_painter.fillRect(rect, state_colour(sign.look, m_palette));
    if (sign.mistaken) m_painter.fillRect(QRect(rect.left(), rect.bottom() - 3, rect.width(), 4), replay_colour(m_palette));
    if (!sign.marked) return;
    m_painter.setPen(QPen(m_palette.color(QPalette::Highlight), 2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect.adjusted(-2, -1, 1, 0));
}

// Neighbours of one state are one bar; what went wrong, and what is selected, lies over them.
void MatrixPainter::paint_small_row(int row, int first_column, int last_column, std::vector<RunIndex>& told) {
    std::vector<Sign> above;
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    std::optional<viewmodels::Look> before;
    int begin = first_column;
    for (int column = first_column; column <= last_column + 1; ++column) {
        const auto run = column <= last_column ? m_matrix.run_at(row, column) : std::nullopt;
        std::optional<viewmodels::Look> look;
        if (run) {
            look = m_navigator.cursor().look(run->value);
            const bool bad = viewmodels::severity(*look) >= viewmodels::severity(domain::RunStatus::Retrying);
            const bool marked = m_navigator.is_marked(*run);
            const bool mistaken = m_truths && m_truths->has(*run);
            if (bad || marked || mistaken) above.push_back({column, *look, marked, mistaken});
            if ((bad || marked || mistaken) && told.size() < most_told) told.push_back(*run);
        }
        if (look == before && column <= last_column) continue;
        if (before) paint_bar(row, begin, column, *before);
        before = look;
        begin = column;
    }
    for (const Sign& sign : above) paint_sign(row, sign);
}

void MatrixPainter::paint_cell(const QRect& cell, RunIndex run, bool selected) {
    const viewmodels::Look look = m_navigator.cursor().look(run.value);
    const QColor colour = state_colour(look, m_palette);
    const QRectF box = QRectF(cell).adjusted(1.5, 1.5, -1.5, -1.5);
    m_painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(selected ? m_palette.color(QPalette::Highlight) : mixed(m_palette.color(QPalette::Base), colour, 0.55),
             selected ? 2.6 : 1);
    const bool out_of_sight = m_silent.hides(run);
    if ((viewmodels::style_of(look).dashed || out_of_sight) && !selected) pen.setDashPattern({4, 2.5});
    m_painter.setPen(pen);
    m_painter.setBrush(out_of_sight ? m_palette.color(QPalette::Base) : mixed(m_palette.color(QPalette::Base), colour, is_dark(m_palette) ? 0.28 : 0.2));
    m_painter.drawRoundedRect(box, 3, 3);
    const double glyph = std::min({16.0, box.height() - 4, box.width() - 1});
    const bool text = m_geometry.column_width >= 96;
    const double x = text ? box.left() + 7 : box.center().x() - glyph / 2;
    paint_state(m_painter, QRectF(x, box.center().y() - glyph / 2, glyph, glyph), look, m_palette);
    if (m_truths && m_truths->has(run)) {
        const double mark = std::min(13.0, box.height() * 0.6);
        paint_truth_mark(m_painter, QRectF(box.right() - mark + 1, box.top() - 1, mark, mark), m_palette);
    }
    if (!text) return;
    m_painter.setPen(m_palette.color(QPalette::Text));
    QString name = viewmodels::status_name(look);
    if (look.quarantined())
        name += QStringLiteral(" · ") + viewmodels::flag_name("quarantined");
    else if (look.blocked())
        name += QStringLiteral(" · ") + viewmodels::flag_name("blocked");
    else if (out_of_sight)
        name = viewmodels::flag_name("unreachable");
    const QRectF room(x + glyph + 6, box.top(), box.right() - x - glyph - 8, box.height());
    m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     m_painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room.width())));
}

// A line where another group begins.
void MatrixPainter::paint_groups() {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_palette.color(QPalette::Mid), 2));
    for (int row = m_geometry.first_row(); row < m_matrix.rows(); ++row) {
        const int y = m_geometry.cell(row, 0).top();
        if (y > m_geometry.view.height()) break;
        if (m_matrix.row_begins_group(row)) m_painter.drawLine(0, y, m_geometry.view.width(), y);
    }
    for (int column = m_geometry.first_column(); column < m_matrix.columns(); ++column) {
        const int x = m_geometry.cell(0, column).left();
        if (x > m_geometry.view.width()) break;
        if (m_matrix.column_begins_group(column)) m_painter.drawLine(x, 0, x, m_geometry.view.height());
    }
}

void MatrixPainter::paint_headers(const QString& corner) {
    const QSize view = m_geometry.view;
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor background = m_palette.color(QPalette::Window);
    m_painter.fillRect(QRect(0, 0, view.width(), m_geometry.top), background);
    m_painter.fillRect(QRect(0, m_geometry.top, m_geometry.left, view.height()), background);
    m_painter.setPen(m_palette.color(QPalette::WindowText));
    paint_column_names();
    paint_row_names();
    m_painter.setClipping(false);
    paint_group_names();
    m_painter.setClipping(false);
    m_painter.setPen(m_palette.color(QPalette::Mid));
    m_painter.drawLine(0, m_geometry.top - 1, view.width(), m_geometry.top - 1);
    m_painter.drawLine(m_geometry.left - 1, 0, m_geometry.left - 1, view.height());
    m_painter.setPen(m_palette.color(QPalette::PlaceholderText));
    const QRect place(10 + m_geometry.left_band, m_geometry.top_band, m_geometry.left - m_geometry.left_band - 18, m_geometry.top - m_geometry.top_band);
    m_painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     m_painter.fontMetrics().elidedText(corner, Qt::ElideRight, place.width()));
}

// Narrow columns: one name for several of them, and each name only where there is room for enough of it.
void MatrixPainter::paint_column_names() {
    constexpr int least_name_px = 36;
    const int view_width = m_geometry.view.width();
    const int stride = std::max(1, static_cast<int>(std::ceil(76 / m_geometry.column_width)));
    const int wanted = static_cast<int>(stride * m_geometry.column_width) - (stride == 1 ? 10 : 8);
    const int first = m_geometry.first_column() / stride * stride;
    m_painter.setClipRect(QRect(m_geometry.left, m_geometry.top_band, view_width - m_geometry.left, m_geometry.top - m_geometry.top_band));
    for (int column = first; column < m_matrix.columns(); column += stride) {
        const QRect cell = m_geometry.cell(0, column);
        if (cell.left() > view_width) break;
        const int room = std::min(wanted, view_width - cell.left() - 8);
        if (room < std::min(wanted, least_name_px)) break;
        if (stride > 1) m_painter.drawLine(cell.left(), m_geometry.top - 5, cell.left(), m_geometry.top - 2);
        m_painter.drawText(QRect(cell.left() + 5, m_geometry.top_band, room, m_geometry.top - m_geometry.top_band), Qt::AlignLeft | Qt::AlignVCenter,
                         m_painter.fontMetrics().elidedText(m_matrix.column_name(column), Qt::ElideMiddle, room));
    }
}

void MatrixPainter::paint_row_names() {
    const int view_height = m_geometry.view.height();
    const QFont old = m_painter.font();
    QFont font = old;
    if (m_geometry.row_height < m_painter.fontMetrics().height()) font.setPixelSize(std::clamp(m_geometry.row_height - 3, 8, std::max(8, QFontInfo(old).pixelSize())));
    m_painter.setFont(font);
    const int stride = std::max(1, (11 + m_geometry.row_height - 1) / m_geometry.row_height);
    const int first = m_geometry.first_row() / stride * stride;
    const int left = 10 + m_geometry.left_band, room = m_geometry.left - m_geometry.left_band - 18;
    m_painter.setClipRect(QRect(0, m_geometry.top, m_geometry.left, view_height - m_geometry.top));
    for (int row = first; row < m_matrix.rows(); row += stride) {
        const QRect cell = m_geometry.cell(row, 0);
        if (cell.top() > view_height) break;
        m_painter.drawText(QRect(left, cell.top(), room, m_geometry.row_height * stride), Qt::AlignLeft | Qt::AlignVCenter,
                         m_painter.fontMetrics().elidedText(m_matrix.row_name(row), Qt::ElideMiddle, room));
    }
    m_painter.setFont(old);
}

void MatrixPainter::paint_group_name(int from, int to, int band_px, const QString& name) {
    if (to <= from) return;
    const QRect rect(from + 1, 1, to - from - 2, band_px - 2);
    m_painter.fillRect(rect, mixed(m_palette.color(QPalette::Window), m_palette.color(QPalette::WindowText), 0.12));
    m_painter.setPen(m_palette.color(QPalette::WindowText));
    if (rect.width() <= 24) return;
    m_painter.drawText(rect.adjusted(5, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       m_painter.fontMetrics().elidedText(name, Qt::ElideRight, rect.width() - 9));
}

// A band per group with its name, as far as it is in sight.
void MatrixPainter::paint_group_names() {
    for (int column = 0, end = 0; m_geometry.top_band > 0 && column < m_matrix.columns(); column = end) {
        for (end = column + 1; end < m_matrix.columns() && !m_matrix.column_begins_group(end);) ++end;
        paint_group_name(std::max(m_geometry.left, m_geometry.cell(0, column).left()), std::min(m_geometry.view.width(), m_geometry.cell(0, end).left()),
                         m_geometry.top_band, m_matrix.column_group(column));
    }
    m_painter.save();
    m_painter.rotate(-90);  // x runs upwards now
    for (int row = 0, end = 0; m_geometry.left_band > 0 && row < m_matrix.rows(); row = end) {
        for (end = row + 1; end < m_matrix.rows() && !m_matrix.row_begins_group(end);) ++end;
        const int top = std::max(m_geometry.top, m_geometry.cell(row, 0).top()), bottom = std::min(m_geometry.view.height(), m_geometry.cell(end, 0).top());
        paint_group_name(-bottom, -top, m_geometry.left_band, m_matrix.row_group(row));
    }
    m_painter.restore();
}

}  // namespace apollo::gui
