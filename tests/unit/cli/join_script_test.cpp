// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/join_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QProcess>

namespace apollo::cli {
namespace {

struct Ran {
    int code = -1;
    QByteArray out;
};

Ran run(const QStringList& arguments, const std::string& input) {
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), arguments);
    shell.write(input.data(), static_cast<qint64>(input.size()));
    shell.closeWriteChannel();
    if (!shell.waitForFinished(20000)) return {};
    return {shell.exitCode(), shell.readAllStandardOutput() + shell.readAllStandardError()};
}

JoinScript example_script() { return {"center.example:7411", "secret-token", "2026-12-01T00:00:00.000Z", {{"site", "O'Hare; rm -rf /"}}, {"canary"}, {}}; }

TEST(JoinScript, IsReadByThePlainShell) {
    JoinScript with_package = example_script();
    with_package.package = std::string("!<arch>\n\0\xff'\"$(x)", 16);
    for (const JoinScript& one : {example_script(), with_package}) {
        const Ran ran = run({QStringLiteral("-n"), QStringLiteral("-s")}, join_script(one));
        EXPECT_EQ(ran.code, 0) << ran.out.toStdString();
    }
}

TEST(JoinScript, KeepsValuesFromBeingRunByTheShell) {
    const std::string text = join_script(example_script());
    EXPECT_THAT(text, ::testing::HasSubstr("server='center.example:7411'\ntoken='secret-token'\n"));
    EXPECT_THAT(text, ::testing::HasSubstr("set_key server \"\\\"$server\\\"\"\n")) << "an address in brackets would be a list in YAML";
    // Its assignments alone, then what the shell made of them.
    const std::string assignments = text.substr(text.find("server="), text.find("\nsettings=") - text.find("server="));
    const Ran ran = run({QStringLiteral("-s")}, assignments + "\nprintf '%s|%s' \"$labels\" \"$groups\"\n");
    EXPECT_EQ(ran.out, QByteArray("{\"site\":\"O'Hare; rm -rf /\"}|[\"canary\"]"));
}

TEST(JoinScript, CarriesThePackageToTheByte) {
    JoinScript script = example_script();
    for (int i = 0; i < 5000; ++i) script.package += static_cast<char>(i * 7);
    const Ran ran = run({QStringLiteral("-c"), QStringLiteral("sed '1,/^#PACKAGE$/d' | base64 -d")}, join_script(script));
    EXPECT_EQ(ran.out, QByteArray::fromStdString(script.package));
    EXPECT_THAT(join_script(example_script()), ::testing::Not(::testing::HasSubstr("#PACKAGE\n")));
}

}  // namespace
}  // namespace apollo::cli
