// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The line that starts a new agent, for the system its machine runs.
#include "app/gui/agent_dialog.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>

namespace apollo::gui {
namespace {

class TokenSink final : public api::CommandSink {
public:
    void send(domain::Command command, std::function<void(Result<domain::CommandResult>)> done) override {
        ASSERT_TRUE(std::holds_alternative<domain::CreateNodeToken>(command));
        domain::CommandResult result;
        result.token = "SECRET";
        result.expires_at = WallTime{1796043784976};
        done(result);
    }
};

TEST(AgentDialog, ShowsALineForLinuxAndOneForWindowsWithTheTokenInIt) {
    TokenSink sink;
    AgentDialog dialog({}, QStringLiteral("center.example:7411"), sink, nullptr);
    dialog.show();
    const auto* command = dialog.findChild<QPlainTextEdit*>();
    auto* system = dialog.findChild<QComboBox*>();
    ASSERT_NE(command, nullptr);
    ASSERT_NE(system, nullptr);
    ASSERT_EQ(system->count(), 2);
    const QString linux_line = command->toPlainText();
    EXPECT_TRUE(linux_line.startsWith(QStringLiteral("apollo-agent --data "))) << linux_line.toStdString();
    EXPECT_TRUE(linux_line.contains(QStringLiteral("--server center.example:7411 "))) << linux_line.toStdString();
    EXPECT_TRUE(linux_line.endsWith(QStringLiteral("--token SECRET"))) << linux_line.toStdString();
    system->setCurrentIndex(1);
    EXPECT_EQ(command->toPlainText(), QStringLiteral("apollo-11-" APOLLO_VERSION
                                                     "-windows-x86_64.exe /S /SERVER=center.example:7411 /TOKEN=SECRET /LABELS=role=worker"));
    system->setCurrentIndex(0);
    EXPECT_EQ(command->toPlainText(), linux_line);
}

QString warning_for(const char* server) {
    TokenSink sink;
    AgentDialog dialog({}, QString::fromLatin1(server), sink, nullptr);
    dialog.show();
    const auto* warning = dialog.findChild<QLabel*>(QStringLiteral("reach-warning"));
    return warning->isVisible() ? warning->text() : QString();
}

TEST(AgentDialog, WarnsOfAnAddressThatOtherMachinesCannotReach) {
    for (const char* server : {"127.0.0.1:7411", "127.0.1.1:7411", "localhost:7411", "[::1]:7411"}) {
        EXPECT_TRUE(warning_for(server).contains(QStringLiteral("--listen"))) << server;
        EXPECT_TRUE(warning_for(server).contains(QLatin1String(server))) << server;
    }
    EXPECT_TRUE(warning_for("0.0.0.0:7411").contains(QStringLiteral("0.0.0.0")));
    for (const char* server : {"center.example:7411", "192.0.2.10:7411", "[2001:db8::1]:7411", "localhost.example:7411"})
        EXPECT_TRUE(warning_for(server).isEmpty()) << server;
}

}  // namespace
}  // namespace apollo::gui
