// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/timeline_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/gui/state_legend.h"
#include "app/gui/theme.h"
#include "app/gui/timeline_lanes.h"
#include "app/viewmodels/lane_text.h"
#include "app/viewmodels/range_facts.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

using viewmodels::Lanes;

constexpr double least_span_s = 0.02;
constexpr double wanted_lane_px = 22;
constexpr double least_lane_px = 3;

}  // namespace

struct TimelinePlot::Parts {
    QCustomPlot* plot = nullptr;
    StateLegend* legend = nullptr;
    Lanes lanes;
    viewmodels::IdleFold fold;
    LanePlottable* plottable = nullptr;
    QSharedPointer<LaneTicker> rows;
    QSharedPointer<FoldedTimeTicker> times;
    QCPItemStraightLine* cursor = nullptr;
    QCPItemRect* range = nullptr;  // that is measured
    QCPItemText* range_words = nullptr;
    std::int64_t range_from_ms = 0, range_to_ms = 0;
    bool measuring = false;  // by the mouse
    bool range_open = false;  // by key: it has only one end
    QCPItemText* empty = nullptr;
    // On the axis, whatever of it is cut.
    double at(std::int64_t ms) const { return seconds(fold.folded_ms(ms)); }
    std::int64_t moment_at(double x) const { return fold.real_ms(static_cast<std::int64_t>(plot->xAxis->pixelToCoord(x) * 1000)); }
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
    layout->setSpacing(0);
    layout->addWidget(plot, 1);
    layout->addWidget(m_parts->legend = new StateLegend(this));
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->axisRect()->setRangeZoom(Qt::Horizontal);
    plot->axisRect()->setRangeZoomFactor(0.8, 1);
    m_parts->rows.reset(new LaneTicker(navigator, m_parts->lanes));
    m_parts->times.reset(new FoldedTimeTicker(m_parts->fold));
    plot->xAxis->setTicker(m_parts->times);
    plot->yAxis->setTicker(m_parts->rows);
    // Names are no numbers: 52322e12 is not a power of ten.
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) axis->setNumberFormat(QStringLiteral("g"));
    plot->yAxis->setRangeReversed(true);
    plot->yAxis->grid()->setVisible(false);
    m_parts->plottable = new LanePlottable(plot->xAxis, plot->yAxis, navigator, m_parts->lanes, m_parts->fold);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    m_parts->cursor = new QCPItemStraightLine(plot);
    m_parts->cursor->setLayer(QStringLiteral("cursor"));
    add_range();
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

void TimelinePlot::add_range() {
    m_parts->range = new QCPItemRect(m_parts->plot);
    m_parts->range_words = new QCPItemText(m_parts->plot);
    for (QCPAbstractItem* item : {static_cast<QCPAbstractItem*>(m_parts->range), static_cast<QCPAbstractItem*>(m_parts->range_words)}) {
        item->setLayer(QStringLiteral("cursor"));
        item->setVisible(false);
    }
}

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
    parts.fold.follow(m_navigator.live(), task);
    if (other) clear_range();
    parts.legend->set_looks(parts.lanes.looks());
    parts.legend->setVisible(parts.lanes.size() > 0);
    parts.empty->setVisible(parts.lanes.size() == 0);
    for (QCPAxis* axis : {parts.plot->xAxis, parts.plot->yAxis}) axis->setVisible(parts.lanes.size() > 0);
    parts.plot->xAxis->grid()->setVisible(parts.lanes.size() > 0);
    parts.empty->setText(m_navigator.live().is_loading() ? tr("The history is still being loaded.")
                                                         : tr("Choose a task to see when its runs worked."));
    const WallTime shown = m_navigator.shown_time();
    const domain::Task* open = m_navigator.task();
    const bool ended = open && domain::is_ended(m_navigator.cursor().task(task.value).status);
    const bool still = m_navigator.is_replay() || ended || (open && open->historical);
    parts.plottable->now_ms = m_navigator.is_replay() ? shown.ms
                              : still                 ? parts.lanes.last_ms()
                                                      : std::max(shown.ms, parts.lanes.last_ms());
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
    const double first = parts.at(parts.lanes.first_ms());
    const double last = parts.at(std::max(parts.lanes.last_ms(), m_navigator.is_replay() ? 0 : parts.plottable->now_ms));
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
    const double first = parts.at(parts.lanes.first_ms());
    const double last = parts.at(std::max(parts.lanes.last_ms(), parts.plottable->now_ms));
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
    const double at = parts.at(m_navigator.shown_time().ms);
    parts.cursor->point1->setCoords(at, 0);
    parts.cursor->point2->setCoords(at, 1);
    if (parts.range->visible()) show_range();
}

void TimelinePlot::set_idle_cut(bool cut) {
    m_parts->fold.set_on(cut);
    fit();
    place_cursor();
}

