// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/timeline_plot.h"

#include <qcustomplot.h>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/theme.h"
#include "app/viewmodels/lane_text.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

using viewmodels::Lanes;

constexpr double least_span_s = 0.02;
constexpr double wanted_lane_px = 22;
constexpr double least_lane_px = 3;
constexpr double most_lane_px = 36;  // few lanes stand together at the top instead of growing
constexpr double lane_fill = 0.72;   // share of a lane that its bar takes

double seconds(std::int64_t ms) {
    return static_cast<double>(ms) / 1000;
}

// Names beside the lanes, as many as fit.
class LaneTicker : public QCPAxisTicker {
public:
    LaneTicker(const viewmodels::Navigator& navigator, const Lanes& lanes) : m_navigator(navigator), m_lanes(lanes) {}
    double lane_px = wanted_lane_px;

protected:
    double getTickStep(const QCPRange&) override { return std::max(1.0, std::ceil(17 / std::max(0.01, lane_px))); }
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
        const double last = static_cast<double>(m_lanes.size()) - 0.5;
        ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [&](double tick) { return tick < 0 || tick > last; }),
                    ticks.end());
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const auto row = static_cast<std::int64_t>(std::llround(tick));
        if (row < 0 || row >= static_cast<std::int64_t>(m_lanes.size())) return {};
        const QString name = viewmodels::lane_name(m_navigator, m_lanes.sorted()[static_cast<std::size_t>(row)]);
        return viewmodels::one_line(name, 30);
    }

private:
    const viewmodels::Navigator& m_navigator;
    const Lanes& m_lanes;
};

// Paints the lanes in sight. Changes that fall on one pixel column leave the worst of them visible.
class LanePlottable : public QCPAbstractPlottable {
public:
    LanePlottable(QCPAxis* time, QCPAxis* rows, const viewmodels::Navigator& navigator, const Lanes& lanes)
        : QCPAbstractPlottable(time, rows), m_navigator(navigator), m_lanes(lanes) {}

    QPalette colours;
    double now_s = 0;  // where an unfinished state ends

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = m_lanes.size() > 0;
        return {seconds(m_lanes.first_ms()), seconds(m_lanes.last_ms())};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = m_lanes.size() > 0;
        return {-0.5, static_cast<double>(m_lanes.size()) - 0.5};
    }

protected:
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

    void draw(QCPPainter* painter) override {
        const QCPRange rows = mValueAxis->range();
        const auto first = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(rows.lower)));
        const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(m_lanes.size()) - 1,
                                                 static_cast<std::int64_t>(std::ceil(rows.upper)));
        painter->setAntialiasing(false);
        painter->setPen(Qt::NoPen);
        for (std::int64_t row = first; row <= last; ++row) draw_lane(*painter, row);
    }

private:
    void draw_lane(QCPPainter& painter, std::int64_t row) {
        const std::uint32_t local = m_lanes.sorted()[static_cast<std::size_t>(row)];
        const auto& lane = m_lanes.lane(local);
        const std::size_t count = Lanes::count_until(lane, m_navigator.shown_events());
        if (count == 0) return;
        const QCPRange time = mKeyAxis->range();
        const auto left_ms = static_cast<std::int64_t>(std::floor(time.lower * 1000));
        std::size_t k = Lanes::change_at(lane, count, left_ms).value_or(0);
        const double y = mValueAxis->coordToPixel(static_cast<double>(row));
        const double lane_px = std::abs(mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0));
        const double height = std::max(1.0, std::min(lane_px, most_lane_px) * lane_fill);
        double painted_to = -1e9;
        int painted_severity = -1;
        for (; k < count && seconds(lane[k].time_ms) <= time.upper; ++k) {
            const double x0 = mKeyAxis->coordToPixel(seconds(lane[k].time_ms));
            const double end_s =
                k + 1 < count ? seconds(lane[k + 1].time_ms) : std::max(now_s, seconds(lane[k].time_ms));
            const double x1 = mKeyAxis->coordToPixel(end_s);
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
    void draw_span(QCPPainter& painter, QRectF rect, viewmodels::Look look) {
        const QColor colour = state_colour(look.status(), colours);
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
        const bool dashed = viewmodels::style_of(look.status()).dashed;
        const QColor fill = dashed ? mixed(ground, colour, 0.22) : colour;
        painter.fillRect(rect, fill);
        if (dashed) painter.fillRect(rect, QBrush(colour, Qt::BDiagPattern));
        if (rect.width() >= 70 && full >= 13) draw_label(painter, rect, fill, viewmodels::status_name(look.status()));
    }

    // On a ground of its own, or hatching would run through the letters.
    static void draw_label(QCPPainter& painter, const QRectF& rect, const QColor& fill, const QString& name) {
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

    const viewmodels::Navigator& m_navigator;
    const Lanes& m_lanes;
};

}  // namespace

