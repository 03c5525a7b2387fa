// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Paints the matrix of steps and nodes: cells, names, groups. Where things stand is a value that the view measures.
#pragma once

#include <QPainter>
#include <QPalette>
#include <algorithm>
#include <vector>

#include "app/viewmodels/navigator.h"
#include "app/viewmodels/run_matrix.h"
#include "app/viewmodels/silent_nodes.h"
#include "app/viewmodels/truth_marks.h"

namespace apollo::gui {

// In pixels of the viewport.
struct MatrixGeometry {
    static constexpr int sign_px = 14;  // width and height from which a cell carries its sign

    QSize view;
    int left = 160;                  // width of the row names and groups
    int top = 30;                    // height of the column names and groups
    int left_band = 0, top_band = 0; // of the groups alone
    double column_width = 120;       // not whole, so that any number of columns fills the room
    int row_height = 26;
    int scroll_x = 0, scroll_y = 0;

    int column_left(int column) const { return left + static_cast<int>(column * column_width) - scroll_x; }
    QRect cell(int row, int column) const {
        const int x = column_left(column);
        return {x, top + row * row_height - scroll_y, std::max(1, column_left(column + 1) - x), row_height};
    }
    int first_row() const { return scroll_y / row_height; }
    int first_column() const { return static_cast<int>(scroll_x / column_width); }
    bool are_cells_small() const { return column_width < sign_px || row_height < sign_px - 1; }  // too small for signs
};

class MatrixPainter {
public:
    MatrixPainter(QPainter& painter, const viewmodels::RunMatrix& matrix, const viewmodels::Navigator& navigator,
                  const MatrixGeometry& geometry, const QPalette& palette, const viewmodels::TruthMarks* truths)
        : m_painter(painter), m_matrix(matrix), m_navigator(navigator), m_geometry(geometry), m_palette(palette), m_truths(truths), m_silent(navigator) {}

    // `told`: gets the runs in sight, as far as a reader is told of them.
    void paint_cells(std::vector<RunIndex>& told);
    void paint_groups();
    // `corner`: what rows and columns are.
    void paint_headers(const QString& corner);

private:
    struct Sign {
        int column;
        viewmodels::Look look;
        bool marked;
        bool mistaken;
    };
    void paint_cell(const QRect& cell, RunIndex run, bool selected);
    void paint_small_row(int row, int first_column, int last_column, std::vector<RunIndex>& told);
    void paint_bar(int row, int first_column, int end_column, viewmodels::Look look);
    void paint_sign(int row, const Sign& sign);
    QRect small_cells(int row, int column, int count) const;
    void paint_column_names();
    void paint_row_names();
    void paint_group_names();
    void paint_group_name(int from, int to, int band_px, const QString& name);

    QPainter& m_painter;
    const viewmodels::RunMatrix& m_matrix;
    const viewmodels::Navigator& m_navigator;
    const MatrixGeometry& m_geometry;
    const QPalette& m_palette;
    const viewmodels::TruthMarks* m_truths;  // null: none are shown
    viewmodels::SilentNodes m_silent;
};

}  // namespace apollo::gui
