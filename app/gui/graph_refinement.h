// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What follows the first picture of a graph: a worker looks for one with fewer crossings, then everything moves there in a
// quarter of a second, or at once where the desktop wants no animations or nobody looks.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointF>
#include <QTimer>
#include <QWidget>
#include <functional>

#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/layout_worker.h"

namespace apollo::gui {

class GraphRefinement : public QObject {
    Q_OBJECT
public:
    // The node that should stay where it is on the canvas, asked when the motion begins.
    using Anchor = std::function<std::uint32_t()>;
    // Neither is owned.
    GraphRefinement(viewmodels::GraphModel& model, QWidget* canvas, Anchor anchor);

    // The model was laid out anew.
    void start();
    // Whatever moves is there now: who clicks or types must not hit something on its way.
    void arrive();
    bool is_moving() const { return m_frame.isActive(); }
    bool is_at_work() const { return m_delay.isActive() || m_worker.is_at_work() || is_moving(); }

Q_SIGNALS:
    // The model's layout changed; by how much the anchor moved in it.
    void moved(const QPointF& anchor_by);

private:
    void set_out(const viewmodels::GraphLayout& refined);
    void step();
    void take(viewmodels::GraphLayout layout);

    viewmodels::GraphModel& m_model;
    QWidget* m_canvas;
    Anchor m_choose_anchor;
    viewmodels::LayoutWorker m_worker;
    QTimer m_delay, m_frame;
    QElapsedTimer m_clock;
    std::uint32_t m_anchor = 0;
    viewmodels::GraphLayout m_from, m_to;
};

}  // namespace apollo::gui