struct TimelinePlot::Parts {
    QCustomPlot* plot = nullptr;
    Lanes lanes;
    LanePlottable* plottable = nullptr;
    QSharedPointer<LaneTicker> rows;
    QSharedPointer<QCPAxisTickerDateTime> times;
    QCPItemStraightLine* cursor = nullptr;
    QCPItemText* empty = nullptr;
    TaskIndex task = no_task;
    bool follows = true;  // the operator has not zoomed or moved
    bool stale = true;
    bool holding = false;
    QTimer tick;  // what still runs grows with time
    QPoint press;
};

TimelinePlot::TimelinePlot(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_parts(std::make_unique<Parts>()) {
    install_canvas_access();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* plot = m_parts->plot = new QCustomPlot(this);
    layout->addWidget(plot);
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->axisRect()->setRangeZoom(Qt::Horizontal);
    plot->axisRect()->setRangeZoomFactor(0.8, 1);
    m_parts->rows.reset(new LaneTicker(navigator, m_parts->lanes));
    m_parts->times.reset(new QCPAxisTickerDateTime);
    plot->xAxis->setTicker(m_parts->times);
    plot->yAxis->setTicker(m_parts->rows);
    plot->yAxis->setRangeReversed(true);
    plot->yAxis->grid()->setVisible(false);
    m_parts->plottable = new LanePlottable(plot->xAxis, plot->yAxis, navigator, m_parts->lanes);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    m_parts->cursor = new QCPItemStraightLine(plot);
    m_parts->cursor->setLayer(QStringLiteral("cursor"));
    m_parts->empty = new QCPItemText(plot);
    m_parts->empty->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_parts->empty->position->setCoords(0.5, 0.5);
    plot->installEventFilter(this);
    connect(plot->xAxis, QOverload<const QCPRange&>::of(&QCPAxis::rangeChanged), this, &TimelinePlot::hold_time_range);
    connect(plot->yAxis, QOverload<const QCPRange&>::of(&QCPAxis::rangeChanged), this, &TimelinePlot::hold_lane_range);
    connect(plot, &QCustomPlot::mouseWheel, this, [this] { m_parts->follows = false; });
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &TimelinePlot::refresh);
    connect(&navigator, &viewmodels::Navigator::task_changed, this, &TimelinePlot::refresh);
    m_parts->tick.setInterval(1000);
    connect(&m_parts->tick, &QTimer::timeout, this, &TimelinePlot::refresh);
    apply_palette();
}

TimelinePlot::~TimelinePlot() = default;

void TimelinePlot::set_lane_order(viewmodels::LaneOrder order) {
    m_parts->lanes.set_order(order);
    m_parts->plot->replot(QCustomPlot::rpQueuedReplot);
}

viewmodels::LaneOrder TimelinePlot::lane_order() const {
    return m_parts->lanes.order();
}

int TimelinePlot::first_row() const {
    return std::max(0, static_cast<int>(std::ceil(m_parts->plot->yAxis->range().lower)));
}

// A reader is told of as many lanes as somebody could tell apart.
int TimelinePlot::accessible_count() const {
    constexpr int most_told = 300;
    const int last = std::min(static_cast<int>(m_parts->lanes.size()) - 1, static_cast<int>(std::floor(m_parts->plot->yAxis->range().upper)));
    return std::clamp(last - first_row() + 1, 0, most_told);
}

std::uint32_t TimelinePlot::lane_of(int item) const {
    return m_parts->lanes.sorted()[static_cast<std::size_t>(first_row() + item)];
}

QString TimelinePlot::accessible_text(int item) const {
    return viewmodels::lane_text(m_navigator, m_parts->lanes, lane_of(item), m_navigator.shown_time().ms)
        .replace(QLatin1Char('\n'), QStringLiteral(", "));
}

QRect TimelinePlot::accessible_rect(int item) const {
    const QCPAxis* rows = m_parts->plot->yAxis;
    const int top = static_cast<int>(rows->coordToPixel(first_row() + item - 0.5));
    const int bottom = static_cast<int>(rows->coordToPixel(first_row() + item + 0.5));
    const QRect room = m_parts->plot->axisRect()->rect();
    return QRect(room.left(), top, room.width(), std::max(1, bottom - top)).intersected(room).translated(m_parts->plot->pos());
}

bool TimelinePlot::accessible_selected(int item) const {
    const domain::Task* task = m_navigator.task();
    return task && m_navigator.is_marked(RunIndex{task->first_run.value + lane_of(item)});
}

void TimelinePlot::accessible_press(int item) {
    if (const domain::Task* task = m_navigator.task()) m_navigator.select_run(RunIndex{task->first_run.value + lane_of(item)});
}

int TimelinePlot::accessible_at(const QPoint& at) const {
    for (int item = 0; item < accessible_count(); ++item) {
        if (accessible_rect(item).contains(at)) return item;
    }
    return -1;
}

