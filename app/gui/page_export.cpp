// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/page_export.h"

#include <QPainter>
#include <QPdfWriter>
#include <QWidget>

#include "app/gui/drawings.h"

namespace apollo::gui {

namespace {

bool draw(QWidget& page, QPaintDevice& device, double scale) {
    QPainter painter;
    if (!painter.begin(&device)) return false;
    painter.scale(scale, scale);
    page.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren | QWidget::DrawWindowBackground);
    return painter.end();
}

bool write_pdf(QWidget& page, const QString& file) {
    constexpr int dots_per_inch = 300;
    constexpr double window_dots_per_inch = 96;
    QPdfWriter pdf(file);
    pdf.setResolution(dots_per_inch);
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setPageSize(QPageSize(QSizeF(page.width(), page.height()) / window_dots_per_inch, QPageSize::Inch));
    return draw(page, pdf, dots_per_inch / window_dots_per_inch);
}

}  // namespace

Status export_page(QWidget& page, const QString& file) {
    const QString ending = file.section(QLatin1Char('.'), -1).toLower();
    if (ending == QLatin1String("svg")) return write_drawing(file, page.size(), [&](QPaintDevice& device) { return draw(page, device, 1); });
    const bool written = ending == QLatin1String("pdf") ? write_pdf(page, file) : page.grab().save(file, "PNG");
    if (written) return success();
    return Error{ErrorKind::Io, "could not write the picture to " + file.toStdString()};
}

}  // namespace apollo::gui
