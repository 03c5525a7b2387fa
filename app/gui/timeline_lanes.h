// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the timeline draws: the lanes in sight, the names beside them, the times below. Internal to the timeline, the one
// place that knows QCustomPlot.
#pragma once

#include <qcustomplot.h>

#include "app/viewmodels/idle_fold.h"
#include "app/viewmodels/lanes.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

constexpr double most_lane_px = 36;  // few lanes stand together at the top instead of growing

inline double seconds(std::int64_t ms) { return static_cast<double>(ms) / 1000; }

// Names beside the lanes, as many as fit.
class LaneTicker : public QCPAxisTicker {
public:
    LaneTicker(const viewmodels::Navigator& navigator, const viewmodels::Lanes& lanes) : m_navigator(navigator), m_lanes(lanes) {}
    double lane_px = 22;

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    const viewmodels::Navigator& m_navigator;
    const viewmodels::Lanes& m_lanes;
};

// Real times below a folded axis.
class FoldedTimeTicker : public QCPAxisTickerDateTime {
public:
    explicit FoldedTimeTicker(const viewmodels::IdleFold& fold) : m_fold(fold) {}

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    const viewmodels::IdleFold& m_fold;
};

// Paints the lanes in sight. Changes that fall on one pixel column leave the worst of them visible.
class LanePlottable : public QCPAbstractPlottable {
public:
    LanePlottable(QCPAxis* time, QCPAxis* rows, const viewmodels::Navigator& navigator, const viewmodels::Lanes& lanes,
                  const viewmodels::IdleFold& fold)
        : QCPAbstractPlottable(time, rows), m_navigator(navigator), m_lanes(lanes), m_fold(fold) {}

    QPalette colours;
    std::int64_t now_ms = 0;  // where an unfinished state ends

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
    void draw(QCPPainter* painter) override;

private:
    double x_of(std::int64_t ms) const { return mKeyAxis->coordToPixel(seconds(m_fold.folded_ms(ms))); }
    void draw_lane(QCPPainter& painter, std::int64_t row);
    void draw_span(QCPPainter& painter, QRectF rect, viewmodels::Look look);
    void draw_gap_grounds(QCPPainter& painter);
    void draw_gap_words(QCPPainter& painter);
    std::vector<QRectF> gap_bands() const;  // in pixels
    static void draw_label(QCPPainter& painter, const QRectF& rect, const QColor& fill, const QString& name);

    const viewmodels::Navigator& m_navigator;
    const viewmodels::Lanes& m_lanes;
    const viewmodels::IdleFold& m_fold;
};

}  // namespace apollo::gui