void TimelinePlot::refresh() {
    m_parts->stale = true;
    if (isVisible()) ensure_ready();
}

void TimelinePlot::ensure_ready() {
    Parts& parts = *m_parts;
    const TaskIndex task = m_navigator.task() ? m_navigator.task_index() : no_task;
    const bool other = task != parts.task;
    parts.task = task;
    const bool grew = parts.lanes.follow(m_navigator.live(), task, m_navigator.shown_events());
    parts.empty->setVisible(parts.lanes.size() == 0);
    for (QCPAxis* axis : {parts.plot->xAxis, parts.plot->yAxis}) axis->setVisible(parts.lanes.size() > 0);
    parts.plot->xAxis->grid()->setVisible(parts.lanes.size() > 0);
    parts.empty->setText(tr("Choose a task to see when its runs worked."));
    const WallTime shown = m_navigator.shown_time();
    const domain::Task* open = m_navigator.task();
    const bool ended = open && domain::is_ended(m_navigator.cursor().task(task.value).status);
    const bool still = m_navigator.is_replay() || ended || (open && open->historical);
    parts.plottable->now_s = seconds(m_navigator.is_replay() ? shown.ms
                                     : still                 ? parts.lanes.last_ms()
                                                             : std::max(shown.ms, parts.lanes.last_ms()));
    if (still || !open || !isVisible())
        parts.tick.stop();
    else if (!parts.tick.isActive())
        parts.tick.start();
    if (other) parts.follows = true;
    if (parts.follows && (other || grew || !still)) fit();
    parts.stale = false;
    place_cursor();
    parts.plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimelinePlot::fit() {
    Parts& parts = *m_parts;
    parts.holding = true;
    double first = seconds(parts.lanes.first_ms());
    double last = std::max(seconds(parts.lanes.last_ms()), m_navigator.is_replay() ? 0.0 : parts.plottable->now_s);
    // A history of one moment still gets a span that can be seen.
    const double pad = std::max((last - first) * 0.03, 0.5);
    parts.plot->xAxis->setRange(first - pad, last + pad);
    const double room_px = std::max(1, parts.plot->axisRect()->height());
    const auto lanes = static_cast<double>(std::max<std::size_t>(1, parts.lanes.size()));
    const double shown = std::min(std::max(lanes, room_px / most_lane_px), std::max(1.0, room_px / wanted_lane_px));
    parts.plot->yAxis->setRange(-0.5, shown - 0.5);
    parts.rows->lane_px = room_px / shown;
    parts.holding = false;
    parts.follows = true;
    choose_time_format();
    parts.plot->replot(QCustomPlot::rpQueuedReplot);
}

double TimelinePlot::span_s() const {
    return m_parts->plot->xAxis->range().size();
}
double TimelinePlot::lanes_in_sight() const {
    return m_parts->plot->yAxis->range().size();
}

void TimelinePlot::zoom(double factor) {
    m_parts->follows = false;
    m_parts->plot->xAxis->scaleRange(factor);
    m_parts->plot->replot(QCustomPlot::rpQueuedReplot);
}

// Neither closer than a few milliseconds nor so far that the task is a dot, and never out of its sight.
void TimelinePlot::hold_time_range() {
    Parts& parts = *m_parts;
    if (parts.holding) return;
    parts.holding = true;
    const double first = seconds(parts.lanes.first_ms());
    const double last = std::max(seconds(parts.lanes.last_ms()), parts.plottable->now_s);
    const QCPRange range = parts.plot->xAxis->range();
    const double whole = std::max(last - first, 1.0);
    const double span = std::clamp(range.size(), least_span_s, whole * 4 + 60);
    const double centre = std::clamp(range.center(), first - span * 0.4, last + span * 0.4);
    parts.plot->xAxis->setRange(centre - span / 2, centre + span / 2);
    parts.holding = false;
    choose_time_format();
}

void TimelinePlot::hold_lane_range() {
    Parts& parts = *m_parts;
    if (parts.holding) return;
    parts.holding = true;
    const double room_px = std::max(1, parts.plot->axisRect()->height());
    const auto lanes = static_cast<double>(std::max<std::size_t>(1, parts.lanes.size()));
    const QCPRange range = parts.plot->yAxis->range();
    const double most = std::max({4.0, room_px / most_lane_px, std::min(lanes + 1, room_px / least_lane_px)});
    const double span = std::clamp(range.size(), 1.0, most);
    const double top = std::clamp(range.lower, -0.5, std::max(-0.5, lanes - span * 0.5));
    parts.plot->yAxis->setRange(top, top + span);
    parts.rows->lane_px = room_px / span;
    parts.holding = false;
    m_parts->follows = m_parts->follows && top <= -0.5;
}

// Neighbouring labels must differ, whether a second is in sight or ten years.
void TimelinePlot::choose_time_format() {
    const double span = span_s();
    const char* format = span < 8               ? "HH:mm:ss.zzz"
                         : span < 600           ? "HH:mm:ss"
                         : span < 86400         ? "MM-dd\nHH:mm"
                         : span < 86400 * 200.0 ? "yyyy-MM-dd\nHH:mm"
                                                : "yyyy-MM-dd";
    m_parts->times->setDateTimeFormat(QString::fromUtf8(format));
    // The ticker may set half as many ticks again as it is asked for.
    const int label_px = QFontMetrics(font()).size(0, QString::fromUtf8(format)).width() + 16;
    m_parts->times->setTickCount(std::clamp(m_parts->plot->axisRect()->width() * 2 / (label_px * 3), 2, 8));
}

void TimelinePlot::place_cursor() {
    Parts& parts = *m_parts;
    parts.cursor->setVisible(m_navigator.is_replay() && parts.lanes.size() > 0);
    const double at = seconds(m_navigator.shown_time().ms);
    parts.cursor->point1->setCoords(at, 0);
    parts.cursor->point2->setCoords(at, 1);
}

void TimelinePlot::apply_palette() {
    Parts& parts = *m_parts;
    const QPalette colours = palette();
    const bool utc = viewmodels::times_shown_in() == viewmodels::TimeZone::Utc;
    parts.times->setDateTimeSpec(utc ? Qt::UTC : Qt::LocalTime);
    const QColor text = colours.color(QPalette::Text), line = colours.color(QPalette::Mid);
    parts.plottable->colours = colours;
    parts.plot->setBackground(colours.color(QPalette::Base));
    for (QCPAxis* axis : {parts.plot->xAxis, parts.plot->yAxis}) {
        axis->setBasePen(QPen(line));
        axis->setTickPen(QPen(line));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(text);
        axis->setTickLabelFont(font());
        axis->grid()->setPen(QPen(mixed(colours.color(QPalette::Base), text, 0.12), 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    parts.cursor->setPen(QPen(replay_colour(colours), 2));
    parts.empty->setColor(colours.color(QPalette::PlaceholderText));
    parts.empty->setFont(font());
}

void TimelinePlot::click_at(const QPoint& at, bool seek) {
    Parts& parts = *m_parts;
    const auto row = static_cast<std::int64_t>(std::llround(parts.plot->yAxis->pixelToCoord(at.y())));
    const domain::Task* task = m_navigator.task();
    if (task && row >= 0 && row < static_cast<std::int64_t>(parts.lanes.size())) {
        m_navigator.select_run(RunIndex{task->first_run.value + parts.lanes.sorted()[static_cast<std::size_t>(row)]});
    }
    if (!seek) return;
    const double time_s = parts.plot->xAxis->pixelToCoord(at.x());
    m_navigator.seek(m_navigator.scope_index_at(WallTime{static_cast<std::int64_t>(time_s * 1000)}));
}

void TimelinePlot::show_tooltip(const QPoint& at, const QPoint& global) {
    Parts& parts = *m_parts;
    const auto row = static_cast<std::int64_t>(std::llround(parts.plot->yAxis->pixelToCoord(at.y())));
    if (row < 0 || row >= static_cast<std::int64_t>(parts.lanes.size())) return QToolTip::hideText();
    const std::uint32_t local = parts.lanes.sorted()[static_cast<std::size_t>(row)];
    const auto time_ms = static_cast<std::int64_t>(parts.plot->xAxis->pixelToCoord(at.x()) * 1000);
    const QString text = viewmodels::lane_text(m_navigator, parts.lanes, local, time_ms);
    QToolTip::showText(global, plain_tooltip(text), parts.plot);
}

bool TimelinePlot::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            m_parts->press = static_cast<QMouseEvent*>(event)->pos();
            break;
        case QEvent::MouseButtonRelease: {
            const QPoint at = static_cast<QMouseEvent*>(event)->pos();
            if ((at - m_parts->press).manhattanLength() < 4)
                click_at(at, false);
            else
                m_parts->follows = false;
            break;
        }
        case QEvent::MouseButtonDblClick:
            click_at(static_cast<QMouseEvent*>(event)->pos(), true);
            break;
        case QEvent::ToolTip: {
            const auto* help = static_cast<QHelpEvent*>(event);
            show_tooltip(help->pos(), help->globalPos());
            return true;
        }
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void TimelinePlot::showEvent(QShowEvent*) {
    ensure_ready();
}

void TimelinePlot::resizeEvent(QResizeEvent*) {
    // The axis rectangle has its new size only after a replot.
    m_parts->plot->replot();
    if (m_parts->follows)
        fit();
    else
        choose_time_format();
}

void TimelinePlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        apply_palette();
        refresh();
    }
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
