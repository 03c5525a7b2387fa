// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/overview_strip.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <array>

#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr double margin = 9;
constexpr double warning_height = 6;
constexpr qint64 least_pause_ms = 200, most_share = 20;  // a long history is gone through again for a twentieth of the time at most

// From the bottom up: what is done, what moves, what waits; bad ones between, where they stand out.
constexpr std::array<domain::RunStatus, domain::run_status_count> stack_order{
    domain::RunStatus::Succeeded,    domain::RunStatus::Skipped,  domain::RunStatus::Compensated,
    domain::RunStatus::Failed,       domain::RunStatus::Timeout,  domain::RunStatus::Cancelled,
    domain::RunStatus::Compensating, domain::RunStatus::Retrying, domain::RunStatus::Running,
    domain::RunStatus::Dispatched,   domain::RunStatus::Pending,
};

}  // namespace

OverviewStrip::OverviewStrip(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_bookmarks(bookmarks) {
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Replay position"));
    setCursor(Qt::PointingHandCursor);
    m_later.setSingleShot(true);
    m_later.setInterval(least_pause_ms);
    connect(&m_later, &QTimer::timeout, this, [this] {
        m_stale = true;
        update();
    });
    connect(&navigator, &viewmodels::Navigator::history_grew, this, [this] {
        if (!m_later.isActive()) m_later.start();
    });
    connect(&navigator, &viewmodels::Navigator::task_changed, this, [this] {
        m_stale = true;
        update();
    });
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, [this] { update(); });
    connect(&bookmarks, &viewmodels::Bookmarks::changed, this, qOverload<>(&QWidget::update));
}

QRectF OverviewStrip::plot_rect() const {
    return QRectF(rect()).adjusted(margin, 3, -margin, -3);
}

void OverviewStrip::ensure_ready() {
    m_later.stop();
    m_stale = true;
    update();
}

void OverviewStrip::rebuild() {
    const int wanted =
        static_cast<int>(std::min<double>(plot_rect().width() / 2, std::max<double>(1, m_navigator.scope_size())));
    const bool same_size = m_picture.deviceIndependentSize() == QSizeF(size());
    if (!m_stale && same_size) return;
    QElapsedTimer clock;
    clock.start();
    m_buckets = viewmodels::make_overview(m_navigator, std::max(1, wanted));
    m_later.setInterval(static_cast<int>(std::max<qint64>(least_pause_ms, most_share * clock.elapsed())));
    m_stale = false;
    paint_picture();
}

void OverviewStrip::paintEvent(QPaintEvent*) {
    rebuild();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    if (m_buckets.empty()) return;
    paint_bookmarks(painter, plot_rect());
    paint_cursor(painter, plot_rect());
}

