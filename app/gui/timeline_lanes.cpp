// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/timeline_lanes.h"

#include <algorithm>
#include <cmath>

#include "app/gui/theme.h"
#include "app/viewmodels/durations.h"
#include "app/viewmodels/lane_text.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::Lanes;

namespace {

constexpr double lane_fill = 0.72;  // share of a lane that its bar takes
constexpr int longest_name = 36;    // letters

// Step and node both tell lanes apart, so it is the middle that goes.
QString short_name(const QString& name) {
    if (name.size() <= longest_name) return name;
    return name.left(longest_name / 2) + QChar(0x2026) + name.right(longest_name / 2 - 1);
}

}  // namespace

double LaneTicker::getTickStep(const QCPRange&) {
    return std::max(1.0, std::ceil(17 / std::max(0.01, lane_px)));
}

QVector<double> LaneTicker::createTickVector(double step, const QCPRange& range) {
    QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
    const double last = static_cast<double>(m_lanes.size()) - 0.5;
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [&](double tick) { return tick < 0 || tick > last; }), ticks.end());
    return ticks;
}

QString LaneTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    const auto row = static_cast<std::int64_t>(std::llround(tick));
    if (row < 0 || row >= static_cast<std::int64_t>(m_lanes.size())) return {};
    return short_name(viewmodels::one_line(viewmodels::lane_name(m_navigator, m_lanes.sorted()[static_cast<std::size_t>(row)])));
}

QString FoldedTimeTicker::getTickLabel(double tick, const QLocale& locale, QChar format, int precision) {
    const double real = m_fold.is_on() ? seconds(m_fold.real_ms(static_cast<std::int64_t>(tick * 1000))) : tick;
    return QCPAxisTickerDateTime::getTickLabel(real, locale, format, precision);
}

QCPRange LanePlottable::getKeyRange(bool& found, QCP::SignDomain) const {
    found = m_lanes.size() > 0;
    return {seconds(m_fold.folded_ms(m_lanes.first_ms())), seconds(m_fold.folded_ms(m_lanes.last_ms()))};
}

QCPRange LanePlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = m_lanes.size() > 0;
    return {-0.5, static_cast<double>(m_lanes.size()) - 0.5};
}

void LanePlottable::draw(QCPPainter* painter) {
    const QCPRange rows = mValueAxis->range();
    const auto first = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(rows.lower)));
    const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(m_lanes.size()) - 1, static_cast<std::int64_t>(std::ceil(rows.upper)));
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    draw_gap_grounds(*painter);
    for (std::int64_t row = first; row <= last; ++row) draw_lane(*painter, row);
    draw_gap_words(*painter);
}

void LanePlottable::draw_lane(QCPPainter& painter, std::int64_t row) {
    const std::uint32_t local = m_lanes.sorted()[static_cast<std::size_t>(row)];
    const auto& lane = m_lanes.lane(local);
    const std::size_t count = Lanes::count_until(lane, m_navigator.shown_events());
    if (count == 0) return;
    const QCPRange time = mKeyAxis->range();
    const std::int64_t left_ms = m_fold.real_ms(static_cast<std::int64_t>(std::floor(time.lower * 1000)));
    const std::int64_t right_ms = m_fold.real_ms(static_cast<std::int64_t>(std::ceil(time.upper * 1000)));
    std::size_t k = Lanes::change_at(lane, count, left_ms).value_or(0);
    const double y = mValueAxis->coordToPixel(static_cast<double>(row));
    const double lane_px = std::abs(mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0));
    const double height = std::max(1.0, std::min(lane_px, most_lane_px) * lane_fill);
    double painted_to = -1e9;
    int painted_severity = -1;
    for (; k < count && lane[k].time_ms <= right_ms; ++k) {
        const double x0 = x_of(lane[k].time_ms);
        const double x1 = x_of(k + 1 < count ? lane[k + 1].time_ms : std::max(now_ms, lane[k].time_ms));
        const int severity = viewmodels::severity(lane[k].look);
        const bool bad = severity >= viewmodels::severity(domain::RunStatus::Retrying);
        const double width = std::max(x1 - x0, bad ? 3.0 : 1.0);
        if (x0 + width <= painted_to && severity <= painted_severity) continue;
        draw_span(painter, QRectF(x0, y - height / 2, width, height), lane[k].look);
        painted_to = x0 + width;
        painted_severity = severity;
    }
}

