// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The line that starts a new agent, for the system its machine runs.
#include "app/gui/agent_dialog.h"

#include <gtest/gtest.h>

#include <QComboBox>

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

}  // namespace
}  // namespace apollo::gui
