// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/drawings.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>

#include "app/gui/page_export.h"

static void load_icons() { Q_INIT_RESOURCE(icons); }

namespace apollo::gui {
namespace {

const char* const plain_icons[] = {"bookmark", "end", "first-failure", "fit", "live", "next", "next-failure", "pause", "play", "play-back", "previous", "previous-failure", "start"};

QImage drawn(const char* name, const QColor& colour, int size) {
    load_icons();
    return draw_icon(QString::fromLatin1(name), colour, size).toImage().convertToFormat(QImage::Format_ARGB32);
}

struct Shares {
    double covered = 0;
    bool only_asked_colour = true;
};

Shares shares_of(const QImage& image, const QColor& asked) {
    Shares shares;
    int alpha = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            alpha += qAlpha(pixel);
            if (qAlpha(pixel) == 255 && pixel != asked.rgba()) shares.only_asked_colour = false;
        }
    }
    shares.covered = alpha / (255.0 * image.width() * image.height());
    return shares;
}

TEST(Drawings, EveryIconIsDrawnInTheColourAndSizeAskedFor) {
    const QColor orange(0xe6, 0x73, 0x12);
    for (const char* name : plain_icons) {
        for (const int size : {16, 20, 24, 40, 48, 200}) {
            const QImage image = drawn(name, orange, size);
            ASSERT_EQ(image.size(), QSize(size, size)) << name;
            EXPECT_EQ(qAlpha(image.pixel(0, 0)), 0) << name << " at " << size;
            const Shares shares = shares_of(image, orange);
            EXPECT_GT(shares.covered, 0.02) << name << " at " << size;
            EXPECT_LT(shares.covered, 0.8) << name << " at " << size;
            EXPECT_TRUE(shares.only_asked_colour) << name << " at " << size;
        }
    }
}

TEST(Drawings, TwoColoursGiveTheSameShape) {
    const QImage black = drawn("play", Qt::black, 32);
    const QImage white = drawn("play", Qt::white, 32);
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) ASSERT_EQ(qAlpha(black.pixel(x, y)), qAlpha(white.pixel(x, y)));
    EXPECT_EQ(white.pixel(13, 16), qRgba(255, 255, 255, 255));
}

TEST(Drawings, AnIconThatThereIsNotIsNull) { EXPECT_TRUE(drawn("no-such-icon", Qt::black, 16).isNull()); }

TEST(Drawings, TheProgramsIconKeepsItsColours) {
    load_icons();
    for (const int size : {16, 32, 64}) {
        const QImage image = program_icon().pixmap(QSize(size, size), 1.0).toImage().convertToFormat(QImage::Format_ARGB32);
        ASSERT_EQ(image.size(), QSize(size, size));
        EXPECT_EQ(image.pixel(size / 2, size * 14 / 16), qRgba(0x24, 0x70, 0xd6, 255)) << size;
        EXPECT_EQ(qAlpha(image.pixel(0, 0)), 0);
    }
    EXPECT_EQ(program_icon().pixmap(QSize(64, 64), 1.0).toImage().pixelColor(32, 20), QColor(Qt::white));
}

TEST(Drawings, APageIsWrittenInTheFormOfItsEnding) {
    QTemporaryDir folder;
    QLabel page(QStringLiteral("a page"));
    page.resize(120, 40);
    const auto first_bytes = [&](const char* name) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.read(512) : QByteArray();
    };
    ASSERT_TRUE(export_page(page, folder.filePath(QStringLiteral("page.png"))));
    EXPECT_TRUE(first_bytes("page.png").startsWith("\x89PNG"));
    ASSERT_TRUE(export_page(page, folder.filePath(QStringLiteral("page.pdf"))));
    EXPECT_TRUE(first_bytes("page.pdf").startsWith("%PDF"));
    const Status drawing = export_page(page, folder.filePath(QStringLiteral("page.svg")));
    EXPECT_EQ(static_cast<bool>(drawing), can_write_drawings());
    EXPECT_EQ(first_bytes("page.svg").contains("<svg"), can_write_drawings());
    if (!drawing) {
        EXPECT_NE(drawing.error().message.find(".png or .pdf"), std::string::npos);
    }
}

}  // namespace
}  // namespace apollo::gui
