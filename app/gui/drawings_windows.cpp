// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/drawings.h"

#include <QPainter>
#include <iterator>

namespace apollo::gui {

namespace {

// Pixels; those that app/gui/icon_pictures.cmake draws.
constexpr int picture_sizes[] = {16, 24, 32, 48, 64, 128};

QString picture_file(const QString& name, int size) { return QStringLiteral(":/icons/%1-%2.png").arg(name).arg(size); }

// Made smaller, never larger, unless there is no larger one.
QPixmap nearest_picture(const QString& name, int size) {
    int nearest = *std::rbegin(picture_sizes);
    for (auto candidate = std::rbegin(picture_sizes); candidate != std::rend(picture_sizes) && *candidate >= size; ++candidate) nearest = *candidate;
    const QPixmap picture(picture_file(name, nearest));
    if (picture.isNull() || nearest == size) return picture;
    return picture.scaled(size, size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

}  // namespace

QPixmap draw_icon(const QString& name, const QColor& colour, int size) {
    QPixmap picture = nearest_picture(name, size);
    if (picture.isNull()) return picture;
    QPainter painter(&picture);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(picture.rect(), colour);
    return picture;
}

QIcon program_icon() {
    QIcon icon;
    for (const int size : picture_sizes) icon.addFile(picture_file(QStringLiteral("apollo"), size), QSize(size, size));
    return icon;
}

bool can_write_drawings() { return false; }

Status write_drawing(const QString& file, const QSize&, const std::function<bool(QPaintDevice&)>&) {
    return Error{ErrorKind::BadInput, "SVG cannot be written on Windows: name the file .png or .pdf instead of " + file.toStdString()};
}

}  // namespace apollo::gui
