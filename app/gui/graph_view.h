// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The open task as a graph. One widget that paints what is in sight, with as much detail as can be read at the scale:
// text and shape, coloured boxes, or dots (bad ones last and never smaller than can be seen). QGraphicsView was
// rejected: 50 × slower at 20,000 steps.
#pragma once

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "app/gui/canvas_access.h"
#include "app/gui/graph_minimap.h"
#include "app/gui/graph_refinement.h"
#include "app/viewmodels/graph_model.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/truth_marks.h"

namespace apollo::gui {

class GraphView : public QWidget, public AccessibleCanvas {
    Q_OBJECT
public:
    explicit GraphView(viewmodels::Navigator& navigator, QWidget* parent = nullptr);

    void fit();
    void set_stacked(bool stacked);
    // Only what is near the selected step, or everything again.
    void set_focused(bool focused);
    void widen_focus(int by);
    void set_critical(bool shown);
    // Marks what the center was mistaken about. Not owned.
    void set_truth_marks(const viewmodels::TruthMarks* truths);
    bool is_stacked() const { return m_stacked; }
    // Lays the open task out now, if it has changed.
    void ensure_layout();
    double scale() const { return m_scale; }
    const viewmodels::GraphModel& model() const { return m_model; }
    const GraphRefinement& refinement() const { return m_refinement; }

    int accessible_count() const override { return static_cast<int>(m_in_sight.size()); }
    QString accessible_text(int item) const override;
    QRect accessible_rect(int item) const override;
    bool accessible_selected(int item) const override;
    void accessible_press(int item) override;
    int accessible_at(const QPoint& at) const override;

Q_SIGNALS:
    void stacked_changed(bool stacked);
    void focused_changed(bool focused);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void on_selection();
    void find_mistaken();
    void rebuild(const viewmodels::GraphChoice& choice, bool other_plan);
    void refresh_critical();
    void note_in_sight();
    void copy_edges();
    void paint_empty(QPainter& painter);
    void paint_graph(QPainter& painter);
    // What is seen from where has changed, not only what happened.
    void view_moved();
    QRectF minimap_rect() const;
    void centre_by_minimap(const QPointF& at);
    std::optional<std::uint32_t> node_at(const QPointF& at) const;
    QPointF to_scene(const QPointF& at) const { return (at - m_offset) / m_scale; }
    QRectF scene_view() const { return QRectF(to_scene(QPointF(0, 0)), to_scene(QPointF(width(), height()))); }
    void zoom_at(const QPointF& at, double factor);
    void keep_in_sight(std::uint32_t node);
    void move_selection(int rank_step, int place_step, bool adds);
    void mark_band();
    double least_scale() const;
    void show_start();
    QSizeF extent() const;  // of the picture, in pixels
    std::uint32_t anchor() const;
    void follow_refinement(const QPointF& anchor_by);
    void hold_on();  // never lose the graph outside the window

    viewmodels::Navigator& m_navigator;
    viewmodels::GraphModel m_model;
    GraphRefinement m_refinement;
    viewmodels::StepDurations m_durations;
    TaskIndex m_laid_out = no_task;
    std::shared_ptr<const domain::Plan> m_plan;  // that is laid out
    bool m_stacked = true;
    std::optional<std::uint32_t> m_focus;  // step
    std::uint32_t m_distance = 2;
    bool m_shows_critical = false;
    std::vector<std::uint32_t> m_critical;     // nodes
    std::vector<std::uint8_t> m_related;       // to the selected node
    std::vector<std::uint32_t> m_in_sight;     // nodes, as far as a reader is told of them
    QTimer m_tick;                             // rings of what runs grow
    bool m_fitted = true;  // the operator has not moved it
    double m_scale = 1;
    QPointF m_offset;
    std::optional<std::uint32_t> m_selected;  // graph node
    const viewmodels::TruthMarks* m_truths = nullptr;
    std::vector<std::uint32_t> m_mistaken;    // nodes; ascending
    std::vector<std::uint32_t> m_marked;      // nodes with a marked run, when there are several runs
    QPointF m_press;
    QPointF m_press_offset;
    enum class Drag { None, Pan, Minimap, Band } m_drag = Drag::None;
    QRectF m_band;  // of a rectangle that marks
    bool m_moved = false;
    QImage m_frame;   // edges with tiny nodes
    std::vector<QRect> m_enlarged;  // of m_frame: where edges must be put back
    QImage m_edges;   // painted edges; stale when anything of where they stand changes
    bool m_edges_stale = true;
    GraphMinimap m_minimap;
};

}  // namespace apollo::gui
