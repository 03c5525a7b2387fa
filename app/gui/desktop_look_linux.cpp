// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/desktop_look.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>

namespace apollo::gui {

QStringList text_fonts() { return {QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC")}; }

QStringList fixed_fonts() {
    return {QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans CJK SC")};
}

QFont fixed_font() { return QFontDatabase::systemFont(QFontDatabase::FixedFont); }

bool desktop_is_dark() { return QApplication::palette().color(QPalette::Base).lightness() < 128; }

}  // namespace apollo::gui
