// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/desktop_look.h"

#include <QSettings>

namespace apollo::gui {

QStringList text_fonts() {
    return {QStringLiteral("Segoe UI"), QStringLiteral("Microsoft YaHei UI"), QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC")};
}

QStringList fixed_fonts() {
    return {QStringLiteral("Consolas"), QStringLiteral("Microsoft YaHei UI"), QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono"),
            QStringLiteral("Noto Sans CJK SC")};
}

// The system's own answer is Courier New, which is too thin to read.
QFont fixed_font() {
    QFont font;
    font.setFamilies(fixed_fonts());
    font.setStyleHint(QFont::Monospace);
    return font;
}

// Qt's palette does not follow this choice.
bool desktop_is_dark() {
    const QSettings choice(QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize"), QSettings::NativeFormat);
    return choice.value(QStringLiteral("AppsUseLightTheme"), 1).toInt() == 0;
}

}  // namespace apollo::gui
