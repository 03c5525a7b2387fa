// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the program does with drawings (SVG): showing its icons, and writing a page as one. Windows' Qt comes without the means
// to read or write them: there the icons are pictures, drawn when the program is built, and a page is no drawing.
// For the thread of the widgets.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QSize>
#include <QString>
#include <functional>

#include "common/base/result.h"

class QPaintDevice;

namespace apollo::gui {

// An icon of resources/icons that is drawn in one colour, in this colour, `size` pixels wide and high. Null: there is none of that name.
QPixmap draw_icon(const QString& name, const QColor& colour, int size);
// The program's own, in its own colours.
QIcon program_icon();

bool can_write_drawings();
// `draw` paints what is written. BadInput where can_write_drawings says no.
Status write_drawing(const QString& file, const QSize& size, const std::function<bool(QPaintDevice&)>& draw);

}  // namespace apollo::gui
