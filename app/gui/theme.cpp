// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/theme.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QHash>
#include <QPainter>
#include <QPixmap>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <cmath>

#include "app/gui/desktop_look.h"
#include "app/gui/drawings.h"

namespace apollo::gui {

namespace {

QHash<QString, QColor> read_colours(const QString& name) {
    QHash<QString, QColor> colours;
    QFile file(QStringLiteral(":/themes/%1.theme").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return colours;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const qsizetype at = line.indexOf(QLatin1Char('='));
        if (line.startsWith(QLatin1Char('#')) || at < 0) continue;
        colours.insert(line.left(at).trimmed(), QColor(line.mid(at + 1).trimmed()));
    }
    return colours;
}

struct Role {
    const char* name;
    QPalette::ColorRole role;
};
constexpr Role roles[] = {
    {"window", QPalette::Window},
    {"window-text", QPalette::WindowText},
    {"base", QPalette::Base},
    {"alternate-base", QPalette::AlternateBase},
    {"text", QPalette::Text},
    {"button", QPalette::Button},
    {"button-text", QPalette::ButtonText},
    {"bright-text", QPalette::BrightText},
    {"placeholder", QPalette::PlaceholderText},
    {"highlight", QPalette::Highlight},
    {"highlighted-text", QPalette::HighlightedText},
    {"link", QPalette::Link},
    {"tooltip", QPalette::ToolTipBase},
    {"tooltip-text", QPalette::ToolTipText},
    {"mid", QPalette::Mid},
    {"dark", QPalette::Dark},
    {"shadow", QPalette::Shadow},
};

QPalette make_palette(const QHash<QString, QColor>& colours) {
    QPalette palette;
    for (const Role& role : roles) palette.setColor(role.role, colours.value(QLatin1String(role.name)));
    palette.setColor(QPalette::Midlight, colours.value(QStringLiteral("button")).lighter(112));
    palette.setColor(QPalette::Light, colours.value(QStringLiteral("button")).lighter(125));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, colours.value(QStringLiteral("disabled-text")));
    }
    return palette;
}

double luminance(const QColor& colour) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

// Fusion with more room at the sides of table cells, so that right- and left-aligned columns do not touch.
class RoomyStyle : public QProxyStyle {
public:
    RoomyStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        if (metric == PM_FocusFrameHMargin || metric == PM_HeaderMargin) return 6;
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
    // Fusion takes the edge of a field from the shade of the window, and black has none.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_FrameLineEdit || option->palette.color(QPalette::Window) != QColor(Qt::black)) return;
        painter->save();
        painter->setPen(option->palette.color(QPalette::Mid));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }
};

}  // namespace

void apply_theme(const QString& name) {
    const bool known =
        name == QLatin1String("light") || name == QLatin1String("dark") || name == QLatin1String("contrast");
    const QString wanted = known                              ? name
                           : desktop_is_dark()          ? QStringLiteral("dark")
                                                              : QStringLiteral("light");
    QApplication::setStyle(new RoomyStyle);
    const QHash<QString, QColor> colours = read_colours(wanted);
    QPalette palette = make_palette(colours);
    QApplication::setPalette(palette);
    // On a dark ground a field is told from the page by its own shade; Fusion's outline alone cannot be seen.
    palette.setColor(QPalette::Base, colours.value(QStringLiteral("field")));
    QApplication::setPalette(palette, "QLineEdit");
    QFont font;
    font.setFamilies(text_fonts());
    font.setPointSizeF(10);
    QApplication::setFont(font);
}

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::Base).lightness() < 128;
}

viewmodels::Shade shade_of(const QPalette& palette) {
    return is_dark(palette) ? viewmodels::Shade::Dark : viewmodels::Shade::Light;
}

QColor state_colour(domain::RunStatus status, const QPalette& palette) {
    return QColor(static_cast<QRgb>(viewmodels::style_of(status).rgb(shade_of(palette))));
}

QColor state_colour(viewmodels::Look look, const QPalette& palette) {
    return QColor(static_cast<QRgb>(viewmodels::style_of(look).rgb(shade_of(palette))));
}

QColor replay_colour(const QPalette& palette) {
    return is_dark(palette) ? QColor(0xff, 0xc8, 0x2e) : QColor(0xb3, 0x6b, 0x00);
}

QColor mixed(const QColor& first, const QColor& second, double share) {
    const auto mix = [&](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return {mix(first.red(), second.red()), mix(first.green(), second.green()), mix(first.blue(), second.blue())};
}

QColor readable_on(const QColor& background) {
    const double l = luminance(background);
    return (l + 0.05) / 0.05 > 1.05 / (l + 0.05) ? QColor(Qt::black) : QColor(Qt::white);
}

QIcon themed_icon(const QString& name, const QPalette& palette) {
    QIcon icon;
    for (const int size : {16, 24, 32, 48}) {
        icon.addPixmap(draw_icon(name, palette.color(QPalette::Active, QPalette::ButtonText), size));
        icon.addPixmap(draw_icon(name, palette.color(QPalette::Disabled, QPalette::ButtonText), size), QIcon::Disabled);
    }
    return icon;
}

QString plain_tooltip(const QString& text) {
    if (text.isEmpty()) return {};
    QString escaped = text.toHtmlEscaped();
    escaped.replace(QLatin1Char('\n'), QStringLiteral("<br/>"));
    return QStringLiteral("<qt><p style='white-space:pre-wrap'>") + escaped + QStringLiteral("</p></qt>");
}

}  // namespace apollo::gui
