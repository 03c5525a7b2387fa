// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/order_actions.h"

#include "app/gui/matrix_view.h"
#include "app/gui/timeline_plot.h"

namespace apollo::gui {

using viewmodels::LaneOrder;
using viewmodels::MatrixOrder;

namespace {

constexpr int shown_ms = 6000;

QString row_text(MatrixOrder order) {
    switch (order) {
        case MatrixOrder::Defined:
            return OrderActions::tr("Steps of the matrix as they are defined");
        case MatrixOrder::Name:
            return OrderActions::tr("Steps of the matrix by name");
        case MatrixOrder::Group:
            return OrderActions::tr("Steps of the matrix by intent");
        case MatrixOrder::Worst:
            return OrderActions::tr("Steps of the matrix, worst first");
    }
    return {};
}

QString column_text(MatrixOrder order) {
    switch (order) {
        case MatrixOrder::Defined:
            return OrderActions::tr("Nodes of the matrix as they were chosen");
        case MatrixOrder::Name:
            return OrderActions::tr("Nodes of the matrix by name");
        case MatrixOrder::Group:
            return OrderActions::tr("Nodes of the matrix by group");
        case MatrixOrder::Worst:
            return OrderActions::tr("Nodes of the matrix, worst first");
    }
    return {};
}

QString lane_text(LaneOrder order) {
    switch (order) {
        case LaneOrder::Start:
            return OrderActions::tr("Lanes of the timeline by start");
        case LaneOrder::Step:
            return OrderActions::tr("Lanes of the timeline by step");
        case LaneOrder::Node:
            return OrderActions::tr("Lanes of the timeline by node");
    }
    return {};
}

template <typename Order>
Order next(Order order, Order last) {
    return order == last ? Order{} : static_cast<Order>(static_cast<int>(order) + 1);
}

}  // namespace

OrderActions::OrderActions(MatrixView& matrix, TimelinePlot& timeline, Shortcuts& shortcuts, QObject* parent) : QObject(parent) {
    const auto views = [] { return tr("Views"); };
    shortcuts.add(QStringLiteral("view.matrix_rows"), views, [] { return tr("Sort the steps of the mat&rix another way"); },
                  QKeySequence(Qt::Key_O), [this, &matrix] {
                      matrix.set_row_order(next(matrix.row_order(), MatrixOrder::Worst));
                      Q_EMIT said(row_text(matrix.row_order()), shown_ms);
                  });
    shortcuts.add(QStringLiteral("view.matrix_columns"), views, [] { return tr("Sort the no&des of the matrix another way"); },
                  QKeySequence(Qt::SHIFT | Qt::Key_O), [this, &matrix] {
                      matrix.set_column_order(next(matrix.column_order(), MatrixOrder::Worst));
                      Q_EMIT said(column_text(matrix.column_order()), shown_ms);
                  });
    shortcuts.add(QStringLiteral("view.lanes"), views, [] { return tr("Sort the &lanes of the timeline another way"); },
                  QKeySequence(Qt::Key_Y), [this, &timeline] {
                      timeline.set_lane_order(next(timeline.lane_order(), LaneOrder::Node));
                      Q_EMIT said(lane_text(timeline.lane_order()), shown_ms);
                  });
    add_time_actions(timeline, shortcuts);
}

void OrderActions::add_time_actions(TimelinePlot& timeline, Shortcuts& shortcuts) {
    const auto views = [] { return tr("Views"); };
    QAction* idle = shortcuts.add(QStringLiteral("view.idle"), views, [] { return tr("Cut &idle time of the timeline short"); }, QKeySequence(Qt::Key_I), {});
    idle->setCheckable(true);
    connect(idle, &QAction::toggled, &timeline, &TimelinePlot::set_idle_cut);
    shortcuts.add(QStringLiteral("view.measure"), views, [] { return tr("&Measure the timeline from or to this moment"); }, QKeySequence(Qt::Key_M),
                  [&timeline] { timeline.mark_moment(); });
    connect(shortcuts.find(QStringLiteral("view.deselect")), &QAction::triggered, &timeline, &TimelinePlot::clear_range);
    connect(&timeline, &TimelinePlot::range_measured, this, [this](const QString& text) { Q_EMIT said(text, 0); });
}

}  // namespace apollo::gui
