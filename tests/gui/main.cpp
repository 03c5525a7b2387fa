// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QApplication>

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    // Without a desktop Windows has no fonts of its own, and every letter would be a box. Wine hands down no variables of Qt's.
    if (!QByteArray(APOLLO_FONT_FOLDER).isEmpty()) qputenv("QT_QPA_FONTDIR", APOLLO_FONT_FOLDER);
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
