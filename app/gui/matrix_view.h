// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Steps × nodes, painted cell by cell for what is in sight. Headers stay while the cells scroll. Cells are as small as it
// takes to have all nodes in sight, down to a pixel; what went wrong is never smaller than four.
#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "app/gui/canvas_access.h"
#include "app/gui/matrix_painter.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/run_matrix.h"

namespace apollo::gui {

class MatrixView : public QAbstractScrollArea, public AccessibleCanvas {
    Q_OBJECT
public:
    explicit MatrixView(viewmodels::Navigator& navigator, QWidget* parent = nullptr);
    void fit();  // all that can be, in sight again
    void zoom_at(const QPoint& at, double factor);
    // Marks what the center was mistaken about. Not owned.
    void set_truth_marks(const viewmodels::TruthMarks* truths);
    // In pixels; for tests.
    QSizeF cell_size() const { return {m_geometry.column_width, double(m_geometry.row_height)}; }
    QRect cell_rect(int row, int column) const { return geometry_now().cell(row, column); }
    // Sorts as things stand now, also when it is the order already.
    void set_row_order(viewmodels::MatrixOrder order);
    void set_column_order(viewmodels::MatrixOrder order);
    viewmodels::MatrixOrder row_order() const { return m_row_order; }
    viewmodels::MatrixOrder column_order() const { return m_column_order; }

    int accessible_count() const override { return static_cast<int>(m_in_sight.size()); }
    QString accessible_text(int item) const override;
    QRect accessible_rect(int item) const override;
    bool accessible_selected(int item) const override;
    void accessible_press(int item) override;
    int accessible_at(const QPoint& at) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void reload();
    void measure();
    void measure_cells();
    void set_scroll_ranges();
    MatrixGeometry geometry_now() const;
    std::optional<std::pair<int, int>> cell_at(const QPoint& at) const;
    void show_selection();
    void sort();
    std::pair<int, int> current_cell() const;  // of the selected run
    // All runs of the rectangle between two cells.
    void mark_between(std::pair<int, int> from, std::pair<int, int> to);
    void move_to(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers);

    viewmodels::Navigator& m_navigator;
    viewmodels::RunMatrix m_matrix;
    const viewmodels::TruthMarks* m_truths = nullptr;
    TaskIndex m_task = no_task;
    std::shared_ptr<const domain::Plan> m_plan;
    viewmodels::MatrixOrder m_row_order = viewmodels::MatrixOrder::Defined;
    viewmodels::MatrixOrder m_column_order = viewmodels::MatrixOrder::Defined;
    std::vector<RunIndex> m_in_sight;  // as far as a reader is told of them
    std::optional<std::pair<int, int>> m_anchor;  // where a rectangle of marked cells begins
    bool m_dragging = false;
    MatrixGeometry m_geometry;  // but for what scrolling changes
    double m_zoom = 1;          // as the operator wants it; 1: as measured
};

}  // namespace apollo::gui
