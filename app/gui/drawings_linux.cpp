// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/drawings.h"

#include <QFile>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>

namespace apollo::gui {

QPixmap draw_icon(const QString& name, const QColor& colour, int size) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QByteArray svg = file.readAll();
    svg.replace("#000000", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QIcon program_icon() { return QIcon(QStringLiteral(":/icons/apollo.svg")); }

bool can_write_drawings() { return true; }

Status write_drawing(const QString& file, const QSize& size, const std::function<bool(QPaintDevice&)>& draw) {
    QSvgGenerator svg;
    svg.setFileName(file);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    if (draw(svg)) return success();
    return Error{ErrorKind::Io, "could not write the drawing to " + file.toStdString()};
}

}  // namespace apollo::gui