void TimelinePlot::mark_moment() {
    if (!m_navigator.task()) return;
    Parts& parts = *m_parts;
    const std::int64_t now_ms = m_navigator.is_replay() ? m_navigator.shown_time().ms : parts.plottable->now_ms;
    parts.range_to_ms = now_ms;
    if (!parts.range_open) parts.range_from_ms = now_ms;
    parts.range_open = !parts.range_open;
    show_range();
    parts.plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimelinePlot::clear_range() {
    Parts& parts = *m_parts;
    parts.measuring = parts.range_open = false;
    if (!parts.range->visible()) return;
    parts.range->setVisible(false);
    parts.range_words->setVisible(false);
    parts.plot->replot(QCustomPlot::rpQueuedReplot);
}

// The words stand where they are in sight, above the middle of the range.
void TimelinePlot::show_range() {
    Parts& parts = *m_parts;
    const double from = parts.at(std::min(parts.range_from_ms, parts.range_to_ms)), to = parts.at(std::max(parts.range_from_ms, parts.range_to_ms));
    parts.range->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
    parts.range->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
    parts.range->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    parts.range->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    parts.range->topLeft->setCoords(from, 0);
    parts.range->bottomRight->setCoords(to, 1);
    const viewmodels::RangeFacts facts = viewmodels::measure_range(m_navigator, parts.lanes, parts.range_from_ms, parts.range_to_ms);
    const QString text = viewmodels::range_text(facts);
    parts.range_words->setText(text);
    const QRect room = parts.plot->axisRect()->rect();
    const double half = QFontMetricsF(parts.range_words->font()).horizontalAdvance(text) / 2 + 10;
    const double middle = (parts.plot->xAxis->coordToPixel(from) + parts.plot->xAxis->coordToPixel(to)) / 2;
    parts.range_words->position->setType(QCPItemPosition::ptAbsolute);
    parts.range_words->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
    parts.range_words->position->setCoords(std::clamp(middle, room.left() + half, std::max(room.left() + half, room.right() - half)), room.top() + 4);
    parts.range->setVisible(true);
    parts.range_words->setVisible(true);
    Q_EMIT range_measured(text);
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
    QColor fill = colours.color(QPalette::Highlight);
    parts.range->setPen(QPen(fill, 1));
    fill.setAlpha(46);
    parts.range->setBrush(fill);
    parts.range_words->setFont(font());
    parts.range_words->setColor(text);
    parts.range_words->setBrush(colours.color(QPalette::Window));
    parts.range_words->setPen(QPen(colours.color(QPalette::Highlight), 1));
    parts.range_words->setPadding(QMargins(6, 3, 6, 3));
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
    m_navigator.seek(m_navigator.scope_index_at(WallTime{parts.moment_at(at.x())}));
}

void TimelinePlot::show_tooltip(const QPoint& at, const QPoint& global) {
    Parts& parts = *m_parts;
    const auto row = static_cast<std::int64_t>(std::llround(parts.plot->yAxis->pixelToCoord(at.y())));
    if (row < 0 || row >= static_cast<std::int64_t>(parts.lanes.size())) return QToolTip::hideText();
    const std::uint32_t local = parts.lanes.sorted()[static_cast<std::size_t>(row)];
    const QString text = viewmodels::lane_text(m_navigator, parts.lanes, local, parts.moment_at(at.x()));
    QToolTip::showText(global, plain_tooltip(text), parts.plot);
}

// Dragging with Shift measures; without, it moves the picture.
bool TimelinePlot::measure_by_mouse(const QMouseEvent& event) {
    Parts& parts = *m_parts;
    const bool begins = event.type() == QEvent::MouseButtonPress && event.button() == Qt::LeftButton && event.modifiers() & Qt::ShiftModifier;
    if (begins && m_navigator.task()) {
        parts.measuring = true;
        parts.range_open = false;
        parts.range_from_ms = parts.moment_at(event.pos().x());
    }
    if (!parts.measuring) return false;
    parts.range_to_ms = parts.moment_at(event.pos().x());
    if (event.type() == QEvent::MouseButtonRelease) parts.measuring = false;
    show_range();
    parts.plot->layer(QStringLiteral("cursor"))->replot();
    return true;
}

bool TimelinePlot::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseMove:
            return measure_by_mouse(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonPress:
            if (measure_by_mouse(*static_cast<QMouseEvent*>(event))) return true;
            m_parts->press = static_cast<QMouseEvent*>(event)->pos();
            break;
        case QEvent::MouseButtonRelease: {
            if (measure_by_mouse(*static_cast<QMouseEvent*>(event))) return true;
            const QPoint at = static_cast<QMouseEvent*>(event)->pos();
            if ((at - m_parts->press).manhattanLength() >= 4) {
                m_parts->follows = false;
                break;
            }
            clear_range();
            click_at(at, false);
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
