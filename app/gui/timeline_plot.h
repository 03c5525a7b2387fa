// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The timeline: a lane per run, coloured by state over time, with the replay cursor on a layer of its own. Only
// this and timeline_lanes know QCustomPlot. QCPBars, QCPItemRect and QCPGraph were rejected: 10-100 × slower at this job.
//
// What lies after the shown event is not drawn: nobody knew it then.
#pragma once

#include <QWidget>
#include <memory>

#include "app/gui/canvas_access.h"
#include "app/viewmodels/lanes.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class TimelinePlot : public QWidget, public AccessibleCanvas {
    Q_OBJECT
public:
    explicit TimelinePlot(viewmodels::Navigator& navigator, QWidget* parent = nullptr);
    ~TimelinePlot() override;

    void fit();
    // Brings everything up to date now, hidden or not.
    void ensure_ready();
    // Seconds in sight, and lanes in sight; for tests.
    double span_s() const;
    double lanes_in_sight() const;
    void zoom(double factor);
    void set_lane_order(viewmodels::LaneOrder order);
    viewmodels::LaneOrder lane_order() const;
    // Stretches in which nothing worked are cut short, or shown as long as they were.
    void set_idle_cut(bool cut);
    // Begins a range to measure at the shown moment, or ends it there.
    void mark_moment();
    void clear_range();

    int accessible_count() const override;
    QString accessible_text(int item) const override;
    QRect accessible_rect(int item) const override;
    bool accessible_selected(int item) const override;
    void accessible_press(int item) override;
    int accessible_at(const QPoint& at) const override;

Q_SIGNALS:
    void range_measured(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Parts;
    void refresh();
    void apply_palette();
    void place_cursor();
    void hold_time_range();
    void hold_lane_range();
    void click_at(const QPoint& at, bool seek);
    void add_range();
    void show_range();
    bool measure_by_mouse(const QMouseEvent& event);
    void show_tooltip(const QPoint& at, const QPoint& global);
    void choose_time_format();
    int first_row() const;                 // in sight
    std::uint32_t lane_of(int item) const;  // of an accessible item

    viewmodels::Navigator& m_navigator;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace apollo::gui
