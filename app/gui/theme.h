// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Fusion with an own palette, light or dark, and the fonts of the program. Widgets read colours from their palette
// only; what depends on the shade of the background asks shade_of.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPalette>
#include <QString>

#include "app/viewmodels/state_style.h"

namespace apollo::gui {

// "light", "dark", "contrast" (black and white); anything else: what the desktop uses. For the whole application.
void apply_theme(const QString& name);
bool is_dark(const QPalette& palette);
viewmodels::Shade shade_of(const QPalette& palette);
QColor state_colour(domain::RunStatus status, const QPalette& palette);
QColor state_colour(viewmodels::Look look, const QPalette& palette);
// The accent of replay: cursor, banner, scrubber.
QColor replay_colour(const QPalette& palette);
// A mix of two colours; share 0 = first, 1 = second.
QColor mixed(const QColor& first, const QColor& second, double share);
// Black or white, whichever is read more easily on `background`.
QColor readable_on(const QColor& background);
// One of resources/icons in the palette's text colours (also disabled).
QIcon themed_icon(const QString& name, const QPalette& palette);
// Text for a tooltip that is shown as it is, whatever it contains.
QString plain_tooltip(const QString& text);

}  // namespace apollo::gui
