// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the desktop of the system decides about the look of the program: fonts, light or dark. For the thread of the widgets.
#pragma once

#include <QFont>
#include <QStringList>

namespace apollo::gui {

// Families for text and for the output of programs, best first, each list with one that has Chinese.
QStringList text_fonts();
QStringList fixed_fonts();
// For lines that are copied into a shell.
QFont fixed_font();
// Whether the person has asked the desktop for dark windows. Ask before the program sets colours of its own.
bool desktop_is_dark();

}  // namespace apollo::gui