void OverviewStrip::paint_picture() {
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(palette().color(QPalette::Window));
    QPainter painter(&m_picture);
    painter.setFont(font());
    const QRectF plot = plot_rect();
    painter.fillRect(plot, palette().color(QPalette::Base));
    if (m_buckets.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const QString loading = m_navigator.loading_text();
        painter.drawText(plot, Qt::AlignCenter, loading.isEmpty() ? tr("No events yet") : loading);
    } else {
        paint_buckets(painter, plot);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
}

void OverviewStrip::paint_buckets(QPainter& painter, const QRectF& plot) {
    std::uint64_t most = 1;
    for (const auto& bucket : m_buckets) {
        std::uint64_t sum = 0;
        for (const std::uint32_t count : bucket.counts) sum += count;
        most = std::max(most, sum);
    }
    const double width = plot.width() / static_cast<double>(m_buckets.size());
    const double room = plot.height() - warning_height - 1;
    for (std::size_t k = 0; k < m_buckets.size(); ++k) {
        const double left = plot.left() + width * static_cast<double>(k);
        double bottom = plot.bottom();
        for (const domain::RunStatus status : stack_order) {
            const std::uint32_t count = m_buckets[k].counts[static_cast<std::size_t>(status)];
            if (count == 0) continue;
            const bool bad = viewmodels::severity(status) >= viewmodels::severity(domain::RunStatus::Retrying);
            const double height = std::max(room * count / static_cast<double>(most), bad ? 2.0 : 0.0);
            QColor colour = state_colour(status, palette());
            if (status == domain::RunStatus::Pending) colour = mixed(palette().color(QPalette::Base), colour, 0.45);
            painter.fillRect(QRectF(left, bottom - height, width + 0.6, height), colour);
            bottom -= height;
        }
        const viewmodels::OverviewBucket& bucket = m_buckets[k];
        if (!bucket.changed || viewmodels::severity(bucket.worst) < viewmodels::severity(domain::RunStatus::Cancelled))
            continue;
        const QColor colour = state_colour(bucket.worst.status(), palette());
        painter.fillRect(QRectF(left, plot.top(), std::max(2.0, width), warning_height), colour);
    }
}

void OverviewStrip::paint_cursor(QPainter& painter, const QRectF& plot) {
    const double share = static_cast<double>(m_navigator.scope_index()) / std::max<double>(1, m_navigator.scope_size());
    const double x = plot.left() + plot.width() * share;
    if (m_navigator.is_replay()) {
        QColor later = palette().color(QPalette::Window);
        later.setAlpha(165);
        painter.fillRect(QRectF(x, plot.top(), plot.right() - x, plot.height()), later);
    }
    const QColor colour = m_navigator.is_replay() ? replay_colour(palette()) : palette().color(QPalette::Highlight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setBrush(colour);
    painter.setPen(QPen(palette().color(QPalette::Base), 1));
    painter.drawPolygon(QPolygonF({{x - 7, plot.top() - 2}, {x + 7, plot.top() - 2}, {x, plot.top() + 10}}));
}

double OverviewStrip::x_of(Position position) const {
    const viewmodels::Ordinal events = m_navigator.live().history().count_until(position);
    viewmodels::Ordinal index = events;
    if (m_navigator.task_index() != no_task) {
        const auto& own = m_navigator.live().history().of_task(m_navigator.task_index());
        index = static_cast<viewmodels::Ordinal>(std::lower_bound(own.begin(), own.end(), events) - own.begin());
    }
    return plot_rect().left() + plot_rect().width() * index / std::max<double>(1, m_navigator.scope_size());
}

void OverviewStrip::paint_bookmarks(QPainter& painter, const QRectF& plot) {
    const domain::Task* task = m_navigator.task();
    if (!task) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Base), 1));
    painter.setBrush(palette().color(QPalette::Text));
    for (const auto& bookmark : m_bookmarks.of(task->id)) {
        const double x = x_of(bookmark.position), y = plot.bottom() + 2;
        painter.drawPolygon(QPolygonF({{x - 4, y - 12}, {x + 4, y - 12}, {x + 4, y}, {x, y - 4}, {x - 4, y}}));
    }
}

const viewmodels::Bookmark* OverviewStrip::bookmark_at(double x) const {
    const domain::Task* task = m_navigator.task();
    if (!task) return nullptr;
    for (const auto& bookmark : m_bookmarks.of(task->id)) {
        if (std::abs(x_of(bookmark.position) - x) <= 5) return &bookmark;
    }
    return nullptr;
}

viewmodels::Ordinal OverviewStrip::index_at(double x) const {
    const QRectF plot = plot_rect();
    const double share = std::clamp((x - plot.left()) / std::max(1.0, plot.width()), 0.0, 1.0);
    return static_cast<viewmodels::Ordinal>(share * m_navigator.scope_size() + 0.5);
}

void OverviewStrip::go_to(double x) {
    if (m_navigator.scope_size() == 0) return;
    m_navigator.pause();
    m_navigator.seek(index_at(x));
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) go_to(event->position().x());
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) go_to(event->position().x());
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
    if (m_navigator.scope_size() > 0 && event->angleDelta().y() != 0)
        m_navigator.step_events(event->angleDelta().y() > 0 ? -1 : 1);
    event->accept();
}

bool OverviewStrip::event(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) m_stale = true;
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const viewmodels::Ordinal index = index_at(help->pos().x());
    if (index > 0 && index <= m_navigator.scope_size()) {
        const auto& header = m_navigator.live().history().header(m_navigator.scope_ordinal(index - 1));
        const auto* bookmark = bookmark_at(help->pos().x());
        const QString note = bookmark ? bookmark->note + QLatin1Char('\n') : QString();
        const QString text = note + tr("Event %1 · %2")
                                 .arg(viewmodels::count_text(header.position.value),
                                      viewmodels::time_text(m_navigator.scope_time(index - 1)));
        QToolTip::showText(help->globalPos(), plain_tooltip(text), this);
    }
    return true;
}

}  // namespace apollo::gui