// What is over, or has not begun, is thin and pale: the eye finds what works and what went wrong.
void LanePlottable::draw_span(QCPPainter& painter, QRectF rect, viewmodels::Look look) {
    const QColor colour = state_colour(look, colours);
    const QRectF clip = mKeyAxis->axisRect()->rect();
    rect.setLeft(std::max(rect.left(), clip.left() - 2));
    rect.setRight(std::min(rect.right(), clip.right() + 2));
    const double full = rect.height();
    const QColor ground = colours.color(QPalette::Base);
    const bool over = domain::is_settled(look.status());
    if (look.status() == domain::RunStatus::Pending || over) {
        const double thin = std::max(1.0, full * 0.12);
        const QRectF line(rect.left(), rect.center().y() - thin / 2, rect.width(), thin);
        painter.fillRect(line, mixed(ground, colour, over && full >= 8 ? 0.4 : 0.7));
        if (over && full >= 8)
            painter.fillRect(QRectF(rect.left(), rect.top(), std::min(4.0, std::max(2.0, rect.width())), full),
                             colour);
        else if (over)
            painter.fillRect(QRectF(rect.left(), rect.top(), 2, full), colour);
        return;
    }
    const bool dashed = viewmodels::style_of(look).dashed;
    const QColor fill = dashed ? mixed(ground, colour, 0.22) : colour;
    painter.fillRect(rect, fill);
    if (dashed) painter.fillRect(rect, QBrush(colour, Qt::BDiagPattern));
    if (rect.width() >= 70 && full >= 13) draw_label(painter, rect, fill, viewmodels::status_name(look));
}

// On a ground of its own, or hatching would run through the letters.
void LanePlottable::draw_label(QCPPainter& painter, const QRectF& rect, const QColor& fill, const QString& name) {
    QFont font = painter.font();
    font.setPointSizeF(8);
    painter.setFont(font);
    const QRectF room = rect.adjusted(5, 0, -4, 0);
    const QRectF words = painter.boundingRect(room, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.fillRect(words.adjusted(-2, 0, 2, 0).intersected(rect), fill);
    painter.setPen(readable_on(fill));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setPen(Qt::NoPen);
}

// A stretch that is cut is another ground below the lanes.
void LanePlottable::draw_gap_grounds(QCPPainter& painter) {
    const QColor ground = colours.color(QPalette::Base), text = colours.color(QPalette::Text);
    for (const QRectF& band : gap_bands()) {
        painter.fillRect(band, mixed(ground, text, 0.07));
        painter.fillRect(band, QBrush(mixed(ground, text, 0.2), Qt::BDiagPattern));
    }
}

// How much is missing, along the gap.
void LanePlottable::draw_gap_words(QCPPainter& painter) {
    const std::vector<QRectF> bands = gap_bands();
    if (bands.empty()) return;
    QFont font = painter.font();
    font.setPointSizeF(8);
    painter.setFont(font);
    const QRectF room = mKeyAxis->axisRect()->rect();
    for (std::size_t k = 0; k < bands.size(); ++k) {
        const viewmodels::IdleFold::Gap& gap = m_fold.gaps()[k];
        if (bands[k].width() < 13 || !bands[k].intersects(room)) continue;
        const QString words = viewmodels::duration_text(gap.last_ms - gap.first_ms);
        const QSizeF size = QFontMetricsF(font).size(Qt::TextSingleLine, words) + QSizeF(8, 0);
        const QRectF place(-size.width() / 2, -size.height() / 2, size.width(), size.height());
        painter.save();
        painter.translate(bands[k].center());
        painter.rotate(-90);
        painter.fillRect(place, colours.color(QPalette::Base));
        painter.setPen(colours.color(QPalette::Text));
        painter.drawText(place, Qt::AlignCenter, words);
        painter.restore();
    }
}

std::vector<QRectF> LanePlottable::gap_bands() const {
    const QRectF room = mKeyAxis->axisRect()->rect();
    std::vector<QRectF> bands;
    for (const viewmodels::IdleFold::Gap& gap : m_fold.gaps())
        bands.emplace_back(QPointF(x_of(gap.first_ms), room.top()), QPointF(x_of(gap.last_ms), room.bottom()));
    return bands;
}

}  // namespace apollo::gui
