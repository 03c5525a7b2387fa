// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <set>

#include "common/domain/event_type.h"

namespace apollo::gui {
namespace {

std::set<QString> places_of(const QString& text) {
    std::set<QString> places;
    auto matches = QRegularExpression(QStringLiteral("%[0-9n]")).globalMatch(text);
    while (matches.hasNext()) places.insert(matches.next().captured());
    return places;
}

TEST(Translations, EveryTextOfTheChineseFileIsFinishedAndKeepsItsPlaceholders) {
    QFile file(QStringLiteral(APOLLO_SOURCE_FOLDER "/translations/apollo_zh_CN.ts"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString source;
    int count = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("source")) source = xml.readElementText();
        if (xml.name() != QLatin1String("translation")) continue;
        EXPECT_FALSE(xml.attributes().hasAttribute(QStringLiteral("type"))) << source.toStdString();
        const QString text = xml.readElementText();
        EXPECT_FALSE(text.trimmed().isEmpty()) << source.toStdString();
        EXPECT_EQ(places_of(text), places_of(source)) << source.toStdString();
        ++count;
    }
    EXPECT_FALSE(xml.hasError());
    EXPECT_GT(count, 150);
}

// The text of adjacent string literals as the compiler sees it, as far as texts for people need it.
QString unescaped(const QString& literals) {
    QString text;
    bool inside = false;
    for (qsizetype k = 0; k < literals.size(); ++k) {
        const QChar c = literals[k];
        if (c == QLatin1Char('"')) {
            inside = !inside;
        } else if (inside && c == QLatin1Char('\\') && k + 1 < literals.size()) {
            const QChar next = literals[++k];
            text += next == QLatin1Char('n') ? QLatin1Char('\n') : next;
        } else if (inside) {
            text += c;
        }
    }
    return text;
}

// lupdate and a person keep the file up to date; this finds what they have forgotten.
TEST(Translations, EveryTextOfTheWindowIsInTheChineseFile) {
    QFile file(QStringLiteral(APOLLO_SOURCE_FOLDER "/translations/apollo_zh_CN.ts"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    std::set<QString> known;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("source"))
            known.insert(xml.readElementText());
    }
    const QRegularExpression call(QStringLiteral("\\btr\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)"));
    int count = 0;
    for (const char* folder : {"/app/gui", "/app/viewmodels"}) {
        QDirIterator files(QStringLiteral(APOLLO_SOURCE_FOLDER) + QLatin1String(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")});
        while (files.hasNext()) {
            QFile source(files.next());
            ASSERT_TRUE(source.open(QIODevice::ReadOnly));
            auto calls = call.globalMatch(QString::fromUtf8(source.readAll()));
            for (; calls.hasNext(); ++count) {
                const QString text = unescaped(calls.next().captured(1));
                EXPECT_TRUE(known.count(text)) << files.fileName().toStdString() << ": " << text.toStdString();
            }
        }
    }
    EXPECT_GT(count, 200);
}

TEST(Translations, EveryEventTypeHasAChineseName) {
    QFile file(QStringLiteral(APOLLO_SOURCE_FOLDER "/translations/apollo_zh_CN.ts"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (std::uint16_t number = 0; number < 200; ++number) {
        const auto type = static_cast<domain::EventType>(number);
        if (!domain::is_known(type)) continue;
        EXPECT_TRUE(text.contains(QStringLiteral("<source>%1</source>").arg(QLatin1String(domain::to_text(type)))))
            << domain::to_text(type);
    }
}

}  // namespace
}  // namespace apollo::gui
