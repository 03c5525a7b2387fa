// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/state_glyph.h"

#include <QPainterPath>

#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

using viewmodels::Shape;

// Open lines in a 16 × 16 box.
QPainterPath lines_of(Shape shape) {
    QPainterPath path;
    switch (shape) {
        case Shape::Ring:
            path.addEllipse(QPointF(8, 8), 4, 4);
            break;
        case Shape::Arrow:
            path.moveTo(3, 8);
            path.lineTo(13, 8);
            path.moveTo(9, 4);
            path.lineTo(13, 8);
            path.lineTo(9, 12);
            break;
        case Shape::Check:
            path.moveTo(3.5, 8.5);
            path.lineTo(6.8, 12);
            path.lineTo(12.8, 4.5);
            break;
        case Shape::Cross:
            path.moveTo(4, 4);
            path.lineTo(12, 12);
            path.moveTo(12, 4);
            path.lineTo(4, 12);
            break;
        case Shape::Loop:
            path.arcMoveTo(QRectF(3.5, 3.5, 9, 9), 50);
            path.arcTo(QRectF(3.5, 3.5, 9, 9), 50, 290);
            path.moveTo(12.6, 7.6);
            path.lineTo(11.6, 4.2);
            path.lineTo(8.6, 5.6);
            break;
        case Shape::Hourglass:
            path.moveTo(4, 3.5);
            path.lineTo(12, 3.5);
            path.lineTo(4, 12.5);
            path.lineTo(12, 12.5);
            path.lineTo(4, 3.5);
            break;
        case Shape::BackArrow:
            path.moveTo(13, 8);
            path.lineTo(3, 8);
            path.moveTo(7, 4);
            path.lineTo(3, 8);
            path.lineTo(7, 12);
            break;
        case Shape::BackCorner:
            path.moveTo(12, 12.5);
            path.lineTo(12, 6.5);
            path.lineTo(4, 6.5);
            path.moveTo(7, 3.5);
            path.lineTo(4, 6.5);
            path.lineTo(7, 9.5);
            break;
        default:
            break;
    }
    return path;
}

QPainterPath area_of(Shape shape) {
    QPainterPath path;
    switch (shape) {
        case Shape::Triangle:
            path.addPolygon(QPolygonF({{5, 3.5}, {12.5, 8}, {5, 12.5}, {5, 3.5}}));
            break;
        case Shape::Square:
            path.addRect(4.5, 4.5, 7, 7);
            break;
        case Shape::DoubleTriangle:
            path.addPolygon(QPolygonF({{3, 4}, {8, 8}, {3, 12}, {3, 4}}));
            path.addPolygon(QPolygonF({{8, 4}, {13, 8}, {8, 12}, {8, 4}}));
            break;
        case Shape::Dash:
            path.addRoundedRect(3.5, 6.8, 9, 2.4, 1.2, 1.2);
            break;
        default:
            break;
    }
    return path;
}

}  // namespace

void paint_shape(QPainter& painter, const QRectF& rect, Shape shape, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 16, rect.height() / 16);
    const QPainterPath area = area_of(shape);
    if (!area.isEmpty())
        painter.fillPath(area, colour);
    else
        painter.strokePath(lines_of(shape), QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.restore();
}

void paint_state(QPainter& painter, const QRectF& rect, viewmodels::Look look, const QPalette& palette) {
    const viewmodels::StateStyle& style = viewmodels::style_of(look);
    const QColor colour = state_colour(look, palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(rect);
    const double inset = rect.width() * 0.12;
    paint_shape(painter, rect.adjusted(inset, inset, -inset, -inset), style.shape, readable_on(colour));
    if (look.blocked() || look.quarantined()) {
        QPen pen(palette.color(QPalette::Text), 1.6);
        pen.setStyle(look.quarantined() ? Qt::DotLine : Qt::DashLine);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(rect.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
    painter.restore();
}

void paint_truth_mark(QPainter& painter, const QRectF& rect, const QPalette& palette) {
    const QColor ground = replay_colour(palette);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Base), 1));
    painter.setBrush(ground);
    painter.drawEllipse(rect);
    painter.setPen(QPen(readable_on(ground), std::max(1.0, rect.width() / 9)));
    const double third = rect.height() * 0.13, half = rect.width() * 0.24;
    const QPointF c = rect.center();
    painter.drawLine(c + QPointF(-half, -third), c + QPointF(half, -third));
    painter.drawLine(c + QPointF(-half, third), c + QPointF(half, third));
    painter.drawLine(c + QPointF(-half * 0.6, third * 2.4), c + QPointF(half * 0.6, -third * 2.4));
    painter.restore();
}

QPixmap state_pixmap(domain::RunStatus status, const QPalette& palette, int size, double ratio) {
    return look_pixmap(viewmodels::Look(status, false, false), palette, size, ratio);
}

QPixmap look_pixmap(viewmodels::Look look, const QPalette& palette, int size, double ratio) {
    QPixmap pixmap(static_cast<int>(size * ratio), static_cast<int>(size * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const double edge = look.blocked() || look.quarantined() ? 2.5 : 0.5;  // their ring lies round the disc
    paint_state(painter, QRectF(edge, edge, size - 2 * edge, size - 2 * edge), look, palette);
    return pixmap;
}

QIcon state_icon(domain::RunStatus status, const QPalette& palette, int size, double ratio) {
    const QPixmap plain = state_pixmap(status, palette, size, ratio);
    QPixmap ringed = plain;
    QPainter painter(&ringed);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::HighlightedText), 1.2));
    painter.drawEllipse(QRectF(0.6, 0.6, size - 1.2, size - 1.2));
    painter.end();
    QIcon icon(plain);
    icon.addPixmap(ringed, QIcon::Selected);
    return icon;
}

}  // namespace apollo::gui
