// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The scrubber: the whole scope as stacked counts of run states from the first event to the last, a lane of the worst
// that happened above it, and the shown moment. Press or drag to go there.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/overview.h"

namespace apollo::gui {

class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    OverviewStrip(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, QWidget* parent = nullptr);
    // The next painting shows everything that has come, also what a fast log holds back for a moment.
    void ensure_ready();
    QSize sizeHint() const override { return {400, 52}; }
    QSize minimumSizeHint() const override { return {120, 44}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot_rect() const;
    void go_to(double x);
    viewmodels::Ordinal index_at(double x) const;
    void rebuild();
    void paint_picture();
    void paint_buckets(QPainter& painter, const QRectF& plot);
    void paint_cursor(QPainter& painter, const QRectF& plot);

    void paint_bookmarks(QPainter& painter, const QRectF& plot);
    const viewmodels::Bookmark* bookmark_at(double x) const;
    double x_of(Position position) const;

    viewmodels::Navigator& m_navigator;
    viewmodels::Bookmarks& m_bookmarks;
    std::vector<viewmodels::OverviewBucket> m_buckets;
    QPixmap m_picture;  // all but the cursor
    bool m_stale = true;
    QTimer m_later;  // a fast log rebuilds the strip only a few times a second
};

}  // namespace apollo::gui
